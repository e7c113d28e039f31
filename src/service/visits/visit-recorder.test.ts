import { describe, expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import type { Verification } from '../../store/database.ts';
import { StoreUnwritable } from '../../store/unwritable.ts';
import type { JudgedVisit } from '../../store/visits/visit-writer.ts';
import type { Visit } from '../../store/visits/visits.ts';
import { VisitRecorder, type VisitRecorderLimits } from './visit-recorder.ts';

function visit(name: string): Visit {
  return {
    time: '2026-01-01T00:00:00.000Z',
    domain: 'example.com',
    path: '/llms/example.com.txt',
    class: 'human',
    crawler: null,
    vendor: null,
    purpose: null,
    userAgent: name,
    referringHost: null,
    verification: null,
  };
}

/** A recorder whose writes end when they are told to. */
function recording(limits: VisitRecorderLimits = {}) {
  const groups: {
    names: (string | null)[];
    resolve: () => void;
    reject: (error: Error) => void;
  }[] = [];
  const lines: Record<string, unknown>[] = [];
  const judged: JudgedVisit[] = [];
  const writer = {
    insert: (visits: readonly Visit[]) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>();
      const ids = visits.map(({ userAgent }) => userAgent?.charCodeAt(0) ?? 0);
      const names = visits.map(({ userAgent }) => userAgent);
      groups.push({ names, resolve: () => resolve(ids), reject });
      return promise;
    },
    judge: async (group: readonly JudgedVisit[]) => {
      judged.push(...group);
      return group.length;
    },
  };
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const recorder = new VisitRecorder(writer, log, limits);
  const recorded: string[] = [];
  return {
    recorder,
    groups,
    lines,
    judged,
    recorded,
    record: (name: string, later: Promise<Verification> | null = null) =>
      new Promise<void>((resolve) =>
        recorder.record(
          visit(name),
          () => {
            recorded.push(name);
            resolve();
          },
          later,
        ),
      ),
    turn: () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))),
  };
}

