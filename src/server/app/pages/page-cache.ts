import type { FastifyReply } from 'fastify';
import { type Instance, seenBy } from '../../../web/layout/instance.ts';
import { revalidateEachTime } from '../caching.ts';
import type { App } from '../plugin.ts';
import { sendPage } from './html-reply.ts';
import { choosePageCoding, encodePage } from './page-coding.ts';

/** Time to live of pages with statistics, in milliseconds. */
export const STATISTICS_TTL_MS = 200;

type Params = Readonly<Record<string, string>>;

interface CacheOptions {
  /** As signed-out visitors see it. */
  readonly instance: Instance;
  /** Time to live in milliseconds. Default: until the process ends. */
  readonly ttlMs?: number;
  /** Sets Cache-Control. Default: clients revalidate each time. */
  readonly setCacheControl?: (reply: FastifyReply) => void;
}

interface CachedPage {
  readonly html: Promise<string>;
  /** Compressed bodies by content coding, made on the first request for each. */
  readonly encoded: Map<string, Promise<Buffer>>;
  /** Expiry by the clock of `performance.now()`. */
  readonly expiresAt: number;
}

/**
 * Registers a page that is the same for all signed-out visitors. Concurrent requests share one rendering, and it is
 * compressed once per coding, because rendering and compressing take many times as long as sending. For signed-in users, it is
 * rendered each time.
 *
 * @param render called with the parameters of the path, which must have few values, and with the id of the key of a signed-in user;
 * a failure is not cached
 */
export function cachedPage(
  app: App,
  path: string,
  { instance, ttlMs = Number.POSITIVE_INFINITY, setCacheControl = revalidateEachTime }: CacheOptions,
  render: (instance: Instance, params: Params, keyId: string | null) => Promise<string>,
): void {
  const pages = new Map<string, CachedPage>();
  const options = { config: { isPrecompressed: true } };

  app.get<{ Params: Params }>(path, options, async (request, reply) => {
    const { params, caller } = request;
    if (caller.kind === 'key') return sendPage(reply, await render(seenBy(instance, request), params, caller.key.id));
    const { html, encoded } = find(params);
    const text = await html;
    const coding = choosePageCoding(request);
    let body: string | Buffer = text;
    if (coding !== null) {
      const encoding = encoded.get(coding) ?? encodePage(text, coding);
      encoded.set(coding, encoding);
      body = await encoding;
      reply.header('content-encoding', coding);
    }
    // Set last: an error response must not have these fields.
    setCacheControl(reply);
    return sendPage(reply.header('vary', 'Accept-Encoding, Cookie'), body);
  });

  function find(params: Params): CachedPage {
    const key = Object.values(params).join('/');
    const cached = pages.get(key);
    if (cached !== undefined && performance.now() < cached.expiresAt) return cached;
    const page = { html: render(instance, params, null), encoded: new Map(), expiresAt: performance.now() + ttlMs };
    pages.set(key, page);
    page.html.catch(() => pages.delete(key));
    return page;
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler compresses the response itself. */
    isPrecompressed?: boolean;
  }
}
