import { RobotsVerdicts, VERDICT_TOKENS } from '../site/crawl/robots-verdicts.ts';
import { pageKey } from '../site/page/page-url.ts';
import { robotsRulesOf } from '../site/read-response.ts';
import type { Site } from '../site/site.ts';
import { compareShares, isFull, meanShare, type PageResult, type QuestionResult, shareOf } from './check.ts';
import { ofPages } from './formatting.ts';
import { openFix } from './robots-access.ts';
import type { ShutPage, SiteFacts, UnreadPages } from './site-facts.ts';

/** Sorts the chosen pages that were not requested by the reason. A site saved by an earlier version has none. */
export function unreadPages({ choice, pages, home, robotsTxt }: Site): UnreadPages {
  const read = new Set([home.url, home.finalUrl, ...pages.map(({ url }) => url)].map(pageKey));
  const unread = (choice?.urls.slice(1) ?? []).filter((url) => !read.has(pageKey(url)));
  const verdicts = new RobotsVerdicts(robotsRulesOf(robotsTxt));
  const decided = unread.map((url): { url: string; robots: number | null } => ({ url, robots: null }));
  verdicts.decide(decided);
  const shut: ShutPage[] = [];
  const closedToCitable: string[] = [];
  const leftOut: string[] = [];
  for (const { url, robots } of decided) {
    const [own, ...core] = robots === null ? [] : (verdicts.verdicts[robots] ?? []);
    if (core.length === VERDICT_TOKENS.length - 1 && core.every(({ isAllowed }) => !isAllowed)) {
      shut.push({ url, line: core[0]?.line ?? null });
    } else if (own?.isAllowed === false) closedToCitable.push(url);
    else leftOut.push(url);
  }
  return { chosen: choice?.urls.length ?? 1 + pages.length, shut, closedToCitable, leftOut };
}

/**
 * Adds the chosen pages that robots.txt shuts to the result of a question about pages: they earn nothing in it. Nothing is known
 * of what they say, so no fix promises their part.
 */
export function withShutPages(
  result: QuestionResult,
  { unread, robots, origin }: Pick<SiteFacts, 'unread' | 'robots' | 'origin'>,
): QuestionResult {
  const { shut } = unread;
  const { pages = [], share } = result;
  const isMean = share.earned === 0 || compareShares(share, meanShare(pages.map(shareOf))) === 0;
  if (shut.length === 0 || pages.length === 0 || result.notApplicable !== null || !isMean) return result;
  const closed = shutResults(shut);
  const all = pages.length + shut.length;
  const reduced = { earned: share.earned * pages.length, of: share.of * all };
  const added = { share: reduced, pages: [...pages, ...closed] };
  const observed = [...result.observed, ...closed.map(({ seen }) => seen)];
  const reaches = { earned: pages.length, of: all };
  if (!isFull(result)) return { ...result, ...added, observed, reaches };
  return {
    ...result,
    ...added,
    reaches,
    observed: closed.map(({ seen }) => seen),
    fix: openFix({ robots, origin }),
    problem: shutProblem(unread),
  };
}

/** Returns the results of shut pages: none is readable. */
export function shutResults(shut: readonly ShutPage[]): readonly PageResult[] {
  return shut.map(({ url, line }) => {
    const where = line === null ? '' : ` (line ${line})`;
    const note = `robots.txt shuts it for all core search crawlers${where}.`;
    return { passes: false, seen: { url, status: null, line: null, header: null, note, text: null } };
  });
}

/** Returns the one statement of the problem, whatever the question. */
export function shutProblem({ shut, chosen }: UnreadPages): string {
  const [one, many] = ['is shut for AI search by robots.txt', 'are shut for AI search by robots.txt'];
  return ofPages(shut.length, chosen, one, many, 'chosen page');
}
