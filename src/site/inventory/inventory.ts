import type { PageKind } from '../page/page-kind.ts';
import type { SiteIdentity } from '../site-identity.ts';

/** Places where a page is found, the most prominent first. `page`: linked from a page other than the home page. */
export const PLACES = ['home', 'navigation', 'main', 'sitemap', 'page', 'footer'] as const;

export type InventoryPlace = (typeof PLACES)[number];

/** Reasons to leave a page out of lists. `no_page`: neither HTML nor text. `error_page`: its text says "not found". */
export const LEFT_OUT_REASONS = ['not_200', 'redirect', 'noindex', 'no_page', 'error_page'] as const;

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** Maximum number of canonical URLs whose responses are stored, and maximum number of sitemaps that are named. */
export const MAX_CANONICALS = 40;
export const MAX_SITEMAPS = 5;
/** Maximum number of URLs of sitemaps that are stored to be compared with access logs. */
export const MAX_SITEMAP_URLS = 2_000;

/**
 * The pages of a site, found by links and sitemaps. An llms.txt is made from them. Plain data. Its strings are the site's own
 * words, shown only through `quote`.
 */
export interface PageInventory {
  /** Version of this format. */
  readonly format: 1;
  readonly domain: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Start of gathering the audit's Site, ISO 8601 UTC. */
  readonly gatheredAt: string;
  /** The robots.txt that applies to pages found later. Null when it could not be read: nothing more is fetched then. */
  readonly robotsTxt: string | null;
  readonly site: SiteIdentity;
  /** The home page, then the others, the most prominent first; at most 500. */
  readonly pages: readonly InventoryPage[];
  /** True when further pages were requested after the audit. */
  readonly isComplete: boolean;
  /** Canonical URLs that were requested, and whether each responded with 200 itself; at most {@link MAX_CANONICALS}. */
  readonly canonicals?: readonly { readonly url: string; readonly isThere: boolean }[];
  /** `pageHash` of the response for a nonexistent URL; missing when that is not 200. */
  readonly notFoundHash?: string;
  /** Number of examined pages that robots.txt disallows for everyone or for a search crawler. */
  readonly disallowed?: number;
  /** Number of pages that the site's links and sitemaps name, including those left out. An estimate for large sites. */
  readonly known?: number;
  /** The sitemaps that were read, without the children of indexes; at most {@link MAX_SITEMAPS}. */
  readonly sitemaps?: readonly string[];
  /** Pages that the sitemaps list, each once; at most {@link MAX_SITEMAP_URLS}. */
  readonly sitemapUrls?: readonly string[];
  /** Number of entries of the sitemaps, also those that were not read one by one. */
  readonly sitemapEntries?: number;
}

export interface InventoryPage {
  /** Absolute, without a fragment. robots.txt allows everyone and the search crawlers to fetch it. */
  readonly url: string;
  /** The most prominent place where it was found. */
  readonly place: InventoryPlace;
  /** Text of the link to it on the home page. */
  readonly label: string | null;
  /**
   * `unread`: not requested. `listed`: has status 200 and may be indexed; `listedPages` removes its duplicates. `left_out`:
   * has another status, or must not be indexed.
   */
  readonly status: 'unread' | 'listed' | 'left_out';
  /** Null for pages that are not listed. */
  readonly reading: PageSummary | null;
  /** Priority in its sitemap, 0 to 1. */
  readonly priority?: number;
  /** The other URL that it declares as canonical, at most 1,000 characters; of listed pages only. */
  readonly canonical?: string;
  /** Missing in inventories of earlier versions. */
  readonly reason?: LeftOutReason;
  /** Number of other pages that were read and link to it. Missing for none, and in inventories of earlier versions. */
  readonly linksIn?: number;
  /** Place in the order of the menus of the pages that were read, from 0. Missing for a page in no menu. */
  readonly menuIndex?: number;
}

/** A page's description of itself. */
export interface PageSummary {
  readonly title: string | null;
  /** Its first H1. */
  readonly heading: string | null;
  readonly description: string | null;
  /** The first paragraph of its main text that says something (`statementIn`). */
  readonly paragraph: string | null;
  /** A BCP 47 tag as written. */
  readonly lang: string | null;
  readonly kind: PageKind;
  /** The breadcrumb of its structured data, from the home page on. */
  readonly trail: readonly { readonly name: string; readonly url: string | null }[];
  // Missing in inventories of earlier versions: all of these are optional.
  /** Words of its main text, and half of its Chinese, Japanese and Korean characters. */
  readonly words?: number;
  /** Date of the page, `2026-06-03`, `2026-06` or `2026`; missing where none is found. */
  readonly date?: string;
  /** The first in alphabetical order of its URL and those of its translations (hreflang); missing where it names none. */
  readonly translationOf?: string;
  /** True for the page that WordPress makes for a file. */
  readonly isAttachment?: true;
  /** True of a list whose paragraph follows its only H1 at once. */
  readonly hasLead?: true;
}
