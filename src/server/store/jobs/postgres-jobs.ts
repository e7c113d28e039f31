import { type Kysely, sql, type Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Database } from '../database.ts';
import { AUDITS, type Boss } from '../postgres/postgres-boss.ts';
import type { JobProgress, JobQueue, TakeBounds, TakenJob } from './job-queue.ts';
import { ClientOrder, startNext } from './next-audit.ts';

/** Advisory lock held while an audit is taken: an arbitrary number that nothing else uses. */
const TAKE_LOCK = '5204118003003';
/** Notifies every process of the database that an audit may wait. */
const CHANNEL = 'citable_audits';
/** Interval of the heartbeats of taken audits. */
const HEARTBEAT_MS = 2_500;
/** Least interval between searches for audits that dead processes left. */
const RECOVER_MS = 500;
const ROWS_AT_ONCE = 1_000;
/** Least interval between writes of progress. */
const PROGRESS_MS = 400;

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
  readonly #order = new ClientOrder();
  readonly #progress: PostgresProgress;
  /** Audits that this process has taken. */
  readonly #taken = new Set<string>();
  #heartbeats: NodeJS.Timeout | null = null;
  #recoveredAt = Number.NEGATIVE_INFINITY;
  #listening: Promise<{ close(): Promise<void> } | null> | null = null;
  #onQueued: () => void = () => undefined;

  constructor(db: Kysely<Database>, boss: Boss) {
    this.#db = db;
    this.#boss = boss;
    this.#progress = new PostgresProgress(db);
  }

  async add(transaction: Transaction<Database>, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const boss = await this.#boss.get();
    const jobs = ids.map((id) => ({ id }));
    await boss.insert(AUDITS, jobs, { db: fromKysely(transaction) });
    await this.#notify(transaction);
  }

  raise(transaction: Transaction<Database>): Promise<void> {
    return this.#notify(transaction);
  }

  async requeue(transaction: Transaction<Database>, id: string): Promise<void> {
    const boss = await this.#boss.get();
    await boss.fail(AUDITS, id, null, { db: fromKysely(transaction) });
    await this.#notify(transaction);
  }

  async remove(transaction: Transaction<Database>, id: string): Promise<void> {
    const boss = await this.#boss.get();
    await boss.deleteJob(AUDITS, id, { db: fromKysely(transaction) });
  }

  /**
   * Only one process claims at a time. Running audits of a host and a client are counted from committed rows, so two concurrent
   * claims could both take the last slot. pg-boss cannot choose between clients, so the choice is made from the audits' rows. The
   * job only shows that the process is alive.
   */
  async take(bounds: TakeBounds): Promise<TakenJob | null> {
    const boss = await this.#boss.get();
    this.#heartbeats ??= setInterval(() => void this.#sendHeartbeats(boss), HEARTBEAT_MS).unref();
    // Whatever the server's default: it must see what was committed while it waited for the lock.
    const taking = this.#db.transaction().setIsolationLevel('read committed');
    const started = await taking.execute(async (transaction) => {
      await sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${TAKE_LOCK})`.execute(
        transaction,
      );
      await this.#queueAbandoned(transaction);
      const next = await startNext(transaction, bounds, this.#order);
      if (next !== null) await this.#activate(transaction, next.id);
      return next;
    });
    if (started === null) return null;
    this.#taken.add(started.id);
    // The lock is not held for the sync to the disk. This write is synced, and with it everything before.
    await boss.touch(AUDITS, started.id);
    return started;
  }

  /** Queues audits whose process sent no heartbeat in time. Runs at most once per {@link RECOVER_MS}. */
  async #queueAbandoned(transaction: Transaction<Database>): Promise<void> {
    const now = performance.now();
    if (now - this.#recoveredAt < RECOVER_MS) return;
    await queueAbandoned(transaction);
    this.#recoveredAt = now;
  }

  /** Marks the job of an audit as taken. Creates a missing job, as after a restore without pg-boss' schema. */
  async #activate(transaction: Transaction<Database>, id: string): Promise<void> {
    const activate = sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
      where name = ${AUDITS} and id = ${id}::uuid`;
    const { numAffectedRows = 0n } = await activate.execute(transaction);
    if (numAffectedRows > 0n) return;
    await this.add(transaction, [id]);
    await activate.execute(transaction);
  }

  release(id: string): void {
    this.#taken.delete(id);
    this.#progress.remove(id);
  }

  /** Creates the missing jobs of unfinished audits, as after a move to this database or a restore without pg-boss' schema. */
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
      const ids = rows.map(({ id }) => id);
      await this.#db.transaction().execute((transaction) => this.add(transaction, ids));
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end.domain;
    }
  }

  reportProgress(id: string, progress: JobProgress): void {
    this.#progress.report(id, progress);
  }

  progressOf(ids: readonly string[]): Promise<ReadonlyMap<string, JobProgress>> {
    return this.#progress.of(ids);
  }

  onQueued(listener: () => void): void {
    this.#onQueued = listener;
    void this.#listen();
  }

  /** Closes the listening connection. Other processes soon take over the audits that have not ended. */
  async stop(): Promise<void> {
    if (this.#heartbeats !== null) clearInterval(this.#heartbeats);
    await this.#progress.stop();
    await (await this.#listening)?.close();
  }

  /** Listens where that is possible, which it is not behind PgBouncer. The service also polls. */
  async #listen(): Promise<void> {
    const notify = () => this.#onQueued();
    this.#listening ??= this.#boss
      .get()
      .then(async (boss) => (await boss.getDb().listen?.(CHANNEL, notify, notify)) ?? null)
      .catch(() => {
        this.#listening = null;
        return null;
      });
    await this.#listening;
  }

  async #notify(transaction: Transaction<Database>): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, '')`.execute(transaction);
  }

  async #sendHeartbeats(boss: PgBoss): Promise<void> {
    if (this.#taken.size === 0) return;
    // After a missed heartbeat, others take them over, and this process can no longer end them.
    await boss.touch(AUDITS, [...this.#taken]).catch(() => undefined);
  }
}

/** Queues the running audits whose jobs pg-boss has put back. */
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

/** Progress of running audits, for all processes of a database: in an unlogged table, which may be lost. */
class PostgresProgress {
  readonly #db: Kysely<Database>;
  readonly #unwritten = new Map<string, JobProgress>();
  readonly #ended = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  report(id: string, progress: JobProgress): void {
    this.#unwritten.set(id, progress);
    this.#writeSoon();
  }

  /** Removes an audit that this process no longer runs. */
  remove(id: string): void {
    this.#unwritten.delete(id);
    this.#ended.add(id);
    this.#writeSoon();
  }

  async of(ids: readonly string[]): Promise<ReadonlyMap<string, JobProgress>> {
    const rows = await this.#db.selectFrom('audit_progress').selectAll().where('audit_id', 'in', ids).execute();
    return new Map(rows.map(({ audit_id: id, stage, requests }) => [id, { stage, requests }]));
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#writing;
    await this.#write();
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#write();
    }, PROGRESS_MS).unref();
  }

  /** Writes without retrying: newer progress follows soon. */
  async #write(): Promise<void> {
    const reported = [...this.#unwritten].map(([id, progress]) => ({ audit_id: id, ...progress }));
    const ended = [...this.#ended];
    this.#unwritten.clear();
    this.#ended.clear();
    try {
      if (reported.length > 0) {
        await this.#db
          .insertInto('audit_progress')
          .values(reported)
          .onConflict((conflict) =>
            conflict
              .column('audit_id')
              .doUpdateSet(({ ref }) => ({ stage: ref('excluded.stage'), requests: ref('excluded.requests') })),
          )
          .execute();
      }
      if (ended.length > 0) await this.#db.deleteFrom('audit_progress').where('audit_id', 'in', ended).execute();
    } catch {
      // Rows of ended audits may stay: nobody reads them.
    }
  }
}
