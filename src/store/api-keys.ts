import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  /** SHA-256, in lower-case hexadecimal. */
  readonly hash: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** Null while it is in use. */
  readonly revokedAt: string | null;
  /** It may manage keys. */
  readonly isAdmin: boolean;
  /** Most live audits on a UTC day; null for any number. */
  readonly auditsPerDay: number | null;
  /** Some minutes exact; null when it was never used. */
  readonly lastUsedAt: string | null;
}

/** A key to be stored. */
export interface NewApiKey extends Pick<ApiKeyRow, 'id' | 'name' | 'hash' | 'createdAt'> {
  /** Default: no. */
  readonly isAdmin?: boolean;
  /** Default: any number. */
  readonly auditsPerDay?: number | null;
}

/** Changes of a key. Those that are absent stay as they are. */
export interface KeyChange {
  readonly name?: string;
  readonly auditsPerDay?: number | null;
}

/** The keys that were made. Only their hashes are stored. */
export class ApiKeyStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Stores a key. Returns false when a key in use has that name. */
  async insert({ id, name, hash, createdAt, isAdmin = false, auditsPerDay = null }: NewApiKey): Promise<boolean> {
    const result = await this.#db
      .insertInto('api_keys')
      .values({
        id,
        name,
        hash,
        created_at: createdAt,
        revoked_at: null,
        is_admin: isAdmin ? 1 : 0,
        audits_per_day: auditsPerDay,
      })
      .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing())
      .executeTakeFirst();
    return result.numInsertedOrUpdatedRows === 1n;
  }

  /** Finds a key by its id, revoked or not. */
  async find(id: string): Promise<ApiKeyRow | null> {
    const row = await this.#select().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toKey(row);
  }

  /** Finds a key by its hash, revoked or not. */
  async findByHash(hash: string): Promise<ApiKeyRow | null> {
    const row = await this.#select().where('hash', '=', hash).executeTakeFirst();
    return row === undefined ? null : toKey(row);
  }

  /** Lists all keys, the oldest first, revoked ones included. */
  async list(): Promise<ApiKeyRow[]> {
    const rows = await this.#select().orderBy('created_at').orderBy('id').execute();
    return rows.map(toKey);
  }

  #select() {
    return this.#db
      .selectFrom('api_keys')
      .select(['id', 'name', 'hash', 'created_at as createdAt', 'revoked_at as revokedAt', 'is_admin as isAdmin'])
      .select(['audits_per_day as auditsPerDay', 'last_used_at as lastUsedAt']);
  }

  /** Changes a key in use. @returns false when there is none with this id, or another key in use has that name */
  async update(id: string, { name, auditsPerDay }: KeyChange): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('api_keys')
      .set((eb) => ({
        name: name === undefined ? eb.ref('name') : name,
        audits_per_day: auditsPerDay === undefined ? eb.ref('audits_per_day') : auditsPerDay,
      }))
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .$if(name !== undefined, (query) =>
        query.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('api_keys as other')
                .select('other.id')
                .where('other.name', '=', name ?? '')
                .where('other.revoked_at', 'is', null)
                .where('other.id', '<>', id),
            ),
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  /** Records that a key was used, unless that was recorded since a time. */
  async touch(id: string, usedAt: string, unlessSince: string): Promise<void> {
    await this.#db
      .updateTable('api_keys')
      .set({ last_used_at: usedAt })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', unlessSince)]))
      .execute();
  }

  /** Counts the live audits that a key has requested since a time. */
  async auditsSince(id: string, time: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('audits')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('key_id', '=', id)
      .where('requested_at', '>=', time)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Counts the published domains of each key. */
  async publishedCounts(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db
      .selectFrom('published_domains')
      .select(({ fn }) => ['key_id', fn.countAll<number>().as('count')])
      .where('key_id', 'is not', null)
      .groupBy('key_id')
      .execute();
    return new Map(rows.map(({ key_id, count }) => [key_id ?? '', Number(count)]));
  }

  /**
   * Revokes the key in use that has this id. Returns whether there was one.
   * Its list of sites is deleted, and its sessions end.
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
      await transaction.deleteFrom('sessions').where('key_id', '=', id).execute();
      return true;
    });
  }
}

function toKey(row: Omit<ApiKeyRow, 'isAdmin'> & { readonly isAdmin: number }): ApiKeyRow {
  return { ...row, isAdmin: row.isAdmin === 1 };
}
