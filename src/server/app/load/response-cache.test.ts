import { once } from 'node:events';
import { get, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DomainName } from '../../../values/domain-name.ts';
import { parseDomainName } from '../../../values/domain-name.ts';
import { createLog } from '../../../values/log.ts';
import type { App } from '../plugin.ts';
import { RequestLog } from '../request-log.ts';
import { RequestMetrics } from '../request-metrics.ts';
import { ResponseCache } from './response-cache.ts';

const DOMAIN = toDomain('example.com');

function toDomain(name: string): DomainName {
  const parsed = parseDomainName(name);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.domain;
}

/** An app whose responses tell how often its handler was called. */
async function startApp(maxAgeMs: number, body = '', isPublished = (_path: string) => true) {
  const requests = new RequestLog(createLog('silent'), new RequestMetrics());
  const cache = new ResponseCache(requests, (_domain, _request, recorded) => recorded());
  const app: App = Fastify();
  let calls = 0;
  let during: (() => void) | null = null;
  app.server.removeAllListeners('request').on('request', (request, response) => {
    if (!cache.respond(request, response)) app.routing(request, response);
  });
  app.get('/*', async (request, reply) => {
    const { version } = cache;
    calls += 1;
    const response = `${calls}${body}`;
    during?.();
    const about = { domain: DOMAIN, isPublished: isPublished(request.url), version, maxAgeMs, isVisit: false };
    cache.store(request, reply.type('text/plain'), response, about);
    return reply.send(response);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  /** Requests a path. @returns the count in the response */
  const ask = async (path: string, headers: OutgoingHttpHeaders = {}) => {
    const [response] = await once(get(`${url}${path}`, { agent: false, headers }), 'response');
    return Number.parseInt(await text(response), 10);
  };
  const whileHandling = (act: (() => void) | null) => {
    during = act;
  };
  return { cache, ask, whileHandling };
}

describe('a cached response', () => {
  test('is sent without the framework, to the very same URL', async () => {
    const { ask } = await startApp(Infinity);
    expect([await ask('/a'), await ask('/a'), await ask('/a?x'), await ask('/a'), await ask('/a?x')]).toEqual([
      1, 1, 2, 1, 2,
    ]);
  });

  test.each([
    { authorization: 'Bearer x' },
    { 'if-none-match': '*' },
    { 'content-length': '0' },
    { 'transfer-encoding': 'chunked' },
    { expect: '100-continue' },
    { connection: 'upgrade', upgrade: 'websocket' },
  ])('is neither sent to nor taken from a request with %j', async (headers: OutgoingHttpHeaders) => {
    const { ask } = await startApp(Infinity);
    expect([await ask('/a', headers), await ask('/a'), await ask('/a', headers), await ask('/a')]).toEqual([
      1, 2, 3, 2,
    ]);
  });

  test('is not sent after its age', async () => {
    const { ask } = await startApp(-1);
    expect([await ask('/a'), await ask('/a')]).toEqual([1, 2]);
  });

  test('is dropped when its domain has changed, and not when another has', async () => {
    const { ask, cache } = await startApp(Infinity);
    await ask('/a');
    cache.invalidate('example.org');
    expect(await ask('/a')).toBe(1);
    cache.invalidate('example.com');
    expect([await ask('/a'), await ask('/a')]).toEqual([2, 2]);
  });

  test('is not stored when its domain has changed while it was made', async () => {
    const { ask, cache, whileHandling } = await startApp(Infinity);
    whileHandling(() => cache.invalidate('example.com'));
    expect([await ask('/a'), await ask('/a')]).toEqual([1, 2]);
    whileHandling(null);
    expect([await ask('/a'), await ask('/a')]).toEqual([3, 3]);
  });

  test('is not dropped for those of names that nobody has published', async () => {
    const { ask } = await startApp(Infinity, 'x'.repeat(3 * 1024 * 1024), (path) => path === '/mine');
    await ask('/mine');
    for (let name = 0; name < 12; name += 1) await ask(`/${name}`);
    expect([await ask('/mine'), await ask('/11'), await ask('/0')]).toEqual([1, 13, 14]);
  });

  test('is dropped for the seventeenth of its domain', async () => {
    const { ask } = await startApp(Infinity);
    for (let n = 0; n < 17; n += 1) await ask(`/${n}`);
    expect([await ask('/16'), await ask('/1'), await ask('/0')]).toEqual([17, 2, 18]);
  });

  test('is dropped for newer ones, the oldest first, when there are too many', async () => {
    const { ask } = await startApp(Infinity, 'x'.repeat(9 * 1024 * 1024));
    expect([await ask('/a'), await ask('/b'), await ask('/c')]).toEqual([1, 2, 3]);
    expect([await ask('/c'), await ask('/b'), await ask('/a')]).toEqual([3, 2, 4]);
  });

  test('is not stored when it is larger than the cache', async () => {
    const { ask } = await startApp(Infinity, 'x'.repeat(25 * 1024 * 1024));
    expect([await ask('/a'), await ask('/a')]).toEqual([1, 2]);
  });
});
