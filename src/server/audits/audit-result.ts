import type { Finding } from '../../audit/report/report.ts';
import type { CrawlProgress } from '../../values/crawl-progress.ts';
import type { Audit } from './audit.ts';

/** An audit as the API returns it (§2.1): seven fields, and an eighth only while it reads more pages than those of the score. */
export type AuditResult = ReturnType<typeof toAuditResult>;

/** A finding as the API returns it (§2.2). */
export type AuditResultFinding = ReturnType<typeof toResultFinding>;

/**
 * Returns the API's result of an audit. Until the audit is finished, it has no findings and the score 0; until it is started,
 * `started_at` is the time of its request, because the field is never null.
 *
 * @param crawl how far its crawl is; null for none
 */
export function toAuditResult(audit: Audit, crawl: CrawlProgress | null = null) {
  const { score, findings } = audit.finishedAt === null ? { score: 0, findings: [] } : audit.report;
  return {
    id: audit.id,
    domain: audit.domain,
    aeo_score: score,
    started_at: audit.startedAt ?? audit.requestedAt,
    finished_at: audit.finishedAt,
    status: audit.status,
    findings: findings.map(toResultFinding),
    ...(crawl !== null && { crawl: toCrawlFields(crawl) }),
  };
}

/** Returns how far a crawl is as the API shows it. */
export function toCrawlFields({ pages, of, interval, secondsLeft }: CrawlProgress) {
  return {
    pages_read: pages,
    pages_known: of,
    per_second: interval === 0 ? null : Math.round(10_000 / interval) / 10,
    seconds_left: Math.ceil(secondsLeft),
  };
}

/** Returns a finding as the API shows it. */
export function toResultFinding(finding: Finding) {
  return {
    key: finding.key,
    label: finding.label,
    severity: finding.severity,
    score_impact: finding.points,
    max_score: finding.maxPoints,
    details: finding.details,
  };
}
