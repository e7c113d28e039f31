import { pageCandidate } from '../gather/sample.ts';
import { isSecondaryPath } from '../page/page-kind.ts';
import { onOrigin, pageKey } from '../page/page-url.ts';
import { FOUND, type Inventory, isShutForAll, type KnownUrl, mayBeRead } from './site-inventory.ts';
import { languageOfUrl } from './url-template.ts';

/** A known page: all URLs of the inventory that lead to it by their form, such as `/x`, `/x/` and `http://www.…/x`. */
export interface KnownPage {
  /** The URL to request, on the site's origin; of several forms, that of the sitemap, else of the home page's links. */
  readonly url: string;
  /** Indexes in `urls` of the inventory, that of `url` first. */
  readonly members: readonly number[];
  /** Bits of `FOUND` of all members. */
  readonly found: number;
  readonly template: string;
  /** Language that its path begins with; null for none. */
  readonly language: string | null;
  readonly isHome: boolean;
  /** A listing, tag, contact or legal page by its path, or by the name of the sitemap that lists it. */
  readonly isSecondary: boolean;
  /** The home page, or a page that a sitemap or the home page names and that is not a secondary page. */
  readonly isContent: boolean;
  /** Our own crawler may fetch it. */
  readonly mayBeRead: boolean;
  /** robots.txt shuts it for every core search crawler. */
  readonly isShutForAll: boolean;
  /** robots.txt was compared with it. */
  readonly isDecided: boolean;
}

/** A URL of an inventory that may still change. */
export type FoundUrl = Pick<KnownUrl, 'url' | 'found' | 'template' | 'robots'>;

type Verdicts = Pick<Inventory, 'tokens' | 'verdicts'>;

const NAMED = FOUND.sitemap | FOUND.homeLink;
const KNOWN = NAMED | FOUND.link | FOUND.home;

/**
 * Returns the known pages of a site, the home page first and the others by their URL: what sitemaps and links of pages that were
 * read lead to, and what could be a page by its URL.
 */
export function knownPages(inventory: Inventory): readonly KnownPage[] {
  const { origin, urls, home } = inventory;
  const groups = new PageGroups(origin, urls[home]?.url ?? `${origin}/`);
  for (const [index, url] of urls.entries()) groups.add(index, url);
  return groups
    .pages(urls, inventory)
    .toSorted((a, b) => Number(b.isHome) - Number(a.isHome) || compareText(a.url, b.url));
}

interface Group {
  readonly members: Set<number>;
  /** Null after a change. */
  page: KnownPage | null;
}

/** Groups URLs by the page that they lead to, as they are found. */
export class PageGroups {
  readonly #origin: string;
  readonly #homeUrl: string;
  readonly #homeKey: string;
  readonly #groups = new Map<string, Group>();

  constructor(origin: string, homeUrl: string) {
    this.#origin = origin;
    this.#homeUrl = homeUrl;
    this.#homeKey = pageKey(homeUrl);
  }

  /** Adds a URL, or notes that it changed. */
  add(index: number, { url, found }: FoundUrl): void {
    if ((found & KNOWN) === 0) return;
    const ownUrl = onOrigin(url, this.#origin);
    const key = pageKey(ownUrl);
    if (key !== this.#homeKey && pageCandidate(ownUrl, this.#origin, this.#homeUrl) === null) return;
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, { members: new Set([index]), page: null });
    else {
      group.page = null;
      group.members.add(index);
    }
  }

  /** Returns the index of a URL that leads to the same page by its form; undefined for none. */
  findSamePage(url: string): number | undefined {
    return this.#groups.get(pageKey(url))?.members.values().next().value;
  }

  /** Returns the pages, in no particular order. */
  pages(urls: readonly FoundUrl[], verdicts: Verdicts): readonly KnownPage[] {
    return [...this.#groups].map(([key, group]) => {
      group.page ??= this.#toPage(group.members, urls, verdicts, key === this.#homeKey);
      return group.page;
    });
  }

  #toPage(members: ReadonlySet<number>, urls: readonly FoundUrl[], verdicts: Verdicts, isHome: boolean): KnownPage {
    const ordered = [...members]
      .flatMap((index) => {
        const found = urls[index];
        return found === undefined ? [] : [{ index, found, rank: this.#rank(found) }];
      })
      .sort(
        (a, b) => a.rank - b.rank || a.found.url.length - b.found.url.length || compareText(a.found.url, b.found.url),
      );
    const first = ordered[0]?.found ?? { url: this.#homeUrl, found: 0, template: '/*', robots: null };
    const found = ordered.reduce((bits, { found: { found: own } }) => bits | own, 0);
    const url = onOrigin(first.url, this.#origin);
    const isSecondary = !isHome && ((found & FOUND.listing) !== 0 || isSecondaryPath(url));
    return {
      url,
      members: ordered.map(({ index }) => index),
      found,
      template: first.template,
      language: languageOfUrl(url),
      isHome,
      isSecondary,
      isContent: isHome || (!isSecondary && (found & NAMED) !== 0),
      mayBeRead: mayBeRead(verdicts, first),
      isShutForAll: isShutForAll(verdicts, first),
      isDecided: first.robots !== null,
    };
  }

  /** Orders the forms of a page as the site itself prefers them. */
  #rank({ url, found }: FoundUrl): number {
    if ((found & FOUND.home) !== 0) return 0;
    const order = (found & FOUND.sitemap) !== 0 ? 1 : (found & FOUND.homeLink) !== 0 ? 2 : 3;
    return url.startsWith(`${this.#origin}/`) ? order : order + 3;
  }
}

/** Compares by code units, as on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
