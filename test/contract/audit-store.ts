import { beforeEach, expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { AuditStore } from '../../src/server/audits/store/audit-store.ts';
import type { Store } from '../../src/server/store/store.ts';
import { doneAudit, storeFinished, storeQueued } from '../support/stored-audits.ts';

const ids = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
const [ONE = '', TWO = '', THREE = ''] = ids;
const AT = '2026-01-01T00:00:00.000Z';

/** What keeps audits in any database. @param open makes an empty store for one test */
export function auditStoreContract(open: () => Promise<Store>): void {
  let audits: AuditStore;
  let db: Store['db'];

  beforeEach(async () => {
    ({ db } = await open());
    audits = new AuditStore(db);
  });

  test('a demonstration is kept once: the first stays', async () => {
    const demonstration = { id: ONE, domain: 'example.com', ...doneAudit() };
    await audits.insertDemonstration({ ...demonstration, finishedAt: '2026-01-01T00:00:00.000Z' });
    await audits.insertDemonstration({ ...demonstration, finishedAt: '2026-01-02T00:00:00.000Z' });
    expect(await audits.find(ONE)).toMatchObject({
      kind: 'demonstration',
      status: 'done',
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  test('the oldest demonstrations beyond a number are deleted, some at a time, and no live audit', async () => {
    await storeFinished(db, { id: ONE }, { finishedAt: AT });
    const days = [1, 2, 3, 4, 5].map((day) => ({ id: `${day}`.padStart(36, '0'), finishedAt: `2026-02-0${day}` }));
    for (const { id, finishedAt } of days)
      await audits.insertDemonstration({ id, domain: 'example.com', ...doneAudit({ finishedAt }) });
    const trim = () => audits.deleteSomeDemonstrations(2, 2);
    expect([await trim(), await trim(), await trim()]).toEqual([2, 1, 0]);
    const left = await db.selectFrom('audits').select('finished_at').orderBy('finished_at').execute();
    expect(left.map((row) => row.finished_at)).toEqual([AT, '2026-02-04', '2026-02-05']);
  });

  test('only audits that were finished before the time, and have no snapshot any more, are deleted', async () => {
    const time = '2026-01-02T00:00:00.000Z';
    await storeFinished(db, { id: ONE }, { finishedAt: '2026-01-01T23:59:59.999Z', hasSnapshot: true });
    await storeFinished(db, { id: TWO }, { finishedAt: time });
    await storeQueued(db, { id: THREE });
    expect(await audits.deleteSomeFinishedBefore(time, 10)).toBe(0);
    expect(await audits.idsWithSnapshotBefore(time, 10)).toEqual([ONE]);
    await audits.forgetSnapshots([ONE]);
    expect(await audits.deleteSomeFinishedBefore(time, 10)).toBe(1);
    expect(await audits.find(ONE)).toBeNull();
    expect(await audits.find(TWO)).not.toBeNull();
    expect(await audits.find(THREE)).toMatchObject({ status: 'queued' });
  });

  test('the audits of a key are its own, the newest first, and a score is of an audit that was done', async () => {
    const keys = new ApiKeyStore(db);
    for (const id of ['a', 'b']) await keys.insert({ id, name: id, hash: id, createdAt: AT });
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
    await storeFinished(db, { id: ONE, keyId: 'a', domain: 'one.com', requestedAt: at(1) }, { score: 7 });
    await storeFinished(db, { keyId: 'b', domain: 'other.com', requestedAt: at(2) }, {});
    const failed = { domain: 'two.com', requestedAt: at(3) };
    await storeFinished(db, { id: TWO, keyId: 'a', ...failed }, { status: 'failed', score: 0 });
    await storeQueued(db, { id: THREE, keyId: 'a', domain: 'three.com', requestedAt: at(4) });
    const [three, two, one] = [
      { id: THREE, domain: 'three.com', status: 'queued', requestedAt: at(4), score: null, verdict: null },
      { id: TWO, ...failed, status: 'failed', score: null, verdict: null },
      { id: ONE, domain: 'one.com', status: 'done', requestedAt: at(1), score: 7, verdict: null },
    ];
    expect(await audits.recentOfKey('a', 9)).toEqual([three, two, one]);
    expect(await audits.recentOfKey('a', 2)).toEqual([three, two]);
  });

  test('the series of links to a report begins at 0 and counts for each audit', async () => {
    await new ApiKeyStore(db).insert({ id: 'a', name: 'a', hash: 'a', createdAt: AT });
    for (const id of [ONE, TWO]) await storeFinished(db, { id }, { finishedAt: AT });
    await audits.nextLinkSeries(ONE, 'a');
    await audits.nextLinkSeries(ONE, 'a');
    expect(await Promise.all([ONE, TWO, THREE].map((id) => audits.linkSeries(id)))).toEqual([2, 0, 0]);
  });

  test('no more audits are deleted at a time than is asked for', async () => {
    for (const id of ids) await storeFinished(db, { id }, { finishedAt: AT });
    const deleteTwo = () => audits.deleteSomeFinishedBefore('2026-01-02T00:00:00.000Z', 2);
    expect([await deleteTwo(), await deleteTwo(), await deleteTwo()]).toEqual([2, 1, 0]);
  });

  test('the newest done audit of a domain is a live one that did not fail, however old', async () => {
    const finishedAt = (day: number) => ({ finishedAt: `2026-01-0${day}T00:00:00.000Z` });
    await audits.insertDemonstration({ id: THREE, domain: 'example.com', ...doneAudit(finishedAt(9)) });
    expect(await audits.newestDone('example.com')).toBeNull();
    await storeFinished(db, { id: ONE }, finishedAt(1));
    await storeFinished(db, {}, { ...finishedAt(3), status: 'failed' });
    expect(await audits.newestDone('example.com')).toMatchObject({ id: ONE });
    await storeFinished(db, { id: TWO }, finishedAt(2));
    expect(await audits.newestDone('example.com')).toMatchObject({ id: TWO });
    expect(await audits.newestDone('example.org')).toBeNull();
    expect(await audits.newestDone('example.com', '2026-01-02T00:00:00.001Z')).toMatchObject({ id: TWO });
    expect(await audits.newestDone('example.com', '2026-01-02T00:00:00.000Z')).toMatchObject({ id: ONE });
    expect(await audits.newestDone('example.com', '2026-01-01T00:00:00.000Z')).toBeNull();
  });

  test('the verdict of an audit is kept beside its score; audits without one have none', async () => {
    await storeFinished(db, { id: ONE }, { finishedAt: AT, verdict: null });
    expect(await audits.newestScore('example.com')).toMatchObject({ score: 50, verdict: null });
    await storeFinished(db, { id: TWO }, { finishedAt: '2026-01-02T00:00:00.000Z', score: 91, verdict: 'middling' });
    expect(await audits.newestScore('example.com')).toMatchObject({ score: 91, verdict: 'middling' });
    expect((await audits.listScores('example.com', 9)).map(({ verdict }) => verdict)).toEqual(['middling', null]);
  });

  test('an inventory is kept with its audit, and may be replaced', async () => {
    await storeFinished(db, { id: ONE }, { finishedAt: AT });
    expect(await audits.findInventory(ONE)).toBeNull();
    await storeFinished(db, { id: TWO }, { inventory: '{"pages":["ü"]}' });
    expect(await audits.findInventory(TWO)).toBe('{"pages":["ü"]}');
    await audits.keepInventory(TWO, '{"pages":[]}');
    expect(await audits.findInventory(TWO)).toBe('{"pages":[]}');
    expect(await audits.findInventory(THREE)).toBeNull();
  });

  test('a page table is kept with its audit', async () => {
    await storeFinished(db, { id: ONE }, {});
    await storeFinished(db, { id: TWO }, { pageTable: '{"rows":["ü"]}' });
    expect(await audits.findPageTable(ONE)).toBeNull();
    expect(await audits.findPageTable(TWO)).toBe('{"rows":["ü"]}');
    expect(await audits.findPageTable(THREE)).toBeNull();
  });
}
