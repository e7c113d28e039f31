import { availability, type Exchange, withoutBody } from '../../fetch/exchange.ts';
import { isTransient } from '../../fetch/next-request.ts';
import type { CrawlProgress } from '../../values/crawl-progress.ts';
import type { InventoryCollector } from './inventory-collector.ts';
import { furtherPages } from './page-choice.ts';
import type { CrawlEnd } from './site-inventory.ts';

/** Pages that are requested before the first of them is read. */
const REQUESTED_AHEAD = 8;
/** Times that links of pages are followed to further pages: a chain of links that is longer leads on without end. */
const MAX_ROUNDS = 100;
/** Refused requests in a row after which a site is left alone. */
const MAX_REFUSED = 10;
/** Maximum number of segments of a path, and times that it may repeat one: endless paths grow so. */
const MAX_SEGMENTS = 12;
const MAX_REPEATED = 3;
/** Linked URLs that are checked at once. */
const CHECKED_AT_ONCE = 4;

export interface FurtherCrawlOptions {
  readonly collector: InventoryCollector;
  /** URLs of the choice. */
  readonly chosen: readonly string[];
  /** Maximum number of pages in all, those of the choice included. */
  readonly most: number;
  /** Maximum number of linked URLs, beyond the pages, that are checked. */
  readonly linkChecks: number;
  /** Milliseconds between two requests for now. */
  readonly interval: () => number;
  /** Requests a page with one attempt, or the presence of a URL. */
  readonly request: (url: string) => Promise<Exchange>;
  readonly presence: (url: string) => Promise<Exchange>;
  /** Called with every response to a page, in order. */
  readonly onPage: (page: Exchange) => void;
  readonly onProgress?: (progress: CrawlProgress) => void;
  /** Ends the crawl. What was read stays. */
  readonly signal?: AbortSignal;
}

/**
 * Reads pages beyond the choice, in the order of {@link furtherPages}, and what they link to, until all are read or a limit ends it.
 * What fails for a passing reason is requested once more at the end. Bodies are not stored.
 */
export class FurtherCrawl {
  readonly #options: FurtherCrawlOptions;
  readonly #taken: Set<string>;
  /** Responses with a passing failure, by the URL that is requested again. */
  readonly #deferred = new Map<string, Exchange>();
  #refused = 0;
  #end: CrawlEnd | null = null;
  #isEndless = false;

  constructor(options: FurtherCrawlOptions) {
    this.#options = options;
    this.#taken = new Set(options.chosen);
  }

