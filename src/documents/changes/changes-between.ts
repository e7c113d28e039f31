import { isFull } from '../../audit/check.ts';
import {
  type ChangedQuestion,
  type ComparedFinding,
  compareReports,
  isLoss,
  type ReportComparison,
} from '../../audit/report/compare-reports.ts';
import type { ComparableReport } from '../../audit/report/same-pages.ts';
import { problemStatement } from '../../audit/rubric.ts';
import { comparedPagesText } from '../compared-pages-text.ts';

/** Two audits of a site, and what changed from one to the other. */
export interface Changes {
  readonly before: ComparableReport;
  readonly after: ComparableReport;
  readonly comparison: ReportComparison;
  /** Checks whose points changed, and questions that did; none where the two cannot be compared. */
  readonly findings: readonly ComparedFinding[];
  readonly questions: readonly ChangedQuestion[];
}

/** Compares an audit with an earlier one of the same site. */
export function changesBetween(before: ComparableReport, after: ComparableReport): Changes {
  const comparison = compareReports(before, after);
  const { findings, questions } = comparison.comparable ? comparison : { findings: [], questions: [] };
  return { before, after, comparison, findings: findings.filter((one) => one.before !== one.after), questions };
}

/** Questions that changed, by what that means for the site. */
export const GROUPS = [
  { title: 'Lost', mark: '✗', style: 'red', has: isLoss },
  { title: 'Won', mark: '✓', style: 'green', has: ({ change }: ChangedQuestion) => change === 'better' },
  {
    title: 'Applies now, and passes',
    mark: '–',
    style: 'dim',
    has: (question: ChangedQuestion) => question.change === 'new' && !isLoss(question),
  },
  {
    title: 'No longer applies',
    mark: '–',
    style: 'dim',
    has: ({ change }: ChangedQuestion) => change === 'gone',
  },
] as const;

/** Returns the statement of a question's problem; the question itself where it loses no points. */
export function describeQuestion({ key, ask, later }: ChangedQuestion): string {
  return isFull(later) ? ask : problemStatement(key, later);
}

/** Returns the points before and after: `2/4 → 4/4`. */
export function pointsText({ before, after, earlier, later }: ChangedQuestion): string {
  const then = before === null ? 'did not apply' : `${before}/${earlier.maxPoints}`;
  const now = after === null ? 'does not apply' : `${after}/${later.maxPoints}`;
  return then === now ? `${now}, by less than a point` : `${then} → ${now}`;
}

/** Returns sentences about gates, pages and the rubric. */
export function generalSentences({ before, after, comparison }: Changes): readonly string[] {
  if (!comparison.comparable) {
    return [
      `The rubric changed from version ${before.rubricVersion} to ${after.rubricVersion}, so the two audits cannot be compared.`,
    ];
  }
  const { gates, pages, questions, scoreDifference } = comparison;
  return [
    ...gates.closed.map(
      ({ id, cap, reason }) => `Gate ${id} caps the score at ${cap} now, and did not before. ${reason}`,
    ),
    ...gates.opened.map(({ id, cap }) => `Gate ${id}, which capped the score at ${cap}, no longer applies.`),
    ...comparedPagesText(pages),
    ...(questions.length === 0 && scoreDifference === 0 ? ['Nothing changed.'] : []),
  ];
}
