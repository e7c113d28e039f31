import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { VERSION } from '../../../package.ts';
import { type Database, isPostgres, tableNames } from '../database.ts';
import { StoreRefused } from '../unwritable.ts';
import { initial } from './0001-initial.ts';
import { version } from './0002-version.ts';
import { joinedAudits } from './0003-joined-audits.ts';
import { retentionClock } from './0004-retention-clock.ts';
import { removedSites } from './0005-removed-sites.ts';
import { storage } from './0006-storage.ts';
import { storeMove } from './0007-store-move.ts';
import { pageTable } from './0008-page-table.ts';
import { pages } from './0009-pages.ts';
import { crawlProgress } from './0010-crawl-progress.ts';
import { visitDays } from './0011-visit-days.ts';
import { robotsVerdicts } from './0012-robots-verdicts.ts';
import { searchCounts } from './0013-search-counts.ts';
import { comparedWith } from './0014-compared-with.ts';
import { rendering } from './0015-rendering.ts';

/** In order of their names. Migrations are only appended: test/earlier-stores.test.ts fails when one is changed or removed. */
const MIGRATIONS = {
  '0001-initial': initial,
  '0002-version': version,
  '0003-joined-audits': joinedAudits,
  '0004-retention-clock': retentionClock,
  '0005-removed-sites': removedSites,
  '0006-storage': storage,
  '0007-store-move': storeMove,
  '0008-page-table': pageTable,
  '0009-pages': pages,
  '0010-crawl-progress': crawlProgress,
  '0011-visit-days': visitDays,
  '0012-robots-verdicts': robotsVerdicts,
  '0013-search-counts': searchCounts,
  '0014-compared-with': comparedWith,
  '0015-rendering': rendering,
};

/**
 * Brings the schema up to date.
 * @throws StoreRefused before anything is written; what a migration threw
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  await refuseUnknown(db);
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  if (results.length === 0) return;
  const names = sql.join(results.map(({ migrationName }) => migrationName));
  await sql`update ${sql.table(DEFAULT_MIGRATION_TABLE)} set version = ${VERSION} where name in (${names})`.execute(db);
}

/** @throws StoreRefused for a database of another program or of a version whose schema is not known */
async function refuseUnknown(db: Kysely<Database>): Promise<void> {
  const tables = await tableNames(db);
  const applied = tables.includes(DEFAULT_MIGRATION_TABLE) ? await appliedMigrations(db) : [];
  const has = (name: string) => applied.some((migration) => migration.name === name);
  const empty = isPostgres(db) ? 'database' : 'DATA_DIR';

  const [other] = tables.filter((name) => !name.startsWith(DEFAULT_MIGRATION_TABLE));
  if (other !== undefined && !has('0001-initial') && !has('0001-audits-and-keys'))
    throw new StoreRefused(`contains a table of another program (${other}). Use an empty ${empty}.`);

  const newest = applied.findLast(({ name }) => !Object.hasOwn(MIGRATIONS, name));
  // The first schema was rewritten until it had this table.
  const isEarly = applied.length > 0 && !(has('0001-initial') && tables.includes('traffic_days'));
  if (newest === undefined && !isEarly) return;
  const [maker, exporter] = isEarly
    ? ['a development version before 24 November 2026', 'that version']
    : [`version ${newest?.version ?? 'unknown'}`, newest?.version ?? 'that version'];
  throw new StoreRefused(
    `was made by ${maker}, which this version cannot read. Export it with ${exporter}, or start with an empty ${empty}.`,
  );
}

/** Lists the migrations that have run, in order. */
async function appliedMigrations(db: Kysely<Database>) {
  const { rows } = await sql<{ readonly name: string; readonly version?: string }>`
    select * from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows;
}
