import { expect, test } from 'vitest';
import { createLog } from '../../values/log.ts';
import type { Visit } from '../store/visits/visit-statements.ts';
import type { JudgedVisit } from '../store/visits/visit-writer.ts';
import { type JudgementDelays, VisitJudgements } from './visit-judgements.ts';

const VISIT: Visit = {
  time: '2026-01-01T00:00:00.000Z',
  domain: 'example.com',
  path: '/llms/example.com.txt',
  class: 'ai_bot',
  crawler: 'GPTBot',
  vendor: 'OpenAI',
  purpose: 'training',
  userAgent: 'GPTBot/1.3',
  referringHost: null,
  verification: 'verified',
};

const SHORT: JudgementDelays = { gatherMs: 1, retryMs: [1, 1, 1] };

/** Judgements whose first writes fail. */
function judging(failures = 0, delays = SHORT) {
  const groups: number[][] = [];
  const lines: Record<string, unknown>[] = [];
  const judge = async (judged: readonly JudgedVisit[]) => {
    groups.push(judged.map(({ id }) => id));
    if (groups.length <= failures) throw new Error('The disk is full.');
    return judged.length;
  };
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const judgements = new VisitJudgements({ judge }, log, delays);
  const add = (...ids: number[]) => {
    for (const id of ids) judgements.add({ id, visit: VISIT });
  };
  return { judgements, add, groups, lines };
}

test('judgements of about the same time are written together', async () => {
  const { add, groups } = judging();
  add(1, 2, 3);
  expect(groups).toEqual([]);
  await expect.poll(() => groups).toEqual([[1, 2, 3]]);
  add(4);
  await expect.poll(() => groups).toEqual([[1, 2, 3], [4]]);
});

test('a judgement that is added just as the last group is written is written, too', async () => {
  for (let later = 0; later < 10; later += 1) {
    const groups: number[] = [];
    const judge = async (judged: readonly JudgedVisit[]) => {
      if (groups.push(judged.length) === 1) void add(later);
      return judged.length;
    };
    const judgements = new VisitJudgements({ judge }, createLog('silent'), SHORT);
    const add = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) await null;
      judgements.add({ id: 2, visit: VISIT });
    };
    judgements.add({ id: 1, visit: VISIT });
    await expect.poll(() => ({ later, groups })).toEqual({ later, groups: [1, 1] });
  }
});

test('a group is not larger than one transaction takes', async () => {
  const { add, groups } = judging();
  add(...Array.from({ length: 1_001 }, (_, id) => id));
  await expect.poll(() => groups.map(({ length }) => length)).toEqual([500, 500, 1]);
});

test.each([
  [1, 2, 0],
  [3, 4, 0],
  [4, 4, 1],
])('a group that fails %i times is attempted %i times', async (failures, attempts, logged) => {
  const { add, groups, lines } = judging(failures);
  add(1);
  await expect.poll(() => groups).toHaveLength(attempts);
  await expect.poll(() => lines).toHaveLength(logged);
  if (logged > 0) expect(lines).toMatchObject([{ level: 'error', msg: 'visits stay unverified', visits: 1 }]);
  add(2);
  await expect.poll(() => groups.at(-1)).toEqual([2]);
});

test('waiting judgements are written at once when the service ends', async () => {
  const { judgements, add, groups } = judging(0, { gatherMs: 60_000, retryMs: [] });
  add(1, 2);
  await judgements.stop();
  expect(groups).toEqual([[1, 2]]);
  add(3);
  await judgements.stop();
  expect(groups).toEqual([[1, 2]]);
});
