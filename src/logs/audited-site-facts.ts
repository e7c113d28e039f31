import type { PageInventory } from '../site/inventory/inventory.ts';
import { readTextResponse } from '../site/read-response.ts';
import type { Site } from '../site/site.ts';
import { sitemapEntries } from '../site/sitemap/sitemap.ts';

/** Facts of a gathered site that requests to it are compared with. */
export interface SiteFacts {
  readonly domain: string;
  /** ISO 8601 UTC. */
  readonly gatheredAt: string;
  /** Null when the file was not read, so that nothing is known of the rules. That of a site without the file is empty. */
  readonly robotsTxt: string | null;
  /** Addresses of pages that its sitemaps list, and the number of all that they list. */
  readonly sitemapUrls: readonly string[];
  readonly sitemapEntries: number;
}

/** Returns the facts of an audited site, from what is stored of it. */
export function siteFactsOfInventory(inventory: PageInventory): SiteFacts {
  const { domain, gatheredAt, robotsTxt, sitemapUrls = [], sitemapEntries: entries = 0 } = inventory;
  return { domain, gatheredAt, robotsTxt, sitemapUrls, sitemapEntries: entries };
}

/** Returns the facts of a saved site. */
export function toSiteFacts({ domain, gatheredAt, robotsTxt, sitemaps }: Site): SiteFacts {
  const isAbsent = robotsTxt.status === 404 || robotsTxt.status === 410;
  const pages = sitemaps.flatMap(({ document }) =>
    document === null || document.kind === 'sitemapindex' ? [] : [document],
  );
  return {
    domain,
    gatheredAt,
    robotsTxt: isAbsent ? '' : readTextResponse(robotsTxt),
    sitemapUrls: [...new Set(pages.flatMap((document) => sitemapEntries(document).map(({ url }) => url)))],
    sitemapEntries: pages.reduce((sum, { entryCount }) => sum + entryCount, 0),
  };
}
