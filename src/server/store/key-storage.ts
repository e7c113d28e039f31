import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { actAs } from './key-authority.ts';

/** Bytes of a stored audit beside its report, inventory and snapshot, and of a batch beside its entries. */
export const ROW_BYTES = 1_000;
/** Bytes of an entry of a batch beside its texts. */
export const ENTRY_BYTES = 500;

/** What a key may have. */
export interface StorageLimits {
  /** Null: any number. */
  readonly bytes: number | null;
  /** Domains that are in its list, or that it has published. */
  readonly domains: number;
}

export const UNLIMITED: StorageLimits = { bytes: null, domains: Number.MAX_SAFE_INTEGER };

/** A key has used its storage, or has as many domains as it may. Rolls back the transaction that would add to them. */
export class StorageFull extends Error {
  readonly of: 'bytes' | 'domains';
  /** The key's id; '' for everything that belongs to no key. */
  readonly budget: string;
  readonly used: number;

  constructor(of: 'bytes' | 'domains', budget: string, used: number) {
    super(`The limit of ${of} is reached.`);
    this.of = of;
    this.budget = budget;
    this.used = used;
  }
}

/**
 * Requires that what a key has stored is within its limit, after it was stored in the same transaction.
 * @param reserved bytes that the transactions after this will store
 * @throws StorageFull
 */
export async function requireRoom(
  db: Kysely<Database>,
  budget: string,
  { bytes }: StorageLimits,
  reserved = 0,
): Promise<void> {
  if (bytes === null) return;
  const used = await new StorageStore(db).usedBy(budget);
  if (used + reserved > bytes) throw new StorageFull('bytes', budget, used);
}

/** Requires the same, and that a key has not too many domains, after one was added. @throws StorageFull */
export async function requireRoomForDomain(db: Kysely<Database>, keyId: string, limits: StorageLimits): Promise<void> {
  await requireRoom(db, keyId, limits);
  const domains = await countDomains(db, keyId);
  if (domains > limits.domains) throw new StorageFull('domains', keyId, domains);
}

/** Counts the domains that are in the list of a key, or that it has published. */
export async function countDomains(db: Kysely<Database>, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom(({ selectFrom }) =>
      selectFrom('sites')
        .select('domain')
        .where('key_id', '=', keyId)
        .union(selectFrom('published_domains').select('domain').where('key_id', '=', keyId))
        .as('mine'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Bytes stored for each key. Triggers of the database count them: see the migration `0006-storage`. */
export class StorageStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** @param budget a key's id; '' for everything that belongs to no key */
  async usedBy(budget: string): Promise<number> {
    const row = await this.#db.selectFrom('storage').select('bytes').where('owner', '=', budget).executeTakeFirst();
    return row?.bytes ?? 0;
  }

  /** Returns the bytes of each budget that has any. */
  async all(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db.selectFrom('storage').select(['owner', 'bytes']).execute();
    return new Map(rows.map(({ owner, bytes }) => [owner, bytes]));
  }

  /**
   * Returns audits of a budget that were finished before a time, the oldest first. For the service, the budget's newest of each site that
   * was done is not among them.
   * @param withSnapshots whether those that have a snapshot are among them
   * @param by the key that deletes them; null for the service @throws KeyEnded
   */
  async oldestAudits(
    budget: string,
    before: string,
    limit: number,
    withSnapshots: boolean,
    by: string | null = null,
  ): Promise<{ id: string; hasSnapshot: boolean }[]> {
    const rows = await (by === null ? select(this.#db) : actAs(this.#db, by, select));
    return rows.map(({ id, has_snapshot }) => ({ id, hasSnapshot: has_snapshot === 1 }));

    function select(db: Kysely<Database>) {
      return db
        .selectFrom('audits')
        .select(['id', 'has_snapshot'])
        .where('budget', '=', budget)
        .where('kind', '=', 'live')
        .where('finished_at', '<', before)
        .$if(!withSnapshots, (query) => query.where('has_snapshot', '=', 0))
        .$if(by === null, (query) =>
          query.where(({ eb, or, exists, selectFrom }) =>
            or([
              eb('status', '=', 'failed'),
              exists(
                selectFrom('audits as newer')
                  .select('newer.id')
                  .whereRef('newer.domain', '=', 'audits.domain')
                  .whereRef('newer.budget', '=', 'audits.budget')
                  .where('newer.kind', '=', 'live')
                  .where('newer.status', '=', 'done')
                  .whereRef('newer.finished_at', '>', 'audits.finished_at'),
              ),
            ]),
          ),
        )
        .orderBy('finished_at')
        .limit(limit)
        .execute();
    }
  }
}
