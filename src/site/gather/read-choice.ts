import { availability, type Exchange, withoutBody } from '../../fetch/exchange.ts';
import { InventoryCollector } from '../crawl/inventory-collector.ts';
import type { KnownPage } from '../crawl/known-pages.ts';
import { CHOSEN_PAGES, choosePages } from '../crawl/page-choice.ts';
import type { CrawlEnd, Inventory } from '../crawl/site-inventory.ts';
import { llmsTxtOf } from '../read-response.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import type { SiteChoice } from '../site.ts';
import type { ListedPages } from './gather-sitemaps.ts';
import type { SiteRequests } from './site-requests.ts';

export interface ChoiceOptions {
  readonly home: Exchange;
  readonly origin: string;
  readonly robots: RobotsTxt;
  readonly listed: ListedPages;
  /** Requests a page, each URL once. */
  readonly request: (url: string) => Promise<Exchange>;
}

/** The choice of pages after the last round. */
export interface ReadChoice {
  /** The chosen URLs in the order of their choice, the home page first. */
  readonly urls: readonly string[];
  /** Responses of those that our own crawler may fetch, by the chosen URL, without the home page. */
  readonly pages: ReadonlyMap<string, Exchange>;
  /** Number of known pages when the rounds ended. */
  readonly known: number;
  readonly ended: CrawlEnd;
  /** Has all of it. More may be added. */
  readonly collector: InventoryCollector;
}

/**
 * Chooses pages and reads them, round by round: the first round takes from sitemaps and the home page's links, each later one also
 * from links of the pages already read.
 */
export async function readChoice({ home, origin, robots, listed, request }: ChoiceOptions): Promise<ReadChoice> {
  const collector = new InventoryCollector({ origin, homeUrl: home.finalUrl, robots });
  collector.addResponse(home);
  if (listed.isCut) collector.noteCut();
  for (const url of listed.urls) collector.add(url, 'sitemap');
  for (const url of listed.ofFeeds) collector.add(url, 'feed');
  const pages = new Map<string, Exchange>();
  let urls: readonly string[] = [];
  for (;;) {
    const known = collector.pages();
    const chosen = choosePages(known, urls);
    const fresh = new Set(chosen.slice(Math.max(1, urls.length)));
    urls = chosen;
    const readable = known.filter(({ url, mayBeRead }) => mayBeRead && fresh.has(url)).map(({ url }) => url);
    if (readable.length === 0) return { urls, pages, known: known.length, ended: endOf(known, urls, pages), collector };
    const requested = chosen.filter((url) => readable.includes(url)).map((url) => ({ url, exchange: request(url) }));
    // In the order of the choice, whatever arrives first.
    for (const { url, exchange } of requested) {
      const page = await exchange;
      pages.set(url, page);
      if (availability(page) !== 'not_asked') collector.addResponse(page);
    }
  }
}

function endOf(known: readonly KnownPage[], urls: readonly string[], pages: ReadonlyMap<string, Exchange>): CrawlEnd {
  const ownEnd = [...pages.values()].find((page) => availability(page) === 'not_asked')?.failure;
  if (ownEnd?.kind === 'timeout') return 'time';
  if (ownEnd?.kind === 'request_budget') return 'requests';
  return urls.length >= CHOSEN_PAGES && known.length > urls.length ? 'chosen' : 'read';
}

/** Returns the choice as a Site has it. @param pages responses that are in the Site already */
export function siteChoice({ urls, known, pages }: ReadChoice, inSite: readonly Exchange[]): SiteChoice {
  return { urls, known, pages: [...pages.values()].filter((page) => !inSite.includes(page)) };
}

/** Most links of a folder whose targets are looked up. */
const FOLDER_LINKS = 1_000;

/**
 * Adds what else was found, and requests linked URLs that were not requested yet by HEAD, those with the most links first: as many
 * as the burst has left.
 */
export async function finishedInventory(
  { collector, ended }: ReadChoice,
  { llmsTxt, presence }: { readonly llmsTxt: Exchange; readonly presence: readonly Exchange[] },
  requests: SiteRequests,
): Promise<Inventory> {
  for (const { url } of llmsTxtOf(llmsTxt)?.links ?? []) if (url !== null) collector.add(url, 'llmsTxt');
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
