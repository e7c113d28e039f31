import { FACT_LIMITS, MAX_URL } from '../page/page-limits.ts';

/** Paths that a URL parser leaves as they are: no dot segments, nothing to encode, no query or fragment. */
const PLAIN_PATH = /^\/(?:[A-Za-z0-9_~-][A-Za-z0-9_~.-]*(?:\/|$))*$/;
const PLAIN_FRAGMENT = /^#[A-Za-z0-9_~!$&'()*+,;=:@/?.-]*$/;

/**
 * Resolves the references of one page against its base URL (WHATWG URL), remembering what it resolved. The URL parser is
 * slow and most references of a page are plain, so those take a short way that gives the same result.
 */
export class UrlResolver {
  readonly #base: URL | null;
  /** Scheme, host and port, when the base is http(s). */
  readonly #origin: string | null;
  readonly #withoutFragment: string;
  readonly #resolved = new Map<string, string | null>();

  /**
   * @param url the URL of the page
   * @param baseHref the href of its base element, when it has one
   */
  constructor(url: string, baseHref: string | null) {
    const own = URL.parse(url);
    const found = baseHref === null ? own : (URL.parse(baseHref, own?.href) ?? own);
    // Each relative reference would be as long.
    const base = found !== null && found.href.length > MAX_URL ? null : found;
    this.#base = base;
    this.#origin = base?.protocol === 'https:' || base?.protocol === 'http:' ? base.origin : null;
    this.#withoutFragment = base?.href.split('#', 1)[0] ?? '';
  }

  /** The URL, serialised; null for what is not a URL, or longer than any that is used. */
  resolve(href: string): string | null {
    let url = this.#resolved.get(href);
    if (url === undefined) {
      url = this.#parse(href);
      if (this.#resolved.size < FACT_LIMITS.links.items) this.#resolved.set(href, url);
    }
    return url;
  }

  #parse(href: string): string | null {
    if (href.length > MAX_URL) return null;
    if (this.#origin !== null) {
      if (PLAIN_PATH.test(href)) return this.#origin + href;
      if (PLAIN_FRAGMENT.test(href)) return this.#withoutFragment + href;
    }
    const url = URL.parse(href, this.#base?.href)?.href ?? null;
    return url === null || url.length > MAX_URL ? null : url;
  }
}
