import type { FetchBudgets } from '../../fetch/budgets.ts';
import { availability, type Exchange, type Fetcher } from '../../fetch/exchange.ts';
import type { CrawlProgress } from '../../values/crawl-progress.ts';
import { CRAWL_RATE, CrawlPace, readCrawlDelay } from '../crawl/crawl-pace.ts';
import { FurtherCrawl } from '../crawl/further-crawl.ts';
import type { Inventory } from '../crawl/site-inventory.ts';
import { isHtmlResponse, readPageFacts } from '../read-response.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import type { Site } from '../site.ts';
import { followRefresh } from './gather-pages.ts';
import { FOLDER_LINKS } from './link-checks.ts';
import type { ReadChoice } from './read-choice.ts';
import { pageCandidate } from './sample.ts';
import { SiteRequests } from './site-requests.ts';
import { OWN_TOKEN } from './user-agents.ts';

/** Maximum number of linked URLs beyond the pages whose presence is checked. */
const LINK_CHECKS = 200;
/** Pages that are given together, and the length of their HTML in characters. */
const BATCH_PAGES = 1_000;
const BATCH_HTML = 5_000_000;

/** Reading more pages than the choice. The score never depends on them. */
export interface Crawl {
  /** Maximum number of pages, those of the choice included. */
  readonly pages: number;
  /** Requests a second. Default: {@link CRAWL_RATE}. */
  readonly rate?: number;
  /** Time for each page, in seconds. Default: twice what the rate and the Crawl-delay need, two seconds or more. */
  readonly secondsPerPage?: number;
  /** Ends the crawl. What was read stays. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CrawlProgress) => void;
  /** Returns the fetcher of an audit with its responses changed or stored. Default: unchanged. */
  readonly around?: (fetcher: Fetcher) => Fetcher;
  /** Called with further pages that were read, some at a time. They are not in the Site. */
  readonly onPages: (site: Site, pages: readonly Exchange[]) => void;
}

/** Returns the budgets of a crawl. @param crawlDelay seconds between two requests that robots.txt asks for */
export function crawlBudgets(
  { pages, rate = CRAWL_RATE, secondsPerPage = Math.max(2, 2 / rate) }: Crawl,
  crawlDelay: number,
): Partial<FetchBudgets> {
  const seconds = Math.min(60 + pages * Math.max(secondsPerPage, 2 * crawlDelay), MAX_SECONDS);
  return {
    audit: 1000 * seconds,
    requests: 3 * pages + 2 * LINK_CHECKS,
    burst: 1,
    requestsPerSecond: rate,
    slowResponses: 10,
  };
}

/** Maximum time that a timer can have. */
const MAX_SECONDS = 2_000_000;

export interface CrawlContext {
  readonly site: Site;
  readonly chosen: ReadChoice;
  readonly robots: RobotsTxt;
  readonly fetcher: Fetcher;
  readonly about: string | null;
}

/** Reads pages beyond the choice, and what they link to. Returns the inventory. */
export async function crawledInventory(
  { pages, rate = CRAWL_RATE, signal, onProgress, around = (fetcher) => fetcher, onPages }: Crawl,
  { site, chosen, robots, fetcher, about }: CrawlContext,
): Promise<Inventory> {
  const { collector, urls, ended } = chosen;
  // What is too large, refused or too slow already is not read further.
  if (ended !== 'read' && ended !== 'chosen') return collector.finish(ended);
  const isFolder = site.source === 'folder';
  const pace = isFolder ? null : new CrawlPace(rate, readCrawlDelay(robots), (ms) => fetcher.pause(ms));
  // Responses that are stored cost no time.
  const requests = new SiteRequests(around(pace?.around(fetcher) ?? fetcher), about, 1);
  const batches = new PageBatches((batch) => onPages(site, batch));
  const { home, origin } = site;
  const request = async (url: string) =>
    followRefresh(
      await requests.page(url),
      (target) => requests.page(target),
      (target) => pageCandidate(target, origin, home.finalUrl) !== null && robots.isAllowed(OWN_TOKEN, target),
    );
  const crawl = new FurtherCrawl({
    collector,
    chosen: [...urls, ...(site.morePages ?? []).map(({ url }) => url)],
    most: pages,
    linkChecks: isFolder ? FOLDER_LINKS : LINK_CHECKS,
    interval: () => pace?.interval ?? 0,
    request,
    presence: (url) => requests.presence(url),
    onPage: (page) => batches.add(page),
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  });
  const end = await crawl.run();
  batches.end();
  return collector.finish(end);
}

/** Gives pages some at a time, so that few are in memory at once. */
class PageBatches {
  readonly #give: (pages: readonly Exchange[]) => void;
  #pages: Exchange[] = [];
  #characters = 0;

  constructor(give: (pages: readonly Exchange[]) => void) {
    this.#give = give;
  }

  add(page: Exchange): void {
    if (availability(page) !== 'present' || !isHtmlResponse(page)) return;
    const { htmlLength } = readPageFacts(page);
    if (this.#pages.length >= BATCH_PAGES || this.#characters + htmlLength > BATCH_HTML) this.end();
    this.#pages.push(page);
    this.#characters += htmlLength;
  }

  end(): void {
    if (this.#pages.length > 0) this.#give(this.#pages);
    this.#pages = [];
    this.#characters = 0;
  }
}
