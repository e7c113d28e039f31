import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { expect, onTestFinished, test } from 'vitest';
import { storeQueued } from '../../../test/support/stored-audits.ts';
import { openStore } from '../store/store.ts';
import { AuditWatch } from './audit-watch.ts';
import { AuditStore } from './store/audit-store.ts';
import { LiveAuditStore } from './store/live-audit-store.ts';

async function openWatch() {
  const dataDir = await mkdtemp(join(tmpdir(), 'citable-watch-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db, jobs, close } = await openStore({ DATA_DIR: dataDir });
  onTestFinished(close);
  return { db, watch: new AuditWatch({ audits: new AuditStore(db), live: new LiveAuditStore(db, jobs), jobs }) };
}

test('who begins to watch before the last of others has heard of its end is told all the same', async () => {
  const { db, watch } = await openWatch();
  const { id } = await storeQueued(db);
  const { signal } = new AbortController();

  const slow = watch.watch(id, signal);
  expect((await slow.next()).value).toMatchObject({ status: 'queued', place: 1 });
  watch.settle(id, { kind: 'stopped' });
  const late = watch.watch(id, signal);
  const told = late.next();
  expect((await slow.next()).done).toBe(true);
  expect((await told).value).toMatchObject({ status: 'queued', place: 1 });
  await late.return();
});

test('who stops watching hears no more, and others do', async () => {
  const { db, watch } = await openWatch();
  const { id } = await storeQueued(db);
  const leaving = new AbortController();
  const left = watch.watch(id, leaving.signal);
  const other = watch.watch(id, new AbortController().signal);
  for (const one of [left, other]) expect((await one.next()).value).toMatchObject({ status: 'queued' });
  const last = left.next();
  const told = other.next();
  leaving.abort();
  expect((await last).done).toBe(true);
  watch.settle(id, { kind: 'stopped' });
  expect((await told).done).toBe(true);
});

test('however much is told while somebody watches, no more is kept for that', async () => {
  const { db, watch } = await openWatch();
  const { id } = await storeQueued(db);
  const signal = () => new AbortController().signal;
  const patient = watch.watch(id, signal());
  expect((await patient.next()).value).toMatchObject({ status: 'queued' });
  const told = patient.next();
  const before = queryObjects(Promise, { format: 'count' });
  for (let other = 0; other < 1_000; other += 1) {
    const ended = watch.watch(`other-${other}`, signal()).next();
    watch.settle(`other-${other}`, { kind: 'stopped' });
    await ended;
  }
  expect(queryObjects(Promise, { format: 'count' }) - before).toBeLessThan(500);
  watch.settle(id, { kind: 'stopped' });
  expect((await told).done).toBe(true);
});
