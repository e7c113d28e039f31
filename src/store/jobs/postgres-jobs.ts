import { type Kysely, sql, type Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Database } from '../database.ts';
import { AUDITS, type Boss } from '../postgres/postgres-boss.ts';
import { ClientOrder } from './client-order.ts';
import type { Job, JobProgress, JobQueue, TakeBounds, TakenJob } from './job-queue.ts';
import { PostgresProgress } from './postgres-progress.ts';
import { startNext } from './start-next.ts';

/** Of this database, and any number that others would not take. */
const TAKE_LOCK = '5204118003003';
/** Tells every process of the database that there may be something to take. */
const CHANNEL = 'citable_audits';
const TOUCH_MS = 2_500;
/** Interval at which a process looks for audits that dead processes left. */
const LOOK_MS = 500;
const ROWS_AT_ONCE = 1_000;

/**
 * The queue of a database that several processes share. The audits' rows say what is waiting. pg-boss has a job for each
 * unfinished audit, with the same id. The job is created, taken, put back and deleted in the transaction that changes the row.
 * Its heartbeats show when a process has died; others then take over its audits.
 */
export class PostgresJobs implements JobQueue {
  readonly isShared = true;
  readonly bounded = ['queued'] as const;
  readonly #db: Kysely<Database>;
  readonly #boss: Boss;
  readonly #turns = new ClientOrder();
  readonly #progress: PostgresProgress;
  /** What this process has taken. */
  readonly #taken = new Set<string>();
  #touching: NodeJS.Timeout | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #listening: Promise<{ close(): Promise<void> } | null> | null = null;
  #tell: () => void = () => undefined;

  constructor(db: Kysely<Database>, boss: Boss) {
    this.#db = db;
    this.#boss = boss;
    this.#progress = new PostgresProgress(db);
  }

  async add(transaction: Transaction<Database>, jobs: readonly Pick<Job, 'id'>[]): Promise<void> {
    if (jobs.length === 0) return;
    const boss = await this.#boss.get();
    const rows = jobs.map(({ id }) => ({ id }));
    await boss.insert(AUDITS, rows, { db: fromKysely(transaction) });
    await this.#notify(transaction);
  }

  raise(transaction: Transaction<Database>): Promise<void> {
    return this.#notify(transaction);
  }

  async putBack(transaction: Transaction<Database>, id: string): Promise<void> {
    const boss = await this.#boss.get();
    await boss.fail(AUDITS, id, null, { db: fromKysely(transaction) });
    await this.#notify(transaction);
  }

  async remove(transaction: Transaction<Database>, ids: readonly string[]): Promise<void> {
    const boss = await this.#boss.get();
    await boss.deleteJob(AUDITS, [...ids], { db: fromKysely(transaction) });
  }

  /**
   * Only one process claims at a time. Running audits of a host and a client are counted from committed rows, so two concurrent
   * claims could both take the last slot. pg-boss cannot choose between clients, so the choice is made from the audits' rows. The
   * job only shows that the process is alive.
   */
  async take(bounds: TakeBounds): Promise<TakenJob | null> {
    const boss = await this.#boss.get();
    this.#touching ??= setInterval(() => void this.#touch(boss), TOUCH_MS).unref();
    // Whatever the server's default: it must see what was committed while it waited for the lock.
    const taking = this.#db.transaction().setIsolationLevel('read committed');
    const started = await taking.execute(async (transaction) => {
      await sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${TAKE_LOCK})`.execute(
        transaction,
      );
      await this.#queueAbandoned(transaction);
      const next = await startNext(transaction, bounds, this.#turns);
      if (next !== null) await this.#activate(transaction, next.id);
      return next;
    });
    if (started === null) return null;
    this.#taken.add(started.id);
    // Nobody waits with the lock for the disk. This write does, and with it all that was written before.
    await boss.touch(AUDITS, started.id);
    return started;
  }

  /** Queues audits whose process sent no heartbeat in time. Runs at most once per {@link LOOK_MS}. */
  async #queueAbandoned(transaction: Transaction<Database>): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_MS) return;
    await queueAbandoned(transaction);
    this.#lookedAt = now;
  }

  /** Marks the job of an audit as taken. Creates a missing job, as after a restore without pg-boss' schema. */
  async #activate(transaction: Transaction<Database>, id: string): Promise<void> {
    const activate = sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
      where name = ${AUDITS} and id = ${id}::uuid`;
    const { numAffectedRows = 0n } = await activate.execute(transaction);
    if (numAffectedRows > 0n) return;
    await this.add(transaction, [{ id }]);
    await activate.execute(transaction);
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
        .select(['id', 'domain'])
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

/** pg-boss has put their jobs back. */
async function queueAbandoned(transaction: Transaction<Database>): Promise<void> {
  // In the order in which batches lock the same rows. The job is looked up for each, so that those that wait are not read.
  await sql`
    update audits set status = 'queued', started_at = null where id in (
      select id from audits
      where finished_at is null and status = 'running'
        and (select job.state < 'active' from pgboss.job as job where job.name = ${AUDITS} and job.id = audits.id::uuid)
      order by domain for update
    )`.execute(transaction);
}
