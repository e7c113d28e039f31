import { isFull } from './check.ts';
import { totalPoints } from './points.ts';
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
  const left: (readonly Problem[])[] = [...Map.groupBy(problemsOf(report), fixOf).values()];
  const fixed = new Set<AnsweredQuestion>();
  const ordered: Improvement[] = [];
  let before = report.score;
  while (left.length > 0) {
    const candidates = candidatesOf(left, report, fixed);
    const [first, ...others] = candidates.map((problems) => ({ problems, ...totalWith(report, fixed, problems) }));
    if (first === undefined) break;
    const best = others.reduce((found, one) => (isBetter(one, found) ? one : found), first);
    const closed = gatesLeft(report, fixed);
    for (const { question } of best.problems) fixed.add(question);
    const opens = closed.filter((gate) => !gatesLeft(report, fixed).includes(gate));
    ordered.push({ problems: best.problems, gain: { before, after: best.after }, opens });
    before = best.after;
    left.splice(left.indexOf(best.problems), 1);
  }
  return ordered;
}

/** The score with every problem of the report solved. */
export function reachableScore(report: Report): number {
  return totalWith(report, new Set(), problemsOf(report)).after;
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

interface Candidate extends Total {
  readonly problems: readonly Problem[];
}

interface Total {
  /** The score, with the gates applied. */
  readonly after: number;
  /** The exact points that it is made of: `points / unit`. */
  readonly points: bigint;
  readonly unit: bigint;
}

/** More points first, then a problem that fails its check. Ties keep the rubric's order. */
function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.after !== other.after) return one.after > other.after;
  const difference = one.points * other.unit - other.points * one.unit;
  return difference === 0n ? isFailure(one.problems) && !isFailure(other.problems) : difference > 0n;
}

/** Whether a check fails because of one of these problems. */
export function isFailure(problems: readonly Problem[]): boolean {
  return problems.some(({ question }) => question.fails);
}

function solved(fixed: ReadonlySet<AnsweredQuestion>, problems: readonly Problem[]): ReadonlySet<AnsweredQuestion> {
  return new Set([...fixed, ...problems.map(({ question }) => question)]);
}

/** The score with these questions set to full, and the gates applied again. */
function totalWith(report: Report, fixed: ReadonlySet<AnsweredQuestion>, problems: readonly Problem[]): Total {
  const all = solved(fixed, problems);
  const total = totalPoints(
    report.findings.map(({ maxPoints, questions }) => ({
      maxPoints,
      questions: questions.map((question) => ({
        weight: question.weight,
        share: all.has(question) ? { earned: 1, of: 1 } : question.share,
      })),
    })),
  );
  const after = Math.min(Number(total.points / total.unit), ...gatesLeft(report, all).map(({ cap }) => cap));
  return { after, ...total };
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
