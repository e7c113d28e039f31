import { expect, test } from 'vitest';
import { createLog } from '../values/log.ts';
import { SnapshotHealth } from './readiness.ts';
import type { SnapshotStore } from './store/snapshots/snapshot-store.ts';

function watched() {
  const lines: { msg: string; problem?: string }[] = [];
  const state: { problem: Error | null; checks: number } = { problem: null, checks: 0 };
  const store: SnapshotStore = {
    write: async () => 0,
    read: async () => null,
    delete: async () => undefined,
    check: async () => {
      state.checks++;
      if (state.problem !== null) throw state.problem;
    },
  };
  const log = createLog('info', { write: (line: string) => lines.push(JSON.parse(line)) });
  return { health: new SnapshotHealth(store, log), state, lines };
}

test('a store that is there is nothing to speak of', async () => {
  const { health, lines } = watched();
  await health.check(0);
  expect(health.unavailable(1)).toEqual([]);
  expect(lines).toEqual([]);
});

test('a store that is not there is said once in the log, in one line, and once again when it is there again', async () => {
  const { health, state, lines } = watched();
  state.problem = new Error('There is no bucket snapshots.');
  await health.check(0);
  await health.check(1);
  expect(health.unavailable(2)).toEqual(['Snapshots cannot be stored or read.']);
  state.problem = null;
  await health.check(3);
  await health.check(4);
  expect(health.unavailable(5)).toEqual([]);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'error',
      msg: 'snapshot store not usable',
      problem: 'There is no bucket snapshots.',
    }),
    expect.objectContaining({ level: 'info', msg: 'snapshot store usable again' }),
  ]);
});

test('who asks waits for nothing, and has it looked at every half minute at most', async () => {
  const { health, state } = watched();
  state.problem = new Error('gone');
  expect(health.unavailable(1_000)).toEqual([]);
  health.unavailable(30_999);
  expect(state.checks).toBe(1);
  health.unavailable(31_000);
  expect(state.checks).toBe(2);
});

test('where no snapshots are kept, none are missed', async () => {
  const health = new SnapshotHealth(null, createLog('silent'));
  await health.check(0);
  expect(health.unavailable(1)).toEqual([]);
});
