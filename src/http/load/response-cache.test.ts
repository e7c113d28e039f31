import { once } from 'node:events';
import { get, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DomainName } from '../../domain-name.ts';
import { parseDomainName } from '../../domain-name.ts';
import { createLog } from '../../log.ts';
import { RequestMetrics } from '../metrics/request-metrics.ts';
import type { App } from '../plugin.ts';
import { CONNECTION_LIMITS, Connections } from './connections.ts';
import { respondEarly } from './early-responses.ts';
import { ResponseCache } from './response-cache.ts';

const DOMAIN = domainOf('example.com');

function domainOf(name: string): DomainName {
  const parsed = parseDomainName(name);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.domain;
}

/** An app whose answers tell how often the framework was asked. */
async function counting(milliseconds: number, body = '') {
  const answers = new ResponseCache({ log: createLog('silent'), requests: new RequestMetrics() });
  const app: App = Fastify({ return503OnClosing: false });
  let asked = 0;
  let during: (() => void | Promise<void>) | null = null;
  let atClosing: (() => Promise<void>) | null = null;
  respondEarly(app, new Connections(app.server, CONNECTION_LIMITS), [answers.answer]);
  app.addHook('preClose', async () => atClosing?.());
  app.get('/*', async (request, reply) => {
    const asOf = answers.lastChangeOf(DOMAIN);
    asked += 1;
    const answer = `${asked}${body}`;
    await during?.();
    answers.keep(request, reply.type('text/plain'), answer, { domain: DOMAIN, asOf, milliseconds });
    return reply.send(answer);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const ask = async (path: string, headers: OutgoingHttpHeaders = {}) => {
    const [response] = await once(get(`${url}${path}`, { agent: false, headers }), 'response');
    return Number.parseInt(await text(response), 10);
  };
  return {
    answers,
    ask,
    app,
    whileAnswering: (act: () => void | Promise<void>) => {
      during = act;
    },
    onClosing: (act: () => Promise<void>) => {
      atClosing = act;
    },
  };
}

describe('answers at hand', () => {
  test('are given without the framework, to the very same target', async () => {
    const { ask } = await counting(Infinity);
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
  ])('are neither given to nor taken from a request with %j', async (headers: OutgoingHttpHeaders) => {
    const { ask } = await counting(Infinity);
    expect([await ask('/a', headers), await ask('/a'), await ask('/a', headers), await ask('/a')]).toEqual([
      1, 2, 3, 2,
    ]);
  });

  test('are not given when their time is over', async () => {
    const { ask } = await counting(-1);
    expect([await ask('/a'), await ask('/a')]).toEqual([1, 2]);
  });

  test('whose time is over are made anew for one, and given to the others meanwhile, for a second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { ask, whileAnswering } = await counting(1_000);
    await ask('/a');
    vi.advanceTimersByTime(1_001);
    const others: number[] = [];
    whileAnswering(async () => {
      whileAnswering(() => undefined);
      others.push(await ask('/a'));
      vi.advanceTimersByTime(1_000);
      others.push(await ask('/a'));
    });
    expect(await ask('/a')).toBe(2);
    expect(others).toEqual([1, 3]);
  });

  test('are forgotten when their domain has changed, and no others', async () => {
    const { ask, answers } = await counting(Infinity);
    await ask('/a');
    answers.forget('example.org');
    expect(await ask('/a')).toBe(1);
    answers.forget('example.com');
    expect([await ask('/a'), await ask('/a')]).toEqual([2, 2]);
  });

  test('are not kept when something changed while they were made', async () => {
    const { ask, answers, whileAnswering } = await counting(Infinity);
    whileAnswering(() => answers.forget('example.com'));
    expect([await ask('/a'), await ask('/a')]).toEqual([1, 2]);
    whileAnswering(() => answers.forget('example.org'));
    expect([await ask('/a'), await ask('/a')]).toEqual([3, 3]);
  });

  test('are not kept when so much changed while they were made that it is not known what', async () => {
    const { ask, answers, whileAnswering } = await counting(Infinity);
    whileAnswering(() => {
      answers.forget('example.com');
      for (let other = 0; other < 20_000; other += 1) answers.forget(`${other}.example.org`);
    });
    expect([await ask('/a'), await ask('/a')]).toEqual([1, 2]);
  });

  test('give way to newer ones, the oldest first, when there are too many', async () => {
    const { ask } = await counting(Infinity, 'x'.repeat(3 * 1024 * 1024));
    expect([await ask('/a'), await ask('/b'), await ask('/c')]).toEqual([1, 2, 3]);
    expect([await ask('/c'), await ask('/b'), await ask('/a')]).toEqual([3, 2, 4]);
  });

  test('larger than all room are not kept', async () => {
    const { ask } = await counting(Infinity, 'x'.repeat(9 * 1024 * 1024));
    expect([await ask('/a'), await ask('/a')]).toEqual([1, 2]);
  });

  test('are not given once the app is closing: the framework tells the client that the connection ends', async () => {
    const { ask, app, onClosing } = await counting(Infinity);
    expect([await ask('/a'), await ask('/a')]).toEqual([1, 1]);
    const whileClosing = Promise.withResolvers<number>();
    onClosing(async () => whileClosing.resolve(await ask('/a')));
    await app.close();
    expect(await whileClosing.promise).toBe(2);
  });
});
