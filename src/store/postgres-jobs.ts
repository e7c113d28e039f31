import { type Kysely, sql, type Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Database } from './database.ts';
import type { Job, JobProgress, JobQueue, StartedAudit, TakeBounds } from './job-queue.ts';
import { AUDITS, type Boss } from './postgres-boss.ts';
import { PostgresProgress } from './postgres-progress.ts';
import { STARTED_COLUMNS, toStarted } from './started-audits.ts';

/** Of this database, and any number that others would not take. */
const TAKE_LOCK = '5204118003003';
/** Tells every process of the database that there may be something to take. */
const CHANNEL = 'citable_audits';
const TOUCH_MS = 2_500;
const ROWS_AT_ONCE = 1_000;

/**
 * The queue of a database that any number of processes serve: pg-boss, which has a job for each unfinished audit, under
 * its id. The job is made, put back and deleted in the transaction that does so to the audit's row. What a process has taken
 * and says nothing of for a while, others are given.
 */
export class PostgresJobs implements JobQueue {
  readonly bounded = ['queued'] as const;
  readonly #db: Kysely<Database>;
  readonly #boss: Boss;
  readonly #progress: PostgresProgress;
  /** What this process has taken. */
  readonly #taken = new Set<string>();
  #touching: NodeJS.Timeout | null = null;
  #listening: Promise<{ close(): Promise<void> } | null> | null = null;
  #tell: () => void = () => undefined;

  constructor(db: Kysely<Database>, boss: Boss) {
    this.#db = db;
    this.#boss = boss;
    this.#progress = new PostgresProgress(db);
  }

  async add(transaction: Transaction<Database>, jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    const boss = await this.#boss.get();
    const rows = jobs.map(({ id, host, priority }) => ({ id, priority, group: { id: host } }));
    await boss.insert(AUDITS, rows, { db: fromKysely(transaction) });
    await this.#notify(transaction);
  }

  async raise(transaction: Transaction<Database>, id: string, priority: number): Promise<void> {
    const boss = await this.#boss.get();
    const db = fromKysely(transaction);
    await boss.update(AUDITS, null, { id, priority, startAfter: '0 s', db });
    await this.#notify(transaction);
  }

  async putBack(transaction: Transaction<Database>, { id, priority }: Job, notBefore: string | null): Promise<void> {
    const boss = await this.#boss.get();
    const db = fromKysely(transaction);
    await boss.fail(AUDITS, id, null, { db });
    await boss.update(AUDITS, null, { id, priority, db, ...(notBefore === null ? {} : { startAfter: notBefore }) });
    await this.#notify(transaction);
  }

  async remove(transaction: Transaction<Database>, ids: readonly string[]): Promise<void> {
    const boss = await this.#boss.get();
    await boss.deleteJob(AUDITS, [...ids], { db: fromKysely(transaction) });
  }

  async take(bounds: TakeBounds): Promise<readonly StartedAudit[]> {
    const boss = await this.#boss.get();
    this.#touching ??= setInterval(() => void this.#touch(boss), TOUCH_MS).unref();
    const ids = await this.#claim(boss, bounds);
    if (ids.length === 0) return [];
    const started = await this.#start(ids);
    for (const { id } of started) this.#taken.add(id);
    return started.sort((a, b) => b.priority - a.priority || (a.requestedAt < b.requestedAt ? -1 : 1));
  }

  /**
   * Who takes has the queue to itself until the claim is committed: pg-boss counts what runs of a host by what it sees
   * committed, and two who counted at once would both have the last place. The claim need not be on the disk for others to
   * take their turn: no start is before it is.
   */
  #claim(boss: PgBoss, { most, leastPriority, perHost }: TakeBounds): Promise<string[]> {
    // Whatever the server's default: what was committed while it waited for the lock must be seen.
    const claiming = this.#db.transaction().setIsolationLevel('read committed');
    return claiming.execute(async (transaction) => {
      await sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${TAKE_LOCK})`.execute(
        transaction,
      );
      const jobs = await boss.fetch(AUDITS, {
        db: fromKysely(transaction),
        batchSize: most,
        groupConcurrency: perHost,
        ...(leastPriority === null ? {} : { minPriority: leastPriority }),
      });
      return jobs.map(({ id }) => id);
    });
  }

  #start(ids: readonly string[]): Promise<StartedAudit[]> {
    return this.#db.transaction().execute(async (transaction) => {
      // In one order, as where batches are kept: nobody waits in a circle.
      await transaction
        .selectFrom('audits')
        .select('id')
        .where('id', 'in', ids)
        .orderBy('domain')
        .forUpdate()
        .execute();
      const rows = await transaction
        .updateTable('audits')
        .set((eb) => ({
          status: 'running',
          started_at: new Date().toISOString(),
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', 'in', ids)
        .where('finished_at', 'is', null)
        .returning(STARTED_COLUMNS)
        .execute();
      // Of what is finished or gone there is nothing to run; as where a backup of one of both was restored.
      const gone = ids.filter((id) => !rows.some((row) => row.id === id));
      if (gone.length > 0) await this.remove(transaction, gone);
      return rows.map(toStarted);
    });
  }

  release(id: string): void {
    this.#taken.delete(id);
    this.#progress.forget(id);
  }

  /** Gives every unfinished audit a job that has none: of a database that was moved here, or that had no pg-boss yet. */
  async recover(): Promise<void> {
    let last = '';
    for (;;) {
      const rows = await this.#db
        .selectFrom('audits')
        .select(['id', 'domain', 'host', 'priority'])
        .where('finished_at', 'is', null)
        .where('domain', '>', last)
        .orderBy('domain')
        .limit(ROWS_AT_ONCE)
        .execute();
      await this.#db.transaction().execute((transaction) => this.add(transaction, rows));
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end.domain;
    }
  }

  tell(id: string, progress: JobProgress): void {
    this.#progress.tell(id, progress);
  }

  progressOf(ids: readonly string[]): Promise<ReadonlyMap<string, JobProgress>> {
    return this.#progress.of(ids);
  }

  onWork(tell: () => void): void {
    this.#tell = tell;
    void this.#listen();
  }

  /** Lets go of the connection that listens. What was taken and is not ended is others' before long. */
  async stop(): Promise<void> {
    if (this.#touching !== null) clearInterval(this.#touching);
    await this.#progress.stop();
    await (await this.#listening)?.close();
  }

  /** Where it cannot be listened, as behind PgBouncer, who takes looks again and again anyway. */
  async #listen(): Promise<void> {
    const tell = () => this.#tell();
    this.#listening ??= this.#boss
      .get()
      .then(async (boss) => (await boss.getDb().listen?.(CHANNEL, tell, tell)) ?? null)
      .catch(() => {
        this.#listening = null;
        return null;
      });
    await this.#listening;
  }

  async #notify(transaction: Transaction<Database>): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, '')`.execute(transaction);
  }

  async #touch(boss: PgBoss): Promise<void> {
    if (this.#taken.size === 0) return;
    // Not heard in time, they are given to others, and this process ends them no more.
    await boss.touch(AUDITS, [...this.#taken]).catch(() => undefined);
  }
}
