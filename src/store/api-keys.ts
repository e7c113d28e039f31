import type { Kysely, Selectable } from 'kysely';
import type { ApiKeysTable, Database } from './database.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  /** SHA-256, in lower-case hexadecimal. */
  readonly hash: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** Null while it is in use. */
  readonly revokedAt: string | null;
}

/** The keys that were made, by their hashes. A key itself never gets here. */
export class ApiKeyStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Keeps a key. Returns false when a key in use has that name. */
  async insert(key: Omit<ApiKeyRow, 'revokedAt'>): Promise<boolean> {
    const result = await this.#db
      .insertInto('api_keys')
      .values({ id: key.id, name: key.name, hash: key.hash, created_at: key.createdAt, revoked_at: null })
      .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing())
      .executeTakeFirst();
    return result.numInsertedOrUpdatedRows === 1n;
  }

  /** By its id, revoked or not. */
  async find(id: string): Promise<ApiKeyRow | null> {
    const row = await this.#db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : fromColumns(row);
  }

  /** By its hash, revoked or not. */
  async findByHash(hash: string): Promise<ApiKeyRow | null> {
    const row = await this.#db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
    return row === undefined ? null : fromColumns(row);
  }

  /** All keys, the oldest first, revoked ones included. */
  async list(): Promise<ApiKeyRow[]> {
    const rows = await this.#db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
    return rows.map(fromColumns);
  }

  /**
   * Revokes the key in use that has this id. Returns whether there was one.
   * Its list of sites is deleted.
   * @param heirId the key that gets its published domains and its sites, in the same transaction; null: the domains stay as they are
   */
  async revoke(id: string, revokedAt: string, heirId: string | null = null): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('api_keys')
        .set({ revoked_at: revokedAt })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return false;
      if (heirId !== null) {
        await transaction.updateTable('published_domains').set({ key_id: heirId }).where('key_id', '=', id).execute();
        await transaction
          .insertInto('sites')
          .columns(['key_id', 'domain', 'added_at', 'schedule', 'next_audit_at'])
          .expression((eb) =>
            eb
              .selectFrom('sites')
              .select([eb.val(heirId).as('key_id'), 'domain', 'added_at', 'schedule', 'next_audit_at'])
              .where('key_id', '=', id),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      await transaction.deleteFrom('sites').where('key_id', '=', id).execute();
      return true;
    });
  }
}

function fromColumns(row: Selectable<ApiKeysTable>): ApiKeyRow {
  return { id: row.id, name: row.name, hash: row.hash, createdAt: row.created_at, revokedAt: row.revoked_at };
}
