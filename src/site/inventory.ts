import { isHtmlAnswer, pageFactsOf } from './pages.ts';
import type { Site } from './site.ts';

/** What a site's pages are, as its own pages, links and sitemaps tell: what an llms.txt is made of. Plain data. */
export interface PageInventory {
  /** The version of this format. */
  readonly format: 1;
  readonly domain: string;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly site: SiteIdentity;
  /** The home page first, then the others, the most prominent first; at most 500. */
  readonly pages: readonly InventoryPage[];
  /** Whether further pages were asked for since the audit. */
  readonly isComplete: boolean;
}

/** What a site says of itself. Its own words, to be shown only through `quote`. */
export interface SiteIdentity {
  readonly name: string | null;
  readonly description: string | null;
  /** The language of the home page, a BCP 47 tag as written. */
  readonly lang: string | null;
}

export interface InventoryPage {
  /** Absolute, without a fragment. */
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
}

/** Lists what is known of a site's pages. Pure: the same Site gives the same inventory. */
export function inventoryOf(site: Site): PageInventory {
  const facts = isHtmlAnswer(site.home) ? pageFactsOf(site.home) : null;
  const title = facts?.titles[0]?.text ?? null;
  const description = facts?.metas.find(({ key }) => key === 'description')?.content ?? null;
  return {
    format: 1,
    domain: site.domain,
    origin: site.origin,
    site: { name: title, description, lang: facts?.lang?.text ?? null },
    pages: [{ url: site.home.finalUrl, title, description }],
    isComplete: false,
  };
}
