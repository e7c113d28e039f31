import { isFull } from '../../audit/check.ts';
import { type ChangedQuestion, compareReports, isLoss, isWorse } from '../../audit/report/compare-reports.ts';
import {
  type ComparableQuestion,
  type ComparableReport,
  type ComparedPages,
  NO_PAGES,
} from '../../audit/report/same-pages.ts';
import { problemStatement } from '../../audit/rubric.ts';
import type { FinishedAudit } from './audit.ts';
import { toObservation } from './evidence.ts';

/** Returns the changes from an earlier stored audit to a later one, as the HTTP interface shows them. */
export function toStoredChanges(earlier: FinishedAudit, audit: FinishedAudit) {
  const { since, ...changes } = toChanges(earlier.report, audit.report);
  return {
    id: audit.id,
    finished_at: audit.finishedAt,
    since: { id: earlier.id, finished_at: earlier.finishedAt, ...since },
    ...changes,
  };
}

const NOT_COMPARABLE = {
  scoreDifference: null,
  gates: { closed: [], opened: [] },
  findings: [],
  pages: NO_PAGES,
  questions: [],
} as const;

/** Returns the changes from one audit of a site to another, with the interface's names. */
export function toChanges(before: ComparableReport, after: ComparableReport) {
  const comparison = compareReports(before, after);
  const { scoreDifference, gates, findings, pages, questions } = comparison.comparable ? comparison : NOT_COMPARABLE;
  const counted = (change: ChangedQuestion['change']) => questions.filter((one) => one.change === change).length;
  return {
    domain: after.domain,
    aeo_score: comparison.scores.after,
    rubric_version: after.rubricVersion,
    since: { aeo_score: comparison.scores.before, rubric_version: before.rubricVersion },
    is_comparable: comparison.comparable,
    is_worse: isWorse(comparison),
    score_difference: scoreDifference,
    gates: [
      ...gates.closed.map(({ id, cap, reason }) => ({ id, cap, change: 'new' as const, reason })),
      ...gates.opened.map(({ id, cap, reason }) => ({ id, cap, change: 'gone' as const, reason })),
    ],
    findings: findings.map(({ key, label, before, after, maxPoints }) => {
      return { key, label, before, after, max_points: maxPoints };
    }),
    pages: toComparedPages(pages),
    counts: {
      lost: questions.filter(isLoss).length,
      better: counted('better'),
      worse: counted('worse'),
      new: counted('new'),
      gone: counted('gone'),
    },
    questions: questions.map(toQuestion),
  };
}

/** Returns the pages of a comparison, with the interface's names. */
export function toComparedPages({ same, gone, notRead, added, areScoresOfSame }: ComparedPages) {
  return {
    same: [...same],
    gone: [...gone],
    not_read: [...notRead],
    added: [...added],
    are_scores_of_same: areScoresOfSame,
  };
}

function toQuestion(question: ChangedQuestion) {
  const { key, id, ask, change, earlier, later } = question;
  return {
    change,
    is_loss: isLoss(question),
    key,
    id,
    ask,
    problem: isFull(later) ? null : problemStatement(key, later),
    before: toState(earlier),
    after: toState(later),
  };
}

function toState({ earned, maxPoints, notApplicable, observed }: ComparableQuestion) {
  return {
    earned: notApplicable === null ? earned : null,
    max_points: maxPoints,
    not_applicable: notApplicable,
    observed: observed.map(toObservation),
  };
}
