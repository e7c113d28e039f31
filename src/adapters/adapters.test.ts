import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { LOG_FORMATS } from '../logs/formats/catalogue.ts';
import { clientAddress } from '../logs/log-entry.ts';
import { citable } from './express.ts';
import { citable as citablePlugin } from './fastify.ts';
import { cloudflareAddress, FetchLog } from './fetch.ts';
import { TrafficLog } from './traffic-log.ts';

const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2)';
const read = LOG_FORMATS.find(({ name }) => name === 'citable')?.createParser(clientAddress);

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Batch {
  readonly id: string;
  readonly lines: readonly string[];
}

/** A service that receives batches. @param respond instead of 202; returns whether it did */
async function receiver(respond: (response: ServerResponse, count: number) => boolean = () => false) {
  const batches: Batch[] = [];
  const requests: IncomingMessage[] = [];
  const url = await listen(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push(request);
    batches.push({ id: String(request.headers['idempotency-key']), lines: body.split('\n').slice(0, -1) });
    if (!respond(response, batches.length)) response.writeHead(202).end('{}');
  });
  const entries = () => batches.flatMap(({ lines }) => lines.map((line) => read?.(line)));
  return { url, batches, requests, entries };
}

const options = (url: string) => ({
  url,
  domain: 'example.com',
  key: 'ck_test',
  intervalMs: 10,
  onProblem: () => undefined,
});
const ENTRY = {
  ...{ time: Date.UTC(2026, 10, 1), host: 'example.com', method: 'GET', path: '/', status: 200, bytes: 1 },
  ...{ userAgent: GPTBOT, referrer: null, address: '192.0.2.7' },
};

test('middleware sends what a server with Express’s interface responds', async () => {
  const service = await receiver();
  const middleware = citable(options(service.url));
  const site = await listen((request, response) => {
    middleware(request, response, () => {
      const body = 'Not found';
      response.statusCode = request.url === '/gone' ? 404 : 200;
      response.setHeader('content-length', body.length).end(body);
    });
  });
  const headers = { 'user-agent': GPTBOT, referer: 'https://chatgpt.com/' };
  await fetch(`${site}/gone`, { headers });
  await fetch(`${site}/tides?day=1`, { method: 'POST', headers });
  await expect.poll(service.entries).toMatchObject([
    { method: 'GET', target: '/gone', status: 404, bytes: 9, userAgent: GPTBOT, address: '127.0.0.1' },
    { method: 'POST', target: '/tides?day=1', status: 200, referer: 'https://chatgpt.com/', host: '127.0.0.1' },
  ]);
  const [request] = service.requests;
  expect(request?.url).toBe('/api/domains/example.com/traffic');
  expect(request?.headers).toMatchObject({ authorization: 'Bearer ck_test', 'content-type': 'application/x-ndjson' });
});

test('a client that leaves before the response has no status', async () => {
  const service = await receiver();
  const middleware = citable(options(service.url));
  const site = await listen((request, response) => middleware(request, response, () => undefined));
  const request = httpRequest(site, { headers: { 'user-agent': GPTBOT } }).on('error', () => undefined);
  request.end();
  await once(request, 'socket');
  setImmediate(() => request.destroy());
  await fetch(site, { signal: AbortSignal.timeout(200) }).catch(() => undefined);
  await expect.poll(service.entries).toMatchObject([{ status: 0 }, { status: 0 }]);
});

test('the plugin of Fastify sends every route, and the last requests when the application closes', async () => {
  const service = await receiver();
  const app = fastify({ trustProxy: true });
  await app.register(citablePlugin, { ...options(service.url), intervalMs: 60_000 });
  app.get('/tides', () => 'High');
  const headers = { 'user-agent': GPTBOT, host: 'Example.com', 'x-forwarded-for': '20.171.206.9' };
  expect((await app.inject({ url: '/tides?day=1', headers })).body).toBe('High');
  await app.inject({ url: '/none', headers });
  expect(service.batches).toEqual([]);
  await app.close();
  expect(service.entries()).toMatchObject([
    { target: '/tides?day=1', status: 200, bytes: 4, host: 'example.com', address: '20.171.206.9' },
    { target: '/none', status: 404 },
  ]);
});

test('a wrapped handler responds as before, and what it began to send is waited for', async () => {
  const service = await receiver();
  const log = new FetchLog({ ...options(service.url), address: cloudflareAddress });
  const waited: Promise<unknown>[] = [];
  const context = { waitUntil: (promise: Promise<unknown>) => waited.push(promise) };
  const handle = log.wrap((request: Request, _env: object, _context: typeof context) => {
    if (request.url.endsWith('/fail')) throw new Error('It fails.');
    return new Response('High', { status: 203 });
  });
  const request = (path: string) => {
    return new Request(`https://example.com${path}`, {
      headers: { 'user-agent': GPTBOT, 'cf-connecting-ip': '20.1.1.1' },
    });
  };
  expect(await (await handle(request('/a?b=c'), {}, context)).text()).toBe('High');
  await expect(handle(request('/fail'), {}, context)).rejects.toThrow('It fails.');
  expect(waited).toHaveLength(1);
  await Promise.all(waited);
  expect(service.entries()).toMatchObject([
    { target: '/a?b=c', status: 203, host: 'example.com', address: '20.1.1.1', userAgent: GPTBOT },
    { target: '/fail', status: 0 },
  ]);
});

