import { availability, type Exchange, withoutBody } from '../../fetch/exchange.ts';
import { InventoryCollector } from '../crawl/inventory-collector.ts';
import type { KnownPage } from '../crawl/known-pages.ts';
import { CHOSEN_PAGES, choosePages } from '../crawl/page-choice.ts';
import type { CrawlEnd, Inventory } from '../crawl/site-inventory.ts';
import { readLlmsTxtFile } from '../read-response.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import type { Site, SiteChoice } from '../site.ts';
import type { ListedPages } from './gather-sitemaps.ts';
import { FOLDER_LINKS } from './link-checks.ts';
import { PageBudget } from './page-budget.ts';
import type { SiteRequests } from './site-requests.ts';

export interface ChoiceOptions {
  readonly home: Exchange;
  readonly origin: string;
  readonly robots: RobotsTxt;
  readonly listed: ListedPages;
  /** Requests a page, each URL once. */
  readonly request: (url: string) => Promise<Exchange>;
  /** Reads a requested page. If it refreshes to another page at once, requests that page. */
  readonly follow: (url: string) => Promise<Exchange>;
}

/** Pages that are requested before the first of them is read: more than connections, and few enough to be in memory at once. */
const REQUESTED_AHEAD = 8;
/** The same where the home page is large, in characters: each page takes much memory. */
const LARGE = 500_000;
const LARGE_AHEAD = 2;
/** The choice of pages after the last round. */
export interface ReadChoice extends SiteChoice {
  /** Responses of those that our own crawler may fetch, by the chosen URL, without the home page. */
  readonly pages: ReadonlyMap<string, Exchange>;
  readonly ended: CrawlEnd;
  /** Has all of it. More may be added. */
  readonly collector: InventoryCollector;
}

/**
 * Chooses pages and reads them, round by round: the first round takes from sitemaps and the home page's links, each later one also
 * from links of the pages already read. Pages that turn out not to exist leave their places to others.
 */
export async function readChoice({
  home,
  origin,
  robots,
  listed,
  request,
  follow,
}: ChoiceOptions): Promise<ReadChoice> {
  const collector = new InventoryCollector({ origin, homeUrl: home.finalUrl, robots });
  collector.addResponse(home);
  if (listed.isCut) collector.noteCut();
  for (const url of listed.urls) collector.add(url, 'sitemap');
  for (const url of listed.ofFeeds) collector.add(url, 'feed');
  for (const url of listed.ofListings) collector.add(url, 'listing');
  const pages = new Map<string, Exchange>();
  const budget = new PageBudget();
  let tooLarge = budget.spend(home) ? null : toSize(home);
  let urls: readonly string[] = [];
  for (;;) {
    const known = collector.pages();
    const gone = [...pages.values()].filter((page) => availability(page) === 'absent').length;
    const chosen = choosePages(known, urls, gone);
    const fresh = new Set(chosen.slice(Math.max(1, urls.length)));
    urls = chosen;
    const readable = known.filter(({ url, mayBeRead }) => mayBeRead && fresh.has(url)).map(({ url }) => url);
    if (readable.length === 0 || tooLarge !== null) {
      const ended = tooLarge === null ? decideEnd(known, urls, pages) : 'size';
      return { urls, pages, known: known.length, ...(tooLarge && { tooLarge }), ended, collector };
    }
    const waiting = chosen.filter((url) => readable.includes(url));
    const requested: { readonly url: string; readonly exchange: Promise<Exchange> }[] = [];
    const requestNext = (most: number) => {
      for (const url of waiting.splice(0, most)) requested.push({ url, exchange: request(url) });
    };
    requestNext((home.body?.length ?? 0) > LARGE ? LARGE_AHEAD : REQUESTED_AHEAD);
    // In the order of the choice, whatever arrives first. No page is read after one that was too large.
    for (let next = requested.shift(); next !== undefined; next = requested.shift()) {
      const { url } = next;
      await next.exchange;
      if (tooLarge !== null) continue;
      const page = await follow(url);
      if (!budget.spend(page)) {
        tooLarge = toSize(page);
        continue;
      }
      requestNext(1);
      if (availability(page) !== 'not_asked') collector.addResponse(page);
      pages.set(url, page);
    }
  }
}

function toSize({ url, bytes }: Exchange): NonNullable<SiteChoice['tooLarge']> {
  return { url, bytes: bytes.decoded };
}

function decideEnd(
  known: readonly KnownPage[],
  urls: readonly string[],
  pages: ReadonlyMap<string, Exchange>,
): CrawlEnd {
  const ownEnd = [...pages.values()].find((page) => availability(page) === 'not_asked')?.failure;
  if (ownEnd?.kind === 'timeout') return 'time';
  if (ownEnd?.kind === 'request_budget') return 'requests';
  return urls.length >= CHOSEN_PAGES && known.length > urls.length ? 'chosen' : 'read';
}

/**
 * Adds what else was found, and requests linked URLs that were not requested yet by HEAD, those with the most links first: as many
 * as the burst has left.
 */
export async function finishedInventory(
  { collector, ended }: ReadChoice,
  { llmsTxt, presence }: Pick<Site, 'llmsTxt'> & { readonly presence: readonly Exchange[] },
  requests: SiteRequests,
): Promise<Inventory> {
  for (const { url } of readLlmsTxtFile(llmsTxt)?.links ?? []) if (url !== null) collector.add(url, 'llmsTxt');
  for (const exchange of presence)
    if (availability(exchange) !== 'not_asked') collector.addResponse(withoutBody(exchange));
  const { burstLeft = FOLDER_LINKS } = requests.fetcher;
  const checks = collector.unreadLinks(burstLeft).map((url) => requests.presence(url));
  for (const check of checks) {
    const exchange = await check;
    if (availability(exchange) !== 'not_asked') collector.addResponse(withoutBody(exchange));
  }
  return collector.finish(ended);
}
