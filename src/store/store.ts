import type { Kysely, Logger } from 'kysely';
import type { Config } from '../config.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import type { Database } from './database.ts';
import type { ServingLock } from './serving-lock.ts';
import { openSqlite } from './sqlite.ts';
import { SqliteVisitWriter, type VisitWriter } from './visit-writer.ts';
import { type DeleteSomeVisits, sqliteVisitDeletion } from './visits.ts';

/** Which store: the PostgreSQL database of `DATABASE_URL`, or without one the embedded one of `DATA_DIR`. */
export type StoreSettings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>;

/** The database, and what is done in another way in each. */
export interface Store {
  readonly db: Kysely<Database>;
  readonly visitWriter: VisitWriter;
  readonly deleteSomeVisits: DeleteSomeVisits;
  /** Writes what it was given, and lets go of it. */
  close(): Promise<void>;
}

/**
 * Opens a store and brings its schema up to date, also while other processes do.
 *
 * @param onStatement told of every statement that has ended, visits' apart
 * @throws when it cannot be used: why, in words that hold no password
 */
export async function openStore({ DATABASE_URL, DATA_DIR }: StoreSettings, onStatement?: Logger): Promise<Store> {
  if (DATABASE_URL === undefined) {
    const db = await openSqlite(DATA_DIR, onStatement);
    return storeOf(db, new SqliteVisitWriter(DATA_DIR), sqliteVisitDeletion(db));
  }
  const [{ openPostgres }, { PostgresVisitWriter, postgresVisitDeletion }] = await Promise.all([
    import('./postgres.ts'),
    import('./postgres-visits.ts'),
  ]);
  const db = await openPostgres(DATABASE_URL, onStatement);
  return storeOf(db, new PostgresVisitWriter(DATABASE_URL), postgresVisitDeletion(db));
}

/** Takes a store for this process alone to serve. @throws when another process has it, or it cannot be used */
export async function lockStore({ DATABASE_URL, DATA_DIR }: StoreSettings): Promise<ServingLock> {
  if (DATABASE_URL === undefined) {
    const release = lockDataFolder(DATA_DIR);
    return { lost: new Promise(() => undefined), release: async () => release() };
  }
  const { lockPostgres } = await import('./postgres-lock.ts');
  return lockPostgres(DATABASE_URL);
}

/** Which store it is, for people: the setting, and of its value what is no secret. */
export function nameOfStore({ DATABASE_URL, DATA_DIR }: StoreSettings): string {
  if (DATABASE_URL === undefined) return `DATA_DIR ${DATA_DIR}`;
  const { host, pathname } = new URL(DATABASE_URL);
  return `DATABASE_URL (${host}${pathname})`;
}

function storeOf(
  db: Kysely<Database>,
  visitWriter: VisitWriter & { close(): Promise<void> },
  deleteSomeVisits: DeleteSomeVisits,
): Store {
  const close = async () => {
    await visitWriter.close();
    await db.destroy();
  };
  return { db, visitWriter, deleteSomeVisits, close };
}
