import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { JobProgress } from './job-queue.ts';

/** So often at most what audits do here is written for other processes. */
const WRITE_MS = 400;

/** How far running audits are, for every process of a database: in a table that is not written ahead, and may be lost. */
export class PostgresProgress {
  readonly #db: Kysely<Database>;
  readonly #unwritten = new Map<string, JobProgress>();
  readonly #ended = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  tell(id: string, progress: JobProgress): void {
    this.#unwritten.set(id, progress);
    this.#writeSoon();
  }

  /** An audit is not run here any more. */
  forget(id: string): void {
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
    }, WRITE_MS).unref();
  }

  /** What cannot be written is not worth another attempt: there is newer soon. */
  async #write(): Promise<void> {
    const told = [...this.#unwritten].map(([id, progress]) => ({ audit_id: id, ...progress }));
    const ended = [...this.#ended];
    this.#unwritten.clear();
    this.#ended.clear();
    try {
      if (told.length > 0) {
        await this.#db
          .insertInto('audit_progress')
          .values(told)
          .onConflict((conflict) =>
            conflict
              .column('audit_id')
              .doUpdateSet(({ ref }) => ({ stage: ref('excluded.stage'), requests: ref('excluded.requests') })),
          )
          .execute();
      }
      if (ended.length > 0) await this.#db.deleteFrom('audit_progress').where('audit_id', 'in', ended).execute();
    } catch {
      // Rows of what has ended may stay: nobody asks for them.
    }
  }
}
