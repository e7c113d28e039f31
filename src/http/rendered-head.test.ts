import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../test/support/loopback.ts';
import { RenderedHead } from './rendered-head.ts';

/** Answers `/` with a rendered head and `/by-node` with one of Node.js; after `?last`, where the connection is to end. */
async function answering(headers: string[]) {
  const head = new RenderedHead(headers);
  const { port } = await serve(({ url = '' }, response) => {
    if (url.endsWith('?last')) response.setHeader('connection', 'close');
    if (url.startsWith('/by-node')) response.writeHead(200, headers);
    else head.writeTo(response);
    response.end('answered');
  });
  /** All that comes back, without its dates. */
  return (said: string) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.end(said);
    return text(socket).then((answers) => answers.replaceAll(/^Date: .* GMT\r$/gm, 'Date'));
  };
}

const HEADERS = ['content-type', 'text/plain; charset=utf-8', 'etag', '"a"', 'content-length', '8'];

/** The clock stands still, but for what a test sets it to. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

test.each([
  ['is kept', 'HTTP/1.1\r\nHost: localhost\r\n\r\n', ''],
  ['is kept by an old client', 'HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', ''],
  ['ends for the client', 'HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', ''],
  ['ends for an old client', 'HTTP/1.0\r\n\r\n', ''],
  ['ends for us', 'HTTP/1.1\r\nHost: localhost\r\n\r\n', '?last'],
])('it is what Node.js writes, where the connection %s', async (_, said, query) => {
  stopClock();
  const say = await answering(HEADERS);
  const kept = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const byNode = await say(`GET /by-node${query} ${said}`);
  expect(byNode).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\nDate\n[\s\S]*\nanswered$/);
  expect(await say(`GET /${query} ${said}`)).toBe(byNode);
  // After those that were kept, and before others.
  await say(kept.repeat(2));
  expect(await say(`GET /${query} ${said}`)).toBe(byNode);
  expect(await say(kept)).toBe(await say(kept.replace('/', '/by-node')));
});

test('it is rendered once a second', async () => {
  stopClock();
  const headers = ['x-rendered', 'first', 'content-length', '8'];
  const say = await answering(headers);
  const ask = async () => /x-rendered: (\w+)/.exec(await say('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))?.[1];
  expect(await ask()).toBe('first');
  headers[1] = 'second';
  expect(await ask()).toBe('first');
  vi.setSystemTime(Date.now() + 1000);
  expect(await ask()).toBe('second');
});
