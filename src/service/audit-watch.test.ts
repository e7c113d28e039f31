import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepQueued } from '../../test/support/kept-audits.ts';
import { AuditStore } from '../store/audits.ts';
import { LiveAuditStore } from '../store/live-audits.ts';
import { openStore } from '../store/store.ts';
import { AuditWatch } from './audit-watch.ts';

test('who begins to watch before the last of others has heard of its end is told all the same', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'citable-watch-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db, jobs, close } = await openStore({ DATA_DIR: dataDir });
  onTestFinished(close);
  const { id } = await keepQueued(db);
  const watch = new AuditWatch({ audits: new AuditStore(db), live: new LiveAuditStore(db, jobs), jobs });
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
