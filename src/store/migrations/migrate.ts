import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import type { Database } from '../database.ts';
import { auditsAndKeys } from './0001-audits-and-keys.ts';
import { publishedDomains } from './0002-published-domains.ts';
import { visits } from './0003-visits.ts';
import { dailyAudits } from './0005-daily-audits.ts';
import { heartbeats } from './0006-heartbeats.ts';
import { batches } from './0007-batches.ts';
import { jobs } from './0008-jobs.ts';
import { visitVerification } from './0009-visit-verification.ts';
import { pathVisits } from './0010-path-visits.ts';
import { visitBlocks } from './0011-visit-blocks.ts';
import { visitRuns } from './0012-visit-runs.ts';
import { auditsWithSnapshot } from './0013-audits-with-snapshot.ts';
import { publishedVisits } from './0020-published-visits.ts';
import { secrets } from './0021-secrets.ts';
import { auditClients } from './0030-audit-clients.ts';
import { incomingBatches } from './0031-incoming-batches.ts';
import { auditVerdicts } from './0050-audit-verdicts.ts';
import { demonstrations } from './0060-demonstrations.ts';

/** In order of their names. One that was released never changes and never goes. */
const MIGRATIONS = {
  '0001-audits-and-keys': auditsAndKeys,
  '0002-published-domains': publishedDomains,
  '0003-visits': visits,
  '0005-daily-audits': dailyAudits,
  '0006-heartbeats': heartbeats,
  '0007-batches': batches,
  '0008-jobs': jobs,
  '0009-visit-verification': visitVerification,
  '0010-path-visits': pathVisits,
  '0011-visit-blocks': visitBlocks,
  '0012-visit-runs': visitRuns,
  '0013-audits-with-snapshot': auditsWithSnapshot,
  '0020-published-visits': publishedVisits,
  '0021-secrets': secrets,
  '0030-audit-clients': auditClients,
  '0031-incoming-batches': incomingBatches,
  '0050-audit-verdicts': auditVerdicts,
  '0060-demonstrations': demonstrations,
};

/** The schemas that were released, each by its last migration. */
export const SCHEMAS = Object.keys(MIGRATIONS);

/**
 * Brings the schema up to date.
 * @param schema stops at an earlier one
 * @throws what a migration threw; an error that says so when a newer version has changed the schema
 */
export async function migrate(db: Kysely<Database>, schema = SCHEMAS.at(-1) ?? ''): Promise<void> {
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider }).migrateTo(schema);
  if (error === undefined) return;
  // After an error of the database itself, a transaction takes no more statements.
  if (await hasUnknownMigrations(db).catch(() => false))
    throw new Error('a newer version of Citable has changed it', { cause: error });
  throw error;
}

async function hasUnknownMigrations(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.some(({ name }) => !SCHEMAS.includes(name));
}
