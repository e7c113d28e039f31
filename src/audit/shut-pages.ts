import { RobotsVerdicts, VERDICT_TOKENS } from '../site/crawl/robots-verdicts.ts';
import { pageKey } from '../site/page/page-url.ts';
import { readRobotsRules } from '../site/read-response.ts';
import type { Site } from '../site/site.ts';
import {
  compareShares,
  earnedShare,
  meanShare,
  type Observation,
  type PageResult,
  type QuestionResult,
} from './check.ts';
import { ofPages } from './formatting.ts';
import { openFix } from './robots-access.ts';
import type { ShutPage, SiteFacts, UnreadPages } from './site-facts.ts';

/**
 * Sorts the chosen pages that are shut or were not requested by the reason. Whether Citable may read a page plays no part in whether
 * it is shut. A site saved by an earlier version has none.
 */
export function unreadPages({ choice, pages, home, robotsTxt }: Site): UnreadPages {
  const read = new Set([home.url, home.finalUrl, ...pages.map(({ url }) => url)].map(pageKey));
  const chosen = (choice?.urls ?? []).map((url): { url: string; robots: number | null } => ({ url, robots: null }));
  const verdicts = new RobotsVerdicts(readRobotsRules(robotsTxt));
  verdicts.decide(chosen);
  const shut: ShutPage[] = [];
  const closedToCitable: string[] = [];
  const leftOut: string[] = [];
  for (const { url, robots } of chosen) {
    const [own, ...core] = robots === null ? [] : (verdicts.verdicts[robots] ?? []);
    const isRead = read.has(pageKey(url));
    if (core.length === VERDICT_TOKENS.length - 1 && core.every(({ isAllowed }) => !isAllowed)) {
      shut.push({ url, line: core[0]?.line ?? null, isRead });
    } else if (!isRead) {
      if (own?.isAllowed === false) closedToCitable.push(url);
      else leftOut.push(url);
    }
  }
  const tooLarge = choice?.tooLarge;
  return {
    chosen: choice?.urls.length ?? 1 + pages.length,
    shut,
    closedToCitable,
    leftOut,
    ...(tooLarge && { tooLarge }),
  };
}

/**
 * Counts the chosen pages that robots.txt shuts in the result of a question about pages: they earn nothing in it. Nothing is
 * promised for them.
 *
 * @param isAbout returns whether a question is about a page, by its URL. Default: about every page
 */
export function withShutPages(
  result: QuestionResult,
  { unread, robots, origin }: Pick<SiteFacts, 'unread' | 'robots' | 'origin'>,
  isAbout: (url: string) => boolean = () => true,
): QuestionResult {
  const { pages = [], share } = result;
  const shut = unread.shut.filter(({ url }) => isAbout(url));
  // What is open is too short to be judged, because the rest is shut.
  if (result.awaits === 'text' && shut.length > 0 && unread.shut.length * 2 >= unread.chosen) {
    const closed = shutResults(shut).map(({ seen }) => seen);
    const fix = openFix({ robots, origin });
    return { ...result, observed: closed, fix, problem: shutProblem(unread), awaits: 'robots_txt' };
  }
  const isMean = share.earned === 0 || compareShares(share, meanShare(pages.map(earnedShare))) === 0;
  if (shut.length === 0 || pages.length === 0 || result.notApplicable !== null || !isMean) return result;
  const keys = new Set(shut.map(({ url }) => pageKey(url)));
  const open = pages.filter(({ seen }) => !keys.has(pageKey(seen.url)));
  const closed = shutResults(shut);
  const all = [...open, ...closed];
  const added = {
    share: share.earned === 0 ? share : meanShare(all.map(earnedShare)),
    reaches: { earned: open.length, of: all.length },
    pages: all,
  };
  if (open.some(({ passes }) => !passes)) {
    const isOpen = ({ url }: Observation) => !keys.has(pageKey(url));
    return { ...result, ...added, observed: [...result.observed.filter(isOpen), ...closed.map(({ seen }) => seen)] };
  }
  return {
    ...result,
    ...added,
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
