import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { askAtOnce } from '../../test/support/ask-at-once.ts';
import { CONNECTION_LIMITS, Connections } from './connections.ts';
import { answerBefore } from './front-door.ts';
import { Turns } from './turns.ts';

/** Answers each request with what it asked for, and keeps in which order they were begun. */
async function counting(maxTurnMs?: number) {
  const app = Fastify();
  const begun: string[] = [];
  const turns = new Turns(
    {
      prepare: (_request, response) => () => {
        begun.push('refusal');
        response.writeHead(503).end();
      },
    },
    maxTurnMs,
  );
  answerBefore(app as never, new Connections(app.server, CONNECTION_LIMITS), [turns.refuse]);
  // As a preflight request is.
  app.addHook('onRequest', async (request, reply) => (request.method === 'OPTIONS' ? reply.send() : undefined));
  await app.register(turns.plugin as never);
  const held = Promise.withResolvers<void>();
  let [unanswered, mostUnanswered] = [0, 0];
  app.get('/page', async () => begun.push('page'));
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
  onTestFinished(() => app.close());
  /** The statuses of what was asked for all at once. */
  const askAll = async (targets: readonly string[]): Promise<number[]> => {
    const requests = targets.map((target) => `${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const answers = await askAtOnce(url, requests);
    return answers.map((answer) => Number(answer.split(' ')[1]));
  };
  return { askAll, begun, letGo: held.resolve, mostUnanswered: () => mostUnanswered };
}

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