test('middleware of Hono works with and without an execution context', async () => {
  const service = await receiver();
  const log = new FetchLog(options(service.url));
  const createContext = (path: string) => ({
    req: { raw: new Request(`https://example.com${path}`, { headers: { 'user-agent': GPTBOT } }) },
    res: new Response(null, { status: 404 }),
  });
  const bare = Object.defineProperty(createContext('/a'), 'executionCtx', {
    get() {
      throw new Error('This context has no ExecutionContext');
    },
  });
  const waited: Promise<unknown>[] = [];
  const executionCtx = { waitUntil: (promise: Promise<unknown>) => void waited.push(promise) };
  await log.hono(bare as never, async () => undefined);
  await expect.poll(service.entries).toMatchObject([{ target: '/a', status: 404, address: null }]);
  await log.hono({ ...createContext('/b'), executionCtx }, async () => undefined);
  await Promise.all(waited);
  expect(service.entries()).toHaveLength(2);
});

test('a batch is sent again with the same key until the service has it', async () => {
  const service = await receiver((response, count) => {
    if (count === 1) response.destroy();
    if (count === 2) response.writeHead(503).end();
    return count < 3;
  });
  const problems: string[] = [];
  const log = new TrafficLog({ ...options(service.url), onProblem: (problem) => problems.push(problem) });
  log.add(ENTRY);
  await expect.poll(() => log.stats).toEqual({ sent: 1, dropped: 0 });
  expect(new Set(service.batches.map(({ id }) => id)).size).toBe(1);
  expect(problems).toEqual([expect.stringContaining('cannot be reached')]);
  log.add(ENTRY);
  await expect.poll(() => log.stats.sent).toBe(2);
  expect(new Set(service.batches.map(({ id }) => id)).size).toBe(2);
});

test('what the service refuses is dropped and counted, and told once', async () => {
  const service = await receiver((response) => {
    response.writeHead(401).end('{"error":"No valid API key."}');
    return true;
  });
  const problems: string[] = [];
  const log = new TrafficLog({ ...options(service.url), onProblem: (problem) => problems.push(problem) });
  await log.add(ENTRY);
  await log.add(ENTRY);
  expect(log.stats).toEqual({ sent: 0, dropped: 2 });
  expect(problems).toEqual([expect.stringContaining('status 401: {"error":"No valid API key."}')]);
});

test('without a key, nothing is sent, and it is told once', () => {
  const problems: string[] = [];
  const log = new TrafficLog({
    ...options('http://127.0.0.1:1'),
    key: undefined,
    onProblem: (problem) => problems.push(problem),
  });
  expect([log.add(ENTRY), log.pending, log.stats]).toEqual([null, 0, { sent: 0, dropped: 1 }]);
  expect(problems).toEqual([expect.stringContaining('no API key is set')]);
});

test('the queue is bounded while the service is away, and adding never throws', async () => {
  const log = new TrafficLog({
    ...{ ...options('http://127.0.0.1:1'), maxQueue: 50 },
    onProblem: () => {
      throw new Error('A fault of the application.');
    },
  });
  for (let n = 0; n < 80; n++) log.add({ ...ENTRY, path: `/${'x'.repeat(1e5)}\ud800` });
  expect(log.pending).toBe(50);
  expect(log.stats.dropped).toBe(30);
  await log.close();
  expect(log.stats).toEqual({ sent: 0, dropped: 80 });
  log.add(ENTRY);
  expect(log.stats.dropped).toBe(81);
});

test('many requests are sent in batches', async () => {
  const service = await receiver();
  const log = new TrafficLog({ ...options(service.url), intervalMs: 60_000 });
  for (let n = 0; n < 2_500; n++) log.add({ ...ENTRY, path: `/${n}` });
  await expect.poll(() => log.stats.sent).toBe(2_500);
  expect(service.batches.map(({ lines }) => lines.length)).toEqual([1_000, 1_000, 500]);
  expect(service.entries()).toMatchObject(Array.from({ length: 2_500 }, (_, n) => ({ target: `/${n}` })));
});

test.each([200, 444])('an endless response with status %d is not read to the end', async (status) => {
  const CHUNK = Buffer.alloc(65_536, '\u001b');
  let written = 0;
  const url = await listen(async (request, response) => {
    request.resume();
    response.writeHead(status);
    for (; written < 1_000 && !response.destroyed; written += 1) {
      if (!response.write(CHUNK)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    response.end();
  });
  const problems: string[] = [];
  const log = new TrafficLog({ ...options(url), onProblem: (problem) => problems.push(problem) });
  await log.add(ENTRY);
  expect(log.stats).toEqual(status === 200 ? { sent: 1, dropped: 0 } : { sent: 0, dropped: 1 });
  expect(written).toBeLessThan(500);
  expect(problems.join()).not.toContain('\u001b');
});

test('closing does not wait for a service that never responds, and leaves no connection', async () => {
  const closed: Promise<unknown>[] = [];
  const url = await listen((request) => void closed.push(once(request.resume().socket, 'close')));
  const log = new TrafficLog({ ...options(url), closeMs: 50 });
  for (let n = 0; n < 2_500; n++) log.add(ENTRY);
  await expect.poll(() => closed.length).toBe(1);
  await log.close();
  expect(log.stats).toEqual({ sent: 0, dropped: 2_500 });
  await Promise.all(closed);
  expect(closed).toHaveLength(1);
});
