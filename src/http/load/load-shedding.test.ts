import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { askAtOnce } from '../../../test/support/ask-at-once.ts';
import { Refusal } from '../errors.ts';
import { CONNECTION_LIMITS, Connections } from './connections.ts';
import { respondEarly } from './early-responses.ts';
import { LoadShedder } from './load-shedding.ts';

/** Answers each request with what it asked for, and keeps in which order they were begun. */
async function counting(maxBegunMs?: number) {
  const app = Fastify({ trustProxy: '127.0.0.1' });
  const begun: string[] = [];
  const shedder = new LoadShedder(
    {
      prepare: (_request, response) => () => {
        begun.push('refusal');
        response.writeHead(503).end();
      },
    },
    (address) => address === '127.0.0.1',
    maxBegunMs,
  );
  respondEarly(app as never, new Connections(app.server, CONNECTION_LIMITS), [shedder.refuse]);
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
  // As a preflight request is.
  app.addHook('onRequest', async (request, reply) => (request.method === 'OPTIONS' ? reply.send() : undefined));
  await app.register(shedder.plugin as never);
  const held = Promise.withResolvers<void>();
  let [unanswered, mostUnanswered] = [0, 0];
  app.get('/page', async () => begun.push('page'));
  app.get('/page/of-another', async () => begun.push('another'));
  app.get('/file/:name', { config: { isUnlimited: true } }, async () => begun.push('file'));
  app.get('/slow', async () => {
    unanswered += 1;
    mostUnanswered = Math.max(mostUnanswered, unanswered);
    for (let round = 0; round < 40; round += 1) await setImmediate();
    unanswered -= 1;
  });
  app.get('/held', async () => {
    begun.push('held');
    await held.promise;
  });
  app.options('/page', async () => begun.push('page'));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    held.resolve();
    return app.close();
  });
  /** The statuses of what was asked for all at once. */
  const askAll = async (targets: readonly string[]): Promise<number[]> => {
    const requests = targets.map((target) => `${headOf(target)}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const answers = await askAtOnce(url, requests);
    return answers.map((answer) => Number(answer.split(' ')[1]));
  };
  /** Asks the same over connections of their own. Resolves when it has all arrived. */
  const ask = async (count: number, target: string) => {
    const before = arrived;
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: count }, () => connect({ host: hostname, port: Number(port) }));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const socket of sockets) socket.write(`${headOf(target)}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    while (arrived < before + count) await setImmediate();
    return { sockets, answers: () => Promise.all(sockets.map((socket) => text(socket))) };
  };
  /** Has clients go, and the server see that they have. */
  const goAway = async (sockets: readonly Socket[]): Promise<void> => {
    const before = gone;
    for (const socket of sockets) socket.destroy();
    while (gone < before + sockets.length) await setImmediate();
  };
  /** Has as many begun as may be unanswered, so that nothing more is until they are let go. */
  const hold = async (): Promise<void> => {
    await ask(16, 'GET /held');
    while (begun.length < 16) await setImmediate();
  };
  return { askAll, ask, goAway, hold, begun, letGo: held.resolve, mostUnanswered: () => mostUnanswered };
}

/** The first lines of a request: of a target, or as they are. */
const headOf = (request: string) => (request.includes(' HTTP/1.1') ? request : `${request} HTTP/1.1`);

/** The same request of a client behind the proxy that is believed. */
const from = (address: string, target: string) => `${target} HTTP/1.1\r\nX-Forwarded-For: ${address}`;

const times = (count: number, request: string) => Array.from({ length: count }, () => request);

test('sixty-four may wait for their turn, and one more is told to come back', async () => {
  const { askAll, begun } = await counting();
  const statuses = await askAll(times(200, 'GET /page'));
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const pages = begun.filter((one) => one === 'page').length;
  expect(pages).toBe(statuses.filter((status) => status === 200).length);
  expect(pages).toBeGreaterThanOrEqual(64);
  expect(await askAll(['GET /page'])).toEqual([200]);
});

test('what takes no turn is never told to come back, and overtakes all that wait for theirs', async () => {
  const { askAll, begun } = await counting();
  const statuses = await askAll([
    ...times(100, 'GET /page'),
    ...times(50, 'GET /file/a'),
    ...times(50, 'OPTIONS /page'),
  ]);
  expect(new Set(statuses.slice(100))).toEqual(new Set([200]));
  expect(begun.lastIndexOf('file')).toBeLessThan(begun.lastIndexOf('page'));
});

