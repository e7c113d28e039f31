import type { FastifyReply, FastifyRequest } from 'fastify';
import { revalidateEachTime } from '../caching.ts';
import { sendPage } from './html-reply.ts';
import { encodePage, pageCodingOf } from './page-coding.ts';

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

interface Entry {
  /** Null when there is no such page for everybody. */
  readonly page: Promise<{ readonly domain: string; readonly body: Buffer } | null>;
  /** Set once it is rendered, as is all that follows. */
  expires: number;
  domain: string | null;
  bytes: number;
}

/**
 * Pages as they are sent, by their path and content coding. Rendering and compressing a report takes many times as long as sending it.
 * Concurrent requests share one rendering. A request with a query or a cookie, or by a key, is never answered from here.
 */
export class SharedPages {
  readonly #maxBytes: number;
  /** The oldest first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of all pages. */
  get bytes(): number {
    return this.#bytes;
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
    const coding = pageCodingOf(request);
    const page = await this.#find(`${url} ${coding}`, async () => {
      const shared = await render();
      return shared && { domain: shared.domain, body: await encodePage(shared.html, coding) };
    });
    if (page === null) return null;
    if (coding !== null) reply.header('content-encoding', coding);
    revalidateEachTime(reply);
    return sendPage(reply.header('vary', 'Accept-Encoding, Cookie'), page.body);
  }

  /** Drops the pages about a domain, and those that are being rendered. To be called when anything about it has changed. */
  drop(domain: string): void {
    for (const [key, entry] of this.#entries)
      if (entry.domain === null || entry.domain === domain) this.#remove(key, entry);
  }

  #find(key: string, render: () => Entry['page']): Entry['page'] {
    const present = this.#entries.get(key);
    if (present !== undefined && performance.now() < present.expires) return present.page;
    if (present !== undefined) this.#remove(key, present);
    const entry: Entry = { page: render(), expires: Number.POSITIVE_INFINITY, domain: null, bytes: 0 };
    this.#entries.set(key, entry);
    entry.page.then(
      (page) => (page === null ? this.#remove(key, entry) : this.#count(key, entry, page)),
      () => this.#remove(key, entry),
    );
    return entry.page;
  }

  #count(key: string, entry: Entry, { domain, body }: { readonly domain: string; readonly body: Buffer }): void {
    if (this.#entries.get(key) !== entry) return;
    entry.domain = domain;
    entry.expires = performance.now() + LIFETIME_MS;
    entry.bytes = key.length + body.length + OVERHEAD_BYTES;
    this.#bytes += entry.bytes;
    for (const [oldest, one] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest, one);
    }
  }

  #remove(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
