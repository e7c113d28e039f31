import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/** One row that is there to be read and written: the one way to know whether a database can be. */
export class Heartbeat {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** @throws when nothing can be read */
  async read(): Promise<void> {
    await this.#db.selectFrom('heartbeats').select('beaten_at').executeTakeFirst();
  }

  /** @param now ISO 8601 UTC @throws when nothing can be written */
  async beat(now: string): Promise<void> {
    await this.#db
      .insertInto('heartbeats')
      .values({ id: 1, beaten_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beaten_at: now }))
      .execute();
  }
}
