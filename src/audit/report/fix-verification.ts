import { compareShares, isFull } from '../check.ts';
import { problemStatement } from '../rubric.ts';
import { listImprovements } from './gains.ts';
import { pageStates, type VerifiedPage } from './page-states.ts';
import type { Finding, Gate, JudgedQuestion, Report } from './report.ts';
import {
  type ComparableQuestion,
  type ComparableReport,
  type ComparedPages,
  faultyPages,
  isUnverified,
  NO_PAGES,
  onSamePages,
  openedGates,
} from './same-pages.ts';

/**
 * State of a question.
 * - `fixed`: lost points then, loses none now, and every page on which it did was judged again or is gone
 * - `not_yet`: lost points then and still does
 * - `new`: loses points only now
 * - `not_read`: lost points then, on a page that was not judged again, and loses none on the others
 * - `gone`: lost points only on pages that are gone
 * - `not_asked`: lost points then, does not apply now
 * - `open`: loses points now, and the rubric has changed since
 */
export type FixState = 'fixed' | 'not_yet' | 'new' | 'not_read' | 'gone' | 'not_asked' | 'open';

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
  /** Number of pages that the question was judged on then, and of those that both judged; null where that is not known. */
  readonly pages: { readonly before: number; readonly same: number } | null;
  /** The pages on which it lost points then or loses some now. */
  readonly states: readonly VerifiedPage[];
}

export interface VerifiedGate extends Pick<Gate, 'id' | 'cap'> {
  readonly state: Extract<FixState, 'fixed' | 'not_yet' | 'new' | 'open'>;
  /** Reason why the gate applies now; null when it no longer does. */
  readonly reason: string | null;
}

/** Result of comparing an audit with an earlier one. */
export interface VerifiedFixes {
  /** True when both audits were judged by the same version of the rubric. If not, nothing is compared. */
  readonly isComparable: boolean;
  /** Scores of the pages that both judged, where the two are comparable. */
  readonly before: Pick<Report, 'rubricVersion' | 'score'>;
  readonly after: Pick<Report, 'rubricVersion' | 'score'>;
  readonly gates: readonly VerifiedGate[];
  /**
   * Questions by state, in the order of {@link FixState}. Those that lose points now have the order of {@link
   * listImprovements}.
   */
  readonly questions: readonly VerifiedQuestion[];
  readonly pages: ComparedPages;
  /** True when no question loses points now. */
  readonly isAllFixed: boolean;
}

export const FIX_STATES = [
  'fixed',
  'not_yet',
  'new',
  'not_read',
  'gone',
  'not_asked',
  'open',
] as const satisfies readonly FixState[];

/** Counts questions by their state. */
export function countStates(questions: readonly Pick<VerifiedQuestion, 'state'>[]): Record<FixState, number> {
  const count = (state: FixState) => questions.filter((one) => one.state === state).length;
  return {
    fixed: count('fixed'),
    not_yet: count('not_yet'),
    new: count('new'),
    not_read: count('not_read'),
    gone: count('gone'),
    not_asked: count('not_asked'),
    open: count('open'),
  };
}

/**
 * Compares a Report with an earlier one of the same site, question by question. A question is lost where it earned less
 * than its whole share: gates, which lower the points of all questions, change no state. Only pages that both judged count.
 *
 * @param later a Report whose outcome is `done`
 */
