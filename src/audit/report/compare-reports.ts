import { compareShares, isFull } from '../check.ts';
import {
  type ComparableGate,
  type ComparableQuestion,
  type ComparableReport,
  type ComparedPages,
  faultyPages,
  isUnverified,
  NO_PAGES,
  onSamePages,
  openedGates,
} from './same-pages.ts';

/** Points of a check then and now, counted as in the score. */
export interface ComparedFinding {
  readonly key: string;
  readonly label: string;
  readonly before: number;
  readonly after: number;
  readonly maxPoints: number;
}

/** A question whose result differs from before. */
export interface ChangedQuestion {
  /** The check's key, and the question's id in it. */
  readonly key: string;
  readonly id: string;
  readonly ask: string;
  /** `new`: it did not apply before; `gone`: it applies no more. */
  readonly change: 'better' | 'worse' | 'new' | 'gone';
  /** Whole points earned, before a gate lowered any; null where it did not apply. A small change may leave them as they were. */
  readonly before: number | null;
  readonly after: number | null;
  readonly maxPoints: number;
  /** The question's results then and now, with their evidence. */
  readonly earlier: ComparableQuestion;
  readonly later: ComparableQuestion;
}

interface BeforeAndAfter {
  readonly before: number;
  readonly after: number;
}

export type ReportComparison =
  /** Points of two rubrics cannot be compared. */
  | { readonly comparable: false; readonly rubricVersions: BeforeAndAfter; readonly scores: BeforeAndAfter }
  | {
      readonly comparable: true;
      /** Scores of the pages that both judged; of two sites, their own. */
      readonly scores: BeforeAndAfter;
      /** After less before. */
      readonly scoreDifference: number;
      /** Every check, in the rubric's order. */
      readonly findings: readonly ComparedFinding[];
      /** In the rubric's order. */
      readonly questions: readonly ChangedQuestion[];
      readonly gates: { readonly closed: readonly ComparableGate[]; readonly opened: readonly ComparableGate[] };
      readonly pages: ComparedPages;
    };

/**
 * Returns what has changed from one Report of a site to a later one, on the pages that both judged. Questions are compared by what
 * the site earned, so that a gate, which lowers the points of all, is listed once: `closed` when it holds now alone, `opened` when
 * it held before.
 *
 * @param earlier @param later Reports whose outcome is `done`. Those of two sites are compared as they are.
 */
export function compareReports(earlier: ComparableReport, later: ComparableReport): ReportComparison {
  if (earlier.rubricVersion !== later.rubricVersion) {
    const rubricVersions = { before: earlier.rubricVersion, after: later.rubricVersion };
    return { comparable: false, rubricVersions, scores: { before: earlier.score, after: later.score } };
  }
  const { before, after, pages } =
    earlier.domain === later.domain
      ? onSamePages(earlier, later, later.earlierPages?.report ?? null)
      : { before: earlier, after: later, pages: NO_PAGES };
  const pairs = after.findings.flatMap((finding) => {
    const earlier = before.findings.find(({ key }) => key === finding.key);
    return earlier === undefined ? [] : [{ earlier, finding }];
  });
  return {
    comparable: true,
    scores: { before: before.score, after: after.score },
    scoreDifference: after.score - before.score,
    findings: pairs.map(({ earlier, finding: { key, label, points, maxPoints } }) => {
      return { key, label, before: earlier.points, after: points, maxPoints };
    }),
    questions: pairs.flatMap(({ earlier, finding }) =>
      finding.questions.flatMap((question) => {
        const previous = earlier.questions.find(({ id }) => id === question.id);
        return previous === undefined || isOfOtherPages(previous, question)
          ? []
          : compareQuestion(finding.key, previous, question);
      }),
    ),
    gates: {
      closed: after.gates.filter(({ id }) => !before.gates.some((gate) => gate.id === id)),
      opened: openedGates(before, after, pages),
    },
    pages,
  };

  /** Returns whether a change may be one of the pages that were judged, where a Report does not tell what each page earned. */
  function isOfOtherPages(previous: ComparableQuestion, question: ComparableQuestion): boolean {
    if (compareShares(previous.share, question.share) > 0) return isUnverified(before, previous, pages);
    const faulty = faultyPages(after, question);
    return faulty.length > 0 && faulty.every((page) => pages.added.includes(page));
  }
}

/**
 * Returns whether a site is worse than before: its score is lower, a gate applies that did not, a question earns less, or one
 * that did not apply loses points. False where the rubric changed, because nothing is compared.
 */
export function isWorse(comparison: ReportComparison): boolean {
  if (!comparison.comparable) return false;
  const { scoreDifference, gates, questions } = comparison;
  return scoreDifference < 0 || gates.closed.length > 0 || questions.some(isLoss);
}

/** Returns whether a changed question earns less than before, or loses points from the first. */
export function isLoss({ change, later }: ChangedQuestion): boolean {
  return change === 'worse' || (change === 'new' && !isFull(later));
}

function compareQuestion(key: string, previous: ComparableQuestion, question: ComparableQuestion): ChangedQuestion[] {
  const before = earnedPoints(previous);
  const after = earnedPoints(question);
  const difference = compareShares(previous.share, question.share);
  if ((before === null) === (after === null) && difference === 0) return [];
  const change = before === null ? 'new' : after === null ? 'gone' : difference > 0 ? 'better' : 'worse';
  const { id, ask, maxPoints } = question;
  return [{ key, id, ask, change, before, after, maxPoints, earlier: previous, later: question }];
}

function earnedPoints({ earned, notApplicable }: ComparableQuestion): number | null {
  return notApplicable === null ? earned : null;
}
