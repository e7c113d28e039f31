import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { LiveAuditStore } from '../../../src/server/audits/store/live-audit-store.ts';
import { PRIORITY } from '../../../src/server/store/jobs/job-queue.ts';
import { openStore, type Store } from '../../../src/server/store/store.ts';
import type { PostgresProcess } from '../../../test/support/postgres-process.ts';
import { checkBound } from '../measurements.ts';
import { machineSeconds, processorSeconds } from '../processor-time.ts';
import { startCommand } from '../served-command.ts';
import { startSite } from '../site-process.ts';

const HOST = 'scale-bench.com';
const PAGES = 25;
const AUDITS = 160;
/** Shares of the audits between which is measured: before is warm-up, afterwards some workers have nothing to do. */
const COUNTED = [0.3, 0.9] as const;
/** Share of what the cores could do without any waiting, after deducting the load of other programs. */
const BOUND = 0.75;
/** Response time of slow sites, in milliseconds, and the share of the cores that audits of them are to use. */
const SLOW_MS = 200;
const SLOW_BOUND = 0.85;

interface Throughput {
  readonly perSecond: number;
  /** Processor seconds per audit, by program. */
  readonly cost: Readonly<Record<'workers' | 'sites' | 'PostgreSQL', number>>;
  /** Cores that other programs used meanwhile. */
  readonly others: number;
}

/**
 * Measures audits per second of one `citable worker` and of two, of generated sites on the same machine. The sites and PostgreSQL use the
 * same cores, so the result is compared with what the cores could do at the measured processor time per audit.
 */
export async function workersPart(postgres: PostgresProcess, folder: string): Promise<void> {
  const one = await measureThroughput(1, postgres, folder);
  const two = await measureThroughput(2, postgres, folder);
  const slow = await measureThroughput(1, postgres, folder, SLOW_MS);
  const cores = availableParallelism();
  for (const [name, { perSecond, cost, others }] of [
    ['1 worker', one],
    ['2 workers', two],
    [`1 worker, sites that respond in ${SLOW_MS} ms`, slow],
  ] as const) {
    const shares = Object.entries(cost).map(([who, seconds]) => `${who} ${(seconds * 1000).toFixed(1)} ms`);
    const used = perSecond * sumCost(cost);
    console.log(
      `        ${name}: ${perSecond.toFixed(1)} audits per second; processor time per audit: ${shares.join(', ')}; ${used.toFixed(2)} of ${cores} cores used, ${others.toFixed(2)} by other programs`,
    );
  }
  console.log(`        2 workers, compared with 1: ${(two.perSecond / one.perSecond).toFixed(2)}`);
  const possible = (cores - two.others) / sumCost(two.cost);
  checkBound(
    'audits per second of 2 workers, compared with what the cores allow',
    two.perSecond / possible,
    BOUND,
    '',
    'at least',
  );
  const used = (slow.perSecond * sumCost(slow.cost)) / (cores - slow.others);
  checkBound(`cores used by audits of sites that respond in ${SLOW_MS} ms`, used, SLOW_BOUND, '', 'at least');
}

async function measureThroughput(
  workers: number,
  postgres: PostgresProcess,
  folder: string,
  delay = 0,
): Promise<Throughput> {
  const url = await postgres.makeDatabase();
  const store = await openStore({ DATA_DIR: folder, DATABASE_URL: url });
  const site = await startSite({ host: HOST, pages: PAGES, delay });
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, site.caPem);
  const live = new LiveAuditStore(store.db, store.jobs);
  for (let n = 0; n < AUDITS; n += 1) {
    const requestedAt = new Date().toISOString();
    const domain = `s${n}.${HOST}`;
    // Each audit has a different host, so that the limit per host does not apply.
    await live.accept(
      { id: randomUUID(), domain, host: domain, priority: PRIORITY.batch, client: '', requestedAt, keyId: null },
      { most: 0, mostOfClient: () => 0 },
    );
  }
  const started = Array.from({ length: workers }, (_, n) =>
    startCommand(
      join(folder, `worker-${n}`),
      {
        DATABASE_URL: url,
        BASE_URL: 'https://citable.example.com',
        CONNECT_TO: site.connectTo,
        NODE_EXTRA_CA_CERTS: ca,
        SCHEDULES: 'off',
        LOG_LEVEL: 'warn',
      },
      'worker',
    ),
  );
  try {
    const pids = {
      workers: started.map(({ pid }) => pid),
      sites: [site.pid],
      PostgreSQL: [await postgres.pid()],
    };
    const readTimes = () => ({
      at: performance.now(),
      all: machineSeconds(),
      workers: sumSeconds(pids.workers),
      sites: sumSeconds(pids.sites),
      PostgreSQL: sumSeconds(pids.PostgreSQL),
    });
    const first = await finished(store, AUDITS * COUNTED[0]);
    const before = readTimes();
    const last = await finished(store, AUDITS * COUNTED[1]);
    const now = readTimes();
    const audits = last - first;
    const seconds = (now.at - before.at) / 1000;
    const cost = {
      workers: (now.workers - before.workers) / audits,
      sites: (now.sites - before.sites) / audits,
      PostgreSQL: (now.PostgreSQL - before.PostgreSQL) / audits,
    };
    const others = Math.max(0, (now.all - before.all - sumCost(cost) * audits) / seconds);
    return { perSecond: audits / seconds, cost, others };
  } finally {
    await Promise.all(started.map(({ end }) => end('SIGTERM')));
    site.stop();
    await store.close();
  }
}

/**
 * Waits until that many audits have finished.
 *
 * @returns how many have
 */
async function finished(store: Store, count: number): Promise<number> {
  for (;;) {
    const { done } = await store.db
      .selectFrom('audits')
      .select(({ fn }) => fn.countAll<number>().as('done'))
      .where('finished_at', 'is not', null)
      .executeTakeFirstOrThrow();
    if (done >= count) return done;
    await after(50);
  }
}

function sumSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + processorSeconds(pid), 0);
}

function sumCost(cost: Throughput['cost']): number {
  return cost.workers + cost.sites + cost.PostgreSQL;
}
