import { availability, type Exchange, type Fetcher } from '../../fetch/exchange.ts';
import { type ProbedToken, userAgents } from './user-agents.ts';

/** Maximum length of the body of a page, in bytes. */
const PAGE_BYTES = 5 * 1024 * 1024;
/** Twice what crawlers must read of a robots.txt, so that a file that is too long is noticed. */
const TEXT_BYTES = 1024 * 1024;
/** Enough to tell whether there is a page. */
const PRESENCE_BYTES = 64 * 1024;

/** The requests of one audit, as a browser unless stated otherwise. */
export class SiteRequests {
  readonly fetcher: Fetcher;
  readonly #userAgents: ReturnType<typeof userAgents>;
  readonly #attempts: { readonly maxAttempts?: number };
  readonly #pages = new Map<string, Promise<Exchange>>();
  readonly #followed = new Map<string, Promise<Exchange>>();

  /**
   * @param about URL for site owners who want to know who sends these requests; null when there is none
   * @param maxAttempts maximum number of attempts for a page, and for its presence. Default: that of the fetcher
   */
  constructor(fetcher: Fetcher, about: string | null, maxAttempts?: number) {
    this.#attempts = maxAttempts === undefined ? {} : { maxAttempts };
    this.fetcher = fetcher;
    this.#userAgents = userAgents(about);
  }

  get userAgent(): string {
    return this.#userAgents.browser;
  }

  page(url: string): Promise<Exchange> {
    return this.fetcher.fetch({ url, userAgent: this.userAgent, maxBodyBytes: PAGE_BYTES, ...this.#attempts });
  }

  /** Requests a page, each URL once. */
  pageOnce(url: string): Promise<Exchange> {
    const exchange = this.#pages.get(url) ?? this.page(url);
    this.#pages.set(url, exchange);
    return exchange;
  }

  /** Requests a page as `request` does, each URL once. */
  followedOnce(url: string, request: () => Promise<Exchange>): Promise<Exchange> {
    const exchange = this.#followed.get(url) ?? request();
    this.#followed.set(url, exchange);
    return exchange;
  }

  pageAsCrawler(url: string, productToken: ProbedToken): Promise<Exchange> {
    return this.fetcher.fetch({ url, userAgent: this.#userAgents.crawler(productToken), maxBodyBytes: PAGE_BYTES });
  }

  /** Requests a robots.txt or llms.txt. */
  textFile(url: string): Promise<Exchange> {
    const { userAgent } = this;
    return this.fetcher.fetch({
      url,
      userAgent,
      maxBodyBytes: TEXT_BYTES,
      accept: 'text/plain, */*;q=0.8',
      charset: 'utf-8',
    });
  }

  /** Requests the beginning of a page. */
  pageStart(url: string): Promise<Exchange> {
    return this.fetcher.fetch({ url, userAgent: this.userAgent, maxBodyBytes: PRESENCE_BYTES, ...this.#attempts });
  }

  /**
   * Requests a URL by HEAD, and by GET if that gives no 2xx: servers that mishandle HEAD are common. Returns the response of a page
   * that was requested before.
   */
  async presence(url: string): Promise<Exchange> {
    const page = this.#followed.get(url) ?? this.#pages.get(url);
    if (page !== undefined) return page;
    const { userAgent } = this;
    const head = await this.fetcher.fetch({ url, method: 'HEAD', userAgent, maxBodyBytes: 0, ...this.#attempts });
    const state = availability(head);
    if (state === 'present' || state === 'not_asked') return head;
    return head.failure === null || head.failure.kind === 'challenge' ? this.pageStart(url) : head;
  }
}
