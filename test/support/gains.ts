import { judge } from '../../src/audit/judge.ts';
import type { JudgedQuestion, Report } from '../../src/audit/report/report.ts';
import type { Site } from '../../src/site/site.ts';
import type { Deletion } from './deletions.ts';

/**
 * Questions on which a saved site gains against the rule, as found on 26 November 2026. Its menus are outside nav, and count as main text
 * once main is deleted. Other gains come from deleting titles and canonicals. Version 3 of the rubric has to end them.
 */
const KNOWN_GAINS: Readonly<Record<string, readonly string[]>> = {
  'goodstandingai.com': [
    ...['answer_content.specifics', 'content_without_js.further', 'content_without_js.home'],
    // Its menus alone make pages the same page.
    ...['metadata.title', 'metadata.description'],
    // Its description stands in the data of a script too, where it counts only if no element has it.
    'answer_content.opening',
  ],
};

/**
 * Returns what a site gains against the rule without some of its content: questions, or points of the score. Empty when there is nothing
 * to delete.
 *
 * @param before the report of the whole site
 */
export function gainWithout(site: Site, { mayGain, apply }: Deletion, before: Report): readonly string[] {
  const changed = apply(site);
  if (changed === site) return [];
  const after = judge(changed);
  const gained = questionsThatGained(before, after);
  const known = KNOWN_GAINS[site.domain] ?? [];
  const unexpected = [...gained.keys()].filter((id) => !mayGain.has(id) && !known.includes(id));
  // A question that gains against the rule can open a gate.
  if (unexpected.length > 0 || [...gained.keys()].some((id) => known.includes(id))) return unexpected;
  const points = [...gained.values()].reduce((sum, each) => sum + each, 0);
  // Scores are rounded down to whole points, and maxima to tenths.
  const isMore = after.score - before.score > Math.ceil(points + 0.5);
  return isMore ? [`the score: ${before.score} → ${after.score}`] : [];
}

/**
 * Returns the questions, with their points, that earn a larger share than before, or that lost points before and no longer
 * apply.
 */
function questionsThatGained(before: Report, after: Report): ReadonlyMap<string, number> {
  const then = new Map(listQuestions(before));
  const gained = listQuestions(after).flatMap(([id, now]): [string, number][] => {
    const was = then.get(id);
    return was !== undefined && hasGained(was, now) ? [[id, Math.max(was.maxPoints, now.maxPoints)]] : [];
  });
  return new Map(gained);
}

function hasGained(was: JudgedQuestion, now: JudgedQuestion): boolean {
  if (was.notApplicable !== null) return false;
  if (now.notApplicable !== null) return was.share.earned < was.share.of;
  return now.share.earned * was.share.of > was.share.earned * now.share.of;
}

function listQuestions({ findings }: Report): readonly (readonly [string, JudgedQuestion])[] {
  return findings.flatMap(({ key, questions }) =>
    questions.map((question) => [`${key}.${question.id}`, question] as const),
  );
}