  /** Reads the pages, then checks linked URLs that were not read. Returns why it ended. */
  async run(): Promise<CrawlEnd> {
    const { collector, most } = this.#options;
    for (let round = 0; this.#end === null; round += 1) {
      const waiting = this.#waiting();
      if (waiting.length === 0) break;
      if (this.#taken.size >= most) this.#end = 'chosen';
      else if (round >= MAX_ROUNDS) this.#end = 'endless';
      else await this.#requestAll(waiting.slice(0, most - this.#taken.size));
    }
    const isCut = this.#end === null || this.#end === 'chosen' || this.#end === 'endless';
    if (isCut) await this.#requestDeferred();
    for (const page of this.#deferred.values()) collector.addResponse(withoutBody(page));
    const ended = this.#end ?? (this.#isEndless ? 'endless' : 'read');
    if (ended === 'read' || ended === 'chosen' || ended === 'endless') await this.#checkLinks();
    return this.#end ?? ended;
  }

  /** Returns the known pages that may be read and were not requested. */
  #waiting(): readonly string[] {
    const known = this.#options.collector.pages();
    const readable = new Set(known.flatMap(({ url, mayBeRead }) => (mayBeRead ? url : [])));
    const waiting = furtherPages(known, this.#taken).filter((url) => readable.has(url));
    const finite = waiting.filter((url) => !isEndlessPath(url));
    this.#isEndless ||= finite.length < waiting.length;
    return finite;
  }

  /** Requests pages some ahead, and reads them in order, whatever arrives first. */
  async #requestAll(urls: readonly string[]): Promise<void> {
    const { collector, most, request, onPage } = this.#options;
    const of = Math.min(most, this.#taken.size + urls.filter((url) => !this.#taken.has(url)).length);
    this.#tell(of);
    const rest = [...urls].reverse();
    const requested: { readonly url: string; readonly exchange: Promise<Exchange> }[] = [];
    const requestNext = () => {
      const url = this.#end === null && !this.#isCancelled() ? rest.pop() : undefined;
      if (url !== undefined) requested.push({ url, exchange: request(url) });
    };
    for (let i = 0; i < REQUESTED_AHEAD; i += 1) requestNext();
    for (let next = requested.shift(); next !== undefined; next = requested.shift()) {
      const page = await next.exchange;
      this.#taken.add(next.url);
      if (this.#isRead(next.url, page)) {
        collector.addResponse(page);
        onPage(page);
      }
      this.#tell(of);
      requestNext();
    }
    if (this.#end === null && this.#isCancelled()) this.#end = 'cancelled';
  }

  #tell(of: number): void {
    const interval = this.#options.interval();
    const pages = this.#taken.size;
    this.#options.onProgress?.({ pages, of, interval, secondsLeft: (interval * (of - pages)) / 1000 });
  }

  #isCancelled(): boolean {
    return this.#options.signal?.aborted === true;
  }

  /** Returns whether a response says something of its page; otherwise notes what follows from it. */
  #isRead(url: string, page: Exchange): boolean {
    const { failure, status } = page;
    const state = availability(page);
    if (state === 'not_asked') {
      if (failure?.kind === 'offline') return false;
      this.#end ??= this.#isCancelled() ? 'cancelled' : failure?.kind === 'request_budget' ? 'requests' : 'time';
      return false;
    }
    const isPassing = isTransient(failure, status);
    this.#refused = isPassing || state === 'refused' || state === 'unreachable' ? this.#refused + 1 : 0;
    if (this.#refused >= MAX_REFUSED) this.#end ??= 'refused';
    if (isPassing) this.#deferred.set(url, withoutBody(page));
    else this.#deferred.delete(url);
    return !isPassing;
  }

  async #requestDeferred(): Promise<void> {
    const urls = [...this.#deferred.keys()];
    if (urls.length > 0) await this.#requestAll(urls);
  }

  /** Checks whether linked URLs exist: once more at the end where that failed for a passing reason. */
  async #checkLinks(): Promise<void> {
    const { collector, linkChecks } = this.#options;
    const again = await this.#check(collector.unreadLinks(linkChecks));
    for (const one of await this.#check(again.map(({ url }) => url))) collector.addResponse(one);
  }

  /** Checks URLs, some at once. Returns the responses that say nothing for a passing reason. */
  async #check(urls: readonly string[]): Promise<readonly Exchange[]> {
    const { collector, presence } = this.#options;
    const passing: Exchange[] = [];
    for (let start = 0; start < urls.length; start += CHECKED_AT_ONCE) {
      if (this.#isCancelled() || this.#refused >= MAX_REFUSED) break;
      const some = urls.slice(start, start + CHECKED_AT_ONCE);
      for (const exchange of await Promise.all(some.map(presence))) {
        if (availability(exchange) === 'not_asked') continue;
        const isPassing = isTransient(exchange.failure, exchange.status);
        this.#refused = isPassing ? this.#refused + 1 : 0;
        if (isPassing) passing.push(withoutBody(exchange));
        else collector.addResponse(withoutBody(exchange));
      }
    }
    return passing;
  }
}

/** Returns whether a path looks like one of an endless tree: very long, or a few segments again and again. */
export function isEndlessPath(url: string): boolean {
  const segments = new URL(url).pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > MAX_SEGMENTS) return true;
  const counts = Map.groupBy(segments, (segment) => segment);
  return [...counts.values()].some(({ length }) => length > MAX_REPEATED);
}
