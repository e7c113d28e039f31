import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { type Database, isPostgres } from './database.ts';

/** A key that may no longer act. Nothing that it requested is stored or begun from then on. */
export class KeyEnded extends Error {
  constructor() {
    super('The key was revoked.');
  }
}

/** Returns whether a key may still act. With {@link KEY_IN_USE}, the only place that decides it. */
export function mayAct({ revokedAt }: { readonly revokedAt: string | null }): boolean {
  return revokedAt === null;
}

/** The same as {@link mayAct}, as a condition on a row of `api_keys`. */
export const KEY_IN_USE = sql<SqlBool>`api_keys.revoked_at is null`;

/**
 * Runs a transaction on behalf of a key. Until it ends, the key cannot be revoked, and no other transaction on behalf of the key runs: it
 * can count what the key has before it adds to it.
 * @throws KeyEnded
 */
export function actAs<Result>(
  db: Kysely<Database>,
  keyId: string,
  act: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return freshTransaction(db).execute(async (transaction) => {
    await lockKey(transaction, keyId);
    return act(transaction);
  });
}

/** Locks a key until the end of the transaction. @throws KeyEnded */
export async function lockKey(
  transaction: Transaction<Database>,
  keyId: string,
): Promise<{ readonly auditsPerDay: number | null; readonly isAdmin: boolean }> {
  const key = await transaction
    .selectFrom('api_keys')
    .select(['audits_per_day as auditsPerDay', 'is_admin as isAdmin'])
    .where('id', '=', keyId)
    .where(KEY_IN_USE)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (key === undefined) throw new KeyEnded();
  return { ...key, isAdmin: key.isAdmin === 1 };
}

/**
 * Locks a published domain until the end of the transaction: what is added to it is added one after the other, and it cannot be withdrawn
 * meanwhile. Returns whether the key owns it; if not, nothing is locked.
 */
export async function lockDomain(transaction: Transaction<Database>, domain: string, keyId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('published_domains')
    .set({ key_id: keyId })
    .where('domain', '=', domain)
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Begins a transaction whose statements see what was committed while it waited for a lock, whatever the server's default. */
export function freshTransaction(db: Kysely<Database>) {
  return db.transaction().setIsolationLevel('read committed');
}

/** Advisory locks of PostgreSQL: arbitrary numbers that nothing else uses. */
const LOCKS = { keys: '5204118003007', 'audits of callers': '5204118003006' } as const;

/** Makes transactions that count before they write run one after the other. On SQLite, they do anyway. */
export async function runAlone(transaction: Transaction<Database>, lock: keyof typeof LOCKS): Promise<void> {
  if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(${LOCKS[lock]})`.execute(transaction);
}
