import { type Answer, type Fix, full, lost, notApplicable, type Observation, type Question } from './check.ts';
import { shareOf } from './points.ts';

/** What one page is to one question. */
export interface PageVerdict {
  readonly passes: boolean;
  /** What was seen on the page: kept where it does not pass. */
  readonly seen: Observation;
}

/** Evidence is named for this many pages; the share counts all of them. */
const SHOWN = 5;

/**
 * Whole points for a question that is asked of several pages: the maximum times the share of pages that pass, rounded
 * half up. Not applicable when it was asked of none.
 * @param whyNone why no page was asked
 */
export function pooled(question: Question, verdicts: readonly PageVerdict[], whyNone: string, fix: Fix): Answer {
  if (verdicts.length === 0) return notApplicable(question, whyNone);
  const failing = verdicts.filter((verdict) => !verdict.passes).map((verdict) => verdict.seen);
  const points = shareOf(question.maxPoints, verdicts.length - failing.length, verdicts.length);
  const shown = failing.slice(0, SHOWN);
  return points === question.maxPoints ? full(question, ...shown) : lost(points, shown, fix);
}
