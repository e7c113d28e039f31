import { LiveAuditStore } from '../../../src/server/audits/store/live-audit-store.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import type { PostgresProcess } from '../../../test/support/postgres-process.ts';
import { checkBound, cpuMs } from '../measurements.ts';
import { processorSeconds } from '../processor-time.ts';
import { doneAudit } from './done-audit.ts';
import { queueBatch } from './grown-store.ts';

const QUEUED = 4_000;
/** Simulated workers, each with its own connections, in this process. */
const WORKERS = 8;
/** Processor time of the database for one audit, which takes three transactions. */
const BOUND_MS = 10;

/** Measures how fast one database hands out audits and stores their ends. The audits end at once, so that nothing else is measured. */
export async function dispatchPart(postgres: PostgresProcess, folder: string): Promise<void> {
  const url = await postgres.makeDatabase();
  const stores = await Promise.all(
    Array.from({ length: WORKERS }, () => openStore({ DATA_DIR: folder, DATABASE_URL: url })),
  );
  const [first] = stores;
  if (first === undefined) throw new Error('There is no worker.');
  const size = { audits: 0, visits: 0, queued: QUEUED };
  await queueBatch(new LiveAuditStore(first.db, first.jobs), first.db, size);
  const pid = await postgres.pid();
  const [start, before, ownBefore] = [performance.now(), processorSeconds(pid), cpuMs()];
  const done = await Promise.all(stores.map(drain));
  const [ms, used, own] = [performance.now() - start, processorSeconds(pid) - before, cpuMs() - ownBefore];
  const audits = done.reduce((sum, count) => sum + count, 0);
  console.log(
    `        ${WORKERS} workers: ${((audits * 1000) / ms).toFixed(0)} audits started and ended per second; processor time per audit: PostgreSQL ${((used * 1000) / audits).toFixed(2)} ms, workers ${(own / audits).toFixed(2)} ms`,
  );
  checkBound('processor time of PostgreSQL per audit', (used * 1000) / audits, BOUND_MS, 'ms', 'at most');
  checkBound('share of the queued audits that ended', audits / QUEUED, 1, '', 'at least');
  for (const store of stores) await store.close();
}

/** Takes and ends audits until the queue is empty. */
async function drain({ db, jobs }: Store): Promise<number> {
  const live = new LiveAuditStore(db, jobs);
  for (let done = 0; ; done += 1) {
    const audit = await live.take({ slots: 1_000, running: [], recent: [], perHost: 4 });
    if (audit === null) return done;
    await live.finish(audit, doneAudit(), null);
  }
}
