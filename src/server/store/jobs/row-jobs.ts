import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { JobProgress, JobQueue, TakeBounds, TakenJob } from './job-queue.ts';
import { ClientOrder, startNext } from './next-audit.ts';

/**
 * The queue of a database that one process serves. The rows alone say what is waiting. An audit that is marked as running but
 * is not run by this process was left by one that has died.
 */
export class RowJobs implements JobQueue {
  readonly isShared = false;
  readonly bounded = ['queued', 'running'] as const;
  readonly #db: Kysely<Database>;
  readonly #order = new ClientOrder();
  readonly #progress = new Map<string, JobProgress>();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async announce(): Promise<void> {
    // There is no other process.
  }

  async requeue(): Promise<void> {
    // The row is queued.
  }

  async remove(): Promise<void> {
    // The row waits no more.
  }

  async take(bounds: TakeBounds): Promise<TakenJob | null> {
    // A process without audits writes nothing.
    const waiting = this.#db.selectFrom('audits').select('id').where('finished_at', 'is', null);
    if ((await waiting.where('status', '=', 'queued').limit(1).executeTakeFirst()) === undefined) return null;
    return this.#db.transaction().execute((transaction) => startNext(transaction, bounds, this.#order));
  }

  release(id: string): void {
    this.#progress.delete(id);
  }

  async recover(own: readonly string[]): Promise<void> {
    await this.#db
      .updateTable('audits')
      .set({ status: 'queued', started_at: null })
      .where('finished_at', 'is', null)
      .where('status', '=', 'running')
      .$if(own.length > 0, (query) => query.where('id', 'not in', own))
      .execute();
  }

  reportProgress(id: string, progress: JobProgress): void {
    this.#progress.set(id, progress);
  }

  async readProgress(ids: readonly string[]): Promise<ReadonlyMap<string, JobProgress>> {
    return new Map([...this.#progress].filter(([id]) => ids.includes(id)));
  }

  onQueued(): void {
    // There is no other process.
  }
}
