import { compareShares, isFull } from '../check.ts';
import { problemStatement } from '../rubric.ts';
import { improvementsOf } from './gains.ts';
import type { Finding, Gate, JudgedQuestion, Report } from './report.ts';

/** Parts of the earlier audit that are compared. Every Report has them, and so does an evidence file. */
export interface EarlierReport extends Pick<Report, 'domain' | 'rubricVersion' | 'score' | 'pages'> {
  readonly gates: readonly Pick<Gate, 'id' | 'cap'>[];
  readonly findings: readonly { readonly key: string; readonly questions: readonly EarlierQuestion[] }[];
}

type EarlierQuestion = Pick<JudgedQuestion, 'id' | 'earned' | 'maxPoints' | 'share' | 'notApplicable'>;

/**
 * State of a question.
 * - `fixed`: lost points then, loses none now
 * - `not_yet`: lost points then and still does
 * - `new`: loses points only now
 * - `not_asked`: lost points then, does not apply now
 * - `open`: loses points now, and the rubric has changed since
 */
export type FixState = 'fixed' | 'not_yet' | 'new' | 'not_asked' | 'open';

/** Rounded points of a question, before any gate. */
export interface QuestionPoints {
  readonly earned: number;
  readonly maxPoints: number;
}

/** A question that lost points then or loses some now. */
export interface VerifiedQuestion {
  readonly state: FixState;
  readonly finding: Pick<Finding, 'key' | 'label'>;
  /** The question's result now. */
  readonly question: JudgedQuestion;
  /** The present problem; null where there is none. */
  readonly problem: string | null;
  /** Null where the question did not apply, or the rubric has changed. */
  readonly before: QuestionPoints | null;
  /** Null where it does not apply. */
  readonly after: QuestionPoints | null;
  /** Change of the exact share, since rounded points may hide a small change. Null where `before` or `after` is null. */
  readonly change: 'better' | 'same' | 'worse' | null;
}

export interface VerifiedGate extends Pick<Gate, 'id' | 'cap'> {
  readonly state: Exclude<FixState, 'not_asked'>;
  /** Reason why the gate applies now; null when it no longer does. */
  readonly reason: string | null;
}

/** Result of comparing an audit with an earlier one. */
export interface VerifiedFixes {
  /** True when both audits were judged by the same version of the rubric. If not, nothing is compared. */
  readonly isComparable: boolean;
  readonly before: Pick<Report, 'rubricVersion' | 'score'>;
  readonly after: Pick<Report, 'rubricVersion' | 'score'>;
  readonly gates: readonly VerifiedGate[];
  /**
   * Questions by state, in the order of {@link FixState}. Those that lose points now have the order of {@link
   * improvementsOf}.
   */
  readonly questions: readonly VerifiedQuestion[];
  /** URLs of pages that were judged then and are not judged now, so that fixes there are not verified. */
  readonly pagesNotJudged: readonly string[];
  /** True when no question loses points now. */
  readonly isAllFixed: boolean;
}

const STATES: readonly FixState[] = ['fixed', 'not_yet', 'new', 'not_asked', 'open'];

/**
 * Compares a Report with an earlier one of the same site, question by question. A question is lost where it earned less
 * than its whole share: gates, which lower the points of all questions, change no state.
 *
 * @param after a Report whose outcome is `done`
 */
export function verifyFixes(before: EarlierReport, after: Report): VerifiedFixes {
  const isComparable = before.rubricVersion === after.rubricVersion;
  const earlier = new Map(
    before.findings.flatMap(({ key, questions }) => questions.map((one) => [`${key}.${one.id}`, one] as const)),
  );
  const inGainOrder = improvementsOf(after).flatMap(({ problems }) => problems);
  const settled = after.findings.flatMap((finding) =>
    finding.questions.filter(isFull).map((question) => ({ finding, question })),
  );
  const questions = [...inGainOrder, ...settled].flatMap(({ finding, question }) => {
    const then = isComparable ? (earlier.get(`${finding.key}.${question.id}`) ?? null) : null;
    const state = isComparable ? stateOf(then, question) : isFull(question) ? null : 'open';
    return state === null ? [] : [verified(state, finding, question, then)];
  });
  return {
    isComparable,
    before: { rubricVersion: before.rubricVersion, score: before.score },
    after: { rubricVersion: after.rubricVersion, score: after.score },
    gates: gatesOf(before, after, isComparable),
    questions: questions.toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state)),
    pagesNotJudged: isComparable ? before.pages.filter((page) => !after.pages.includes(page)) : [],
    isAllFixed: inGainOrder.length === 0,
  };
}

/** Returns the state of a question; null where it lost points neither then nor now. */
function stateOf(then: EarlierQuestion | null, now: JudgedQuestion): FixState | null {
  const wasLost = then !== null && then.notApplicable === null && !isFull(then);
  if (!isFull(now)) return wasLost ? 'not_yet' : 'new';
  if (!wasLost) return null;
  return now.notApplicable === null ? 'fixed' : 'not_asked';
}

function verified(
  state: FixState,
  { key, label }: Finding,
  question: JudgedQuestion,
  then: EarlierQuestion | null,
): VerifiedQuestion {
  const before = then === null ? null : pointsOf(then);
  const after = pointsOf(question);
  const difference =
    then === null || before === null || after === null ? null : compareShares(then.share, question.share);
  return {
    state,
    finding: { key, label },
    question,
    problem: isFull(question) ? null : problemStatement(key, question),
    before,
    after,
    change: difference === null ? null : difference > 0 ? 'better' : difference < 0 ? 'worse' : 'same',
  };
}

function pointsOf({ earned, maxPoints, notApplicable }: EarlierQuestion): QuestionPoints | null {
  return notApplicable === null ? { earned, maxPoints } : null;
}

/** Returns the gates that apply now, the lowest cap first, then those that no longer apply. */
function gatesOf(before: EarlierReport, after: Report, isComparable: boolean): readonly VerifiedGate[] {
  const appliedBefore = (id: string) => before.gates.some((gate) => gate.id === id);
  const holding = after.gates.map(({ id, cap, reason }): VerifiedGate => {
    return { id, cap, reason, state: !isComparable ? 'open' : appliedBefore(id) ? 'not_yet' : 'new' };
  });
  const opened = before.gates.filter(({ id }) => !after.gates.some((gate) => gate.id === id));
  return [
    ...holding,
    ...(isComparable ? opened.map(({ id, cap }): VerifiedGate => ({ id, cap, reason: null, state: 'fixed' })) : []),
  ];
}
