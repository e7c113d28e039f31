import { knownPages } from '../site/crawl/known-pages.ts';
import { FOUND, type Inventory } from '../site/crawl/site-inventory.ts';
import { pageKey } from '../site/page/page-url.ts';

/** Statuses of a page that does not exist. */
const GONE: ReadonlySet<number> = new Set([404, 410]);
const CONTENT_PAGES = new WeakMap<Inventory, readonly string[]>();

/**
 * Returns the URLs of the known content pages other than the home page: those that a sitemap lists or the home page links to, and
 * that are not listing, tag, contact or legal pages by their paths. Whether they may be fetched plays no part. A page that was read and
 * is gone (404, 410) is none.
 *
 * @param inventory absent in sites saved by earlier versions, of which no content page is known
 */
export function listContentPages(inventory: Inventory | undefined): readonly string[] {
  if (inventory === undefined) return [];
  const pages =
    CONTENT_PAGES.get(inventory) ??
    knownPages(inventory).flatMap(({ url, isHome, isContent, members: [requested = -1] }) => {
      const isGone = GONE.has(inventory.urls[requested]?.read?.status ?? 0);
      return isContent && !isHome && !isGone ? url : [];
    });
  CONTENT_PAGES.set(inventory, pages);
  return pages;
}

/** Addresses that turned out to be none of a page. */
export interface GonePages {
  /** Keys of all of them. */
  readonly keys: ReadonlySet<string>;
  /** Number of those that were known when the pages of the score were chosen. */
  readonly amongKnown: number;
}

/** Returns the known pages that do not exist (404, 410), whether they were chosen, listed or only looked up. */
export function findGonePages(inventory: Inventory | undefined, chosen: readonly string[]): GonePages {
  if (inventory === undefined) return { keys: new Set(), amongKnown: 0 };
  const { urls } = inventory;
  const gone = knownPages(inventory).filter(({ isHome, members: [requested = -1] }) => {
    return !isHome && GONE.has(urls[requested]?.read?.status ?? 0);
  });
  const readFirst = new Set(chosen.map(pageKey));
  const wasKnown = gone.filter(({ found, members }) => {
    const from = members.flatMap((member) => urls[member]?.linkedFrom ?? []);
    const isNamed = (found & (FOUND.sitemap | FOUND.homeLink)) !== 0;
    return isNamed || from.some(([page]) => readFirst.has(pageKey(urls[page]?.url ?? '')));
  });
  return { keys: new Set(gone.map(({ url }) => pageKey(url))), amongKnown: wasKnown.length };
}
