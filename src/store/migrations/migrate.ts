import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import type { Database } from '../database.ts';
import { initial } from './0001-initial.ts';

/** In order of their names. A released migration never changes and is never removed. */
const MIGRATIONS = { '0001-initial': initial };

/**
 * Brings the schema up to date.
 * @throws what a migration threw; an error that says so when a newer version has changed the schema
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return;
  // After an error of the database itself, a transaction takes no more statements.
  if (await hasUnknownMigrations(db).catch(() => false))
    throw new Error('a newer version of Citable has changed it', { cause: error });
  throw error;
}

async function hasUnknownMigrations(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.some(({ name }) => !Object.hasOwn(MIGRATIONS, name));
}
