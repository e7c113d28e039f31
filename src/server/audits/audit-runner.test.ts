import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { requestedAudit, storeQueued, UNBOUNDED } from '../../../test/support/stored-audits.ts';
import { EngineProcessEnded } from '../../engine/engine-process.ts';
import { createLog } from '../../values/log.ts';
import type { Database } from '../store/database.ts';
import { PRIORITY } from '../store/jobs/job-queue.ts';
import { RowJobs } from '../store/jobs/row-jobs.ts';
import { StorageStore, UNLIMITED } from '../store/key-storage.ts';
import { openStore } from '../store/store.ts';
import { MAX_DEATHS } from './audit-attempt.ts';
import { AuditMetrics } from './audit-metrics.ts';
import { AuditRunner, type AuditRunnerContext } from './audit-runner.ts';
import { AuditSlots } from './audit-slots.ts';
import { AuditWatch } from './audit-watch.ts';
import { StorageBudget } from './storage-budget.ts';
import { AuditStore } from './store/audit-store.ts';
import { BatchStore } from './store/batch-store.ts';
import { LiveAuditStore } from './store/live-audit-store.ts';

/** Remembers what was let go of. */
class WithReleases extends RowJobs {
  readonly released: string[] = [];

  override release(id: string): void {
    this.released.push(id);
    super.release(id);
  }
}

/** Looks for what was left once it is let. */
class SlowToRecover extends RowJobs {
  readonly asked = Promise.withResolvers<void>();
  readonly let = Promise.withResolvers<void>();

  override async recover(own: readonly string[]): Promise<void> {
    this.asked.resolve();
    await this.let.promise;
    await super.recover(own);
  }
}

/** Over a store of its own. */
async function openRunner<Jobs extends RowJobs>(
  createJobs: (db: Kysely<Database>) => Jobs,
  { engine }: Pick<AuditRunnerContext, 'engine'>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'citable-runner-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const store = await openStore({ DATA_DIR: dataDir });
  onTestFinished(() => store.close());
  const { db } = store;
  const lines: Record<string, unknown>[] = [];
  const jobs = createJobs(db);
  const live = new LiveAuditStore(db, jobs);
  const audits = new AuditStore(db);
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const budget = { limits: UNLIMITED, evicts: false, disk: null };
  const runner = new AuditRunner(
    {
      live,
      audits,
      jobs,
      watch: new AuditWatch({ audits, live, jobs }),
      countCallers: () => 0,
      snapshots: null,
      engine,
      log,
      storage: new StorageBudget({
        storage: new StorageStore(db),
        audits,
        batches: new BatchStore(db),
        snapshots: null,
        log,
        ...budget,
      }),
      metrics: new AuditMetrics(),
      onFinished: () => undefined,
      logEvidence: async () => null,
      onBatchEnded: () => undefined,
    },
    { slots: new AuditSlots(8), maxPerHost: 2 },
  );
  return { db, jobs, live, audits, runner, lines };
}

test('an audit whose end cannot be stored keeps none that is taken after it from its own', async () => {
  const { db, jobs, audits, runner, lines } = await openRunner((of) => new WithReleases(of), {
    engine: () => Promise.reject(new Error('Neither is to be audited again.')),
  });
  const first = await storeQueued(db, { domain: 'first.com' });
  const second = await storeQueued(db, { domain: 'second.com' });
  await db.updateTable('audits').set({ attempts: MAX_DEATHS }).execute();
  await sql`create trigger no_end before update on audits when new.domain = 'first.com' and new.finished_at is not null
    begin select raise(abort, 'not this one'); end`.execute(db);
  runner.fillSlots();
  await expect.poll(async () => (await audits.find(second.id))?.status).toBe('failed');
  await runner.stop(0);

  expect((await audits.find(first.id))?.status).toBe('running');
  expect(jobs.released.toSorted()).toEqual([first.id, second.id].toSorted());
  expect(lines.map(({ msg, domain }) => [msg, domain]).toSorted()).toEqual([
    ['audit given up', 'second.com'],
    ['audit not stored', 'first.com'],
  ]);
});