test('ten are told to come back in ten milliseconds: the others wait for that, and nobody for them', async () => {
  const { askAll, begun } = await counting();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const refusals = () => begun.filter((one) => one === 'refusal').length;
  const asking = askAll([...times(200, 'GET /page'), 'GET /file/a']);
  while (begun.filter((one) => one !== 'refusal').length < 65) await setImmediate();
  expect(begun).toContain('file');
  expect(refusals()).toBe(0);
  vi.advanceTimersByTime(10);
  expect(refusals()).toBe(10);
  vi.advanceTimersByTime(10);
  expect(refusals()).toBe(20);
  vi.advanceTimersByTime(10_000);
  const statuses = await asking;
  expect(statuses.at(-1)).toBe(200);
  expect(statuses.filter((status) => status === 503).length).toBe(refusals());
  expect(vi.getTimerCount()).toBe(0);
});

test('one is begun in each round of the event loop, and in one of five while they are long', async () => {
  const { askAll, begun } = await counting();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const asking = askAll(times(64, 'GET /page'));
  const begunIn = async (rounds: number, milliseconds: number) => {
    const before = begun.length;
    for (let round = 0; round < rounds; round += 1) {
      await setImmediate();
      vi.advanceTimersByTime(milliseconds);
    }
    return begun.length - before;
  };
  while (begun.length < 5) await setImmediate();
  expect(await begunIn(20, 1)).toBe(20);
  // The first round of these looks back to a short one.
  await begunIn(5, 2);
  expect(await begunIn(50, 2)).toBe(10);
  expect(new Set(await asking)).toEqual(new Set([200]));
});

test('of those that were begun sixteen at most have no answer', async () => {
  const { askAll, mostUnanswered } = await counting(1_000_000);
  // No round is long then, in which fewer would be begun.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(new Set(await askAll(times(60, 'GET /slow')))).toEqual(new Set([200]));
  expect(mostUnanswered()).toBe(16);
});

test('who waits for something else than the store is in nobody’s way', async () => {
  const { askAll, begun, letGo } = await counting();
  const waiting = askAll(times(40, 'GET /held'));
  await expect.poll(() => begun.length).toBe(40);
  expect(await askAll(['GET /page'])).toEqual([200]);
  letGo();
  expect(new Set(await waiting)).toEqual(new Set([200]));
});

test('who has gone before being told to come back has nobody wait for that', async () => {
  const { ask, goAway, hold, begun } = await counting(1_000_000);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await hold();
  await ask(64, 'GET /page');
  const gone = await ask(15, 'GET /page');
  const { answers } = await ask(5, 'GET /page');
  await goAway(gone.sockets);
  vi.advanceTimersByTime(10);
  expect(begun.filter((one) => one === 'refusal').length).toBe(5);
  expect(vi.getTimerCount()).toBe(0);
  for (const answer of await answers()) expect(answer).toMatch(/^HTTP\/1\.1 503 /);
});

test('who has gone before their turn has none', async () => {
  const { askAll, ask, goAway, hold, begun, letGo } = await counting(1_000_000);
  await hold();
  const { sockets } = await ask(10, 'GET /page');
  await goAway(sockets);
  letGo();
  expect(await askAll(['GET /page'])).toEqual([200]);
  expect(begun.filter((one) => one === 'page').length).toBe(1);
});

test('no more wait than may, whatever their paths begin with', async () => {
  const { ask, hold } = await counting(1_000_000);
  await hold();
  await ask(64, 'GET /page');
  const { answers } = await ask(3, 'POST /file/a');
  for (const answer of await answers()) expect(answer).toMatch(/^HTTP\/1\.1 503 /);
});

test('a flood from one client leaves the others served, in turn', async () => {
  const { ask, hold, begun, letGo } = await counting(1_000_000);
  await hold();
  const flood = await ask(100, from('192.0.2.1', 'GET /page'));
  // One after the other: each waits until its own requests have arrived.
  const others = [
    await ask(2, from('192.0.2.2', 'GET /page/of-another')),
    await ask(1, from('2001:db8::1', 'GET /page/of-another')),
    await ask(1, from('2001:db8::2', 'GET /page/of-another')),
  ];
  letGo();
  for (const { answers } of others) for (const answer of await answers()) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  // Three clients take turns: the flood has one of three until the others are served.
  const first = begun.filter((one) => one !== 'refusal').slice(16, 22);
  expect(first.toSorted()).toEqual(['another', 'another', 'another', 'another', 'page', 'page']);
  const statuses = (await flood.answers()).map((answer) => answer.slice(9, 12));
  // Four gave their places to others; two of one network are one client.
  expect(statuses.filter((status) => status === '200')).toHaveLength(60);
  expect(statuses.filter((status) => status === '503')).toHaveLength(40);
});
