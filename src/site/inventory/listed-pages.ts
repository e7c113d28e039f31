import type { InventoryPage, LeftOutReason, PageInventory, PageSummary } from './inventory.ts';

/** A page that a list of the site's pages names. */
export type ListedPage = InventoryPage & { readonly reading: PageSummary };

export interface Listing {
  /** In the order of the inventory. */
  readonly pages: readonly ListedPage[];
  /** Pages that are duplicates of another listed page. */
  readonly duplicates: number;
  /** Pages whose canonical URL is an existing page of another site. */
  readonly elsewhere: number;
  /** Pages whose canonical URL must not be indexed. */
  readonly ofUnindexed: number;
}

/** A site with more known pages counts as large. */
const LARGE = 100;
const INDEX_FILE = /\/(?:index\.(?:x?html?|shtml|php\d?|aspx?|jspx?|cfm|cgi)|default\.(?:aspx?|html?))$/i;
const EXTENSION = /\.(?:x?html?|shtml|php\d?|aspx?|jspx?|cfm|cgi)$/i;

/** Number of known pages of the site, without those that are left out. */
export function knownPages({ pages, known = 0 }: PageInventory): number {
  const leftOut = pages.filter(({ status }) => status === 'left_out').length;
  return Math.max(known, pages.length) - leftOut;
}

export function isLargeSite(inventory: PageInventory): boolean {
  return knownPages(inventory) > LARGE;
}

/**
 * Returns the pages to list, each once. Among several pages with one canonical URL, lists the canonical page, or the first
 * of them when that was not read. Ignores a canonical URL whose response is not 200. `/index.html` is the same page as its
 * folder, and `/x`, `/x/` and `/x.html` with the same text are one page.
 */
export function listedPages(inventory: PageInventory): Listing {
  const all = inventory.pages.flatMap((page): ListedPage[] =>
    page.status === 'listed' && page.reading !== null ? [{ ...page, reading: page.reading }] : [],
  );
  const canonicals = new Canonicals(inventory, all);
  const byRoot = new Map<string, ListedPage>();
  const left = { elsewhere: 0, unindexed: 0 };
  for (const page of all) {
    const root = canonicals.findRoot(page);
    if (root.kind !== 'page') left[root.kind] += 1;
    else if (page.url === root.url || !byRoot.has(root.url)) byRoot.set(root.url, page);
  }
  const chosen = new Set(byRoot.values());
  const pages = withoutTwins(
    withHome(
      all.filter((page) => chosen.has(page)),
      all,
      canonicals,
    ),
  );
  const duplicates = all.length - left.elsewhere - left.unindexed - pages.length;
  return { pages, duplicates, elsewhere: left.elsewhere, ofUnindexed: left.unindexed };
}

/** If the home page names a canonical page, that page counts as the home page. */
function withHome(
  pages: readonly ListedPage[],
  all: readonly ListedPage[],
  canonicals: Canonicals,
): readonly ListedPage[] {
  const home = all.find(({ place }) => place === 'home');
  const root = home === undefined || pages.includes(home) ? null : canonicals.findRoot(home);
  const page = root?.kind === 'page' ? pages.find(({ url }) => url === root.url) : undefined;
  if (page === undefined) return pages;
  const named: ListedPage = { ...page, place: 'home', label: null, reading: { ...page.reading, kind: 'home' } };
  return [named, ...pages.filter((one) => one !== page)];
}

type Root = { readonly kind: 'page'; readonly url: string } | { readonly kind: 'elsewhere' | 'unindexed' };

/** Results of requesting the canonical URLs of an inventory. */
class Canonicals {
  readonly #origin: string;
  readonly #order: ReadonlyMap<string, number>;
  readonly #listed: ReadonlyMap<string, ListedPage>;
  readonly #leftOut: ReadonlyMap<string, LeftOutReason | undefined>;
  readonly #isAvailable: ReadonlyMap<string, boolean>;
  /** True for hosts with a canonical URL that had a 200 response. Hosts without a request are missing. */
  readonly #hosts = new Map<string, boolean>();

