import { LiveAuditStore } from '../../../src/store/live-audits.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import type { PostgresProcess } from '../../../test/support/postgres-process.ts';
import { cpuMs, hold } from '../figures.ts';
import { processorSeconds } from '../processor-time.ts';
import { doneAudit } from './done-audit.ts';
import { queueBatch } from './grown-store.ts';

const WAITING = 4_000;
/** Simulated workers, each with its own connections; here they are in one process. */
const TAKERS = 8;
/** Of an audit, in the database: three transactions. */
const BOUND_MS = 10;

/** What one database can hand out and take back: audits that are done at once, so that nothing else is measured. */
export async function dispatchPart(postgres: PostgresProcess, folder: string): Promise<void> {
  const url = await postgres.makeDatabase();
  const stores = await Promise.all(
    Array.from({ length: TAKERS }, () => openStore({ DATA_DIR: folder, DATABASE_URL: url })),
  );
  const [first] = stores;
  if (first === undefined) throw new Error('There is no taker.');
  const size = { audits: 0, visits: 0, waiting: WAITING };
  await queueBatch(new LiveAuditStore(first.db, first.jobs), first.db, size);
  const pid = await postgres.pid();
  const [start, before, ownBefore] = [performance.now(), processorSeconds(pid), cpuMs()];
  const done = await Promise.all(stores.map(drain));
  const [ms, used, own] = [performance.now() - start, processorSeconds(pid) - before, cpuMs() - ownBefore];
  const audits = done.reduce((sum, count) => sum + count, 0);
  console.log(
    `        ${TAKERS} takers: ${((audits * 1000) / ms).toFixed(0)} audits a second handed out and ended; processor time of each: PostgreSQL ${((used * 1000) / audits).toFixed(2)} ms, takers ${(own / audits).toFixed(2)} ms`,
  );
  hold('processor time of PostgreSQL for an audit', (used * 1000) / audits, BOUND_MS, 'ms', 'at most');
  hold('audits handed out over audits that waited', audits / WAITING, 1, '', 'at least');
  for (const store of stores) await store.close();
}

/** Takes and ends audits until none waits. */
async function drain({ db, jobs }: Store): Promise<number> {
  const live = new LiveAuditStore(db, jobs);
  for (let done = 0; ; done += 1) {
    const audit = await live.take({ leastPriority: null, perHost: 4 });
    if (audit === null) return done;
    await live.finish(audit, doneAudit(), null);
  }
}
