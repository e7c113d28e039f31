import { isFull } from './check.ts';
import { exactPoints } from './points.ts';
import type { AnsweredQuestion, Finding, Gate, Report } from './report.ts';

/** A question that lost points, with its finding. */
export interface Problem {
  readonly finding: Finding;
  readonly question: AnsweredQuestion;
}

/** One change to a site: problems that have the same fix, and what the score gains by it. */
export interface Improvement {
  readonly problems: readonly Problem[];
  /** The score before and after the change, once the changes before it in the list are made. */
  readonly gain: { readonly before: number; readonly after: number };
  /** The gates that it opens, the lowest cap first. */
  readonly opens: readonly Gate[];
}

/**
 * What there is to change, in the order in which it is best done. While a gate holds, what opens it comes first; after
 * that, each change is the one that raises the score most. The gains add up to {@link reachableScore}: each is computed
 * with the questions set to full, the points shared and the gates applied again. Questions that do not apply promise nothing.
 */
export function improvementsOf(report: Report): readonly Improvement[] {
  const ledger = ledgerOf(report);
  const left: (readonly Problem[])[] = [...Map.groupBy(problemsOf(report), fixOf).values()];
  let fixed: ReadonlySet<AnsweredQuestion> = new Set();
  const ordered: Improvement[] = [];
  while (left.length > 0) {
    const candidates = candidatesOf(left, report, fixed).map((problems) =>
      candidateOf(problems, report, fixed, ledger),
    );
    const [first, ...others] = candidates;
    if (first === undefined) break;
    const best = others.reduce((found, one) => (isBetter(one, found) ? one : found), first);
    const before = ordered.at(-1)?.gain.after ?? report.score;
    const stillHold = gatesLeft(report, best.fixed);
    const opens = gatesLeft(report, fixed).filter((gate) => !stillHold.includes(gate));
    ordered.push({ problems: best.problems, gain: { before, after: best.after }, opens });
    fixed = best.fixed;
    left.splice(left.indexOf(best.problems), 1);
  }
  return ordered;
}

/** The score with every problem of the report solved. */
export function reachableScore(report: Report): number {
  return candidateOf(problemsOf(report), report, new Set(), ledgerOf(report)).after;
}

/** The questions that lost points, in the rubric's order. */
function problemsOf({ findings }: Report): readonly Problem[] {
  return findings.flatMap((finding) =>
    finding.questions.filter((question) => !isFull(question)).map((question) => ({ finding, question })),
  );
}

/** Problems with the same key are solved by the same change. A demonstration has no fixes. */
function fixOf({ finding, question }: Problem): string {
  const { fix } = question;
  return fix === null ? `${finding.key}.${question.id}` : `${fix.place} ${fix.instruction}`;
}

/** What opens the gate with the lowest cap, while one holds; else everything. */
function candidatesOf(
  left: readonly (readonly Problem[])[],
  report: Report,
  fixed: ReadonlySet<AnsweredQuestion>,
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
  /** What is solved with it. */
  readonly fixed: ReadonlySet<AnsweredQuestion>;
  /** The exact points then, in the ledger's unit. */
  readonly points: bigint;
  /** The score then: the points rounded down, with the gates applied again. */
  readonly after: number;
}

/** More points first, then a problem that fails its check. Ties keep the rubric's order. */
function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.after !== other.after) return one.after > other.after;
  if (one.points !== other.points) return one.points > other.points;
  return isFailure(one.problems) && !isFailure(other.problems);
}

/** The exact points of a report: what was earned, and what each question lost. */
interface Ledger {
  readonly unit: bigint;
  readonly earned: bigint;
  readonly lost: ReadonlyMap<AnsweredQuestion, bigint>;
}

function ledgerOf({ findings }: Report): Ledger {
  const { unit, parts } = exactPoints(findings);
  const questions = findings.flatMap((finding) => finding.questions);
  const exact = parts.flat();
  return {
    unit,
    earned: exact.reduce((sum, { earned }) => sum + earned, 0n),
    lost: new Map(
      questions.map((question, i) => [question, (exact[i]?.most ?? 0n) - (exact[i]?.earned ?? 0n)] as const),
    ),
  };
}

function candidateOf(
  problems: readonly Problem[],
  report: Report,
  alreadyFixed: ReadonlySet<AnsweredQuestion>,
  { unit, earned, lost }: Ledger,
): Candidate {
  const fixed = solved(alreadyFixed, problems);
  const points = [...fixed].reduce((sum, question) => sum + (lost.get(question) ?? 0n), earned);
  const after = Math.min(Number(points / unit), ...gatesLeft(report, fixed).map(({ cap }) => cap));
  return { problems, fixed, points, after };
}

/** Whether a check fails because of one of these problems. */
export function isFailure(problems: readonly Problem[]): boolean {
  return problems.some(({ question }) => question.fails);
}

function solved(fixed: ReadonlySet<AnsweredQuestion>, problems: readonly Problem[]): ReadonlySet<AnsweredQuestion> {
  return new Set([...fixed, ...problems.map(({ question }) => question)]);
}

function gatesLeft(report: Report, fixed: ReadonlySet<AnsweredQuestion>): readonly Gate[] {
  return report.gates.filter((gate) => !opensGate(report, gate, fixed));
}

function opensGate({ findings }: Report, gate: Gate, fixed: ReadonlySet<AnsweredQuestion>): boolean {
  const questions = findings.find(({ key }) => key === gate.key)?.questions ?? [];
  const isSolved = (id: string) => {
    const question = questions.find((one) => one.id === id);
    return question !== undefined && (isFull(question) || fixed.has(question));
  };
  return gate.opensWith.some((ids) => ids.every(isSolved));
}
