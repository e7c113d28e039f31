import { isFull, NONE } from '../check.ts';
import { groupsOf } from '../collections.ts';
import { type Cause, needsOwner } from '../fixes/fix.ts';
import { exactPoints } from '../points.ts';
import { questionOf } from '../rubric.ts';
import type { Finding, Gate, JudgedQuestion, Report } from './report.ts';

/** A question that lost points, with its finding. */
export interface Problem {
  readonly finding: Finding;
  readonly question: JudgedQuestion;
}

/** One change to a site: problems that have the same fix or cause, and the points that the change gains. */
export interface Improvement {
  readonly problems: readonly Problem[];
  /** The score before and after the change, once the changes before it in the list are made. */
  readonly gain: { readonly before: number; readonly after: number };
  /** The gates that the change removes, the lowest cap first. */
  readonly opens: readonly Gate[];
}

/**
 * Returns the changes to make, in the one order that every list has. While a gate applies, the change that removes it comes
 * first. After that, the change that gains most comes first; among changes that gain within one point of it, one that needs
 * nothing from the owner goes first. The gains add up to {@link reachableScore}: for each, the questions are set to full,
 * the points shared and the gates applied again. Questions that cannot be judged before a change (`awaits`) add nothing to
 * its gain.
 */
export function improvementsOf(report: Report): readonly Improvement[] {
  const ledgerAfter = ledgersOf(report);
  const problems = problemsOf(report);
  const reachable = reachableBy(problems, report, ledgerAfter);
  const left: (readonly Problem[])[] = problemGroups(problems);
  let fixed: ReadonlySet<JudgedQuestion> = new Set();
  const ordered: Improvement[] = [];
  while (left.length > 0) {
    const next = nextOf(
      candidatesOf(left, report, fixed).map((group) => candidateOf(group, report, fixed, ledgerAfter)),
    );
    if (next === undefined) break;
    const before = ordered.at(-1)?.gain.after ?? report.score;
    const stillHold = gatesLeft(report, next.fixed);
    const opens = gatesLeft(report, fixed).filter((gate) => !stillHold.includes(gate));
    // Questions that can be judged only after a change may cost more than it gains. The last change shows that sum.
    const after = left.length === 1 ? reachable : Math.min(Math.max(before, next.after), reachable);
    ordered.push({ problems: next.problems, gain: { before, after }, opens });
    fixed = next.fixed;
    left.splice(left.indexOf(next.problems), 1);
  }
  return ordered;
}

/** Returns the score with every problem of the report fixed. */
export function reachableScore(report: Report): number {
  return reachableBy(problemsOf(report), report);
}

/** Returns the score with every problem fixed that needs nothing from the owner. */
export function reachableWithoutOwner(report: Report): number {
  const problems = problemGroups(problemsOf(report)).filter((group) => !asksOwner(group));
  return reachableBy(problems.flat(), report);
}

function reachableBy(problems: readonly Problem[], report: Report, ledgerAfter = ledgersOf(report)): number {
  return Math.max(report.score, candidateOf(problems, report, new Set(), ledgerAfter).after);
}

/** Returns whether a fix promises the points of a question. It does not where another fix must come first. */
export function isPromised({ awaits }: Pick<JudgedQuestion, 'awaits'>): boolean {
  return awaits === undefined;
}

/** The questions that lost points, in the rubric's order. */
function problemsOf({ findings }: Report): readonly Problem[] {
  return findings.flatMap((finding) =>
    finding.questions.filter((question) => !isFull(question)).map((question) => ({ finding, question })),
  );
}

/** Groups problems that one change fixes: those with the same cause, or with the same fix in the same place. */
function problemGroups(problems: readonly Problem[]): (readonly [Problem, ...Problem[]])[] {
  const causes = new Map<string, Cause>();
  for (const problem of problems) {
    const cause = problem.question.fix?.cause;
    if (cause !== undefined && !causes.has(fixOf(problem))) causes.set(fixOf(problem), cause);
  }
  return groupsOf(problems, (one) => one.question.fix?.cause ?? causes.get(fixOf(one)) ?? fixOf(one));
}

/** Problems with the same key are solved by the same change. A demonstration has no fixes. */
function fixOf({ finding, question }: Problem): string {
  const { fix } = question;
  return fix === null ? `${finding.key}.${question.id}` : `${fix.place} ${fix.instruction}`;
}

/** Returns the changes that remove the gate with the lowest cap, while one applies; else all. */
function candidatesOf(
  left: readonly (readonly Problem[])[],
  report: Report,
  fixed: ReadonlySet<JudgedQuestion>,
): readonly (readonly Problem[])[] {
  const [gate] = gatesLeft(report, fixed);
  if (gate === undefined) return left;
  const opening = left.filter((problems) => opensGate(report, gate, solved(fixed, problems)));
  if (opening.length > 0) return opening;
  const helping = left.filter((problems) =>
    problems.some(({ finding, question }) => finding.key === gate.key && gate.opensWith.flat().includes(question.id)),
  );
  return helping.length > 0 ? helping : left;
}