describe('recording visits', () => {
  test('what arrives together is written together, and what arrives meanwhile next', async () => {
    const { record, groups, recorded, turn } = recording();
    record('a');
    record('b');
    await turn();
    record('c');
    record('d');
    await turn();
    expect(groups.map(({ names }) => names)).toEqual([['a', 'b']]);
    expect(recorded).toEqual([]);
    groups[0]?.resolve();
    await turn();
    expect(recorded).toEqual(['a', 'b']);
    expect(groups.map(({ names }) => names)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    groups[1]?.resolve();
    await turn();
    record('e');
    await turn();
    expect(groups[2]?.names).toEqual(['e']);
  });

  test('what arrives in the turn in which a group has reached the disk is written with the next', async () => {
    const { record, groups, recorded, turn } = recording();
    record('a');
    await turn();
    record('b');
    groups[0]?.resolve();
    // After all promises, and before the turn is over.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    record('c');
    await turn();
    expect(recorded).toEqual(['a']);
    expect(groups[1]?.names).toEqual(['b', 'c']);
  });

  test('where many come, the writer has two groups: with the second it goes on while the first is answered', async () => {
    const { record, groups, recorded, turn } = recording();
    const many = Array.from({ length: 32 }, (_, i) => `first ${i}`);
    for (const name of many) record(name);
    // Of its own accord, for it is a group.
    expect(groups).toHaveLength(1);
    for (let i = 0; i < 31; i += 1) record(`second ${i}`);
    await turn();
    expect(groups).toHaveLength(1);
    record('second 31');
    expect(groups).toHaveLength(2);
    for (let i = 0; i < 40; i += 1) record(`third ${i}`);
    await turn();
    expect(groups).toHaveLength(2);
    groups[0]?.resolve();
    await turn();
    expect(recorded).toEqual(many);
    // Those that waited are one group, of which no more is to come.
    expect(groups.map(({ names }) => names.length)).toEqual([32, 32, 40]);
    record('fourth');
    groups[1]?.resolve();
    await turn();
    expect(groups).toHaveLength(3);
    groups[2]?.resolve();
    await turn();
    expect(groups.at(-1)?.names).toEqual(['fourth']);
  });

  test('a store that goes away is waited for by none of the groups that the writer has', async () => {
    const { record, recorder, groups, recorded, lines, turn } = recording();
    for (let i = 0; i < 64; i += 1) record(String(i));
    groups[0]?.reject(new StoreUnwritable(new Error('connection refused')));
    await turn();
    expect(recorded).toHaveLength(64);
    groups[1]?.reject(new StoreUnwritable(new Error('connection refused')));
    await expect.poll(() => groups.length).toBe(4);
    for (const group of groups) group.resolve();
    await turn();
    expect(groups.map(({ names }) => names[0])).toEqual(['0', '32', '0', '32']);
    expect([recorder.lost, recorder.waiting, recorder.recorded]).toEqual([0, 0, 64]);
    expect(lines).toHaveLength(1);
  });

  test('a group is no larger than it may be', async () => {
    const { record, groups, turn } = recording({ maxGroup: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) record(name);
    for (let group = 0; group < 3; group += 1) {
      await turn();
      groups[group]?.resolve();
    }
    expect(groups.map(({ names }) => names)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('what cannot be written is answered, counted as lost and logged; the next is written', async () => {
    const { record, recorder, groups, recorded, lines, turn } = recording();
    record('a');
    record('b');
    await turn();
    groups[0]?.reject(new Error('disk full'));
    await turn();
    expect(recorded).toEqual(['a', 'b']);
    expect(recorder.lost).toBe(2);
    expect(lines).toMatchObject([{ level: 'error', visits: 2, lost: 2, err: { message: 'disk full' } }]);
    record('c');
    await turn();
    groups[1]?.resolve();
    await turn();
    expect(recorded).toEqual(['a', 'b', 'c']);
    expect(recorder.lost).toBe(2);
  });

  test('what a store that is away could not take is answered at once, and written when it is back, in its order', async () => {
    const { record, recorder, groups, recorded, lines, turn } = recording();
    record('a');
    await turn();
    record('b');
    groups[0]?.reject(new StoreUnwritable(new Error('connection refused')));
    await turn();
    expect(recorded).toEqual(['a', 'b']);
    await record('c');
    await expect.poll(() => groups.length).toBe(2);
    groups[1]?.reject(new StoreUnwritable(new Error('connection refused')));
    await expect.poll(() => groups.length).toBe(3);
    expect([recorder.lost, recorder.waiting]).toEqual([0, 3]);
    groups[2]?.resolve();
    await turn();
    groups[3]?.resolve();
    await turn();
    expect(groups.map(({ names }) => names)).toEqual([['a'], ['a'], ['a'], ['b', 'c']]);
    expect([recorder.lost, recorder.waiting, recorder.recorded]).toEqual([0, 0, 3]);
    expect(lines).toMatchObject([{ level: 'warn', msg: 'visits wait for the store: answers are sent before them' }]);
    record('d');
    await turn();
    expect(recorded).not.toContain('d');
  });

  test.each([
    ['is away for too long', { maxAwayMs: 0 }, async () => undefined],
    ['is away when the service stops', {}, async (recorder: VisitRecorder) => recorder.stop()],
  ])('what waits for a store that %s is lost', async (_case, limits, end) => {
    const { record, recorder, groups, lines, turn } = recording(limits);
    record('a');
    await turn();
    groups[0]?.reject(new StoreUnwritable(new Error('connection refused')));
    await turn();
    await end(recorder);
    await turn();
    groups[1]?.reject(new StoreUnwritable(new Error('connection refused')));
    await turn();
    expect(recorder.lost).toBe(1);
    expect(lines.at(-1)).toMatchObject({ level: 'error', msg: 'visits lost', visits: 1 });
  });

  test('beyond the bound of what may wait, a visit is answered at once and lost', async () => {
    const { record, recorder, groups, recorded, lines, turn } = recording({ maxWaiting: 2 });
    record('a');
    record('b');
    await turn();
    await record('c');
    expect(recorded).toEqual(['c']);
    expect(recorder.lost).toBe(1);
    groups[0]?.resolve();
    await turn();
    expect(recorded).toEqual(['c', 'a', 'b']);
    expect(lines).toMatchObject([{ level: 'error', visits: 1, lost: 1 }]);
    record('d');
    await turn();
    expect(groups[1]?.names).toEqual(['d']);
  });

  test('what is found out of a visit later is kept when the visit is, and answers do not wait for it', async () => {
    const { record, recorder, groups, recorded, judged, turn } = recording();
    const found = Promise.withResolvers<Verification>();
    record('a');
    record('b', found.promise);
    record('c', Promise.resolve('spoofed'));
    record('d', Promise.resolve('unverified'));
    await turn();
    expect(judged).toEqual([]);
    groups[0]?.resolve();
    await turn();
    expect(recorded).toEqual(['a', 'b', 'c', 'd']);
    found.resolve('verified');
    await turn();
    await recorder.stop();
    expect(judged).toEqual([
      { id: 'c'.charCodeAt(0), visit: { ...visit('c'), verification: 'spoofed' } },
      { id: 'b'.charCodeAt(0), visit: { ...visit('b'), verification: 'verified' } },
    ]);
  });

  test('nothing is kept of a visit that was lost', async () => {
    const { record, recorder, groups, judged, turn } = recording();
    record('a', Promise.resolve('spoofed'));
    await turn();
    groups[0]?.reject(new Error('disk full'));
    await turn();
    await recorder.stop();
    expect(judged).toEqual([]);
  });

  test('an answer does not wait for a disk that does not end; its visit may still be written', async () => {
    const { record, recorder, groups, lines, turn } = recording({ maxDelayMs: 1 });
    await record('a');
    expect(lines).toMatchObject([{ level: 'warn' }]);
    groups[0]?.resolve();
    await turn();
    expect(recorder.lost).toBe(0);
  });
});