test('an audit whose site was tried again is given up once three processes have died under it, and not before', async () => {
  const { jobs, live, audits, runner, lines } = await openRunner((of) => new RowJobs(of), {
    engine: () => Promise.reject(new Error('There is no engine.')),
  });
  const begin = async () =>
    (await live.take({ slots: 1_000, running: [], recent: [], perHost: 1 })) ?? expect.fail('Nothing waits.');
  const endAfter = async (domain: string, deaths: number) => {
    const audit = requestedAudit({ domain, priority: PRIORITY.daily });
    await live.accept(audit, UNBOUNDED);
    for (let tries = 1; tries < 3; tries += 1) await live.retry(await begin(), audit.requestedAt);
    for (let died = 0; died < deaths; died += 1) {
      await begin();
      await jobs.recover([]);
    }
    runner.fillSlots();
    await expect.poll(async () => (await audits.find(audit.id))?.status).toBe('failed');
  };
  await endAfter('twice.com', 2);
  await endAfter('thrice.com', 3);
  await runner.stop(0);
  expect(lines.map(({ msg, domain }) => [msg, domain])).toEqual([
    ['audit', 'twice.com'],
    ['audit given up', 'thrice.com'],
  ]);
});

test.each([
  ['memory', 'too_costly', 'info'],
  [null, 'internal', 'error'],
] as const)(
  'an audit whose engine process ended (limit: %s) has failed, and is not tried again',
  async (exceeded, kind, level) => {
    const { live, audits, runner, lines } = await openRunner((of) => new RowJobs(of), {
      engine: () => Promise.reject(new EngineProcessEnded('It ended.', exceeded)),
    });
    const audit = requestedAudit({ domain: 'hostile.com', priority: PRIORITY.batch });
    await live.accept(audit, UNBOUNDED);
    runner.fillSlots();
    await expect.poll(async () => (await audits.find(audit.id))?.status).toBe('failed');
    await runner.stop(0);
    expect(lines).toMatchObject([{ level, msg: 'audit', domain: 'hostile.com', status: 'failed', failure: kind }]);
  },
);

test('an audit that is lost while others are looked for is found afterwards', async () => {
  const audited = Promise.withResolvers<never>();
  const { db, jobs, audits, runner, lines } = await openRunner((of) => new SlowToRecover(of), {
    engine: () => audited.promise,
  });
  const { id } = await storeQueued(db);
  runner.fillSlots();
  await expect.poll(() => runner.running).toBe(1);
  const started = runner.start();
  await jobs.asked.promise;

  await sql`create trigger no_end before update on audits when new.finished_at is not null
    begin select raise(abort, 'not now'); end`.execute(db);
  audited.reject(new Error('There is no engine.'));
  await expect.poll(() => lines.map(({ msg }) => msg)).toEqual(['audit not stored']);
  await sql`drop trigger no_end`.execute(db);
  jobs.let.resolve();
  await started;
  await expect.poll(async () => (await audits.find(id))?.status).toBe('failed');
  await runner.stop(0);
});

test('a client keeps its share of the slots until ten seconds after its last audit', async () => {
  const started: string[] = [];
  const other = Promise.withResolvers<never>();
  const { live, audits, runner } = await openRunner((of) => new RowJobs(of), {
    engine: (domain, _progress, signal) => {
      started.push(domain);
      if (domain === 'other.com') return other.promise;
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  const last = requestedAudit({ domain: 'other.com', client: 'other' });
  await live.accept(last, UNBOUNDED);
  for (let n = 0; n < 12; n += 1)
    await live.accept(requestedAudit({ domain: `one-${n}.com`, client: 'one' }), UNBOUNDED);
  await runner.start();
  expect(started).toHaveLength(1 + 4);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  other.reject(new Error('There is no engine.'));
  await expect.poll(async () => (await audits.find(last.id))?.status).toBe('failed');
  await expect.poll(() => runner.running).toBe(4);
  await runner.start();
  expect(started).toHaveLength(1 + 4);
  clock.mockReturnValue(performance.now() + 10_001);
  await runner.start();
  expect(started).toHaveLength(1 + 6);
  await runner.stop(0);
});
