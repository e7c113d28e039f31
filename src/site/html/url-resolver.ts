/** Paths that a URL parser leaves as they are: no dot segments, nothing to encode, no query or fragment. */
const PLAIN_PATH = /^\/(?:[A-Za-z0-9_~-][A-Za-z0-9_~.-]*(?:\/|$))*$/;
const PLAIN_FRAGMENT = /^#[A-Za-z0-9_~!$&'()*+,;=:@/?.-]*$/;
const MAX_PLAIN = 1000;

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
    const base = baseHref === null ? own : (URL.parse(baseHref, own?.href) ?? own);
    this.#base = base;
    this.#origin = base?.protocol === 'https:' || base?.protocol === 'http:' ? base.origin : null;
    this.#withoutFragment = base?.href.split('#', 1)[0] ?? '';
  }

  /** The URL, serialised; null for what is not a URL. */
  resolve(href: string): string | null {
    let url = this.#resolved.get(href);
    if (url === undefined) {
      url = this.#parse(href);
      this.#resolved.set(href, url);
    }
    return url;
  }

  #parse(href: string): string | null {
    if (this.#origin !== null && href.length <= MAX_PLAIN) {
      if (PLAIN_PATH.test(href)) return this.#origin + href;
      if (PLAIN_FRAGMENT.test(href)) return this.#withoutFragment + href;
    }
    return URL.parse(href, this.#base?.href)?.href ?? null;
  }
}
