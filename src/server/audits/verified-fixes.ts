import type { ComparedTables } from '../../audit/pages/compare-tables.ts';
import {
  countStates,
  type VerifiedFixes,
  type VerifiedQuestion,
  verifyFixes,
} from '../../audit/report/fix-verification.ts';
import type { Report } from '../../audit/report/report.ts';
import type { Stack } from '../../site/stack.ts';
import type { FinishedAudit } from './audit.ts';
import { toFix, toObservation } from './evidence.ts';
import { toComparedPages } from './stored-changes.ts';

/**
 * Returns the fixes since an earlier audit, as the HTTP interface shows them.
 *
 * @param audit a live audit that was done
 * @param compared the page tables of both; null for no comparison of all pages
 */
export function toVerification(earlier: FinishedAudit, audit: FinishedAudit, compared: ComparedTables | null) {
  const { id, domain, startedAt, finishedAt, report } = audit;
  const { since, ...verified } = toVerifiedFixes(verifyFixes(earlier.report, report), report.stack);
  return {
    id,
    domain,
    started_at: startedAt,
    finished_at: finishedAt,
    since: { id: earlier.id, finished_at: earlier.finishedAt, ...since },
    ...verified,
    all_pages: toComparedTables(compared),
  };
}

/** Returns the same as the command prints it in JSON, without the parts that only stored audits have. */
export function toJsonVerification(
  verified: VerifiedFixes,
  { domain, stack }: Report,
  compared: ComparedTables | null,
): object {
  return { domain, ...toVerifiedFixes(verified, stack), all_pages: toComparedTables(compared) };
}

/** Maximum number of pages that are listed for a question. The rest are counted. */
export const LISTED_PAGES = 1_000;

function toComparedTables(compared: ComparedTables | null) {
  if (compared === null) return null;
  const { before, after, both, questions } = compared;
  return {
    judged_before: before,
    judged_now: after,
    judged_both: both,
    questions: questions.map(({ question, counts, pages }) => {
      return { question, counts, pages: pages.slice(0, LISTED_PAGES).map(({ url, state }) => ({ url, state })) };
    }),
  };
}

function toVerifiedFixes(verified: VerifiedFixes, stack: Stack) {
  const { before, after, isComparable, isAllFixed, gates, questions, pages } = verified;
  return {
    aeo_score: after.score,
    rubric_version: after.rubricVersion,
    since: { aeo_score: before.score, rubric_version: before.rubricVersion },
    is_comparable: isComparable,
    is_all_fixed: isAllFixed,
    counts: countStates(questions),
    gates: gates.map(({ id, state, cap, reason }) => ({ id, state, cap, reason })),
    pages: toComparedPages(pages),
    questions: questions.map((question) => toQuestion(question, stack)),
  };
}

function toQuestion(verified: VerifiedQuestion, stack: Stack) {
  const { state, finding, question, problem, before, after, change, pages, states } = verified;
  return {
    state,
    key: finding.key,
    id: question.id,
    ask: question.ask,
    must: question.must,
    problem,
    before: before && { earned: before.earned, max_points: before.maxPoints },
    after: after && { earned: after.earned, max_points: after.maxPoints },
    change,
    pages: pages && { before: pages.before, same: pages.same },
    page_states: states.map(({ url, state }) => ({ url, state })),
    not_applicable: question.notApplicable,
    observed: question.observed.map(toObservation),
    fix: toFix(question, stack),
  };
}
