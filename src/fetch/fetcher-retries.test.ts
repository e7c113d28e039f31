import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { fetcherTo, page } from '../../test/support/fetcher.ts';
import { type Loopback, serve, serveRaw } from '../../test/support/loopback.ts';

const url = 'http://site.example/';
const at = (server: Loopback) => ({ 'site.example:80': server });

/** Responds with these statuses in turn, and repeats the last one. */
async function respondingWith(statuses: number[], headers: Record<string, string> = {}) {
  let requests = 0;
  const server = await serve((_request, response) => {
    const status = statuses[Math.min(requests++, statuses.length - 1)] ?? 200;
    response.writeHead(status, headers).end(`${requests}`);
  });
  return { server, requests: () => requests };
}

describe('retries', () => {
  test.each([429, 500, 502, 503, 504])('follow a %d, and the next response counts', async (status) => {
    const { server } = await respondingWith([status, 200], { 'Retry-After': '0' });
    const exchange = await fetcherTo(at(server)).fetch(page(url));
    expect(exchange).toMatchObject({ status: 200, body: '2', attempts: 2, failure: null });
  });

  test.each([400, 401, 403, 404, 410, 501, 505])('do not follow a %d', async (status) => {
    const { server, requests } = await respondingWith([status], { 'Retry-After': '0' });
    expect(await fetcherTo(at(server)).fetch(page(url))).toMatchObject({ status, attempts: 1, failure: null });
    expect(requests()).toBe(1);
  });

  test('end after three attempts with the last response', async () => {
    const { server, requests } = await respondingWith([500, 502, 503], { 'Retry-After': '0' });
    const exchange = await fetcherTo(at(server)).fetch(page(url));
    expect(exchange).toMatchObject({ status: 503, body: '3', attempts: 3, failure: null });
    expect(requests()).toBe(3);
  });

  test.each([1, 2])('are limited by maxAttempts: %d', async (maxAttempts) => {
    const { server, requests } = await respondingWith([503], { 'Retry-After': '0' });
    const exchange = await fetcherTo(at(server)).fetch(page(url, { maxAttempts }));
    expect([exchange.attempts, requests()]).toEqual([maxAttempts, maxAttempts]);
  });

  test('wait for the back-off without Retry-After', async () => {
    const { server } = await respondingWith([503, 200]);
    const fetcher = fetcherTo(at(server), { budgets: { retryBackOff: 1 } });
    expect(await fetcher.fetch(page(url))).toMatchObject({ status: 200, attempts: 2 });
  });

  test('wait twice as long each time, and are counted', async () => {
    const { server } = await respondingWith([503, 503, 200]);
    const attempts: number[] = [];
    const fetcher = fetcherTo(at(server), {
      budgets: { retryBackOff: 60 },
      onRequest: ({ attempt }) => attempts.push(attempt),
    });
    const { timing } = await fetcher.fetch(page(url));
    expect(attempts).toEqual([1, 2, 3]);
    // 60 and 120; a timer may be a millisecond early.
    expect(timing.end - timing.start).toBeGreaterThanOrEqual(175);
  });

  test('follow a reset', async () => {
    const server = await serveRaw((socket, count) => {
      if (count === 1) socket.resetAndDestroy();
      else socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nok'));
    });
    const fetcher = fetcherTo(at(server), { budgets: { retryBackOff: 0 } });
    expect(await fetcher.fetch(page(url))).toMatchObject({ body: 'ok', attempts: 2, failure: null });
  });

  test('follow a time-out', async () => {
    const server = await serveRaw((socket, count) => {
      if (count > 1) socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nok'));
    });
    const fetcher = fetcherTo(at(server), { budgets: { retryBackOff: 0, firstByte: 1_000 } });
    expect(await fetcher.fetch(page(url))).toMatchObject({ body: 'ok', attempts: 2, failure: null });
  });

  test('after a redirect repeat its target, and are counted for the whole chain', async () => {
    const requests: (string | undefined)[] = [];
    const server = await serve((request, response) => {
      requests.push(request.url);
      if (request.url === '/') response.writeHead(302, { Location: '/new' });
      else if (requests.length < 3) response.writeHead(503, { 'Retry-After': '0' });
      response.end();
    });
    expect(await fetcherTo(at(server)).fetch(page(url))).toMatchObject({ status: 200, attempts: 2 });
    expect(requests).toEqual(['/', '/new', '/new']);
  });

  test('that would outlast the audit are skipped', async () => {
    const { server, requests } = await respondingWith([503], { 'Retry-After': '10' });
    const exchange = await fetcherTo(at(server), { budgets: { audit: 9000 } }).fetch(page(url));
    expect(exchange).toMatchObject({ status: 503, attempts: 1, failure: null });
    expect(exchange.timing.end).toBeLessThan(5000);
    expect(requests()).toBe(1);
  });

  test('end with the audit, and the earlier response stands', async () => {
    const { server } = await respondingWith([503, 200], { 'Retry-After': '10' });
    const stop = new AbortController();
    const fetcher = fetcherTo(at(server), {
      signal: stop.signal,
      // The second fetch gets the only connection while the first waits for its retry.
      budgets: { connectionsPerHost: 1 },
      onRequest: ({ url }) => {
        if (url.endsWith('/second')) stop.abort();
      },
    });
    const [first] = await Promise.all([fetcher.fetch(page(url)), fetcher.fetch(page(`${url}second`))]);
    expect(first).toMatchObject({ status: 503, attempts: 1, failure: null });
  });

  test('refused by the audit’s budgets leave the earlier response', async () => {
    const { server } = await respondingWith([503], { 'Retry-After': '0' });
    const exchange = await fetcherTo(at(server), { budgets: { requests: 2 } }).fetch(page(url));
    expect(exchange).toMatchObject({ status: 503, body: '2', attempts: 2, failure: null });
  });

  test('interrupted by the end of the audit leave the earlier response', async () => {
    const stop = new AbortController();
    let requests = 0;
    const server = await serve((_request, response) => {
      if (requests++ > 0) stop.abort();
      else response.writeHead(503, { 'Retry-After': '0' }).end('busy');
    });
    const exchange = await fetcherTo(at(server), { signal: stop.signal }).fetch(page(url));
    expect(exchange).toMatchObject({ status: 503, body: 'busy', attempts: 2, failure: null });
  });
});

