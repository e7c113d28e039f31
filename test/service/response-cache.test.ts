import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { parseExposition } from '../support/exposition.ts';
import { openService } from '../support/open-service.ts';
import { report, site } from '../support/reports.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';

const FILE = '/llms/example.com.txt';
const BADGE = '/api/badge?domain=example.com';
const GPTBOT = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';
const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
/** Makes the service bypass the cache, with the same response. */
const UNCACHED = 'If-None-Match: "another"';

const ROUTE = '/llms/:domain.txt';

function ask(url: string, request: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(request);
  return socket;
}

/** The service's end of the next connection. */
function nextAccepted(): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const take = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return;
    if (!(message.socket instanceof Socket)) return;
    unsubscribe('net.server.socket', take);
    resolve(message.socket);
  };
  subscribe('net.server.socket', take);
  return promise;
}

/** Holds visits back until `letGo` is called. */
function holdWrites({ visitWriter }: RunningService): { whenPaused: Promise<void>; letGo: () => void } {
  const { insert } = visitWriter;
  const paused = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  visitWriter.insert = async (visits) => {
    paused.resolve();
    await released.promise;
    return insert.call(visitWriter, visits);
  };
  const letGo = () => {
    visitWriter.insert = insert;
    released.resolve();
  };
  return { whenPaused: paused.promise, letGo };
}

/** Sends requests over one connection. @returns all bytes that come back until it is closed */
async function exchange(url: string, requests: readonly string[]): Promise<string> {
  const socket = ask(url, requests.join(''));
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
  });
  await once(socket, 'close');
  return received;
}

function get(path: string, ...fields: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', `User-Agent: ${GPTBOT}`, ...fields, '', ''].join('\r\n');
}

/** Returns the response to a request whose connection is closed after it, without its date. */
async function responseTo(url: string, path: string, ...fields: readonly string[]): Promise<string> {
  const response = await exchange(url, [get(path, 'Connection: close', ...fields)]);
  return response.replace(/\r\nDate: [^\r]*/, '');
}

/** Returns the log lines of a route, without what differs for each request. */
function listLines(running: RunningService, route: string): Record<string, unknown>[] {
  return running
    .log()
    .filter((line) => line['msg'] === 'request' && line['route'] === route)
    .map((line) => ({
      ...line,
      time: typeof line['time'],
      span_id: String(line['span_id']).length,
      trace_id: line['parent_id'] === undefined ? String(line['trace_id']).length : line['trace_id'],
      duration_ms: typeof line['duration_ms'],
    }));
}

const VISIT = ['domain', 'path', 'class', 'crawler', 'vendor', 'purpose', 'user_agent', 'referring_host'] as const;
const readVisits = ({ db }: RunningService) => db.selectFrom('visits').select(VISIT).orderBy('id').execute();

async function publish(running: RunningService): Promise<void> {
  const response = await running.request('/api/llms-txt?domain=example.com&tier=vip', {
    headers: running.authorization,
  });
  expect(response.status).toBe(200);
  await response.text();
}

async function audit({ request, authorization }: RunningService): Promise<void> {
  await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).text();
}

