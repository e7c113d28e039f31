import type { Exchange, FailureKind } from '../fetch/exchange.ts';
import { isHtmlAnswer } from '../site/pages.ts';
import type { Site } from '../site/site.ts';
import type { Check } from './check.ts';
import type { SiteFacts } from './facts.ts';
import { applyGate, gatesThatHold } from './gates.ts';
import { readSite } from './read-site.ts';
import type { AuditFailure, Finding, Report } from './report.ts';
import { CHECKS, maxPointsOf, RUBRIC_VERSION } from './rubric.ts';

/**
 * Judges a Site by the rubric. Pure: the same Site gives the same Report. A home page that could not be read gives a
 * failed Report with no score. Throws only where a check breaks its own contract, which is a bug.
 */
export function judge(site: Site): Report {
  const failure = whyUnreadable(site.home);
  if (failure !== null) return failedReport(site.domain, failure);

  const facts = readSite(site);
  const reasons = new Map<string, string>();
  const found = CHECKS.map((check) => {
    const { finding, gate } = runCheck(check, facts);
    if (gate !== null) reasons.set(check.key, gate);
    return finding;
  });
  const gates = gatesThatHold(reasons);
  const [strictest] = gates;
  const findings = strictest === undefined ? found : applyGate(found, strictest);
  return {
    rubricVersion: RUBRIC_VERSION,
    domain: site.domain,
    outcome: 'done',
    failure: null,
    score: findings.reduce((sum, finding) => sum + finding.points, 0),
    gates,
    findings,
    stack: facts.stack,
    pages: [facts.home, ...facts.samplePages].map((page) => page.url),
  };
}

/** The Report of an audit that could not be made: nine findings, each `fail` with 0 points, saying why. */
export function failedReport(domain: string, failure: AuditFailure): Report {
  return {
    rubricVersion: RUBRIC_VERSION,
    domain,
    outcome: 'failed',
    failure,
    score: 0,
    gates: [],
    findings: CHECKS.map((check) => ({
      key: check.key,
      label: check.label,
      severity: 'fail',
      points: 0,
      maxPoints: maxPointsOf(check),
      details: `Not judged: ${failure.message}`,
      failure: failure.message,
      questions: [],
      notes: [],
    })),
    stack: { builder: 'unknown', server: 'unknown', evidence: [] },
    pages: [],
  };
}

function whyUnreadable(home: Exchange): AuditFailure | null {
  const { failure, status } = home;
  if (failure !== null && (failure.kind !== 'too_large' || status === null))
    return { kind: failure.kind, message: failure.message };
  const host = new URL(home.finalUrl).host;
  if (status === null || status < 200 || status > 299) {
    const kind: FailureKind | 'http_status' = 'http_status';
    return {
      kind,
      message: `${host} answered its home page with status ${status ?? 'unknown'}, so there is no page to judge.`,
    };
  }
  if (!isHtmlAnswer(home)) {
    return { kind: 'not_html', message: `The home page of ${host} is not HTML, so there is no page to judge.` };
  }
  return null;
}

/**
 * Runs one check and sums its answers. Throws where it breaks its contract: a question without an answer, points outside
 * the question's range, or points taken without evidence and a fix.
 *
 * @returns the finding before any gate, and why the gate that rests on this check holds
 */
export function runCheck(check: Check, facts: SiteFacts): { finding: Finding; gate: string | null } {
  const { answers, failure, gate, details, notes } = check.run(facts);
  const questions = Object.entries(check.questions).map(([id, { ask, must, maxPoints }]) => {
    const answer = answers[id];
    if (answer === undefined) throw new Error(`The check ${check.key} left its question ${id} unanswered.`);
    if (!Number.isInteger(answer.points) || answer.points < 0 || answer.points > maxPoints) {
      throw new Error(`The check ${check.key} gave ${answer.points} of ${maxPoints} points for ${id}.`);
    }
    if (answer.points < maxPoints && (answer.observed.length === 0 || answer.fix === null)) {
      throw new Error(`The check ${check.key} took points for ${id} without evidence and a fix.`);
    }
    return { id, ask, must, maxPoints, earned: answer.points, ...answer };
  });
  const points = questions.reduce((sum, question) => sum + question.points, 0);
  const maxPoints = maxPointsOf(check);
  const severity = failure !== null ? 'fail' : points < maxPoints ? 'warn' : 'pass';
  return {
    finding: { key: check.key, label: check.label, severity, points, maxPoints, details, failure, questions, notes },
    gate,
  };
}
