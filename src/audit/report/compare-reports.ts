import { compareShares, isFull } from '../check.ts';
import type { Finding, Gate, JudgedQuestion, Report } from './report.ts';

/** Parts of a Report that are compared. Every Report has them, and so does an evidence file. */
export interface ComparableReport extends Pick<Report, 'domain' | 'rubricVersion' | 'score' | 'pages'> {
  readonly gates: readonly ComparableGate[];
  readonly findings: readonly ComparableFinding[];
}

export type ComparableGate = Pick<Gate, 'id' | 'cap' | 'reason'>;

interface ComparableFinding extends Pick<Finding, 'key' | 'label' | 'points' | 'maxPoints'> {
  readonly questions: readonly ComparableQuestion[];
}

export type ComparableQuestion = Pick<
  JudgedQuestion,
  'id' | 'ask' | 'problem' | 'earned' | 'maxPoints' | 'share' | 'notApplicable' | 'observed'
>;

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

export type ReportComparison =
  /** Points of two rubrics cannot be compared. */
  | { readonly comparable: false; readonly rubricVersions: { readonly before: number; readonly after: number } }
  | {
      readonly comparable: true;
      /** After less before. */
      readonly scoreDifference: number;
      /** Every check, in the rubric's order. */
      readonly findings: readonly ComparedFinding[];
      /** In the rubric's order. */
      readonly questions: readonly ChangedQuestion[];
      readonly gates: { readonly closed: readonly ComparableGate[]; readonly opened: readonly ComparableGate[] };
      /** URLs of pages that were judged only now, and only then: a question may have changed because of them. */
      readonly pages: { readonly added: readonly string[]; readonly removed: readonly string[] };
    };

/**
 * Returns what has changed from one Report of a site to a later one. Questions are compared by what the site earned, so that a
 * gate, which lowers the points of all, is listed once: `closed` when it holds now alone, `opened` when it held before.
 *
 * @param before @param after Reports whose outcome is `done`
 */
export function compareReports(before: ComparableReport, after: ComparableReport): ReportComparison {
  if (before.rubricVersion !== after.rubricVersion) {
    return { comparable: false, rubricVersions: { before: before.rubricVersion, after: after.rubricVersion } };
  }
  const pairs = after.findings.flatMap((finding) => {
    const earlier = before.findings.find(({ key }) => key === finding.key);
    return earlier === undefined ? [] : [{ earlier, finding }];
  });
  return {
    comparable: true,
    scoreDifference: after.score - before.score,
    findings: pairs.map(({ earlier, finding: { key, label, points, maxPoints } }) => {
      return { key, label, before: earlier.points, after: points, maxPoints };
    }),
    questions: pairs.flatMap(({ earlier, finding }) =>
      finding.questions.flatMap((question) => {
        const previous = earlier.questions.find(({ id }) => id === question.id);
        return previous === undefined ? [] : changeOf(finding.key, previous, question);
      }),
    ),
    gates: { closed: without(after.gates, before.gates), opened: without(before.gates, after.gates) },
    pages: {
      added: after.pages.filter((page) => !before.pages.includes(page)),
      removed: before.pages.filter((page) => !after.pages.includes(page)),
    },
  };
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

function changeOf(key: string, previous: ComparableQuestion, question: ComparableQuestion): ChangedQuestion[] {
  const before = earnedOf(previous);
  const after = earnedOf(question);
  const difference = compareShares(previous.share, question.share);
  if ((before === null) === (after === null) && difference === 0) return [];
  const change = before === null ? 'new' : after === null ? 'gone' : difference > 0 ? 'better' : 'worse';
  const { id, ask, maxPoints } = question;
  return [{ key, id, ask, change, before, after, maxPoints, earlier: previous, later: question }];
}

function earnedOf({ earned, notApplicable }: ComparableQuestion): number | null {
  return notApplicable === null ? earned : null;
}

function without(gates: readonly ComparableGate[], others: readonly ComparableGate[]): ComparableGate[] {
  return gates.filter(({ id }) => !others.some((other) => other.id === id));
}
