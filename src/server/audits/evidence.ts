import { GRADES, isFull, type Observation, type QuestionResult } from '../../audit/check.ts';
import { whereToFix } from '../../audit/fixes/places.ts';
import { reachableScore } from '../../audit/report/gains.ts';
import type { Finding, Gate, JudgedQuestion, Report } from '../../audit/report/report.ts';
import { evidenceFor, problemStatement } from '../../audit/rubric.ts';
import { listStatements, listTasks, type Task } from '../../documents/tasks.ts';
import { listExchanges, type Site } from '../../site/site.ts';
import type { Stack } from '../../site/stack.ts';
import type { FinishedAudit } from './audit.ts';
import { toResultFinding } from './audit-result.ts';

/** Returns a question as the evidence endpoint shows it. */
function toQuestion(key: string, question: JudgedQuestion, stack: Stack) {
  return {
    id: question.id,
    ask: question.ask,
    problem: isFull(question) ? null : problemStatement(key, question),
    must: question.must,
    earned: question.earned,
    max_points: question.maxPoints,
    weight: question.weight,
    share: { earned: question.share.earned, of: question.share.of },
    fails: question.fails,
    not_applicable: question.notApplicable,
    observed: question.observed.map(toObservation),
    omitted: question.omitted ?? 0,
    by_page: question.byPage?.map(([page, earned, of]) => ({ page, earned, of })) ?? null,
    fix: toFix(question, stack),
  };
}

/** Returns the evidence for a question; null for a rubric without grades. */
function toGradedEvidence(key: string, id: string, rubricVersion: number) {
  const evidence = evidenceFor(key, id, rubricVersion);
  if (evidence === null) return null;
  const { grade, says, figure = null, sources } = evidence;
  return { grade, meaning: GRADES[grade], says, figure, sources: sources.map(({ title, url }) => ({ title, url })) };
}

export function toObservation({ url, status, line, header, note, text }: Observation) {
  return { url, status, line, header, note, text };
}

export function toFix({ fix }: QuestionResult, stack: Stack) {
  if (fix === null) return null;
  const { place, instruction, lines, proof } = fix;
  return {
    place,
    where: whereToFix(place, stack),
    instruction,
    lines,
    proof: proof && { command: proof.command, expect: proof.expect },
  };
}

function toFinding(finding: Finding, { stack, rubricVersion }: Report) {
  return {
    key: finding.key,
    label: finding.label,
    severity: finding.severity,
    score_impact: finding.points,
    earned: finding.earned,
    max_score: finding.maxPoints,
    details: finding.details,
    failure: finding.failure,
    questions: finding.questions.map((question) => ({
      ...toQuestion(finding.key, question, stack),
      evidence: toGradedEvidence(finding.key, question.id, rubricVersion),
    })),
    notes: [...finding.notes],
  };
}

function toImprovement({ parts, gain, opens }: Task) {
  const [headline] = listStatements(parts);
  return {
    problem: headline,
    questions: parts.map(({ key, question }) => ({ key, id: question.id })),
    score_before: gain.before,
    score_after: gain.after,
    points: gain.points,
    opens: opens.map(({ id }) => id),
  };
}

/** Returns the whole Report with the interface's names: the evidence for each point, and how to earn it. */
export function toReportEvidence(report: Report) {
  return {
    domain: report.domain,
    rubric_version: report.rubricVersion,
    aeo_score: report.score,
    earned: report.earned,
    reachable: report.outcome === 'done' ? reachableScore(report) : 0,
    failure: report.failure && { kind: report.failure.kind, message: report.failure.message },
    gates: report.gates.map((gate: Gate) => ({ id: gate.id, cap: gate.cap, key: gate.key, reason: gate.reason })),
    improvements: report.outcome === 'done' ? listTasks(report).map(toImprovement) : [],
    findings: report.findings.map((finding) => toFinding(finding, report)),
    stack: { builder: report.stack.builder, server: report.stack.server, evidence: [...report.stack.evidence] },
    pages: [...report.pages],
    choice: toChoice(report),
  };
}

function toChoice({ choice }: Report) {
  if (choice === undefined) return null;
  const { known, isAtLeast, read, shut, closedToCitable, unread, tooLarge = null } = choice;
  return { known, is_at_least: isAtLeast, read, shut, closed_to_citable: closedToCitable, unread, too_large: tooLarge };
}

/** Returns the evidence of a stored audit. */
export function toEvidence({ id, status, report }: FinishedAudit) {
  return { id, kind: report.kind, status, ...toReportEvidence(report) };
}

/**
 * Returns a report as the command prints it as JSON: the fields of the API (§2.1) without the id, which only a stored audit
 * has; with `evidence`, the fields of the evidence endpoint. The same Site gives the same bytes.
 */
export function toJsonReport(report: Report, site: Site, evidence: boolean): object {
  const lastResponse = Math.max(...listExchanges(site).map((exchange) => exchange.timing.end));
  return {
    domain: report.domain,
    aeo_score: report.score,
    started_at: site.gatheredAt,
    finished_at: new Date(Date.parse(site.gatheredAt) + lastResponse).toISOString(),
    status: report.outcome,
    ...(evidence ? toReportEvidence(report) : { findings: report.findings.map(toResultFinding) }),
  };
}
