import type { Selectable } from 'kysely';
import type { AuditsTable } from './database.ts';
import type { StartedAudit } from './job-queue.ts';

/** What a taker is told. */
export const STARTED_COLUMNS = [
  'id',
  'domain',
  'host',
  'priority',
  'requested_at',
  'started_at',
  'key_id',
  'attempts',
] as const;

/** A row that was just started as its taker has it. */
export function toStarted(row: Pick<Selectable<AuditsTable>, (typeof STARTED_COLUMNS)[number]>): StartedAudit {
  const { id, domain, host, priority, requested_at: requestedAt, key_id: keyId, attempts } = row;
  return { id, domain, host, priority, requestedAt, startedAt: row.started_at ?? requestedAt, keyId, attempts };
}
