import type { Report } from '../../audit/report/report.ts';
import { CHECKS } from '../../audit/rubric.ts';
import type { CsvCell } from '../../values/csv.ts';
import { type AuditResultFinding, toResultFinding } from './audit-result.ts';

/** Result of one entry of a list of domains. An invalid entry has a result too, so that it does not end the list. */
export interface BulkResult {
  /** The entry as it was sent, quoted. */
  readonly input: string;
  /** In its IDNA ASCII form; null for a refused entry. */
  readonly domain: string | null;
  /** `failed`: the site could not be read. `refused`: the entry is not a domain of a public website. */
  readonly status: 'done' | 'failed' | 'refused';
  /** Null unless the audit is done: a site that could not be read has no score. */
  readonly aeo_score: number | null;
  readonly rubric_version: number | null;
  /** Number of pages that the score is of; null unless the audit is done. */
  readonly pages_read: number | null;
  /** Number of pages of the site that are known, or at least that many; null unless the audit is done and counted them. */
  readonly pages_known: number | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The reason why there is no score, in one sentence; null when there is one. */
  readonly error: string | null;
  /** One per check; none of what was refused. */
  readonly findings: readonly AuditResultFinding[];
}

export function refusedResult(input: string, problem: string): BulkResult {
  return {
    input,
    domain: null,
    status: 'refused',
    aeo_score: null,
    rubric_version: null,
    pages_read: null,
    pages_known: null,
    started_at: null,
    finished_at: null,
    error: problem,
    findings: [],
  };
}

/** @param startedAt ISO 8601 UTC, as `finishedAt` */
export function auditedResult(
  input: string,
  report: Report,
  { startedAt, finishedAt }: { readonly startedAt: string; readonly finishedAt: string },
): BulkResult {
  const isDone = report.outcome === 'done';
  return {
    input,
    domain: report.domain,
    status: report.outcome,
    aeo_score: isDone ? report.score : null,
    rubric_version: report.rubricVersion,
    pages_read: isDone ? (report.choice?.read ?? report.pages.length) : null,
    pages_known: isDone ? (report.choice?.known ?? null) : null,
    started_at: startedAt,
    finished_at: finishedAt,
    error: report.failure?.message ?? null,
    findings: report.findings.map(toResultFinding),
  };
}

const FIELDS = [
  'input',
  'domain',
  'status',
  'aeo_score',
  'rubric_version',
  'pages_read',
  'pages_known',
  'started_at',
  'finished_at',
] as const;
const KEYS: readonly string[] = CHECKS.map(({ key }) => key);

/** The columns of results as CSV: one for the points of each check, named by its key; empty where it does not apply. */
export const BULK_COLUMNS: readonly string[] = [...FIELDS, ...KEYS, 'error'];

/** Returns a result as a row with those columns. */
export function toBulkCells(result: Omit<BulkResult, 'status'> & { readonly status: string }): CsvCell[] {
  const findPoints = (key: string): CsvCell => {
    const finding = result.status === 'done' ? result.findings.find((one) => one.key === key) : undefined;
    return finding === undefined || finding.max_score === 0 ? null : finding.score_impact;
  };
  return [...FIELDS.map((field) => result[field]), ...KEYS.map(findPoints), result.error];
}