  constructor({ origin, pages, canonicals = [] }: PageInventory, listed: readonly ListedPage[]) {
    this.#origin = origin;
    this.#order = new Map(listed.map(({ url }, index) => [url, index]));
    // `/` is listed where the home page is, though that may be listed as `/index.html`.
    this.#listed = new Map([...listed.map((page) => [folderUrl(page.url), page] as const), ...byUrl(listed)]);
    this.#leftOut = new Map(
      pages.filter(({ status }) => status === 'left_out').map(({ url, reason }) => [url, reason]),
    );
    this.#isAvailable = new Map(canonicals.map(({ url, isThere }) => [url, isThere]));
    for (const { url, isThere } of canonicals) {
      const { host } = new URL(url);
      this.#hosts.set(host, isThere || this.#hosts.get(host) === true);
    }
  }

  /** Returns the page that a page is a duplicate of; itself when it names no valid canonical URL. */
  findRoot(page: ListedPage): Root {
    const passed: ListedPage[] = [];
    for (let current = page; ; ) {
      const loop = passed.indexOf(current);
      if (loop !== -1) return { kind: 'page', url: this.#findFirst(passed.slice(loop)) };
      passed.push(current);
      const { canonical } = current;
      if (canonical === undefined) return { kind: 'page', url: current.url };
      const next = this.#listed.get(canonical);
      if (next !== undefined) {
        current = next;
        continue;
      }
      if (this.#leftOut.get(canonical) === 'noindex') return { kind: 'unindexed' };
      const isThere = this.#isThere(canonical);
      if (isThere === false) return { kind: 'page', url: current.url };
      if (isThere === true && !canonical.startsWith(`${this.#origin}/`)) return { kind: 'elsewhere' };
      return { kind: 'page', url: canonical };
    }
  }

  /** Returns whether a canonical URL exists; null when it is not known. */
  #isThere(url: string): boolean | null {
    if (this.#leftOut.has(url)) return false;
    const isAvailable = this.#isAvailable.get(url);
    if (isAvailable !== undefined) return isAvailable;
    return url.startsWith(`${this.#origin}/`) ? null : (this.#hosts.get(new URL(url).host) ?? null);
  }

  #findFirst(pages: readonly ListedPage[]): string {
    const [first] = pages.toSorted((a, b) => (this.#order.get(a.url) ?? 0) - (this.#order.get(b.url) ?? 0));
    return first?.url ?? '';
  }
}

function byUrl(pages: readonly ListedPage[]): readonly (readonly [string, ListedPage])[] {
  return pages.map((page) => [page.url, page]);
}

/** Returns one URL for each page that has several: the home page's own, else the shortest. */
function withoutTwins(pages: readonly ListedPage[]): readonly ListedPage[] {
  const byFolder = merged(pages, ({ url }) => folderUrl(url));
  return merged(byFolder, ({ url, reading: { title, heading, description, paragraph } }) => {
    const summary = description ?? paragraph;
    // Pages without text cannot be compared by it.
    return title === null || summary === null
      ? url
      : JSON.stringify([bareUrl(url), title, heading, description, paragraph]);
  });
}

function merged(pages: readonly ListedPage[], toKey: (page: ListedPage) => string): readonly ListedPage[] {
  const byKey = new Map<string, ListedPage>();
  for (const page of pages) {
    const key = toKey(page);
    const first = byKey.get(key);
    byKey.set(key, first === undefined ? page : one(first, page));
  }
  return [...byKey.values()];
}

/** @param first the more prominent of two: its place and name count */
function one(first: ListedPage, second: ListedPage): ListedPage {
  const isSecond = first.place !== 'home' && second.url.length < first.url.length;
  return { ...(isSecond ? second : first), place: first.place, label: first.label ?? second.label };
}

/** Returns a URL with the folder in place of its index file, and with percent-encoding in upper case. */
function folderUrl(url: string): string {
  const parsed = new URL(url);
  const path = parsed.pathname.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
  return `${parsed.origin}${path.replace(INDEX_FILE, '/')}${parsed.search}`;
}

/** Returns a URL without the difference between `/x`, `/x/` and `/x.html`. */
function bareUrl(url: string): string {
  return folderUrl(url).replace(/\/$/, '').replace(EXTENSION, '');
}
