import type { Exchange } from '../../fetch/exchange.ts';
import { pageKey } from '../page/page-url.ts';
import { isHtmlResponse, pageFactsOf } from '../read-response.ts';
import { followRefresh, onOrigin, type PagesOptions, RobotsBudget } from './gather-pages.ts';
import { pageCandidate } from './sample.ts';
import type { SiteRequests } from './site-requests.ts';
import { OWN_TOKEN } from './user-agents.ts';

/** Most further pages that are read of a folder. */
export const MAX_FOLDER_PAGES = 500;
/** Characters of HTML after which no further page is read. */
const MAX_CHARACTERS = 200 * 1024 * 1024;

/**
 * Reads every page that links from the home page, links from those pages and sitemaps lead to, each once. Meant for a site that
 * costs no requests. Returns the pages by URL, in the order in which they were found.
 */
export async function requestAllPages(
  { home, homeFacts, origin, robots, sitemapUrls }: PagesOptions,
  requests: SiteRequests,
): Promise<ReadonlyMap<string, Promise<Exchange>>> {
  const known = new Set([pageKey(home.finalUrl)]);
  const budget = new RobotsBudget(robots.groupFor(OWN_TOKEN)?.rules.length ?? 0);
  const waiting: string[] = [];
  const isOpen = (url: string) =>
    pageCandidate(url, origin, home.finalUrl) !== null && robots.isAllowed(OWN_TOKEN, url);
  const add = (urls: readonly string[]) => {
    for (const url of urls) {
      const candidate = pageCandidate(onOrigin(url, origin), origin, home.finalUrl);
      if (candidate === null || known.has(pageKey(candidate)) || !budget.spend(candidate)) continue;
      known.add(pageKey(candidate));
      if (robots.isAllowed(OWN_TOKEN, candidate)) waiting.push(candidate);
    }
  };
  add(homeFacts.links.flatMap(({ url }) => url ?? []));
  add(sitemapUrls);
  const pages = new Map<string, Promise<Exchange>>();
  let characters = 0;
  // Grows while it is read.
  for (const url of waiting) {
    if (pages.size >= MAX_FOLDER_PAGES || characters >= MAX_CHARACTERS) break;
    const page = await followRefresh(await requests.pageOnce(url), (next) => requests.pageOnce(next), isOpen);
    pages.set(url, Promise.resolve(page));
    characters += page.body?.length ?? 0;
    if (isHtmlResponse(page)) add(pageFactsOf(page).links.flatMap((link) => link.url ?? []));
  }
  return pages;
}
