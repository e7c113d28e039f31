import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { fetcherTo, page } from '../../test/support/fetcher.ts';
import { type Loopback, serve, serveRaw } from '../../test/support/loopback.ts';
import { createFetcher, type RequestProgress } from './fetcher.ts';

const at = (server: Loopback) => ({ 'site.example:80': server });

describe('an exchange', () => {
  test('describes the request and the response', async () => {
    const server = await serve((request, response) => {
      response.writeHead(200, [
        ...['Content-Type', 'text/html; charset=windows-1251', 'X-Robots-Tag', 'noindex', 'x-robots-tag', 'nofollow'],
        ...['X-Request', JSON.stringify([request.method, request.url, request.headers])],
      ]);
      response.end(Buffer.from([0xcf, 0xf0, 0xe8]));
    });
    const exchange = await fetcherTo(at(server)).fetch(page('HTTP://SITE.example/a b?q=ü#part'));
    expect(exchange).toMatchObject({
      method: 'GET',
      url: 'http://site.example/a%20b?q=%C3%BC',
      userAgent: 'CitableTest/1.0',
      redirects: [],
      finalUrl: 'http://site.example/a%20b?q=%C3%BC',
      status: 200,
      body: 'При',
      charset: 'windows-1251',
      bytes: { wire: 3, decoded: 3 },
      failure: null,
      attempts: 1,
    });
    expect(exchange.headers['x-robots-tag']).toBe('noindex, nofollow');
    const { start, firstByte, end } = exchange.timing;
    expect([start, firstByte, end].every(Number.isSafeInteger)).toBe(true);
    expect(start <= (firstByte ?? -1) && (firstByte ?? Infinity) <= end).toBe(true);
    // Since the fetcher was made, and not since the process began.
    expect(end).toBeLessThan(performance.now());
    const [method, url, headers] = JSON.parse(exchange.headers['x-request'] ?? '');
    expect([method, url]).toEqual(['GET', '/a%20b?q=%C3%BC']);
    // No cookie, no language: what a crawler that is met for the first time gets.
    expect(headers).toEqual({
      host: 'site.example',
      connection: 'keep-alive',
      'user-agent': 'CitableTest/1.0',
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'accept-encoding': 'gzip, deflate, br, zstd',
    });
  });

  test('is plain data, even with hostile header names', async () => {
    const server = await serveRaw((socket) => {
      socket.end(
        'HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\nX-Utf: Gr\u00fc\u00dfe\r\nContent-Length: 0\r\n\r\n',
      );
    });
    const { headers } = await fetcherTo(at(server)).fetch(page('http://site.example/'));
    expect(Object.entries(headers)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['x-utf', 'Grüße'],
      ['content-length', '0'],
    ]);
  });

  test('of a HEAD request has no body', async () => {
    const server = await serve((request, response) => response.setHeader('X-Method', request.method ?? '').end());
    const exchange = await fetcherTo(at(server)).fetch(page('http://site.example/', { method: 'HEAD' }));
    expect(exchange).toMatchObject({ method: 'HEAD', status: 200, body: null, charset: null, failure: null });
    expect(exchange.headers['x-method']).toBe('HEAD');
  });

  test('of an empty body has an empty text', async () => {
    const server = await serve((_request, response) => response.setHeader('Content-Encoding', 'gzip').end());
    const exchange = await fetcherTo(at(server)).fetch(page('http://site.example/'));
    expect(exchange).toMatchObject({ status: 200, body: '', charset: 'utf-8', failure: null });
  });

  test.each([
    ['text/html', 'При'],
    ['application/xhtml+xml', 'При'],
    [undefined, 'При'],
    ['text/plain', 'Ïðè'],
  ])('of a body that names its charset as HTML does is read so as %j', async (mediaType, text) => {
    const server = await serve((_request, response) => {
      if (mediaType !== undefined) response.setHeader('Content-Type', mediaType);
      response.end(Buffer.concat([Buffer.from('<meta charset=windows-1251>'), Buffer.from([0xcf, 0xf0, 0xe8])]));
    });
    const { body } = await fetcherTo(at(server)).fetch(page('http://site.example/'));
    expect(body).toBe(`<meta charset=windows-1251>${text}`);
  });

  test('of a body that comes in many pieces has all of them', async () => {
    const body = Array.from({ length: 100_000 }, (_, i) => `${i}`).join(' ');
    const server = await serve((_request, response) => response.end(body));
    const exchange = await fetcherTo(at(server)).fetch(page('http://site.example/', { maxBodyBytes: 1_000_000 }));
    expect(exchange.body === body).toBe(true);
  });

  test('of a file that has one charset by its standard is decoded as that', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('Content-Type', 'text/plain; charset=windows-1251').end('User-agent: ü');
    });
    const exchange = await fetcherTo(at(server)).fetch(page('http://site.example/robots.txt', { charset: 'utf-8' }));
    expect(exchange).toMatchObject({ body: 'User-agent: ü', charset: 'utf-8' });
  });

  test.each([
    ['not a url', 'invalid_url', 'not an absolute URL.'],
    ['/relative', 'invalid_url', 'not an absolute URL.'],
    ['ftp://site.example/', 'guard', 'an address that is neither http nor https.'],
    ['http://user:word@site.example/', 'guard', 'a URL with credentials.'],
    ['http://site.example:8080/', 'guard', 'a port other than 80 and 443.'],
  ])('of %s is a failure, and nothing is sent', async (url, kind, what) => {
    const fetcher = fetcherTo({});
    const exchange = await fetcher.fetch(page(url));
    const message = `What was to be fetched is ${what}`;
    expect(exchange).toMatchObject({ status: null, body: null, attempts: 0, failure: { kind, message } });
    expect(exchange.timing.firstByte).toBeNull();
    expect(fetcher.requests).toBe(0);
  });

  test('of a bot challenge has its status, headers and page, and is not retried', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(503, { 'cf-mitigated': 'challenge', 'content-type': 'text/html' }).end('<title>Just a moment');
    });
    const fetcher = fetcherTo(at(server));
    expect(await fetcher.fetch(page('http://site.example/'))).toMatchObject({
      status: 503,
      headers: { 'cf-mitigated': 'challenge' },
      body: '<title>Just a moment',
      attempts: 1,
      failure: {
        kind: 'challenge',
        vendor: 'Cloudflare',
        message: 'A bot challenge (Cloudflare) replaced the response of site.example, so the audit was blocked.',
      },
    });
  });
});

