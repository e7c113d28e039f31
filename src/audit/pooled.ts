import { type Fix, full, lost, notApplicable, type Observation, type QuestionResult } from './check.ts';

/** What one page is to one question. */
export interface PageResult {
  readonly passes: boolean;
  /** It does not pass, and earns half of the page's share. */
  readonly earnsHalf?: boolean;
  /** What was seen on the page, whether it passes or not. */
  readonly seen: Observation;
}

/** Pages whose evidence is shown where points are lost; the share counts all of them. */
const SHOWN = 5;

/**
 * The answer to a question that is asked of several pages: its share is that of the pages that pass. The pages that do
 * not pass are the evidence, or some that pass when all do.
 *
 * @param whyNone why no page was asked: then the question does not apply
 */
export function combinePages(verdicts: readonly PageResult[], whyNone: string, fix: Fix): QuestionResult {
  if (verdicts.length === 0) return notApplicable(whyNone);
  const failing = verdicts.filter(({ passes }) => !passes);
  if (failing.length === 0) return full(...verdicts.map(({ seen }) => seen));
  const halves = failing.filter(({ earnsHalf }) => earnsHalf === true).length;
  const share = { earned: 2 * (verdicts.length - failing.length) + halves, of: 2 * verdicts.length };
  return lost(
    share,
    failing.slice(0, SHOWN).map(({ seen }) => seen),
    fix,
  );
}
