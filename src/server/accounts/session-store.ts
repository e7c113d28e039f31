import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { actAs } from '../store/key-authority.ts';

/** Maximum number of sessions of a key. The oldest beyond that end. */
export const MAX_SESSIONS = 100;

/** A browser that signed in with a key. */
export interface SessionRow {
  /** SHA-256 of the token. */
  readonly hash: string;
  readonly keyId: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** The sessions of keys. A token itself is never stored. */
export class SessionStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Stores a session, and deletes those of its key beyond the newest {@link MAX_SESSIONS}. @throws KeyEnded */
  async insert({ hash, keyId, createdAt }: SessionRow): Promise<void> {
    await actAs(this.#db, keyId, async (transaction) => {
      await transaction.insertInto('sessions').values({ hash, key_id: keyId, created_at: createdAt }).execute();
      const kept = transaction
        .selectFrom('sessions')
        .select('hash')
        .where('key_id', '=', keyId)
        .orderBy('created_at', 'desc')
        .orderBy('hash')
        .limit(MAX_SESSIONS);
      await transaction.deleteFrom('sessions').where('key_id', '=', keyId).where('hash', 'not in', kept).execute();
    });
  }

  async find(hash: string): Promise<SessionRow | null> {
    const row = await this.#db
      .selectFrom('sessions')
      .select(['hash', 'key_id as keyId', 'created_at as createdAt'])
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row ?? null;
  }

  async delete(hash: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('hash', '=', hash).execute();
  }

  async deleteByKey(keyId: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('key_id', '=', keyId).execute();
  }
}