describe('there are no retries', () => {
  const failing = (code: string) => async () => {
    throw Object.assign(new Error('look-up'), { code });
  };

  test('when the name does not exist, but when the resolver failed', async () => {
    const budgets = { retryBackOff: 0 };
    const message = 'The name site.example has no address in the DNS.';
    const failure = { kind: 'name_not_found', message };
    for (const lookup of [failing('ENOTFOUND'), failing('ENODATA'), async () => []]) {
      const exchange = await fetcherTo({}, { budgets, lookup }).fetch(page(url));
      expect(exchange).toMatchObject({ status: null, body: null, attempts: 1, failure });
    }
    expect(await fetcherTo({}, { budgets, lookup: failing('EAI_AGAIN') }).fetch(page(url))).toMatchObject({
      attempts: 3,
      failure: { kind: 'name_lookup_failed' },
    });
  });

  test('when the connection is refused', async () => {
    const closed = createServer();
    const port = await new Promise<number>((resolve) => {
      closed.listen(0, '127.0.0.1', () => {
        const address = closed.address();
        closed.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
      });
    });
    const connectTo = [{ host: 'site.example', port: 80, address: '127.0.0.1', addressPort: port }];
    const message = `site.example refused the connection on port ${port}.`;
    const exchange = await fetcherTo({}, { connectTo }).fetch(page(url));
    expect(exchange).toMatchObject({ attempts: 1, failure: { kind: 'connection_refused', message } });
  });
});
