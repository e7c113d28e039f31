import { describe, expect, test } from 'vitest';
import { createLog } from '../../values/log.ts';
import type { Verification } from '../store/database.ts';
import { StoreUnwritable } from '../store/unwritable.ts';
import type { Visit } from '../store/visits/visit-statements.ts';
import type { JudgedVisit } from '../store/visits/visit-writer.ts';
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
function recording(limits: Partial<VisitRecorderLimits> = {}) {
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
  test('visits that arrive together are written together, and those that arrive meanwhile next', async () => {
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

  test('responses to a group are sent while the next is written', async () => {
    const { record, groups, recorded, turn } = recording();
    record('a');
    await turn();
    record('b');
    groups[0]?.resolve();
    await turn();
    expect(groups.map(({ names }) => names)).toEqual([['a'], ['b']]);
    expect(recorded).toEqual(['a']);
    groups[1]?.resolve();
    await turn();
    expect(recorded).toEqual(['a', 'b']);
  });

  test('a group is not larger than it may be', async () => {
    const { record, groups, turn } = recording({ maxGroup: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) record(name);
    for (let group = 0; group < 3; group += 1) {
      await turn();
      groups[group]?.resolve();
    }
    expect(groups.map(({ names }) => names)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('visits that cannot be written are answered, counted as lost and logged; the next are written', async () => {
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

  test('visits wait for an unavailable store in their order, and their responses do not', async () => {
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
    expect(lines).toMatchObject([{ level: 'warn', msg: 'visits wait for the store: responses are sent before them' }]);
    record('d');
    await turn();
    expect(recorded).not.toContain('d');
  });

  test.each([
    ['is away for too long', { maxAwayMs: 0 }, async () => undefined],
    ['is away when the service stops', {}, async (recorder: VisitRecorder) => recorder.stop()],
  ])('visits that wait for a store that %s are lost', async (_case, limits, end) => {
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

  test('beyond the maximum of waiting visits, a visit is answered at once and lost', async () => {
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

  test('a later verification is stored when the visit is, and responses do not wait for it', async () => {
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

  test('the later verification of a lost visit is not stored', async () => {
    const { record, recorder, groups, judged, turn } = recording();
    record('a', Promise.resolve('spoofed'));
    await turn();
    groups[0]?.reject(new Error('disk full'));
    await turn();
    await recorder.stop();
    expect(judged).toEqual([]);
  });

  test('a response does not wait for a disk that hangs; its visit may still be written', async () => {
    const { record, recorder, groups, lines, turn } = recording({ maxDelayMs: 1 });
    await record('a');
    expect(lines).toMatchObject([{ level: 'warn' }]);
    groups[0]?.resolve();
    await turn();
    expect(recorder.lost).toBe(0);
  });
});
