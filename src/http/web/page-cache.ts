import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { revalidateEachTime } from '../caching.ts';
import { sendPage } from './layout/html-reply.ts';

/** After so long, in milliseconds, a page with figures in it is drawn again. */
const MOMENT_MS = 200;

/** The best first. */
const CODINGS = { br: brotli, gzip: promisify(gzip) };
const negotiator = new Negotiator({ supportedValues: Object.keys(CODINGS) });

/** The options of their routes. */
export const KEPT = { schema: { hide: true }, config: { isCached: true } };

interface Kept {
  readonly html: Promise<string>;
  /** In each coding that was asked for. */
  readonly coded: Map<string, Promise<Buffer>>;
  /** On the clock of `performance.now()`. */
  readonly until: number;
}

/**
 * Pages that are the same for everyone who asks for them: each is drawn once for all who do so within a while, and once
 * compressed in each coding. Drawing and compressing one takes many times as long as sending it.
 */
export class PageCache {
  readonly #keptMs: number;
  readonly #allowCaching: (reply: FastifyReply) => void;
  /** By their paths, of which there are few. */
  readonly #pages = new Map<string, Kept>();

  /**
   * @param kept for good what changes with nothing, for a moment what has figures in it
   * @param allowCaching says how long who asks may keep it
   */
  constructor(kept: 'for good' | 'for a moment', allowCaching = revalidateEachTime) {
    this.#keptMs = kept === 'for good' ? Number.POSITIVE_INFINITY : MOMENT_MS;
    this.#allowCaching = allowCaching;
  }

  /**
   * Sends the page at `path`, drawn if need be. @throws what `draw` does
   *
   * @param draw loads what it takes, too: nothing of it is to be done for a page that is there
   */
  async send(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    path: string,
    draw: () => Promise<string>,
  ): Promise<FastifyReply> {
    const { html, coded } = this.#page(path, draw);
    const text = await html;
    const coding = negotiator.negotiate(headers['accept-encoding'] ?? 'identity');
    let body: string | Buffer = text;
    if (coding === 'br' || coding === 'gzip') {
      const making = coded.get(coding) ?? CODINGS[coding](text);
      coded.set(coding, making);
      body = await making;
      reply.header('content-encoding', coding);
    }
    // Only now: none of it may be said of an error.
    this.#allowCaching(reply);
    return sendPage(reply.header('vary', 'Accept-Encoding'), body);
  }

  #page(path: string, draw: () => Promise<string>): Kept {
    const kept = this.#pages.get(path);
    if (kept !== undefined && performance.now() < kept.until) return kept;
    const page = { html: draw(), coded: new Map(), until: performance.now() + this.#keptMs };
    this.#pages.set(path, page);
    // What could not be drawn is tried again by the next who asks.
    page.html.catch(() => this.#pages.delete(path));
    return page;
  }
}

/** Beyond this quality a page gains a few per cent, for many times the time. */
function brotli(html: string): Promise<Buffer> {
  return promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the handler sends the page in its coding itself. */
    isCached?: boolean;
  }
}
