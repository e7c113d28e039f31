import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { FinishedAudit, RequestedAudit } from '../../src/server/audits/store/audit-store.ts';
import {
  type CallerBounds,
  LiveAuditStore,
  type StartedAudit,
} from '../../src/server/audits/store/live-audit-store.ts';
import type { Database } from '../../src/server/store/database.ts';
import { PRIORITY } from '../../src/server/store/jobs/job-queue.ts';
import { RowJobs } from '../../src/server/store/jobs/row-jobs.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** Lets any number of audits wait. */
export const UNBOUNDED: CallerBounds = { most: Number.MAX_SAFE_INTEGER, mostOfClient: () => Number.MAX_SAFE_INTEGER };

/** Returns an audit that a caller requests. */
export function requestedAudit(audit: Partial<RequestedAudit> = {}): RequestedAudit {
  const { domain = 'example.com' } = audit;
  const { keyId = null } = audit;
  const priority = PRIORITY.caller;
  return {
    id: randomUUID(),
    domain,
    host: domain,
    priority,
    requestedAt: AT,
    keyId,
    client: keyId ?? '',
    pages: 25,
    ...audit,
  };
}

/** Returns a finished audit with a minimal report. */
export function doneAudit(audit: Partial<FinishedAudit> = {}): FinishedAudit {
  return {
    status: 'done',
    score: 50,
    rubricVersion: 1,
    verdict: null,
    finishedAt: AT,
    report: '{"it":"is ü"}',
    hasSnapshot: false,
    inventory: null,
    ...audit,
  };
}

/** Stores a queued live audit. */
export async function storeQueued(db: Kysely<Database>, audit: Partial<RequestedAudit> = {}): Promise<RequestedAudit> {
  const queued = requestedAudit(audit);
  const accepted = await new LiveAuditStore(db, new RowJobs(db)).accept(queued, UNBOUNDED);
  if (typeof accepted === 'string' || accepted.id !== queued.id)
    throw new Error(`${queued.domain} has an unfinished audit.`);
  return queued;
}

/** Stores a running live audit. No other audit may be queued. */
export async function storeRunning(db: Kysely<Database>, audit: Partial<RequestedAudit> = {}): Promise<StartedAudit> {
  const { id } = await storeQueued(db, audit);
  const started = await new LiveAuditStore(db, new RowJobs(db)).take({
    slots: 1_000,
    running: [],
    recent: [],
    perHost: 256,
  });
  if (started?.id !== id) throw new Error('Another audit waits, too.');
  return started;
}

/** Stores a finished live audit. */
export async function storeFinished(
  db: Kysely<Database>,
  audit: Partial<RequestedAudit>,
  finished: Partial<FinishedAudit>,
): Promise<string> {
  const started = await storeRunning(db, audit);
  const batches = await new LiveAuditStore(db, new RowJobs(db)).finish(started, doneAudit(finished), null);
  if (batches === null) throw new Error('It is another attempt’s.');
  return started.id;
}

/** Stores finished live audits without report and snapshot. */
export async function storeManyFinished(db: Kysely<Database>, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const { id, domain, host, priority, requestedAt: time } = requestedAudit();
    return { id, domain, host, priority, requested_at: time, finished_at: time, attempts: 1, has_snapshot: 0 };
  });
  await db
    .insertInto('audits')
    .values(rows.map((row) => ({ kind: 'live', status: 'done', ...row })))
    .execute();
}
