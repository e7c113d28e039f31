import type { Exchange } from '../../fetch/exchange.ts';
import { refreshTarget } from '../page/declared-urls.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { onOrigin, pageKey } from '../page/page-url.ts';
import { isHtmlResponse, pageFactsOf } from '../read-response.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import type { EarlierPages } from '../site.ts';
import { pageCandidate, sampleByHash, samplePages } from './sample.ts';
import type { SiteRequests } from './site-requests.ts';
import { OWN_TOKEN } from './user-agents.ts';

/** Most further pages fetched. Fewer are judged: some are copies, or refresh to another page. */
export const PAGES_FETCHED = 8;
/** Maximum number of pages of an earlier audit that are read again. */
const EARLIER_PAGES = 24;
/** Most further pages that are read of a folder. */
export const MAX_FOLDER_PAGES = 500;
/** Characters of HTML after which no further page of a folder is read. */
const MAX_CHARACTERS = 200 * 1024 * 1024;

/** Most times that the links of further pages are followed to others. */
const MAX_ROUNDS = 2;
/** Most URLs that are checked against robots.txt. */
const MAX_URLS = 1_500;
/** Longest URL that is checked. No page that a person would list has a longer one. */
const MAX_URL = 1_000;
/**
 * Limit on the rules of robots.txt times the characters of the URLs: one to three seconds in the worst case. 3,000 rules and
 * 1,500 URLs of 60 characters are below it.
 */
const MAX_COST = 300_000_000;

interface PagesOptions {
  readonly home: Exchange;
  readonly homeFacts: PageFacts;
  readonly origin: string;
  readonly robots: RobotsTxt;
  readonly sitemapUrls: readonly string[];
  readonly source: 'folder' | undefined;
}

/** Requests by URL. */
type PageRequests = ReadonlyMap<string, Promise<Exchange>>;

/** Requests further pages that the home page links to and the sitemaps list, following those that refresh to another page. */
export function requestFurtherPages(options: PagesOptions, requests: SiteRequests): PageRequests {
  const urls = [...linksOf(options.homeFacts), ...options.sitemapUrls];
  return requested(furtherPages(urls, new Set(), PAGES_FETCHED, budgetOf(options), options), options, requests);
}

/**
 * Requests pages that the further pages link to, where the home page and the sitemaps lead to fewer than are fetched: a blog
 * whose home page links to its index alone is not judged by that index.
 *
 * @param first the further pages
 * @returns these and the others
 */
export async function requestLinkedPages(
  first: PageRequests,
  options: PagesOptions,
  requests: SiteRequests,
): Promise<PageRequests> {
  const budget = budgetOf(options);
  let pages = first;
  for (let round = 0; round < MAX_ROUNDS && pages.size > 0 && pages.size < PAGES_FETCHED; round += 1) {
    const read = (await Promise.all(pages.values())).filter(isHtmlResponse);
    const known = new Set([...pages.keys(), ...read.map(({ finalUrl }) => finalUrl)].map(pageKey));
    const links = read.flatMap((page) => linksOf(pageFactsOf(page)));
    const found = furtherPages(links, known, PAGES_FETCHED - pages.size, budget, options);
    if (found.length === 0) break;
    pages = new Map([...pages, ...requested(found, options, requests)]);
  }
  return pages;
}

/**
 * Reads every page that links from the home page, links from those pages and sitemaps lead to, each once. Meant for a site that
 * costs no requests. Returns the pages by URL, in the order in which they were found.
 */
export async function requestAllPages(options: PagesOptions, requests: SiteRequests): Promise<PageRequests> {
  const { home, homeFacts, robots, sitemapUrls } = options;
  const known = new Set([pageKey(home.finalUrl)]);
  const budget = budgetOf(options);
  const waiting: string[] = [];
  const add = (urls: readonly string[]) => {
    for (const url of urls) {
      const candidate = candidateOf(url, options);
      if (candidate === null || known.has(pageKey(candidate)) || !budget.spend(candidate)) continue;
      known.add(pageKey(candidate));
      if (robots.isAllowed(OWN_TOKEN, candidate)) waiting.push(candidate);
    }
  };
  add([...linksOf(homeFacts), ...sitemapUrls]);
  const pages = new Map<string, Promise<Exchange>>();
  let characters = 0;
  // Grows while it is read.
  for (const url of waiting) {
    if (pages.size >= MAX_FOLDER_PAGES || characters >= MAX_CHARACTERS) break;
    const page = await requestPage(url, options, requests);
    pages.set(url, Promise.resolve(page));
    characters += page.body?.length ?? 0;
    if (isHtmlResponse(page)) add(linksOf(pageFactsOf(page)));
  }
  return pages;
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

function linksOf({ links }: PageFacts): readonly string[] {
  return links.flatMap(({ url }) => url ?? []);
}

function budgetOf({ robots }: PagesOptions): RobotsBudget {
  return new RobotsBudget(robots.groupFor(OWN_TOKEN)?.rules.length ?? 0);
}

function candidateOf(url: string, { home, origin }: PagesOptions): string | null {
  return pageCandidate(onOrigin(url, origin), origin, home.finalUrl);
}

function requested(urls: readonly string[], options: PagesOptions, requests: SiteRequests): PageRequests {
  return new Map(urls.map((url) => [url, requestPage(url, options, requests)]));
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
 * Chooses pages to fetch from these URLs, each page once.
 *
 * @param known keys of pages that are not chosen
 */
function furtherPages(
  urls: readonly string[],
  known: ReadonlySet<string>,
  most: number,
  budget: RobotsBudget,
  options: PagesOptions,
): readonly string[] {
  const byKey = new Map<string, string>();
  for (const url of urls) {
    const candidate = candidateOf(url, options);
    if (candidate === null) continue;
    const key = pageKey(candidate);
    if (!known.has(key) && !byKey.has(key)) byKey.set(key, candidate);
  }
  const open = sampleByHash(byKey.values(), Number.POSITIVE_INFINITY).filter(
    (url) => budget.spend(url) && options.robots.isAllowed(OWN_TOKEN, url),
  );
  return samplePages(open, most);
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
