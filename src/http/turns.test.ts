import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { newRequestId } from './trace-context.ts';
import { turns } from './turns.ts';

/** Answers each request with its place among those that were begun. */
async function counting() {
  const app = Fastify({ genReqId: newRequestId });
  await app.register(turns as never, {});
  const begun: string[] = [];
  app.get('/page', async () => begun.push('page'));
  app.get('/file', { config: { isUnlimited: true } }, async () => begun.push('file'));
  await app.ready();
  return { app, begun };
}

test('sixty-four may wait for their turn, and one more is told when to come back', async () => {
  const { app, begun } = await counting();
  const answers = await Promise.all(Array.from({ length: 70 }, () => app.inject('/page')));
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect([begun.length, refused.length]).toEqual([64, 6]);
  for (const { headers, json } of refused) {
    expect(headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
    });
    expect(json()).toEqual({ error: 'Too many requests are waiting; try again later.' });
  }
  expect((await app.inject('/page')).statusCode).toBe(200);
});

test('what takes no turn overtakes all that wait for theirs', async () => {
  const { app, begun } = await counting();
  const pages = Array.from({ length: 64 }, () => app.inject('/page'));
  const answers = await Promise.all([...pages, ...Array.from({ length: 64 }, () => app.inject('/file'))]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(begun.indexOf('page', 1)).toBeGreaterThanOrEqual(64);
});
