import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { ClientOrder } from './client-order.ts';
import type { Job, JobProgress, JobQueue, TakeBounds, TakenJob } from './job-queue.ts';
import { startNext } from './start-next.ts';

/**
 * The queue of a database that one process serves: the rows themselves say what waits, and all that runs, runs here. What
 * is marked as running and is not was left by a process that is gone.
 */
export class RowJobs implements JobQueue {
  readonly isShared = false;
  readonly bounded = ['queued', 'running'] as const;
  readonly #db: Kysely<Database>;
  readonly #turns = new ClientOrder();
  readonly #progress = new Map<string, JobProgress>();
  /** How many wait, or more, so that nothing is asked where none does; null when they are to be counted. */
  #waiting: number | null = null;
  #hasGrown = false;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async add(_transaction: unknown, jobs: readonly Pick<Job, 'id'>[]): Promise<void> {
    this.#grow(jobs.length);
  }

  async raise(): Promise<void> {
    // The row has its priority.
  }

  async putBack(): Promise<void> {
    this.#grow(1);
  }

  async remove(): Promise<void> {
    // The row waits no more.
  }

  async take(bounds: TakeBounds): Promise<TakenJob | null> {
    if (this.#waiting === null) await this.#count();
    if (this.#waiting === 0) return null;
    const started = await this.#db.transaction().execute((transaction) => startNext(transaction, bounds, this.#turns));
    if (started !== null) this.#grow(-1);
    return started;
  }

  #grow(by: number): void {
    this.#hasGrown = true;
    if (this.#waiting !== null) this.#waiting += by;
  }

  async #count(): Promise<void> {
    this.#hasGrown = false;
    const { count } = await this.#db
      .selectFrom('audits')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('finished_at', 'is', null)
      .where('status', '=', 'queued')
      .executeTakeFirstOrThrow();
    // What came to wait meanwhile may be in it or not.
    if (!this.#hasGrown) this.#waiting = count;
  }

  release(id: string): void {
    this.#progress.delete(id);
  }

  async recover(own: readonly string[]): Promise<void> {
    this.#waiting = null;
    await this.#db
      .updateTable('audits')
      .set({ status: 'queued', started_at: null })
      .where('finished_at', 'is', null)
      .where('status', '=', 'running')
      .$if(own.length > 0, (query) => query.where('id', 'not in', own))
      .execute();
  }

  tell(id: string, progress: JobProgress): void {
    this.#progress.set(id, progress);
  }

  async progressOf(ids: readonly string[]): Promise<ReadonlyMap<string, JobProgress>> {
    return new Map([...this.#progress].filter(([id]) => ids.includes(id)));
  }

  onWork(): void {
    // There is no other process.
  }
}
