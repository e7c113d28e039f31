import type { FastifyReply, FastifyRequest } from 'fastify';
import { revalidateEachTime } from '../caching.ts';
import { BoundedCache } from '../load/bounded-cache.ts';
import { sendPage } from './html-reply.ts';
import { choosePageCoding, encodePage } from './page-coding.ts';

/** Maximum memory of all pages, as they are sent. The oldest are dropped first. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Lifetime of a page, in milliseconds, as that of a hosted file. Changes by this process drop it at once. */
const LIFETIME_MS = 1_000;
/** Memory of a page beside its bytes. */
const OVERHEAD_BYTES = 500;

/** A page that every reader without a session sees alike. */
export interface SharedPage {
  /** The domain that it is about. */
  readonly domain: string;
  readonly html: string;
}

interface SentPage {
  readonly domain: string;
  readonly body: Buffer;
  readonly expires: number;
  readonly bytes: number;
}

/**
 * Pages as they are sent, by their path and content coding. Rendering and compressing a report takes many times as long as sending it.
 * Concurrent requests share one rendering. A request with a query or a cookie, or by a key, is never answered from here.
 */
export class SharedPages {
  readonly #pages: BoundedCache<SentPage>;
  /** Those that are being rendered; null where there is none for everybody. */
  readonly #rendering = new Map<string, Promise<SentPage | null>>();

  constructor(maxBytes = MAX_BYTES) {
    this.#pages = new BoundedCache(maxBytes);
  }

  /**
   * Sends the page of a request that anybody may see.
   * @param render called when the page is not there; null: this request has no page for everybody. A failure is not cached
   * @returns null when the request must be answered for this reader alone
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    render: () => Promise<SharedPage | null>,
  ): Promise<FastifyReply | null> {
    const { url, method, caller, headers } = request;
    if (method !== 'GET' || caller.kind !== 'anonymous' || headers.cookie !== undefined || url.includes('?'))
      return null;
    const coding = choosePageCoding(request);
    const key = `${url} ${coding}`;
    const page = await this.#find(key, async () => {
      const shared = await render();
      if (shared === null) return null;
      const body = await encodePage(shared.html, coding);
      const bytes = key.length + body.length + OVERHEAD_BYTES;
      return { domain: shared.domain, body, expires: performance.now() + LIFETIME_MS, bytes };
    });
    if (page === null) return null;
    if (coding !== null) reply.header('content-encoding', coding);
    revalidateEachTime(reply);
    return sendPage(reply.header('vary', 'Accept-Encoding, Cookie'), page.body);
  }

  /** Drops the pages about a domain, and those that are being rendered. To be called when anything about it has changed. */
  drop(domain: string): void {
    this.#pages.dropDomain(domain);
    this.#rendering.clear();
  }

  async #find(key: string, render: () => Promise<SentPage | null>): Promise<SentPage | null> {
    const cached = this.#pages.get(key);
    if (cached !== undefined && performance.now() < cached.expires) return cached;
    const present = this.#rendering.get(key);
    if (present !== undefined) return present;
    const rendering = render();
    this.#rendering.set(key, rendering);
    const isCurrent = () => this.#rendering.get(key) === rendering;
    try {
      const page = await rendering;
      if (page !== null && isCurrent()) this.#pages.add(key, page);
      return page;
    } finally {
      if (isCurrent()) this.#rendering.delete(key);
    }
  }
}
