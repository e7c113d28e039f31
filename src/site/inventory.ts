import { availability } from '../fetch/exchange.ts';
import { InventoryDraft } from './inventory-draft.ts';
import type { PLACES } from './inventory-places.ts';
import type { PageKind } from './page-kind.ts';
import { pagePolicy, robotsTxtOf } from './page-policy.ts';
import { isHtmlAnswer, pageFactsOf } from './pages.ts';
import type { Site } from './site.ts';
import { type SiteIdentity, siteIdentity } from './site-identity.ts';
import { acrossSections, languageSegments } from './site-sections.ts';

/**
 * What a site's pages are, as its own pages, links and sitemaps tell: what an llms.txt is made of. Plain data. Its
 * strings are the site's own words, to be shown only through `quote`.
 */
export interface PageInventory {
  /** The version of this format. */
  readonly format: 1;
  readonly domain: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** When gathering the audit's Site began, ISO 8601 UTC. */
  readonly gatheredAt: string;
  /** robots.txt, to be asked again of pages that are found later; null when it could not be read: then nothing more is fetched. */
  readonly robotsTxt: string | null;
  readonly site: SiteIdentity;
  /** The home page first, then the others, the most prominent first; at most 500. */
  readonly pages: readonly InventoryPage[];
  /** Whether further pages were asked for since the audit. */
  readonly isComplete: boolean;
}

export interface InventoryPage {
  /** Absolute, without a fragment. robots.txt lets everyone and the search crawlers fetch it. */
  readonly url: string;
  /** Where it was found; the most prominent place counts. */
  readonly place: InventoryPlace;
  /** What the home page calls it where it links to it. */
  readonly label: string | null;
  /**
   * `unread`: not asked for. `listed`: it is there, may be indexed and is no duplicate. `left_out`: one of these is not
   * so, or it gave no usable answer.
   */
  readonly status: 'unread' | 'listed' | 'left_out';
  /** What it says; of listed pages only. */
  readonly reading: PageReading | null;
}

export type InventoryPlace = (typeof PLACES)[number];

export interface PageReading {
  readonly title: string | null;
  /** Its first H1. */
  readonly heading: string | null;
  readonly description: string | null;
  /** The first paragraph of its main text that is one. */
  readonly paragraph: string | null;
  /** A BCP 47 tag as written. */
  readonly lang: string | null;
  readonly kind: PageKind;
  /** The breadcrumb of its structured data, from the home page on. */
  readonly trail: readonly { readonly name: string; readonly url: string | null }[];
}

/** URLs of sitemaps that are considered: there is room for half as many. */
const SITEMAP_URLS = 1_000;

/** Lists what is known of a site's pages. Pure: the same Site gives the same inventory. The home page must be HTML. */
export function inventoryOf(site: Site): PageInventory {
  const robotsTxt = robotsTxtOf(site.robotsTxt);
  const draft = new InventoryDraft(site.origin, site.home.finalUrl, pagePolicy(robotsTxt));
  draft.addHome(site.home);

  for (const exchange of [...site.sitemapSample, ...site.llmsTxtLinks]) {
    const means = availability(exchange);
    const says = means !== 'not_asked' && means !== 'unreachable';
    if (says && (exchange.status !== 200 || exchange.redirects.length > 0)) draft.leaveOut(exchange.url);
  }
  // Sitemaps name so many pages that links must have their places first.
  for (const exchange of site.pages) draft.offer(exchange.url, 'sitemap', null);
  for (const exchange of site.pages) draft.add(exchange);
  const inSitemaps = site.sitemaps.flatMap(({ document }) =>
    document === null || document.kind === 'sitemapindex' ? [] : document.entries.map(({ url }) => url),
  );
  const readable = [site.home, ...site.pages].filter(isHtmlAnswer).map(pageFactsOf);
  const identity = siteIdentity(readable, site.domain);
  const languages = languageSegments(
    readable.map(({ lang }) => lang?.text ?? null),
    identity.languages,
  );
  const spread = new Set(acrossSections(inSitemaps, SITEMAP_URLS, languages));
  const chosen = new Set(
    acrossSections(
      [...spread].filter((url) => draft.isNew(url)),
      draft.room,
      languages,
    ),
  );
  for (const url of inSitemaps)
    if (spread.has(url) && (chosen.has(url) || !draft.isNew(url))) draft.offer(url, 'sitemap', null);

  return {
    format: 1,
    domain: site.domain,
    origin: site.origin,
    gatheredAt: site.gatheredAt,
    robotsTxt,
    site: identity,
    pages: draft.pages(),
    isComplete: false,
  };
}
