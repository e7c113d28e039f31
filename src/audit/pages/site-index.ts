import { FOUND, type Inventory, type KnownUrl } from '../../site/crawl/site-inventory.ts';
import { pageKey } from '../../site/page/page-url.ts';

/** Crawlers that robots.txt keeps from a URL. */
export interface Closed {
  readonly tokens: readonly string[];
  /** True for all core search crawlers. */
  readonly isForAll: boolean;
  /** The lines of robots.txt that do; empty where the file as a whole closes the site. */
  readonly lines: readonly number[];
}

/** An inventory, with what its comparisons look up. */
export class SiteIndex {
  readonly inventory: Inventory;
  readonly #byUrl = new Map<string, number>();
  readonly #byKey = new Map<string, number>();
  readonly #keys: readonly string[];
  readonly #closed: readonly (Closed | null)[];

  constructor(inventory: Inventory) {
    this.inventory = inventory;
    const { urls, tokens, verdicts } = inventory;
    this.#keys = urls.map(({ url }) => pageKey(url));
    for (const [i, { url, read }] of urls.entries()) {
      this.#byUrl.set(url, i);
      const key = this.#keys[i] ?? '';
      // Of several forms of a URL, the one that responded with the page.
      if (!this.#byKey.has(key) || (read?.page && read.redirect === null)) this.#byKey.set(key, i);
    }
    this.#closed = verdicts.map((ofTokens) => {
      // The first token is our own.
      const closing = tokens.flatMap((token, i) => {
        const verdict = i === 0 ? undefined : ofTokens[i];
        return verdict === undefined || verdict.isAllowed ? [] : [{ token, line: verdict.line }];
      });
      if (closing.length === 0) return null;
      const lines = closing.flatMap(({ line }) => line ?? []);
      return { tokens: closing.map(({ token }) => token), isForAll: closing.length === tokens.length - 1, lines };
    });
  }

  get urls(): readonly KnownUrl[] {
    return this.inventory.urls;
  }

  /** Returns the index of a URL, or of another form of it; undefined when it is not known. */
  find(url: string): number | undefined {
    const exact = this.#byUrl.get(url);
    if (exact !== undefined) return exact;
    return URL.canParse(url) ? this.#byKey.get(pageKey(url)) : undefined;
  }

  /** Returns the form of a URL that responded with the page itself; undefined where none did. */
  pageAt(url: string): KnownUrl | undefined {
    const one = this.urls[this.#byKey.get(pageKey(url)) ?? -1];
    return one?.read?.page && one.read.redirect === null ? one : undefined;
  }

  /** Returns the key that all forms of the URL at an index share. */
  keyAt(index: number): string {
    return this.#keys[index] ?? '';
  }

  /** Returns the crawlers that robots.txt keeps from a URL; null for none, and where that was not decided. */
  closedFor({ robots }: Pick<KnownUrl, 'robots'>): Closed | null {
    return robots === null ? null : (this.#closed[robots] ?? null);
  }

  /** Returns the other page that a page names as its canonical; null for none. */
  canonicalElsewhere({ url, read }: KnownUrl): string | null {
    const canonical = read?.redirect === null ? (read.page?.canonical ?? null) : null;
    if (canonical === null || !URL.canParse(canonical)) return null;
    return pageKey(canonical) === pageKey(url) ? null : canonical;
  }

  /** Returns whether a URL responded with a page of its own, which is not noindex and names no other page as canonical. */
  isIndexable(one: KnownUrl): boolean {
    const page = one.read?.redirect === null ? one.read.page : null;
    return !!page && page.noindex.length === 0 && this.canonicalElsewhere(one) === null;
  }
}

/** Returns whether a URL does not exist: 404 or 410. */
export function isGone({ read }: Pick<KnownUrl, 'read'>): boolean {
  return read?.status === 404 || read?.status === 410;
}

/** Returns whether a URL was requested and its response shows neither a page nor its absence: 429, 5xx, a refusal, a time-out. */
export function isUnknown({ read }: Pick<KnownUrl, 'read'>): boolean {
  if (read === null || isGone({ read }) || read.failure === 'redirect_loop') return false;
  return read.status === null || read.status >= 400;
}

/** Returns whether it is the address of the home page. */
export function isHome({ found }: Pick<KnownUrl, 'found'>): boolean {
  return (found & FOUND.home) !== 0;
}

/** Returns whether a sitemap lists it. */
export function isListed({ found }: Pick<KnownUrl, 'found'>): boolean {
  return (found & FOUND.sitemap) !== 0;
}

/** Bits of the places that link to a page. */
export const LINKED = FOUND.homeLink | FOUND.link;
