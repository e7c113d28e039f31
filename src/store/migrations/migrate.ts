import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
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
import { auditVerdicts } from './0050-audit-verdicts.ts';

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
  '0050-audit-verdicts': auditVerdicts,
};

/** The schemas that were released, each by its last migration. */
export const SCHEMAS = Object.keys(MIGRATIONS);

/** Brings the schema up to date. @param schema stops at an earlier one @throws what a migration threw */
export async function migrate(db: Kysely<Database>, schema = SCHEMAS.at(-1) ?? ''): Promise<void> {
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider }).migrateTo(schema);
  if (error !== undefined) throw error;
}
