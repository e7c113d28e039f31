import { CHECKS, maxPointsFor, RUBRIC_VERSION } from '../rubric.ts';
import type { AuditFailure, Report } from './report.ts';

/** The Report of an audit that could not be made: each finding is `fail` with 0 points and says why. */
export function failedReport(domain: string, failure: AuditFailure): Report {
  return {
    kind: 'live',
    rubricVersion: RUBRIC_VERSION,
    domain,
    outcome: 'failed',
    failure,
    score: 0,
    earned: 0,
    gates: [],
    findings: CHECKS.map((check) => ({
      key: check.key,
      label: check.label,
      severity: 'fail',
      points: 0,
      earned: 0,
      maxPoints: maxPointsFor(check),
      details: `Not judged: ${failure.message}`,
      failure: failure.message,
      questions: [],
      notes: [],
    })),
    stack: { builder: 'unknown', server: 'unknown', evidence: [] },
    pages: [],
  };
}
