import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { requestAtOnce } from '../../../../test/support/request-at-once.ts';
import { Refusal } from '../errors.ts';
import { type LoadLimits, loadShedding } from './load-shedding.ts';

const MAX_WAITING = 64;
const MAX_ACTIVE = 8;

/** An app that notes the order in which requests are started. */
async function startApp(limits: Partial<LoadLimits> = {}) {
  const app = Fastify({ trustProxy: '127.0.0.1' });
  const started: string[] = [];
  let [arrived, gone] = [0, 0];
  app.server.on('request', () => {
    arrived += 1;
  });
  app.server.on('connection', (socket) =>
    socket.on('close', () => {
      gone += 1;
    }),
  );
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? error.status : 500).send());
  await app.register(loadShedding as never, { waiting: MAX_WAITING, active: MAX_ACTIVE, ...limits });
  const held = Promise.withResolvers<void>();
  let [active, mostActive] = [0, 0];
  app.get('/page', async () => started.push('page'));
  app.get('/page/of-another', async () => started.push('another'));
  app.get('/file/:name', { config: { isUnlimited: true } }, async () => started.push('file'));
  app.get('/slow', async () => {
    active += 1;
    mostActive = Math.max(mostActive, active);
    for (let round = 0; round < 40; round += 1) await setImmediate();
    active -= 1;
  });
  app.get('/held', async () => {
    started.push('held');
    await held.promise;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    held.resolve();
    return app.close();
  });
  /** Sends requests all at once. @returns the statuses of the responses */
  const sendAll = async (targets: readonly string[]): Promise<number[]> => {
    const requests = targets.map((target) => `${completeHead(target)}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const responses = await requestAtOnce(url, requests);
    return responses.map((response) => Number(response.split(' ')[1]));
  };
  /** Sends a request over each of several connections. Resolves when all have arrived. */
  const send = async (count: number, target: string) => {
    const before = arrived;
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: count }, () => connect({ host: hostname, port: Number(port) }));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const socket of sockets)
      socket.write(`${completeHead(target)}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    while (arrived < before + count) await setImmediate();
    const responses = () => Promise.all(sockets.map((socket) => text(socket)));
    return { sockets, statuses: async () => (await responses()).map((response) => Number(response.split(' ')[1])) };
  };
  /** Disconnects clients. Resolves when the server has noticed. */
  const disconnect = async (sockets: readonly Socket[]): Promise<void> => {
    const before = gone;
    for (const socket of sockets) socket.destroy();
    while (gone < before + sockets.length) await setImmediate();
  };
  /** Makes as many requests active as may be, until they are let go. */
  const hold = async (): Promise<void> => {
    await send(MAX_ACTIVE, 'GET /held');
    while (started.length < MAX_ACTIVE) await setImmediate();
  };
  return { sendAll, send, disconnect, hold, started, letGo: held.resolve, mostActive: () => mostActive };
}

const completeHead = (request: string) => (request.includes(' HTTP/1.1') ? request : `${request} HTTP/1.1`);

/** The same request of a client behind the trusted proxy. */
const from = (address: string, target: string) => `${target} HTTP/1.1\r\nX-Forwarded-For: ${address}`;

const times = (count: number, request: string) => Array.from({ length: count }, () => request);

test('sixty-four requests can wait, and those beyond get 503', async () => {
  const { send, hold, letGo } = await startApp({ activeMs: 1_000_000 });
  await hold();
  const waiting = await send(MAX_WAITING, 'GET /page');
  const refused = await send(3, 'GET /page');
  expect(await refused.statuses()).toEqual([503, 503, 503]);
  letGo();
  expect(new Set(await waiting.statuses())).toEqual(new Set([200]));
});

test('requests without a limit are never refused, and overtake those that wait', async () => {
  const { sendAll, started } = await startApp();
  const statuses = await sendAll([...times(100, 'GET /page'), ...times(50, 'GET /file/a')]);
  expect(new Set(statuses.slice(100))).toEqual(new Set([200]));
  expect(started.lastIndexOf('file')).toBeLessThan(started.lastIndexOf('page'));
});

test('at most eight requests are active at a time', async () => {
  const { sendAll, mostActive } = await startApp({ activeMs: 1_000_000 });
  expect(new Set(await sendAll(times(60, 'GET /slow')))).toEqual(new Set([200]));
  expect(mostActive()).toBe(MAX_ACTIVE);
});

test('requests that take long do not hold up the others', async () => {
  const { sendAll, started, letGo } = await startApp();
  const waiting = sendAll(times(40, 'GET /held'));
  await expect.poll(() => started.length).toBe(40);
  expect(await sendAll(['GET /page'])).toEqual([200]);
  letGo();
  expect(new Set(await waiting)).toEqual(new Set([200]));
});

test('a waiting request whose client has gone is not served', async () => {
  const { sendAll, send, disconnect, hold, started, letGo } = await startApp({ activeMs: 1_000_000 });
  await hold();
  const { sockets } = await send(10, 'GET /page');
  await disconnect(sockets);
  letGo();
  expect(await sendAll(['GET /page'])).toEqual([200]);
  expect(started.filter((one) => one === 'page').length).toBe(1);
});

test('an active request whose client has gone makes room for the next', async () => {
  const { sendAll, send, disconnect, started } = await startApp({ activeMs: 1_000_000 });
  const { sockets } = await send(MAX_ACTIVE, 'GET /held');
  while (started.length < MAX_ACTIVE) await setImmediate();
  await disconnect(sockets);
  expect(await sendAll(['GET /page'])).toEqual([200]);
});

test('a flood from one client leaves the others served, by round robin', async () => {
  const { send, hold, started, letGo } = await startApp({ activeMs: 1_000_000 });
  await hold();
  const flood = await send(100, from('192.0.2.1', 'GET /page'));
  const others = [
    await send(2, from('192.0.2.2', 'GET /page/of-another')),
    await send(1, from('2001:db8::1', 'GET /page/of-another')),
    await send(1, from('2001:db8::2', 'GET /page/of-another')),
  ];
  letGo();
  for (const { statuses } of others) for (const status of await statuses()) expect(status).toBe(200);
  // The flood has one of three until the others are served.
  expect(started.slice(MAX_ACTIVE, MAX_ACTIVE + 6).toSorted()).toEqual([...times(4, 'another'), ...times(2, 'page')]);
  const statuses = await flood.statuses();
  // Four places went to others. Two addresses of one network are one client.
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_WAITING - 4);
  expect(statuses.filter((status) => status === 503)).toHaveLength(40);
});
