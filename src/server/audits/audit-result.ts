import type { Finding, Severity } from '../../audit/report/report.ts';
import type { Audit } from './audit.ts';

/** An audit as the API returns it (§2.1): these seven fields and no others. */
export interface AuditResult {
  readonly id: string;
  readonly domain: string;
  readonly aeo_score: number;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly status: 'queued' | 'running' | 'done' | 'failed';
  readonly findings: AuditResultFinding[];
}

/** A finding as the API returns it (§2.2). */
export interface AuditResultFinding {
  readonly key: string;
  readonly label: string;
  readonly severity: Severity;
  readonly score_impact: number;
  readonly max_score: number;
  readonly details: string;
}

/**
 * Returns the API's result of an audit. Until the audit is finished, it has no findings and the score 0; until it is started,
 * `started_at` is the time of its request, because the field is never null.
 */
export function toAuditResult(audit: Audit): AuditResult {
  const { score, findings } = audit.finishedAt === null ? { score: 0, findings: [] } : audit.report;
  return {
    id: audit.id,
    domain: audit.domain,
    aeo_score: score,
    started_at: audit.startedAt ?? audit.requestedAt,
    finished_at: audit.finishedAt,
    status: audit.status,
    findings: findings.map(toResultFinding),
  };
}

/** Returns a finding as the API shows it. */
export function toResultFinding(finding: Finding): AuditResultFinding {
  return {
    key: finding.key,
    label: finding.label,
    severity: finding.severity,
    score_impact: finding.points,
    max_score: finding.maxPoints,
    details: finding.details,
  };
}
