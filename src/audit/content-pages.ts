import { knownPages } from '../site/crawl/known-pages.ts';
import type { Inventory } from '../site/crawl/site-inventory.ts';

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
