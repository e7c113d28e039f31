import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ConnectionLimits } from '../../src/server/app/load/connection-limits.ts';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';

/** Short time limits. Each test names the one that it is about. */
const SHORT = 60;
const CHECK = 10;

function start(limits: Partial<ConnectionLimits>): Promise<RunningService> {
  return startService(instantAudit, {}, undefined, { check: CHECK, ...limits });
}

async function open({ url }: RunningService): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const GET = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Writes a byte every few milliseconds until the connection ends. */
function trickle(socket: Socket, bytes: string): void {
  let at = 0;
  const writing = setInterval(() => {
    if (socket.writable) socket.write(bytes[at % bytes.length] ?? 'x');
    at += 1;
  }, CHECK);
  socket.on('close', () => clearInterval(writing));
}

describe('an incomplete request is cut off', () => {
  test.each([
    ['a connection on which nothing is said', ''],
    ['half a request line', 'GET /heal'],
    ['half a head', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-More: '],
  ])('%s, after the time for a head', async (_what, output) => {
    const socket = await open(await start({ head: SHORT }));
    socket.write(output);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 |^$/);
  });

  test('a head sent byte by byte, after the same time', async () => {
    const socket = await open(await start({ head: SHORT }));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-More: ');
    trickle(socket, 'x');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test.each([
    ['of a known length', 'Content-Length: 16000', '{"domain": '],
    ['in chunks', 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
  ])('a body %s sent byte by byte, after the time for a request', async (_what, field, output) => {
    const socket = await open(await start({ head: SHORT, request: SHORT }));
    socket.write(`POST /api/audit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${field}\r\n\r\n`);
    trickle(socket, output);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('an idle connection after a response', async () => {
    const socket = await open(await start({ idle: SHORT }));
    socket.write(GET);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([
    ['one field', `X: ${'x'.repeat(20_000)}`],
    ['many fields', Array.from({ length: 5_000 }, (_, i) => `X${i}: x`).join('\r\n')],
  ])('a head that is too large in %s, at once', async (_what, fields) => {
    const socket = await open(await start({}));
    socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('a client that does not read a response is cut off', () => {
  test('after the time for a response', async () => {
    const running = await start({ unread: SHORT, pipelined: 1_000_000 });
    const paused = await open(running);
    paused.pause();
    // More responses than fit into the buffers of the system, requested one after the other.
    const request = setInterval(
      () => paused.writable && paused.write('GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      1,
    );
    await new Promise<void>((resolve) => void paused.on('close', resolve));
    clearInterval(request);
  });
});

test('a client with more concurrent requests than browsers and proxies send is cut off', async () => {
  const running = await start({ pipelined: 4 });
  const socket = await open(running);
  socket.write(GET.repeat(100));
  await text(socket).catch(() => undefined);
  expect(socket.destroyed).toBe(true);
  const lines = () => running.log().filter(({ msg }) => msg === 'request');
  await expect.poll(() => lines().length).toBeLessThanOrEqual(5);
  const few = await open(running);
  few.end(GET.repeat(4));
  expect((await text(few)).match(/HTTP\/1\.1 200 /g)).toHaveLength(4);
});

describe('when all connections are in use', () => {
  test('a new one replaces the one that was idle for longest', async () => {
    const running = await start({ connections: 3 });
    const silent = [await open(running), await open(running), await open(running)];
    const ended = silent.map((socket) => once(socket, 'close'));
    const next = await open(running);
    next.end(GET);
    expect(await text(next)).toMatch(/^HTTP\/1\.1 200 /);
    await ended[0];
    expect(silent.map(({ closed }) => closed)).toEqual([true, false, false]);
  });

  test('a connection with an incomplete request is replaced, too', async () => {
    const running = await start({ connections: 2 });
    for (const output of ['GET /', 'POST /api/audit HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'])
      (await open(running)).write(output);
    for (const _ of [1, 2, 3]) expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
  });

  test('a connection that waits for a response is not replaced', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, {}, undefined, { connections: 2 });
    const waiting = running.request('/api/audit?domain=example.com&tier=vip', { headers: running.authorization });
    await paused.whenStarted(1);
    for (const _ of [1, 2, 3, 4]) await open(running);
    paused.finish('example.com');
    expect((await waiting).status).toBe(200);
  });
});