describe('a cached response', () => {
  test.each([
    ['the template', FILE, ROUTE],
    ['a published file', `${FILE}?tier=vip`, ROUTE],
    ['a badge', BADGE, '/api/badge'],
    ['a badge as it was asked for', `${BADGE}&theme=light&label=a%20%C3%A9`, '/api/badge'],
  ])('is what the framework sends, byte for byte and log line for log line: %s', async (_name, path, route) => {
    const running = await startService(instantAudit);
    await publish(running);
    const fields = ['Referer: https://example.net/x', `Traceparent: ${PARENT}`];
    const first = await responseTo(running.url, path, ...fields);
    const responseCache = await responseTo(running.url, path, ...fields);
    const again = await responseTo(running.url, path, UNCACHED, ...fields);
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n./s);
    expect(responseCache).toBe(first);
    expect(again).toBe(first);
    await responseTo(running.url, path);
    const lines = listLines(running, route);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatchObject({ domain: 'example.com', status: 200, parent_id: '00f067aa0ba902b7' });
    expect(lines[1]).toEqual(lines[0]);
    expect(Object.keys(lines[1] ?? {})).toEqual(Object.keys(lines[0] ?? {}));
    expect(lines[2]).toEqual(lines[0]);
    const metrics = parseExposition(
      await (await running.request('/metrics', { headers: running.authorization })).text(),
    );
    const series = { route, method: 'GET', status: '200' };
    expect(metrics.value('citable_http_request_duration_seconds_count', series)).toBe(4);
    const [visit, ...visits] = await readVisits(running);
    if (route === '/api/badge') expect(visit).toBeUndefined();
    else expect(visits.slice(0, 2)).toEqual([visit, visit]);
  });

  test('is sent to the same request alone', async () => {
    const running = await startService(instantAudit);
    const full = await responseTo(running.url, FILE);
    const etag = /etag: ("[^"]+")/.exec(full)?.[1] ?? '';
    expect(await responseTo(running.url, FILE, `If-None-Match: ${etag}`)).toMatch(/^HTTP\/1\.1 304 /);
    const head = await exchange(running.url, [get(FILE, 'Connection: close').replace('GET', 'HEAD')]);
    expect(head).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n$/s);
    expect(await responseTo(running.url, FILE, 'HOST: localhost')).toMatch(/^HTTP\/1\.1 400 /);
    const nameless = await exchange(running.url, [`GET ${FILE} HTTP/1.1\r\nConnection: close\r\n\r\n`]);
    expect(nameless).toMatch(/^HTTP\/1\.1 400 /);
    expect(await responseTo(running.url, '/llms/localhost.txt')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await responseTo(running.url, FILE, 'Expect: 100-continue')).toMatch(/HTTP\/1\.1 200 OK/);
    expect(await responseTo(running.url, FILE, 'Content-Length: 2', '', '{}')).toMatch(/^HTTP\/1\.1 200 OK/);
    const methods = listLines(running, ROUTE).map(({ method, status }) => `${method} ${status}`);
    expect(methods).toEqual(['GET 200', 'GET 304', 'HEAD 200', 'GET 400', 'GET 400', 'GET 400', 'GET 200', 'GET 200']);
  });

  test('keeps its order among the responses of its connection', async () => {
    const { url } = await startService(instantAudit);
    await responseTo(url, FILE);
    await responseTo(url, BADGE);
    const responses = await exchange(url, [
      get(FILE),
      get(BADGE),
      get('/healthz'),
      get(BADGE, UNCACHED),
      get(FILE, 'Connection: close'),
    ]);
    expect([...responses.matchAll(/^content-type: ([^;\r]+)/gm)].map(([, type]) => type)).toEqual([
      'text/plain',
      'image/svg+xml',
      'application/json',
      'image/svg+xml',
      'text/plain',
    ]);
  });

  test('is replaced at once by a new score and a new file', async () => {
    let score = 40;
    const running = await startService(async (domain) => {
      score += 1;
      return { site: site(domain), report: { ...report(domain), score } };
    });
    for (const expected of [41, 42, 43]) {
      await audit(running);
      for (let i = 0; i < 3; i += 1) expect(await responseTo(running.url, BADGE)).toContain(`>${expected}/100</text>`);
    }
    // Custom words are for published domains.
    const custom = `${BADGE}&label=ours`;
    for (let i = 0; i < 2; i += 1) expect(await responseTo(running.url, custom)).not.toContain('>ours<');
    await publish(running);
    expect(await responseTo(running.url, custom)).toContain('>ours<');
  });

  test('is logged as aborted when its client has gone, as by the framework', async () => {
    const running = await startService(instantAudit);
    await responseTo(running.url, FILE);
    const lines = () => listLines(running, ROUTE).length;
    for (const fields of [[], [UNCACHED]]) {
      const { whenPaused, letGo } = holdWrites(running);
      const accepted = nextAccepted();
      const socket = ask(running.url, get(FILE, ...fields));
      await whenPaused;
      const before = lines();
      const noticed = once(await accepted, 'close');
      socket.destroy();
      await noticed;
      await expect.poll(lines).toBe(before + 1);
      letGo();
    }
    const [, responseCache, framework] = listLines(running, ROUTE);
    expect(responseCache).toMatchObject({ aborted: true, method: 'GET', domain: 'example.com' });
    expect(framework).toEqual(responseCache);
  });

  test('that is sent while the service stops closes its connection', async () => {
    const running = await openService(instantAudit);
    await responseTo(running.url, FILE);
    const { whenPaused, letGo } = holdWrites(running);
    const socket = ask(running.url, get(FILE));
    await whenPaused;
    const closed = running.close();
    const response = text(socket);
    letGo();
    expect(await response).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*# example\.com/is);
    await closed;
  });
});
