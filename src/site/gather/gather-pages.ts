import type { Exchange } from '../../fetch/exchange.ts';
import { refreshTarget } from '../page/declared-urls.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { pageKey } from '../page/page-url.ts';
import { isHtmlResponse, pageFactsOf } from '../read-response.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import { pageCandidate, sampleByHash, samplePages } from './sample.ts';
import type { SiteRequests } from './site-requests.ts';
import { OWN_TOKEN } from './user-agents.ts';

/** Most further pages fetched. Fewer are judged: some are copies, or refresh to another page. */
export const PAGES_FETCHED = 8;

/** Most URLs that are checked against robots.txt. */
const MAX_URLS = 1_500;
/** Longest URL that is checked. No page that a person would list has a longer one. */
const MAX_URL = 1_000;
/**
 * Limit on the rules of robots.txt times the characters of the URLs: one to three seconds in the worst case. 3,000 rules and
 * 1,500 URLs of 60 characters are below it.
 */
const MAX_COST = 300_000_000;

export interface PagesOptions {
  readonly home: Exchange;
  readonly homeFacts: PageFacts;
  readonly origin: string;
  readonly robots: RobotsTxt;
  readonly sitemapUrls: readonly string[];
}

/** Requests further pages, following those that refresh to another page. Returns the requests by URL. */
export function requestFurtherPages(
  options: PagesOptions,
  requests: SiteRequests,
): ReadonlyMap<string, Promise<Exchange>> {
  const { home, origin, robots } = options;
  const request = (url: string) => requests.pageOnce(url);
  const isOpen = (url: string) =>
    pageCandidate(url, origin, home.finalUrl) !== null && robots.isAllowed(OWN_TOKEN, url);
  return new Map(
    furtherPages(options).map((url) => [url, request(url).then((page) => followRefresh(page, request, isOpen))]),
  );
}

/** Chooses the further pages to fetch from those that the home page links to and the sitemaps list, each page once. */
function furtherPages({ home, homeFacts, origin, robots, sitemapUrls }: PagesOptions): readonly string[] {
  const byKey = new Map<string, string>();
  for (const url of [...homeFacts.links.flatMap((link) => link.url ?? []), ...sitemapUrls]) {
    const candidate = pageCandidate(onOrigin(url, origin), origin, home.finalUrl);
    if (candidate === null) continue;
    const key = pageKey(candidate);
    if (!byKey.has(key)) byKey.set(key, candidate);
  }
  const budget = new RobotsBudget(robots.groupFor(OWN_TOKEN)?.rules.length ?? 0);
  const open = sampleByHash(byKey.values(), Number.POSITIVE_INFINITY).filter(
    (url) => budget.spend(url) && robots.isAllowed(OWN_TOKEN, url),
  );
  return samplePages(open, PAGES_FETCHED);
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
  const target = isHtmlResponse(page) ? refreshTarget(page, pageFactsOf(page)) : null;
  if (target === null || !mayBeFetched(target)) return page;
  const found = await request(target);
  if (!isHtmlResponse(found)) return page;
  const refresh = { url: page.finalUrl, status: page.status ?? 200, location: target };
  return { ...found, url: page.url, redirects: [...page.redirects, refresh, ...found.redirects] };
}

/** Returns a URL on the given origin, if the two differ only in the scheme or in `www.`; else the URL unchanged. */
export function onOrigin(url: string, origin: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin === origin || !isSameHost(url, origin)) return url;
  return `${origin}${parsed.pathname}${parsed.search}`;
}

/** Returns whether both URLs are on one host, apart from `www.`. */
export function isSameHost(a: string, b: string): boolean {
  const hostOf = (url: string) => new URL(url).host.replace(/^www\./, '');
  return hostOf(a) === hostOf(b);
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
