import { compareReports, type ReportComparison } from '../../audit/report/compare-reports.ts';
import type { AuditScore, AuditStore } from '../../store/audits.ts';
import { type Audit, auditFromRow, type FinishedAudit } from './audit.ts';

/** Scores of a domain that are told at once. */
export const MAX_HISTORY = 100;

/** An audit beside those before. */
export interface AuditReport {
  readonly audit: Audit;
  /** The newest live audit of the domain that was done before this live one was started; null when there is none. */
  readonly previous: FinishedAudit | null;
  /** What has changed since `previous`; null unless this audit is done and there is one. */
  readonly comparison: ReportComparison | null;
  /** The live audits of the domain that were done, the newest first; none for a demonstration, which is of no site. */
  readonly scores: readonly AuditScore[];
}

/** Reads what an audit is shown with. */
export async function readAuditReport(audit: Audit, audits: AuditStore): Promise<AuditReport> {
  const { domain, startedAt, requestedAt } = audit;
  const scores = audit.kind === 'live' ? await audits.scoresOf(domain, MAX_HISTORY) : [];
  const row = audit.kind === 'live' ? await audits.newestDone(domain, startedAt ?? requestedAt) : null;
  const earlier = row === null ? null : auditFromRow(row);
  const previous = earlier !== null && earlier.finishedAt !== null ? earlier : null;
  const comparison =
    previous !== null && audit.status === 'done' ? compareReports(previous.report, audit.report) : null;
  return { audit, previous, comparison, scores };
}
