import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fetcherTo, page } from '../../test/support/fetcher.ts';
import { type Loopback, serve, serveRaw } from '../../test/support/loopback.ts';
import type { BodySink } from './exchange.ts';

const at = (server: Loopback) => ({ 'site.example:80': server });
const url = 'http://site.example/';

/** Serves one body under a content coding. */
function encoded(coding: string, body: Buffer): Promise<Loopback> {
  return serve((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': coding }).end(body);
  });
}

/** Sends the same bytes as long as someone takes them. */
function sendForever(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', more);
  more();
}

describe('content codings', () => {
  const text = 'Zwölf Boxkämpfer jagen Viktor. '.repeat(1000);
  test.each<[string, Buffer]>([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
    ['identity', Buffer.from(text)],
  ])('%s is decoded', async (coding, body) => {
    const exchange = await fetcherTo(at(await encoded(coding, body))).fetch(page(url));
    expect(exchange).toMatchObject({ body: text, charset: 'utf-8', failure: null });
    expect(exchange.bytes).toEqual({ wire: body.length, decoded: Buffer.byteLength(text) });
  });

  test.each(['compress', 'gzip, gzip, gzip, gzip', 'utf-8'])('%s cannot be decoded', async (coding) => {
    const exchange = await fetcherTo(at(await encoded(coding, Buffer.from(text)))).fetch(page(url));
    expect(exchange).toMatchObject({ status: 200, body: '', failure: { kind: 'decoding' }, attempts: 1 });
  });

  test('a truncated body leaves the bytes decoded before', async () => {
    const body = gzipSync(text);
    const server = await encoded('gzip', body.subarray(0, body.length - 10));
    const exchange = await fetcherTo(at(server)).fetch(page(url));
    expect(exchange).toMatchObject({ status: 200, failure: { kind: 'decoding' } });
    expect(exchange.body?.length).toBeGreaterThan(10_000);
    expect(text.startsWith(exchange.body ?? '?')).toBe(true);
  });

  test('a decompression bomb ends at the budget and closes its connection', async () => {
    const server = await encoded('gzip', gzipSync(Buffer.alloc(100_000_000, 'a')));
    const fetcher = fetcherTo(at(server));
    const exchange = await fetcher.fetch(page(url, { maxBodyBytes: 50_000 }));
    expect(exchange).toMatchObject({ status: 200, failure: { kind: 'too_large', limit: 'body' } });
    expect(exchange.body).toBe('a'.repeat(50_000));
  });
});