/** A change that may come next. */
interface Candidate {
  readonly problems: readonly Problem[];
  /** Questions that are fixed with it. */
  readonly fixed: ReadonlySet<JudgedQuestion>;
  /** The exact points after the change, as a multiple of `1 / unit`. */
  readonly points: bigint;
  readonly unit: bigint;
  /** The score then: the points rounded down, with the gates applied again. */
  readonly after: number;
}

function nextOf(candidates: readonly Candidate[]): Candidate | undefined {
  const best = bestOf(candidates);
  if (best === undefined || !asksOwner(best.problems)) return best;
  return bestOf(candidates.filter((one) => !asksOwner(one.problems) && isAboutEqual(one, best))) ?? best;
}

/** Returns the candidate that gains most. Ties go to one that fails its check, then to the rubric's order. */
function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  const [first, ...others] = candidates;
  return first === undefined ? undefined : others.reduce((found, one) => (isBetter(one, found) ? one : found), first);
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.after !== other.after) return one.after > other.after;
  const difference = one.points * other.unit - other.points * one.unit;
  if (difference !== 0n) return difference > 0n;
  return isFailure(one.problems) && !isFailure(other.problems);
}

/** Returns whether a change gains at most one point less than the best. */
function isAboutEqual(one: Candidate, best: Candidate): boolean {
  return best.after - one.after <= 1 && best.points * one.unit - one.points * best.unit <= best.unit * one.unit;
}

/** Returns whether a change needs the owner. The fix of the first problem is that of all. */
function asksOwner([first]: readonly Problem[]): boolean {
  const fix = first?.question.fix ?? null;
  return fix !== null && needsOwner(fix);
}

/** The exact points of a report: those earned, and those that each question lost. */
interface Ledger {
  readonly unit: bigint;
  readonly earned: bigint;
  readonly lost: ReadonlyMap<JudgedQuestion, bigint>;
}

/** Returns the ledger of a report after the causes of some questions are fixed. */
type LedgerAfter = (fixed: ReadonlySet<JudgedQuestion>) => Ledger;

/** Memoizes the ledgers of a report by fixed causes: questions that awaited one of them apply from then on. */
function ledgersOf(report: Report): LedgerAfter {
  const ledgers = new Map<string, Ledger>();
  return (fixed) => {
    const causes = new Set([...fixed].flatMap(({ fix }) => fix?.cause ?? []));
    const key = [...causes].sort().join('\n');
    const ledger = ledgers.get(key) ?? ledgerOf(report, causes);
    ledgers.set(key, ledger);
    return ledger;
  };
}

function ledgerOf(report: Report, causes: ReadonlySet<Cause>): Ledger {
  const findings = report.findings.map((finding) => withAwaiting(finding, causes));
  const { unit, parts } = exactPoints(findings);
  const questions = report.findings.flatMap((finding) => finding.questions);
  const exact = parts.flat();
  return {
    unit,
    earned: exact.reduce((sum, { earned }) => sum + earned, 0n),
    lost: new Map(
      questions.map((question, i) => [question, (exact[i]?.most ?? 0n) - (exact[i]?.earned ?? 0n)] as const),
    ),
  };
}

/** Returns a finding in which the questions that awaited one of these causes apply, with nothing earned. */
function withAwaiting(finding: Finding, causes: ReadonlySet<Cause>): Finding {
  const { key, maxPoints, questions } = finding;
  const isAwaiting = ({ awaits }: JudgedQuestion) => maxPoints > 0 && awaits !== undefined && causes.has(awaits);
  if (!questions.some(isAwaiting)) return finding;
  return {
    ...finding,
    questions: questions.map((question) =>
      isAwaiting(question) ? { ...question, weight: questionOf(key, question.id)?.weight ?? 0, share: NONE } : question,
    ),
  };
}

function candidateOf(
  problems: readonly Problem[],
  report: Report,
  alreadyFixed: ReadonlySet<JudgedQuestion>,
  ledgerAfter: LedgerAfter,
): Candidate {
  const fixed = solved(alreadyFixed, problems);
  const { unit, earned, lost } = ledgerAfter(fixed);
  const points = [...fixed].reduce((sum, question) => sum + (lost.get(question) ?? 0n), earned);
  const after = Math.min(Number(points / unit), ...gatesLeft(report, fixed).map(({ cap }) => cap));
  return { problems, fixed, points, unit, after };
}

/** Returns whether a check fails because of one of these problems. */
export function isFailure(problems: readonly Problem[]): boolean {
  return problems.some(({ question }) => question.fails);
}

function solved(fixed: ReadonlySet<JudgedQuestion>, problems: readonly Problem[]): ReadonlySet<JudgedQuestion> {
  return new Set([...fixed, ...problems.map(({ question }) => question).filter(isPromised)]);
}

function gatesLeft(report: Report, fixed: ReadonlySet<JudgedQuestion>): readonly Gate[] {
  return report.gates.filter((gate) => !opensGate(report, gate, fixed));
}

function opensGate({ findings }: Report, gate: Gate, fixed: ReadonlySet<JudgedQuestion>): boolean {
  const questions = findings.find(({ key }) => key === gate.key)?.questions ?? [];
  const isSolved = (id: string) => {
    const question = questions.find((one) => one.id === id);
    return question !== undefined && (isFull(question) || fixed.has(question));
  };
  return gate.opensWith.some((ids) => ids.every(isSolved));
}
