import { availability, type Exchange, type Fetcher, withFetch } from '../../fetch/exchange.ts';
import { isTransient, requestedDelay } from '../../fetch/next-request.ts';
import { OWN_TOKEN } from '../gather/user-agents.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';

/** Requests a second of a large crawl, unless another rate is given. */
export const CRAWL_RATE = 8;
/** Maximum Retry-After that is respected, and maximum interval that errors lead to, in milliseconds. */
const MAX_RETRY_AFTER = 120_000;
const MAX_INTERVAL = 30_000;
/** Responses that tell how fast a site usually responds. */
const FIRST_RESPONSES = 10;
/** A site is slow when it takes this many times its usual time, and this many milliseconds more. */
const SLOW = 2;
const SLOWER_BY = 100;

/**
 * The pace of a large crawl: a steady rate, slower after 429, 503 and while responses take much longer than the first ones did, and
 * back to the rate while they do not.
 */
export class CrawlPace {
  readonly #interval: number;
  readonly #pause: (ms: number) => Promise<void>;
  /** The interval is multiplied by it. */
  #factor = 1;
  #next = 0;
  /** Earliest next request, as the site asked for. */
  #notBefore = 0;
  readonly #first: number[] = [];
  #latency = 0;

  /**
   * @param rate requests a second
   * @param crawlDelay minimum seconds between two requests
   * @param pause waits for some milliseconds
   */
  constructor(rate: number, crawlDelay: number, pause: (ms: number) => Promise<void>) {
    this.#interval = Math.max(1000 / rate, 1000 * crawlDelay);
    this.#pause = pause;
  }

  /** Milliseconds between two requests for now. */
  get interval(): number {
    return Math.max(this.#interval, Math.min(this.#interval * this.#factor, MAX_INTERVAL));
  }

  /** Returns a fetcher that sends its requests at this pace. */
  around(fetcher: Fetcher): Fetcher {
    return withFetch(fetcher, async (request) => {
      await this.#turn();
      const exchange = await fetcher.fetch(request);
      this.#note(exchange);
      return exchange;
    });
  }

  /** Waits for the turn of the next request. */
  async #turn(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.interval;
    // A response may ask for a longer pause meanwhile.
    for (const earliest of [() => at, () => this.#notBefore]) {
      const wait = earliest() - performance.now();
      if (wait > 0) await this.#pause(wait);
    }
  }

  /** Learns from a response how fast the site may be asked. */
  #note(exchange: Exchange): void {
    const { failure, status, headers, timing } = exchange;
    if (isTransient(failure, status)) {
      this.#factor = Math.min(2 * this.#factor, MAX_INTERVAL / this.#interval);
      const delay = requestedDelay(headers['retry-after'], Date.now());
      if (delay !== null) this.#notBefore = performance.now() + Math.min(delay, MAX_RETRY_AFTER);
      return;
    }
    if (availability(exchange) === 'not_asked' || timing.firstByte === null) return;
    const took = timing.firstByte - timing.start;
    this.#latency = this.#latency === 0 ? took : 0.8 * this.#latency + 0.2 * took;
    if (this.#first.length < FIRST_RESPONSES) this.#first.push(took);
    const usual = this.#first.reduce((sum, one) => sum + one, 0) / this.#first.length;
    const isSlow = this.#latency > SLOW * usual + SLOWER_BY;
    this.#factor = isSlow
      ? Math.min(1.1 * this.#factor, MAX_INTERVAL / this.#interval)
      : Math.max(1, 0.95 * this.#factor);
  }
}

/** Returns the Crawl-delay that a robots.txt asks our own crawler for, in seconds; 0 for none. */
export function readCrawlDelay(robots: RobotsTxt): number {
  const lines = robots.groupFor(OWN_TOKEN)?.lines ?? [];
  const fields = robots.groups.filter(({ line }) => lines.includes(line)).flatMap((group) => group.fields);
  const seconds = fields
    .filter(({ field }) => /^crawl[-_ ]?delay$/i.test(field))
    .map(({ value }) => (/^\d{1,6}(?:\.\d{1,6})?$/.test(value.trim()) ? Number(value) : 0));
  return Math.max(0, ...seconds);
}
