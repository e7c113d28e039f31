import type { Report } from '../../audit/report/report.ts';
import { exchangesOf, type Site } from '../../site/site.ts';
import { toResultFinding } from './audit-result.ts';
import { toReportEvidence } from './evidence.ts';

/**
 * A report as the command prints it as JSON: the interface's fields (§2.1) but the id, which only a stored audit has;
 * with `evidence`, the fields of the evidence endpoint. The same Site gives the same bytes.
 */
export function toJsonReport(report: Report, site: Site, evidence: boolean): object {
  const lastAnswer = Math.max(...exchangesOf(site).map((exchange) => exchange.timing.end));
  return {
    domain: report.domain,
    aeo_score: report.score,
    started_at: site.gatheredAt,
    finished_at: new Date(Date.parse(site.gatheredAt) + lastAnswer).toISOString(),
    status: report.outcome,
    ...(evidence ? toReportEvidence(report) : { findings: report.findings.map(toResultFinding) }),
  };
}
