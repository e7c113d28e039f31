import { beforeEach, describe, expect, test } from 'vitest';
import { AuditStore, type FinishedAudit } from '../../src/store/audits.ts';
import type { Store } from '../../src/store/store.ts';

const ids = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
const [ONE = '', TWO = '', THREE = ''] = ids;
const AT = '2026-01-01T00:00:00.000Z';

const done = (finishedAt: string, hasSnapshot = false): FinishedAudit => ({
  status: 'done',
  score: 50,
  rubricVersion: 1,
  finishedAt,
  report: '{"it":"is ü"}',
  hasSnapshot,
  inventory: null,
});

/** What keeps audits in any database. @param open makes an empty store for one test */
export function auditStoreContract(open: () => Promise<Store>): void {
  let audits: AuditStore;

  beforeEach(async () => {
    audits = new AuditStore((await open()).db);
  });

  const queue = (id: string, requestedAt = AT) =>
    audits.insertQueued({ id, domain: 'example.com', requestedAt, keyId: null });

  describe('a live audit', () => {
    test('is queued, started and finished, every field kept', async () => {
      await queue(ONE);
      const queued = {
        id: ONE,
        domain: 'example.com',
        kind: 'live',
        status: 'queued',
        requestedAt: AT,
        startedAt: null,
        finishedAt: null,
        attempts: 0,
        report: null,
        hasSnapshot: false,
        keyId: null,
      };
      expect(await audits.find(ONE)).toEqual(queued);
      await audits.start(ONE, '2026-01-01T00:00:01.000Z');
      const running = { ...queued, status: 'running', startedAt: '2026-01-01T00:00:01.000Z', attempts: 1 };
      expect(await audits.find(ONE)).toEqual(running);
      await audits.finish(ONE, done('2026-01-01T00:00:02.000Z', true));
      expect(await audits.find(ONE)).toEqual({
        ...running,
        status: 'done',
        finishedAt: '2026-01-01T00:00:02.000Z',
        report: '{"it":"is ü"}',
        hasSnapshot: true,
      });
    });

    test('is put back among the queued as though it had not been started', async () => {
      await queue(ONE);
      await audits.start(ONE, AT);
      await audits.requeue(ONE, 0);
      expect(await audits.find(ONE)).toMatchObject({ status: 'queued', startedAt: null, attempts: 0 });
    });

    test('is unfinished until it is finished; the oldest request comes first', async () => {
      await queue(ONE, '2026-01-03T00:00:00.000Z');
      await queue(TWO, '2026-01-01T00:00:00.000Z');
      await queue(THREE, '2026-01-02T00:00:00.000Z');
      await audits.start(ONE, AT);
      await audits.finish(THREE, done(AT));
      expect((await audits.unfinished()).map(({ id }) => id)).toEqual([TWO, ONE]);
    });
  });

  test('a demonstration is kept once: the first stays', async () => {
    await audits.insertDemonstration({ id: ONE, domain: 'example.com', ...done('2026-01-01T00:00:00.000Z') });
    await audits.insertDemonstration({ id: ONE, domain: 'example.com', ...done('2026-01-02T00:00:00.000Z') });
    expect(await audits.find(ONE)).toMatchObject({
      kind: 'demonstration',
      status: 'done',
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  test('only audits that were finished before the time, and have no snapshot any more, are deleted', async () => {
    const time = '2026-01-02T00:00:00.000Z';
    for (const id of ids) await queue(id);
    await audits.finish(ONE, done('2026-01-01T23:59:59.999Z', true));
    await audits.finish(TWO, done(time));
    expect(await audits.deleteFinishedBefore(time)).toBe(0);
    expect(await audits.idsWithSnapshotBefore(time, 10)).toEqual([ONE]);
    await audits.forgetSnapshots([ONE]);
    expect(await audits.deleteFinishedBefore(time)).toBe(1);
    expect(await audits.find(ONE)).toBeNull();
    expect(await audits.find(TWO)).not.toBeNull();
    expect(await audits.find(THREE)).toMatchObject({ status: 'queued' });
  });

  test('the newest done audit of a domain is a live one that did not fail, however old', async () => {
    await audits.insertDemonstration({ id: THREE, domain: 'example.com', ...done('2026-01-09T00:00:00.000Z') });
    expect(await audits.newestDone('example.com')).toBeNull();
    await queue(ONE);
    await queue(TWO);
    await audits.finish(ONE, done('2026-01-01T00:00:00.000Z'));
    await audits.finish(TWO, { ...done('2026-01-02T00:00:00.000Z'), status: 'failed' });
    expect(await audits.newestDone('example.com')).toMatchObject({ id: ONE });
    await audits.finish(TWO, done('2026-01-02T00:00:00.000Z'));
    expect(await audits.newestDone('example.com')).toMatchObject({ id: TWO });
    expect(await audits.newestDone('example.org')).toBeNull();
    expect(await audits.newestDone('example.com', '2026-01-02T00:00:00.001Z')).toMatchObject({ id: TWO });
    expect(await audits.newestDone('example.com', '2026-01-02T00:00:00.000Z')).toMatchObject({ id: ONE });
    expect(await audits.newestDone('example.com', '2026-01-01T00:00:00.000Z')).toBeNull();
  });

  test('an inventory is kept with its audit, and may be replaced', async () => {
    await queue(ONE);
    expect(await audits.findInventory(ONE)).toBeNull();
    await audits.finish(ONE, { ...done(AT), inventory: '{"pages":["ü"]}' });
    expect(await audits.findInventory(ONE)).toBe('{"pages":["ü"]}');
    await audits.keepInventory(ONE, '{"pages":[]}');
    expect(await audits.findInventory(ONE)).toBe('{"pages":[]}');
    expect(await audits.findInventory(TWO)).toBeNull();
  });
}
