import { availability, type Exchange } from '../../fetch/exchange.ts';
import { furtherPages } from '../crawl/page-choice.ts';
import { refreshTarget } from '../page/declared-urls.ts';
import { onOrigin, pageKey } from '../page/page-url.ts';
import { isHtmlResponse, readPageFacts } from '../read-response.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import type { EarlierPages } from '../site.ts';
import type { ReadChoice } from './read-choice.ts';
import { pageCandidate } from './sample.ts';
import type { SiteRequests } from './site-requests.ts';
import { OWN_TOKEN } from './user-agents.ts';

/** Maximum number of pages of an earlier audit that are read again. */
const EARLIER_PAGES = 24;
/** Maximum number of pages that are read of a folder. */
export const MAX_FOLDER_PAGES = 500;
/** Characters of HTML after which no further page of a folder is read. */
const MAX_CHARACTERS = 200 * 1024 * 1024;

/** Maximum number of URLs that are checked against robots.txt. */
const MAX_URLS = 1_500;
/** Maximum length of a URL that is checked. No page that a person would list has a longer one. */
const MAX_URL = 1_000;
/**
 * Limit on the rules of robots.txt times the characters of the URLs: one to three seconds in the worst case. 3,000 rules and
 * 1,500 URLs of 60 characters are below it.
 */
const MAX_COST = 300_000_000;

interface PagesOptions {
  readonly home: Exchange;
  readonly origin: string;
  readonly robots: RobotsTxt;
  readonly source: 'folder' | undefined;
}

/**
 * Reads the pages of a folder beyond the choice, each once, and what they link to. A folder costs no requests.
 *
 * @param most maximum number of pages, the home page and those of the choice included
 * @returns the pages in the order in which they were read
 */
export async function requestMorePages(
  { urls, pages, collector }: ReadChoice,
  options: PagesOptions,
  requests: SiteRequests,
  most = MAX_FOLDER_PAGES,
): Promise<readonly Exchange[]> {
  const taken = new Set(urls);
  const more: Exchange[] = [];
  let characters = 0;
  for (;;) {
    const known = collector.pages();
    const readable = new Set(known.filter(({ mayBeRead }) => mayBeRead).map(({ url }) => url));
    const waiting = furtherPages(known, taken).filter((url) => readable.has(url));
    if (waiting.length === 0) return more;
    for (const url of waiting) {
      if (1 + pages.size + more.length >= Math.min(most, MAX_FOLDER_PAGES) || characters >= MAX_CHARACTERS) return more;
      const page = await requestPage(url, options, requests);
      taken.add(url);
      more.push(page);
      characters += page.body?.length ?? 0;
      if (availability(page) !== 'not_asked') collector.addResponse(page);
    }
  }
}

/**
 * Reads pages of an earlier audit again, where robots.txt allows it: the first {@link EARLIER_PAGES} of a fetched site.
 *
 * @param urls of the earlier audit; those of other sites are left out
 * @param pages the pages that were read already
 */
export async function requestEarlierPages(
  urls: readonly string[],
  pages: readonly Exchange[],
  { home, origin, robots, source }: PagesOptions,
  requests: SiteRequests,
): Promise<EarlierPages> {
  const known = new Set([pageKey(home.finalUrl)]);
  const earlier = urls
    .flatMap((url) => (url.length <= MAX_URL && URL.canParse(url) ? onOrigin(url, origin) : []))
    .filter((url) => url.startsWith(`${origin}/`) && !known.has(pageKey(url)) && known.add(pageKey(url)))
    .slice(0, source === 'folder' ? MAX_FOLDER_PAGES : EARLIER_PAGES);
  const read = new Set(pages.flatMap(({ url, finalUrl }) => [pageKey(url), pageKey(finalUrl)]));
  const unread = earlier.filter((url) => !read.has(pageKey(url)) && robots.isAllowed(OWN_TOKEN, url));
  return { urls: earlier, exchanges: await Promise.all(unread.map((url) => requests.pageOnce(url))) };
}

/** Requests a page, and the page that it refreshes to at once. Each URL once. */
export function requestPage(
  url: string,
  { home, origin, robots }: Pick<PagesOptions, 'home' | 'origin' | 'robots'>,
  requests: SiteRequests,
): Promise<Exchange> {
  const request = (target: string) => requests.pageOnce(target);
  const isOpen = (target: string) =>
    pageCandidate(target, origin, home.finalUrl) !== null && robots.isAllowed(OWN_TOKEN, target);
  return requests.followedOnce(url, async () => followRefresh(await request(url), request, isOpen));
}

/**
 * Follows a page that refreshes to another one at once, as if it had redirected. Returns the page unchanged if the target
 * cannot be fetched.
 */
export async function followRefresh(
  page: Exchange,
  request: (url: string) => Promise<Exchange>,
  mayBeFetched: (url: string) => boolean,
): Promise<Exchange> {
  const target = isHtmlResponse(page) ? refreshTarget(page, readPageFacts(page)) : null;
  if (target === null || !mayBeFetched(target)) return page;
  const found = await request(target);
  if (!isHtmlResponse(found)) return page;
  const refresh = { url: page.finalUrl, status: page.status ?? 200, location: target };
  return { ...found, url: page.url, redirects: [...page.redirects, refresh, ...found.redirects] };
}

/**
 * Limits the URLs of a site that are checked against its robots.txt, which may have many rules. Counts work instead of time, so
 * that the same site gives the same audit.
 */
export class RobotsBudget {
  readonly #rules: number;
  #urls = 0;
  #cost = 0;

  /** @param rules most rules that apply to a URL */
  constructor(rules: number) {
    this.#rules = rules;
  }

  /** Counts a URL. Returns false, without counting it, when it exceeds the budget. */
  spend(url: string): boolean {
    const cost = this.#cost + url.length * this.#rules;
    if (url.length > MAX_URL || this.#urls >= MAX_URLS || cost > MAX_COST) return false;
    this.#urls += 1;
    this.#cost = cost;
    return true;
  }
}
