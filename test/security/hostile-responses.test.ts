import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { fetcherTo, page } from '../support/fetcher.ts';
import { listen, serve, serveRaw } from '../support/loopback.ts';
import { createAuthority } from '../support/tls.ts';

const URL_OF = 'http://site.example/';
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
/** Short times for slow responses. A fast response reaches its byte limit long before. */
const BUDGETS = { firstByte: 300, body: 300, receivedBytes: 500_000 };
const FAST = { ...BUDGETS, firstByte: 20_000, body: 20_000 };

/** Writes a beginning, then repeats a piece while the connection is open. */
const endless =
  (beginning: string, piece: string) =>
  (socket: Socket): void => {
    const more = Buffer.from(piece.repeat(Math.ceil(16_384 / piece.length)), 'latin1');
    socket.write(beginning, 'latin1');
    const write = (): void => {
      while (!socket.destroyed && socket.write(more));
    };
    socket.on('drain', write);
    write();
  };

/** Writes a beginning, then a piece every few milliseconds. */
const slow =
  (beginning: string, piece: string) =>
  (socket: Socket): void => {
    socket.write(beginning, 'latin1');
    const drip = setInterval(() => socket.write(piece, 'latin1'), 10);
    socket.on('close', () => clearInterval(drip));
  };

describe('an endless response ends at a budget of bytes', () => {
  test.each<[string, (socket: Socket) => void, 'headers' | 'body' | 'wire' | null]>([
    ['a status line', endless('HTTP/1.1 200 ', 'O'), 'wire'],
    ['a field name', endless(HEAD, 'a'), 'headers'],
    ['a field value', endless(`${HEAD}X-Long: `, 'a'), 'headers'],
    ['fields', endless(HEAD, 'X-Many: a\r\n'), 'headers'],
    ['empty fields', endless(HEAD, 'a:\r\n'), 'headers'],
    ['cookies', endless(HEAD, 'Set-Cookie: a=b\r\n'), 'headers'],
    ['early hints', endless('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'), 'wire'],
    ['interim responses of one kind', endless('', 'HTTP/1.1 102 Processing\r\n\r\n'), 'wire'],
    ['unsolicited 100 Continue responses', endless('', 'HTTP/1.1 100 Continue\r\n\r\n'), null],
    ['line breaks before it', endless('', '\r\n'), 'wire'],
    ['a body', endless(`${HEAD}\r\n`, '<p>'), 'body'],
    ['chunks', endless(CHUNKED, '1\r\na\r\n'), 'body'],
    ['a chunk extension', endless(`${CHUNKED}1;`, 'a'), 'wire'],
    ['the length of a chunk', endless(CHUNKED, '0'), 'wire'],
    ['trailers', endless(`${CHUNKED}1\r\na\r\n0\r\n`, 'X-Trailer: a\r\n'), 'headers'],
  ])('%s', async (_name, talk, limit) => {
    const server = await serveRaw(talk);
    const fetcher = fetcherTo({ 'site.example:80': server }, { budgets: FAST });
    const { failure, bytes } = await fetcher.fetch(page(URL_OF, { maxBodyBytes: 50_000 }));
    expect(failure).toMatchObject(limit === null ? { kind: 'protocol' } : { kind: 'too_large', limit });
    expect(bytes.decoded).toBeLessThanOrEqual(50_000);
    expect(server.connections).toBe(1);
  });
});

describe('a slow response ends at a budget of time', () => {
  test.each<[string, (socket: Socket) => void, 'first_byte' | 'body']>([
    ['nothing', slow('', ''), 'first_byte'],
    ['a status line byte by byte', slow('HTTP/1.1 200 ', 'O'), 'first_byte'],
    ['a head byte by byte', slow(`${HEAD}X-Slow: `, 'a'), 'first_byte'],
    ['early hints one by one', slow('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'first_byte'],
    ['a body byte by byte', slow(`${HEAD}\r\n`, 'a'), 'body'],
    ['a length that no body reaches', slow(`${HEAD}Content-Length: 9007199254740991\r\n\r\n`, 'a'), 'body'],
    ['chunks one by one', slow(CHUNKED, '1\r\na\r\n'), 'body'],
  ])('%s', async (_name, talk, stage) => {
    const server = await serveRaw(talk);
    const fetcher = fetcherTo({ 'site.example:80': server }, { budgets: BUDGETS });
    const { failure } = await fetcher.fetch(page(URL_OF, { maxAttempts: 1 }));
    expect(failure).toMatchObject({ kind: 'timeout', stage });
  });
});

test('the bytes of a response over TLS are counted, too', async () => {
  const authority = await createAuthority();
  const server = createServer(await authority.issue(['site.example']), endless('', 'HTTP/1.1 102 Processing\r\n\r\n'));
  const { port } = await listen(server);
  const options = { budgets: FAST, ca: [authority.caPem] };
  const fetcher = fetcherTo({ 'site.example:443': { port, connections: 0, mostAtOnce: 0 } }, options);
  const { failure } = await fetcher.fetch(page('https://site.example/'));
  expect(failure).toMatchObject({ kind: 'too_large', limit: 'wire' });
});

test('each response on a connection has the whole budget', async () => {
  const server = await serve((_request, response) => response.end('a'.repeat(300_000)));
  const fetcher = fetcherTo({ 'site.example:80': server }, { budgets: BUDGETS });
  for (let i = 0; i < 3; i += 1) {
    expect(await fetcher.fetch(page(URL_OF, { maxBodyBytes: 1e6 }))).toMatchObject({
      failure: null,
      bytes: { decoded: 300_000 },
    });
  }
  expect(server.connections).toBe(1);
});
