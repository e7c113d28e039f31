import { sum } from '../arithmetic.ts';
import type { GateId } from '../check.ts';
import type { Finding, Gate, JudgedQuestion, Report } from './report.ts';

/** A question as stored by rubric version 1: whole points, and no share, weight or cause. */
type StoredQuestion = Omit<JudgedQuestion, 'weight' | 'share' | 'fails'>;
interface StoredFinding extends Omit<Finding, 'earned' | 'questions'> {
  readonly questions: readonly StoredQuestion[];
}
interface StoredReport extends Omit<Report, 'kind' | 'earned' | 'gates' | 'findings'> {
  readonly gates: readonly Omit<Gate, 'opensWith'>[];
  readonly findings: readonly StoredFinding[];
}

/** In version 1, each gate opened when one of these questions had all its points. */
const OPENED_BY: Partial<Record<GateId, readonly string[]>> = {
  G1: ['googlebot', 'oai_searchbot', 'bingbot', 'perplexitybot', 'claude_searchbot', 'applebot'],
  G2: ['eligible'],
  G3: ['home', 'sample'],
};

/**
 * Reads a Report that this service has stored. One of rubric version 1 keeps its score, points and maxima; what that
 * version did not store follows from them.
 *
 * @param json as `JSON.stringify` wrote it
 * @param kind of its row, for a Report that was stored without one
 */
export function parseStoredReport(json: string, kind: Report['kind']): Report {
  const stored: Report | StoredReport = JSON.parse(json);
  return { kind, ...('earned' in stored ? stored : fromFirstVersion(stored)) };
}

function fromFirstVersion(stored: StoredReport): Omit<Report, 'kind'> {
  const findings = stored.findings.map(toFinding);
  return {
    ...stored,
    earned: stored.outcome === 'done' ? sum(findings.map(({ earned }) => earned)) : 0,
    gates: stored.gates.map((gate) => ({ ...gate, opensWith: (OPENED_BY[gate.id] ?? []).map((id) => [id]) })),
    findings,
  };
}

function toFinding(finding: StoredFinding): Finding {
  const questions = finding.questions.map((question) => toQuestion(question, finding.severity === 'fail'));
  return { ...finding, earned: sum(questions.map(({ earned }) => earned)), questions };
}

/** In version 1, a question that did not apply earned its whole weight. */
function toQuestion(question: StoredQuestion, isFailing: boolean): JudgedQuestion {
  const { earned, maxPoints } = question;
  return {
    ...question,
    weight: maxPoints,
    share: { earned, of: Math.max(1, maxPoints) },
    fails: isFailing && earned < maxPoints,
  };
}
