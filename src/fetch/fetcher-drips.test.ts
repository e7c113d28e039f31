import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { fetcherTo, page } from '../../test/support/fetcher.ts';
import { listen, serveRaw } from '../../test/support/loopback.ts';
import { createAuthority } from '../../test/support/tls.ts';
import { SITE_TOO_SLOW } from './failure.ts';

const URL_OF = 'http://site.example/';
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const BUDGETS = { minimumRate: { bytes: 1_000, ms: 400 }, retryBackOff: 0 };

/** Responds with a beginning, then with that piece every few milliseconds. */
const dripping =
  (beginning: string, piece: string) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      socket.write(beginning);
      const drip = setInterval(() => socket.write(piece), 10);
      socket.on('close', () => clearInterval(drip));
    });
  };

test.each([
  ['a status line', 'HTTP/1.1 200 ', 'O', null],
  ['the fields of a head', `${HEAD}X-Slow: `, 'a', null],
  ['a line break after the other', '', '\r\n', null],
  ['a body', `${HEAD}\r\n`, 'a', 200],
  ['chunks', CHUNKED, '1\r\na\r\n', 200],
])('%s that drips is cut off and not retried', async (_name, beginning, piece, status) => {
  const server = await serveRaw(dripping(beginning, piece));
  const exchange = await fetcherTo({ 'site.example:80': server }, { budgets: BUDGETS }).fetch(page(URL_OF));
  const message = 'site.example sent less than 1000 bytes in 0.4 seconds; the rest was not read.';
  expect(exchange.failure).toMatchObject({ kind: 'timeout', stage: 'rate', message });
  expect([exchange.status, exchange.attempts, server.connections]).toEqual([status, 1, 1]);
  if (status === 200) expect(exchange.body).toMatch(/^a+$/);
});

test('the minimum rate does not apply before the first byte, over TLS as well', async () => {
  const think = (socket: Socket): void => {
    socket.once('data', () => setTimeout(() => socket.end(`${HEAD}\r\nthought`), 3 * BUDGETS.minimumRate.ms));
  };
  const authority = await createAuthority();
  const secure = createServer(await authority.issue(['site.example']), think);
  const servers = { 'site.example:80': await serveRaw(think), 'site.example:443': await listen(secure) };
  const fetcher = fetcherTo(servers, { budgets: BUDGETS, ca: [authority.caPem] });
  for (const url of [URL_OF, 'https://site.example/'])
    expect(await fetcher.fetch(page(url))).toMatchObject({ body: 'thought', failure: null });
});

test('a slow body above the minimum rate is read completely', async () => {
  const server = await serveRaw((socket) => {
    socket.once('data', () => {
      socket.write(`${HEAD}Content-Length: 12000\r\n\r\n`);
      let left = 24;
      const send = setInterval(() => {
        socket.write('a'.repeat(500));
        left -= 1;
        if (left === 0) clearInterval(send);
      }, 50);
    });
  });
  const exchange = await fetcherTo({ 'site.example:80': server }, { budgets: BUDGETS }).fetch(page(URL_OF));
  expect(exchange).toMatchObject({ body: 'a'.repeat(12_000), failure: null });
});

test('three slow responses end the audit, and nothing more is requested', async () => {
  const server = await serveRaw(dripping(`${HEAD}\r\n`, 'a'));
  const fetcher = fetcherTo({ 'site.example:80': server }, { budgets: { ...BUDGETS, connectionsPerHost: 3 } });
  const paths = Array.from({ length: 20 }, (_, n) => page(`${URL_OF}${n}`));
  const exchanges = await Promise.all(paths.map((request) => fetcher.fetch(request)));
  expect(fetcher.requests).toBeLessThanOrEqual(5);
  const stages = exchanges.map(({ failure }) => failure?.stage);
  expect(stages.filter((stage) => stage === 'rate')).toHaveLength(3);
  const [last] = exchanges.slice(-1);
  const message = `${SITE_TOO_SLOW} before site.example responded.`;
  expect(last?.failure).toMatchObject({ kind: 'timeout', stage: 'audit', message });
});