export function verifyFixes(earlier: ComparableReport, later: Report): VerifiedFixes {
  const isComparable = earlier.rubricVersion === later.rubricVersion;
  const { before, after, pages } = isComparable
    ? onSamePages(earlier, later, later.earlierPages?.report ?? null)
    : { before: earlier, after: later, pages: NO_PAGES };
  const all = indexQuestions(earlier);
  const compared = indexQuestions(before);
  const inGainOrder = listImprovements(after).flatMap(({ problems }) => problems);
  const settled = after.findings.flatMap((finding) =>
    finding.questions.filter(isFull).map((question) => ({ finding, question })),
  );
  const questions = [...inGainOrder, ...settled].flatMap(({ finding, question }) => {
    const name = `${finding.key}.${question.id}`;
    const original = isComparable ? (all.get(name) ?? null) : null;
    const then = isComparable ? (compared.get(name) ?? null) : null;
    const state = isComparable
      ? judgeState({ report: earlier, original, then, pages }, question)
      : isFull(question)
        ? null
        : 'open';
    // What became of a fault that is not verified is told by the question as it was.
    const shown = state === 'not_read' || state === 'gone' ? original : then;
    const states = isComparable
      ? pageStates(original && { report: earlier, question: original }, { report: after, question }, pages)
      : [];
    return state === null
      ? []
      : [{ ...verified(state, finding, question, shown), pages: countPages(original, then), states }];
  });
  return {
    isComparable,
    before: { rubricVersion: before.rubricVersion, score: before.score },
    after: { rubricVersion: after.rubricVersion, score: after.score },
    gates: compareGates(before, after, pages, isComparable),
    questions: questions.toSorted((a, b) => FIX_STATES.indexOf(a.state) - FIX_STATES.indexOf(b.state)),
    pages,
    isAllFixed: inGainOrder.length === 0,
  };
}

function indexQuestions({ findings }: ComparableReport): ReadonlyMap<string, ComparableQuestion> {
  return new Map(findings.flatMap(({ key, questions }) => questions.map((one) => [`${key}.${one.id}`, one] as const)));
}

/** A question of the earlier Report: as it was judged then, and on the pages that both judged. */
interface EarlierQuestion {
  readonly report: ComparableReport;
  readonly original: ComparableQuestion | null;
  readonly then: ComparableQuestion | null;
  readonly pages: ComparedPages;
}

/** Returns the state of a question; null where it lost points neither then nor now. */
function judgeState({ report, original, then, pages }: EarlierQuestion, now: JudgedQuestion): FixState | null {
  if (!isFull(now)) return isLost(then) ? 'not_yet' : 'new';
  if (!isLost(original)) return null;
  if (isUnverified(report, original, pages)) return 'not_read';
  const faulty = faultyPages(report, original);
  if (faulty.length > 0 && faulty.every((page) => pages.gone.includes(page))) return 'gone';
  return now.notApplicable === null ? 'fixed' : 'not_asked';
}

function isLost(question: ComparableQuestion | null): question is ComparableQuestion {
  return question !== null && question.notApplicable === null && !isFull(question);
}

function countPages(original: ComparableQuestion | null, then: ComparableQuestion | null): VerifiedQuestion['pages'] {
  if (original?.byPage === undefined || then?.byPage === undefined) return null;
  return { before: original.byPage.length, same: then.byPage.length };
}

function verified(
  state: FixState,
  { key, label }: Finding,
  question: JudgedQuestion,
  then: ComparableQuestion | null,
): Omit<VerifiedQuestion, 'pages' | 'states'> {
  const before = then === null ? null : toPoints(then);
  const after = toPoints(question);
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

function toPoints({ earned, maxPoints, notApplicable }: ComparableQuestion): QuestionPoints | null {
  return notApplicable === null ? { earned, maxPoints } : null;
}

/** Returns the gates that apply now, the lowest cap first, then those that no longer apply. */
function compareGates(
  before: ComparableReport,
  after: Report,
  pages: ComparedPages,
  isComparable: boolean,
): readonly VerifiedGate[] {
  const appliedBefore = (id: string) => before.gates.some((gate) => gate.id === id);
  const holding = after.gates.map(({ id, cap, reason }): VerifiedGate => {
    return { id, cap, reason, state: !isComparable ? 'open' : appliedBefore(id) ? 'not_yet' : 'new' };
  });
  const opened = openedGates(before, after, pages);
  return [
    ...holding,
    ...(isComparable ? opened.map(({ id, cap }): VerifiedGate => ({ id, cap, reason: null, state: 'fixed' })) : []),
  ];
}