describe('connections', () => {
  test('are reused', async () => {
    const server = await serve((_request, response) => response.end('x'));
    const fetcher = fetcherTo(at(server));
    for (let i = 0; i < 5; i++) await fetcher.fetch(page(`http://site.example/${i}`));
    expect(server.connections).toBe(1);
  });

  test('are at most four at once, and every waiting request gets one', async () => {
    // Responds only to four concurrent requests: with fewer, this test would never end.
    const asking: ServerResponse[] = [];
    const server = await serve((_request, response) => {
      if (asking.push(response) === 4) for (const waiting of asking.splice(0)) waiting.end('x');
    });
    const fetcher = fetcherTo(at(server));
    const exchanges = await Promise.all(
      Array.from({ length: 32 }, (_, i) => fetcher.fetch(page(`http://site.example/${i}`))),
    );
    expect(exchanges.every(({ status }) => status === 200)).toBe(true);
    expect([server.mostAtOnce, server.connections, fetcher.requests]).toEqual([4, 4, 32]);
  });

  test('that the server closed unannounced cost no attempt', async () => {
    const server = await serveRaw((socket) => {
      let served = 0;
      socket.on('data', () => {
        // The second request of a connection is met by a reset.
        if (served++ === 0) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        else socket.resetAndDestroy();
      });
    });
    const fetcher = fetcherTo(at(server));
    await fetcher.fetch(page('http://site.example/1'));
    expect(await fetcher.fetch(page('http://site.example/2', { maxAttempts: 1 }))).toMatchObject({
      status: 200,
      attempts: 1,
      failure: null,
    });
    expect([server.connections, fetcher.requests]).toEqual([2, 3]);
  });

  test.each([
    ['is broken off in its body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', 200, 'connection_reset'],
    ['is no HTTP', 'nonsense\r\n\r\n', null, 'protocol'],
  ])('are not blamed when a response %s: the request is not repeated', async (_, text, status, kind) => {
    const server = await serveRaw((socket) => {
      let served = 0;
      socket.on('data', () => {
        if (served++ === 0) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        else socket.end(text);
      });
    });
    const fetcher = fetcherTo(at(server));
    await fetcher.fetch(page('http://site.example/1'));
    expect(await fetcher.fetch(page('http://site.example/2', { maxAttempts: 1 }))).toMatchObject({
      status,
      failure: { kind },
    });
    expect([server.connections, fetcher.requests]).toEqual([1, 2]);
  });

  test('with an abandoned response are closed at once and not reused', async () => {
    const closed = Promise.withResolvers<void>();
    const server = await serveRaw((socket, count) => {
      if (count === 1) socket.on('close', () => closed.resolve());
      socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n${'a'.repeat(50_000)}`));
    });
    const fetcher = fetcherTo(at(server));
    for (let i = 0; i < 2; i++) {
      const exchange = await fetcher.fetch(page(`http://site.example/${i}`, { maxBodyBytes: 10 }));
      expect(exchange).toMatchObject({ body: 'a'.repeat(10), failure: { kind: 'too_large' } });
    }
    await closed.promise;
    expect(server.connections).toBe(2);
  });

  test('are closed with the fetcher', async () => {
    const closed = Promise.withResolvers<void>();
    const server = await serveRaw((socket) => {
      socket.on('close', () => closed.resolve());
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    });
    const fetcher = fetcherTo(at(server));
    expect(await fetcher.fetch(page('http://site.example/'))).toMatchObject({ body: 'ok' });
    await fetcher.close();
    await closed.promise;
  });

  test('that the server closes after each response are opened again', async () => {
    const server = await serve((_request, response) => response.setHeader('Connection', 'close').end('x'));
    const fetcher = fetcherTo(at(server));
    const exchanges = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => fetcher.fetch(page(`http://site.example/${i}`))));
    expect(exchanges.every(({ body }) => body === 'x')).toBe(true);
    expect(server.connections).toBe(6);
  });
});

