import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import type { JudgedVisit } from '../../store/visits/visit-writer.ts';
import type { Visit } from '../../store/visits/visits.ts';
import { VisitJudgements } from './visit-judgements.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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

/** Judgements whose first so many writes fail. */
function judging(failures = 0) {
  const groups: number[][] = [];
  const lines: Record<string, unknown>[] = [];
  const judge = async (judged: readonly JudgedVisit[]) => {
    groups.push(judged.map(({ id }) => id));
    if (groups.length <= failures) throw new Error('The disk is full.');
    return judged.length;
  };
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const judgements = new VisitJudgements({ judge }, log);
  const add = (...ids: number[]) => {
    for (const id of ids) judgements.add({ id, visit: VISIT });
  };
  return { judgements, add, groups, lines };
}

test('what is found out at about the same time is written together', async () => {
  const { add, groups } = judging();
  add(1, 2);
  await vi.advanceTimersByTimeAsync(199);
  add(3);
  expect(groups).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(groups).toEqual([[1, 2, 3]]);
  add(4);
  await vi.advanceTimersByTimeAsync(200);
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

test('what is found out just as the last group is written is written, too', async () => {
  for (let later = 0; later < 10; later += 1) {
    const groups: number[] = [];
    const judge = async (judged: readonly JudgedVisit[]) => {
      if (groups.push(judged.length) === 1) void add(later);
      return judged.length;
    };
    const judgements = new VisitJudgements({ judge }, createLog('silent'));
    const add = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) await null;
      judgements.add({ id: 2, visit: VISIT });
    };
    judgements.add({ id: 1, visit: VISIT });
    await vi.advanceTimersByTimeAsync(400);
    expect(groups, `${later} steps after the write`).toEqual([1, 1]);
  }
});

test('a group is no larger than one transaction takes', async () => {
  const { add, groups } = judging();
  add(...Array.from({ length: 1_001 }, (_, id) => id));
  await vi.advanceTimersByTimeAsync(600);
  expect(groups.map(({ length }) => length)).toEqual([500, 500, 1]);
});

test('what cannot be written is tried again, later each time, and then given up', async () => {
  const { add, groups, lines } = judging(4);
  add(1);
  await vi.advanceTimersByTimeAsync(200);
  for (const [wait, attempts] of [
    [1_000, 2],
    [5_000, 3],
    [30_000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(groups).toHaveLength(attempts - 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(groups).toHaveLength(attempts);
  }
  expect(lines).toMatchObject([{ level: 'error', msg: 'visits stay unverified', visits: 1 }]);
  add(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(groups.at(-1)).toEqual([2]);
});

test('what waits is written at once when the service ends', async () => {
  const { judgements, add, groups } = judging();
  add(1, 2);
  await judgements.stop();
  expect(groups).toEqual([[1, 2]]);
  add(3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(groups).toEqual([[1, 2]]);
});
