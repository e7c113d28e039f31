import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../store/database.ts';
import { type EndedWork, endWork, withdrawAll } from '../store/end-work.ts';
import { freshTransaction, KEY_IN_USE, KeyEnded, lockKey, runAlone } from '../store/key-authority.ts';

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
  /** Maximum number of live audits on a UTC day; null for any number. */
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

/** The id of the key that changes keys; null for the command. The key must be in use and may manage keys, or nothing changes. */
export type Administrator = string | null;

/** Changes of a key. Those that are absent stay as they are. */
export interface KeyChange {
  readonly name?: string;
  readonly auditsPerDay?: number | null;
}

/** What becomes of what a revoked key has. */
export interface RevocationTerms {
  /** The key that gets its published domains and its sites. */
  readonly heirId?: string;
  /** Withdraws its published domains. */
  readonly withdraws?: boolean;
  /** Refuses to revoke the last key that may manage keys. */
  readonly keepsAdmin?: boolean;
  readonly by?: Administrator;
}

/** The caller must delete the visits of the withdrawn domains. */
export interface RevokedKey {
  readonly withdrawn: readonly string[];
  readonly ended: EndedWork;
}

export type RevocationRefusal = 'not_found' | 'last_admin' | 'owns_domains' | 'heir_ended';
export type Revocation = RevokedKey | RevocationRefusal;

/** The keys that were made. Only their hashes are stored. */
export class ApiKeyStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Stores a key. Returns false when a key in use has that name. @param by see {@link Administrator} @throws KeyEnded */
  async insert(key: NewApiKey, by: Administrator = null): Promise<boolean> {
    const { id, name, hash, createdAt, isAdmin = false, auditsPerDay = null } = key;
    const { numInsertedOrUpdatedRows } = await this.#alone(by, (transaction) =>
      transaction
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
        .executeTakeFirstOrThrow(),
    );
    return numInsertedOrUpdatedRows === 1n;
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

  /**
   * Changes a key in use.
   * @param by see {@link Administrator}
   * @returns false when there is none with this id, or another key in use has that name
   * @throws KeyEnded
   */
  async update(id: string, { name, auditsPerDay }: KeyChange, by: Administrator = null): Promise<boolean> {
    const { numUpdatedRows } = await this.#alone(by, (transaction) =>
      transaction
        .updateTable('api_keys')
        .set((eb) => ({
          name: name === undefined ? eb.ref('name') : name,
          audits_per_day: auditsPerDay === undefined ? eb.ref('audits_per_day') : auditsPerDay,
        }))
        .where('id', '=', id)
        .where(KEY_IN_USE)
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
        .executeTakeFirstOrThrow(),
    );
    return numUpdatedRows === 1n;
  }

  /** Changes keys while no other transaction does. @throws KeyEnded */
  #alone<Result>(by: Administrator, change: (transaction: Transaction<Database>) => Promise<Result>): Promise<Result> {
    return freshTransaction(this.#db).execute(async (transaction) => {
      await runAlone(transaction, 'keys');
      if (by !== null && !(await lockKey(transaction, by)).isAdmin) throw new KeyEnded();
      return change(transaction);
    });
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
   * Revokes the key in use that has this id: it may no longer act, and all that it began ends in the same transaction. Its list of sites is
   * deleted, its sessions end, and so do its batches and waiting audits.
   * @throws KeyEnded
   */
  async revoke(
    id: string,
    revokedAt: string,
    { heirId, by = null, ...terms }: RevocationTerms = {},
  ): Promise<Revocation> {
    try {
      return await this.#alone(by, async (transaction) => {
        const { isAdmin } = await endKey(transaction, id, revokedAt);
        if (isAdmin && terms.keepsAdmin === true && !(await hasAdmin(transaction)))
          throw new RevocationRefused('last_admin');
        if (heirId !== undefined) await bequeath(transaction, id, heirId);
        const withdrawn = terms.withdraws === true ? await withdrawAll(transaction, id) : [];
        if (await hasDomains(transaction, id)) throw new RevocationRefused('owns_domains');
        await transaction.deleteFrom('sites').where('key_id', '=', id).execute();
        await transaction.deleteFrom('removed_sites').where('key_id', '=', id).execute();
        await transaction.deleteFrom('sessions').where('key_id', '=', id).execute();
        return { withdrawn, ended: await endWork(transaction, id, revokedAt) };
      });
    } catch (error) {
      if (error instanceof RevocationRefused) return error.reason;
      throw error;
    }
  }
}

/** Rolls back a revocation. */
class RevocationRefused extends Error {
  readonly reason: RevocationRefusal;

  constructor(reason: RevocationRefusal) {
    super(reason);
    this.reason = reason;
  }
}

async function endKey(
  transaction: Transaction<Database>,
  id: string,
  revokedAt: string,
): Promise<{ readonly isAdmin: boolean }> {
  const key = await transaction
    .updateTable('api_keys')
    .set({ revoked_at: revokedAt })
    .where('id', '=', id)
    .where(KEY_IN_USE)
    .returning('is_admin')
    .executeTakeFirst();
  if (key === undefined) throw new RevocationRefused('not_found');
  return { isAdmin: key.is_admin === 1 };
}

async function hasAdmin(transaction: Transaction<Database>): Promise<boolean> {
  const admins = transaction.selectFrom('api_keys').select('id').where('is_admin', '=', 1).where(KEY_IN_USE);
  return (await admins.limit(1).executeTakeFirst()) !== undefined;
}

async function hasDomains(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const domains = transaction.selectFrom('published_domains').select('domain').where('key_id', '=', id);
  return (await domains.limit(1).executeTakeFirst()) !== undefined;
}

/** Gives a key's published domains and sites to another key. @throws RevocationRefused where that may no longer act */
async function bequeath(transaction: Transaction<Database>, id: string, heirId: string): Promise<void> {
  await lockKey(transaction, heirId).catch((error: unknown) => {
    throw error instanceof KeyEnded ? new RevocationRefused('heir_ended') : error;
  });
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

function toKey(row: Omit<ApiKeyRow, 'isAdmin'> & { readonly isAdmin: number }): ApiKeyRow {
  return { ...row, isAdmin: row.isAdmin === 1 };
}
