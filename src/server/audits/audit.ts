import type { Report } from '../../audit/report/report.ts';
import { parseStoredReport } from '../../audit/report/stored-report.ts';
import type { LogEvidence } from '../../site/log-evidence.ts';
import { type AuditId, parseAuditId } from '../../values/audit-id.ts';
import type { AuditRow } from './store/audit-store.ts';

export type Audit = UnfinishedAudit | FinishedAudit;

interface AnyAudit {
  readonly id: AuditId;
  readonly domain: string;
  readonly kind: Report['kind'];
  /** ISO 8601 UTC, as all times here. */
  readonly requestedAt: string;
}

interface UnfinishedAudit extends AnyAudit {
  readonly status: 'queued' | 'running';
  readonly startedAt: string | null;
  readonly finishedAt: null;
  /** Maximum number of pages that it reads. */
  readonly pages: number;
  /** Whether it also loads its pages in a browser. */
  readonly isRendered: boolean;
  /** The key that requested it; null without one. */
  readonly keyId: string | null;
}

/** A finished audit never changes again. */
export interface FinishedAudit extends AnyAudit {
  readonly status: 'done' | 'failed';
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly report: Omit<Report, 'logs'>;
  readonly hasSnapshot: boolean;
  /** Whether its pages were to be loaded in a browser, too. Default: false. */
  readonly isRendered?: boolean;
  /** What the owner's access logs say, and the owner's key: see `asSeenBy`. */
  readonly ownLogs?: { readonly keyId: string; readonly logs: LogEvidence };
}

/** Reads an audit from its row. @throws when this service did not write the row */
export function auditFromRow(row: AuditRow): Audit {
  const id = parseAuditId(row.id);
  if (id === null) throw new Error(`The stored audit ${row.id} has no UUID.`);
  const { domain, kind, status, requestedAt, startedAt, finishedAt, hasSnapshot, isRendered, pages, keyId } = row;
  if (status === 'queued' || status === 'running')
    return { id, domain, kind, requestedAt, status, startedAt, finishedAt: null, pages, isRendered, keyId };
  if (finishedAt === null || row.report === null)
    throw new Error(`The stored audit ${id} is ${status} without a report.`);
  const { logs, ...report } = parseStoredReport(row.report, kind);
  const times = { requestedAt, startedAt: startedAt ?? finishedAt, finishedAt };
  const ownLogs = logs === undefined || keyId === null ? {} : { ownLogs: { keyId, logs } };
  return { id, domain, kind, ...times, status, report, hasSnapshot, isRendered, ...ownLogs };
}

/** Reads a finished audit from its row; null when there is no row, or the audit is not finished. */
export function finishedFromRow(row: AuditRow | null): FinishedAudit | null {
  const audit = row === null ? null : auditFromRow(row);
  return audit === null || audit.finishedAt === null ? null : audit;
}

/** Returns why nothing can be compared with an audit, in one sentence; null when it can. */
export function whyNotComparable({ kind, status }: Pick<FinishedAudit, 'kind' | 'status'>): string | null {
  if (kind === 'demonstration') return 'The audit is a demonstration, which was made up: it cannot be compared.';
  if (status === 'failed') return 'The audit failed: it found nothing that could be compared.';
  return null;
}