describe('the budgets of a body', () => {
  test('a body of exactly the budget is complete', async () => {
    const server = await serve((_request, response) => response.end('a'.repeat(1000)));
    const fetcher = fetcherTo(at(server), { budgets: { wireBytes: 1000 } });
    expect(await fetcher.fetch(page(url, { maxBodyBytes: 1000 }))).toMatchObject({ failure: null });
  });

  test('an endless body is cut at the budget', async () => {
    const server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
      sendForever(socket, Buffer.alloc(65_536, 'a'));
    });
    const exchange = await fetcherTo(at(server)).fetch(page(url, { maxBodyBytes: 1001 }));
    expect(exchange).toMatchObject({ failure: { kind: 'too_large', limit: 'body' }, attempts: 1 });
    expect(exchange.body).toBe('a'.repeat(1001));
  });

  test('bytes on the wire have their own budget', async () => {
    const noise = Buffer.from(Array.from({ length: 50_000 }, (_, i) => ((i * 2_654_435_761) >>> 13) & 0x7f));
    const body = gzipSync(noise);
    const server = await encoded('gzip', body);
    const fetcher = fetcherTo(at(server), { budgets: { wireBytes: body.length - 1 } });
    const exchange = await fetcher.fetch(page(url));
    expect(exchange).toMatchObject({ status: 200, failure: { kind: 'too_large', limit: 'wire' } });
    expect(exchange.bytes.decoded).toBeGreaterThan(10_000);
    expect(noise.toString().startsWith(exchange.body ?? '?')).toBe(true);
  });

  test('a slow body is cut at the time budget, and its beginning is kept', async () => {
    const server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nabc');
      const drip = setInterval(() => socket.write('.'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    const exchange = await fetcherTo(at(server), { budgets: { body: 100 } }).fetch(page(url, { maxAttempts: 1 }));
    expect(exchange).toMatchObject({ status: 200, failure: { kind: 'timeout', stage: 'body' } });
    expect(exchange.body).toMatch(/^abc\.*$/);
  });

  test('a stalled compressed body leaves what can be decoded', async () => {
    const text = Array.from({ length: 50_000 }, (_, i) => `${(i * 2_654_435_761) % 4_294_967_296} `).join('');
    const body = gzipSync(text);
    const server = await serveRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`);
      socket.write(body.subarray(0, body.length >> 1));
    });
    const fetcher = fetcherTo(at(server), { budgets: { body: 1_000 } });
    const exchange = await fetcher.fetch(page(url, { maxAttempts: 1, maxBodyBytes: 1e6 }));
    expect(exchange).toMatchObject({ status: 200, failure: { kind: 'timeout', stage: 'body' } });
    expect(exchange.body?.length).toBeGreaterThan(10_000);
    expect(text.startsWith(exchange.body ?? '?')).toBe(true);
  });
});

describe('a broken response', () => {
  test.each<[string, string, string, string | null]>([
    ['nothing', '', 'connection_reset', null],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-Ty', 'connection_reset', null],
    ['too short a body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', 'connection_reset', 'abc'],
    ['no last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', 'connection_reset', 'abc'],
    ['half a head after its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nX', 'connection_reset', null],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc', 'protocol', null],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      'protocol',
      null,
    ],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', 'protocol', null],
    ['a broken chunk size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 'protocol', ''],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n', 'protocol', null],
  ])('%s', async (_name, sent, kind, body) => {
    const server = await serveRaw((socket) => socket.once('data', () => socket.end(sent)));
    const exchange = await fetcherTo(at(server)).fetch(page(url, { maxAttempts: 1 }));
    expect(exchange).toMatchObject({ body, failure: { kind, message: expect.stringContaining('site.example') } });
  });

  test('with a reset within the body', async () => {
    const server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc', () => socket.resetAndDestroy());
    });
    const exchange = await fetcherTo(at(server)).fetch(page(url, { maxAttempts: 1 }));
    expect(exchange).toMatchObject({ failure: { kind: 'connection_reset' } });
  });

  test('with header fields over their budget', async () => {
    const server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      sendForever(socket, Buffer.from(`X-Filler: ${'a'.repeat(1000)}\r\n`));
    });
    const exchange = await fetcherTo(at(server)).fetch(page(url));
    expect(exchange).toMatchObject({ status: null, attempts: 1, failure: { kind: 'too_large', limit: 'headers' } });
  });

  test('with header fields within their budget is read', async () => {
    const server = await serve((_request, response) => response.setHeader('X-Filler', 'a'.repeat(60_000)).end('x'));
    expect(await fetcherTo(at(server)).fetch(page(url))).toMatchObject({ status: 200, failure: null });
  });

  test.each([
    ['nothing at all', '', ''],
    ['endless interim responses', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['a head that drips', 'HTTP/1.1 200 OK\r\nX-Drip: ', 'a'],
  ])('%s: the time for the head runs out', async (_name, first, drip) => {
    const server = await serveRaw((socket) => {
      socket.write(first);
      const timer = setInterval(() => socket.write(drip), 10);
      socket.on('close', () => clearInterval(timer));
    });
    const exchange = await fetcherTo(at(server), { budgets: { firstByte: 80 } }).fetch(page(url, { maxAttempts: 1 }));
    const message = 'site.example did not start to respond within 0.08 seconds.';
    expect(exchange).toMatchObject({ status: null, failure: { kind: 'timeout', stage: 'first_byte', message } });
  });
});

describe('a sink', () => {
  const collect = (enough = Infinity) => {
    const parts: Buffer[] = [];
    const sink: BodySink = {
      write(bytes) {
        parts.push(Buffer.from(bytes));
        return Buffer.concat(parts).length < enough;
      },
    };
    return { sink, text: () => Buffer.concat(parts).toString() };
  };

  test('receives the decoded bytes, and the exchange has no body', async () => {
    const server = await encoded('gzip', gzipSync('a'.repeat(200_000)));
    const { sink, text } = collect();
    const exchange = await fetcherTo(at(server)).fetch(page(url, { sink: () => sink, maxBodyBytes: 200_000 }));
    expect(exchange).toMatchObject({ body: null, charset: null, failure: null, bytes: { decoded: 200_000 } });
    expect(text()).toBe('a'.repeat(200_000));
  });

  test.each(['identity', 'gzip'])('that needs no more of %s ends the reading without failure', async (coding) => {
    const server = await serveRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\n\r\n`);
      sendForever(socket, coding === 'gzip' ? gzipSync(Buffer.alloc(100_000, 'a')) : Buffer.alloc(65_536, 'a'));
    });
    const { sink } = collect(1000);
    const exchange = await fetcherTo(at(server)).fetch(page(url, { sink: () => sink, maxBodyBytes: 1e9 }));
    expect(exchange).toMatchObject({ status: 200, body: null, failure: null });
  });

  test('that needs no more after the wire budget is used up gives no failure', async () => {
    const noise = Buffer.from(Array.from({ length: 50_000 }, (_, i) => ((i * 2_654_435_761) >>> 13) & 0x7f));
    const server = await encoded('gzip', gzipSync(noise));
    const { sink } = collect(1);
    const fetcher = fetcherTo(at(server), { budgets: { wireBytes: 5000 } });
    expect(await fetcher.fetch(page(url, { sink: () => sink }))).toMatchObject({ status: 200, failure: null });
  });

  test('is subject to the budget', async () => {
    const server = await encoded('gzip', gzipSync(Buffer.alloc(1_000_000, 'a')));
    const { sink, text } = collect();
    const exchange = await fetcherTo(at(server)).fetch(page(url, { sink: () => sink, maxBodyBytes: 70_000 }));
    expect(exchange).toMatchObject({ failure: { kind: 'too_large', limit: 'body' } });
    expect(text().length).toBe(70_000);
  });

  test('is created for each attempt', async () => {
    let requests = 0;
    const server = await serve((_request, response) => {
      requests++;
      response.writeHead(requests === 1 ? 503 : 200, { 'Retry-After': '0' }).end(`response ${requests}`);
    });
    const sinks: ReturnType<typeof collect>[] = [];
    const sink = () => {
      const made = collect();
      sinks.push(made);
      return made.sink;
    };
    await fetcherTo(at(server)).fetch(page(url, { sink }));
    expect(sinks.map(({ text }) => text())).toEqual(['response 1', 'response 2']);
  });

  test('that throws rejects the fetch', async () => {
    const server = await encoded('gzip', gzipSync('a'));
    const sink = () => ({
      write(): boolean {
        throw new RangeError('a bug');
      },
    });
    await expect(fetcherTo(at(server)).fetch(page(url, { sink }))).rejects.toThrow('a bug');
  });

  test('does not hide a bot challenge', async () => {
    const server = await serve((_request, response) => response.writeHead(403).end('window._cf_chl_opt = {}'));
    const { sink } = collect();
    expect(await fetcherTo(at(server)).fetch(page(url, { sink: () => sink }))).toMatchObject({
      failure: { kind: 'challenge', vendor: 'Cloudflare' },
    });
  });
});