describe('an audit', () => {
  test('has a limited number of requests, redirects included', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/hop') response.writeHead(302, { Location: '/end' });
      response.end();
    });
    const sent: RequestProgress[] = [];
    const fetcher = fetcherTo(at(server), { budgets: { requests: 2 }, onRequest: (progress) => sent.push(progress) });
    expect(await fetcher.fetch(page('http://site.example/hop'))).toMatchObject({ status: 200, failure: null });
    expect(await fetcher.fetch(page('http://site.example/more'))).toMatchObject({
      status: null,
      attempts: 0,
      failure: { kind: 'request_budget', message: "The audit's 2 requests were used up before this one." },
    });
    expect(sent).toEqual([
      { method: 'GET', url: 'http://site.example/hop', attempt: 1, requests: 1 },
      { method: 'GET', url: 'http://site.example/end', attempt: 1, requests: 2 },
    ]);
  });

  test('sends a burst of requests, and then keeps to its rate', async () => {
    const server = await serve((_request, response) => response.end());
    const times: number[] = [];
    const fetcher = fetcherTo(at(server), {
      budgets: { burst: 3, requestsPerSecond: 20 },
      onRequest: () => times.push(performance.now()),
    });
    const began = performance.now();
    expect(fetcher.burstLeft).toBe(3);
    await Promise.all([1, 2, 3, 4, 5, 6].map((i) => fetcher.fetch(page(`http://site.example/${i}`))));
    expect(fetcher.burstLeft).toBe(0);
    const sinceStart = times.map((time) => time - began);
    // Each request waits for one timer. Its time is cut to whole milliseconds, and it may fire one early.
    expect(sinceStart[3]).toBeGreaterThanOrEqual(50 - 2);
    expect(sinceStart[5]).toBeGreaterThanOrEqual(150 - 2);
  });

  test('that runs out of time ends its requests and starts no more', async () => {
    const server = await serve(() => undefined);
    const fetcher = fetcherTo(at(server), { budgets: { audit: 100 } });
    const urls = [1, 2, 3, 4, 5, 6].map((i) => `http://site.example/${i}`);
    const exchanges = await Promise.all(urls.map((url) => fetcher.fetch(page(url))));
    expect(exchanges.map(({ failure }) => [failure?.kind, failure?.stage])).toEqual(
      urls.map(() => ['timeout', 'audit']),
    );
    expect(exchanges.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 0, 0]);
    expect(await fetcher.fetch(page('http://site.example/7'))).toMatchObject({ failure: { stage: 'audit' } });
    expect(fetcher.requests).toBe(4);
  });

  test('is ended by closing the fetcher, or by the caller’s signal', async () => {
    const stop = new AbortController();
    const server = await serve(() => stop.abort());
    const stopped = fetcherTo(at(server), { signal: stop.signal });
    expect(await stopped.fetch(page('http://site.example/'))).toMatchObject({ failure: { stage: 'audit' } });
    const late = createFetcher({ signal: stop.signal });
    expect(await late.fetch(page('http://site.example/'))).toMatchObject({ attempts: 0, failure: { stage: 'audit' } });
    await late.close();

    const closing = fetcherTo(at(await serve(() => void closing.close())));
    expect(await closing.fetch(page('http://site.example/'))).toMatchObject({ failure: { stage: 'audit' } });
  });
});
