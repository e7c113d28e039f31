import { type Kysely, sql, type Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import Type from 'typebox';
import { Check } from 'typebox/schema';
import { parseJson } from '../../../values/json.ts';
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
/** Minimum interval between searches for audits that dead processes left. */
const RECOVER_MS = 500;
/** Maximum number of jobs of dead processes that are handled at once. */
const JOBS_AT_ONCE = 1_000;
/** The maximum of pg-boss. Only a missed heartbeat puts an audit back: a crawl may take hours. */
const EXPIRE_SECONDS = 86_400;
/** Minimum interval between writes of progress. */
const PROGRESS_MS = 400;

/**
 * The queue of a database that several processes share. The audits' rows say what is waiting. pg-boss has a job for each
 * running audit, with the same id. The job is created, fetched and deleted in the transaction that changes the row. When its
 * heartbeats end, pg-boss hands it out again: whoever fetches it queues the audit.
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

  async announce(transaction: Transaction<Database>): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, '')`.execute(transaction);
  }

  async requeue(transaction: Transaction<Database>, id: string): Promise<void> {
    await this.remove(transaction, id);
    await this.announce(transaction);
  }

  async remove(transaction: Transaction<Database>, id: string): Promise<void> {
    const boss = await this.#boss.get();
    await boss.deleteJob(AUDITS, id, { db: fromKysely(transaction) });
  }

  /**
   * Only one process claims at a time. Running audits of a host and a client are counted from committed rows, so two concurrent
   * claims could both take the last slot. pg-boss cannot choose between clients, so the choice is made from the audits' rows.
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
      await this.#queueAbandoned(boss, transaction);
      const next = await startNext(transaction, bounds, this.#order);
      if (next !== null) await startJob(boss, transaction, next.id);
      return next;
    });
    if (started === null) return null;
    this.#taken.add(started.id);
    // The lock is not held for the sync to the disk. This write is synced, and with it everything before.
    await boss.touch(AUDITS, started.id);
    return started;
  }

  /** Queues audits whose process sent no heartbeat in time. Runs at most once per {@link RECOVER_MS}. */
  async #queueAbandoned(boss: PgBoss, transaction: Transaction<Database>): Promise<void> {
    const now = performance.now();
    if (now - this.#recoveredAt < RECOVER_MS) return;
    await queueAbandoned(boss, transaction);
    this.#recoveredAt = now;
  }

  release(id: string): void {
    this.#taken.delete(id);
    this.#progress.remove(id);
  }

  /** Creates the missing jobs of running audits, as after a move to this database or a restore without pg-boss' schema. */
  async recover(): Promise<void> {
    const boss = await this.#boss.get();
    const running = this.#db.selectFrom('audits').select('id').where('finished_at', 'is', null);
    const jobs = await running.where('status', '=', 'running').execute();
    // Nobody has taken these, so they are handed out at once. Jobs that exist are not changed.
    if (jobs.length > 0) await boss.insert(AUDITS, jobs);
  }

  reportProgress(id: string, progress: JobProgress): void {
    this.#progress.report(id, progress);
  }

  readProgress(ids: readonly string[]): Promise<ReadonlyMap<string, JobProgress>> {
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

  async #sendHeartbeats(boss: PgBoss): Promise<void> {
    if (this.#taken.size === 0) return;
    // After a missed heartbeat, others take them over, and this process can no longer end them.
    await boss.touch(AUDITS, [...this.#taken]).catch(() => undefined);
  }
}

/** Creates the job of a taken audit and fetches it, so that it is active. */
async function startJob(boss: PgBoss, transaction: Transaction<Database>, id: string): Promise<void> {
  const db = fromKysely(transaction);
  const send = () => boss.send(AUDITS, null, { id, priority: 1, expireInSeconds: EXPIRE_SECONDS, db });
  if ((await send()) === null) {
    // Earlier versions have jobs of waiting audits, too.
    await boss.deleteJob(AUDITS, id, { db });
    await send();
  }
  await queueAbandoned(boss, transaction, id);
}

/**
 * Fetches jobs and queues their audits: while audits are taken one after the other, no job waits but those of dead processes.
 * @param own the audit that is being taken
 */
async function queueAbandoned(boss: PgBoss, transaction: Transaction<Database>, own?: string): Promise<void> {
  const db = fromKysely(transaction);
  const jobs = await boss.fetch(AUDITS, { batchSize: JOBS_AT_ONCE, db });
  const ids = jobs.flatMap(({ id }) => (id === own ? [] : [id]));
  if (ids.length === 0) return;
  const running = transaction.selectFrom('audits').select('id').where('id', 'in', ids).where('status', '=', 'running');
  await transaction
    .updateTable('audits')
    .set({ status: 'queued', started_at: null })
    // Without waiting for a process that was presumed dead and ends its audit now: it waits for this transaction to delete the job.
    .where('id', 'in', running.forUpdate().skipLocked())
    .execute();
  // The jobs of those that were skipped stay fetched. They are handed out again if their audits do not end.
  const skipped = new Set((await running.execute()).map(({ id }) => id));
  const done = ids.filter((id) => !skipped.has(id));
  if (done.length > 0) await boss.deleteJob(AUDITS, done, { db });
}

/** A CrawlProgress. */
const StoredCrawl = Type.Object({
  pages: Type.Integer(),
  of: Type.Integer(),
  interval: Type.Number(),
  secondsLeft: Type.Number(),
});

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
    return new Map(
      rows.map(({ audit_id: id, stage, requests, crawl: text }) => {
        const crawl = text === null ? null : parseJson(text);
        return [id, { stage, requests, ...(Check(StoredCrawl, crawl) && { crawl }) }];
      }),
    );
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
    const reported = [...this.#unwritten].map(([id, { crawl, ...progress }]) => ({
      audit_id: id,
      ...progress,
      crawl: crawl === undefined ? null : JSON.stringify(crawl),
    }));
    const ended = [...this.#ended];
    this.#unwritten.clear();
    this.#ended.clear();
    try {
      if (reported.length > 0) {
        await this.#db
          .insertInto('audit_progress')
          .values(reported)
          .onConflict((conflict) =>
            conflict.column('audit_id').doUpdateSet(({ ref }) => ({
              stage: ref('excluded.stage'),
              requests: ref('excluded.requests'),
              crawl: ref('excluded.crawl'),
            })),
          )
          .execute();
      }
      if (ended.length > 0) await this.#db.deleteFrom('audit_progress').where('audit_id', 'in', ended).execute();
    } catch {
      // Rows of ended audits may stay: nobody reads them.
    }
  }
}
