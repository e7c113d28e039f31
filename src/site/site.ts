import type { Exchange } from '../fetch/exchange.ts';
import type { DomainName } from '../values/domain-name.ts';
import type { Inventory } from './crawl/site-inventory.ts';
import type { LogEvidence } from './log-evidence.ts';
import type { SitemapDocument } from './sitemap/sitemap.ts';

/**
 * Everything that was fetched of a site, as plain data: it can be written to disk as JSON and audited again, and the
 * same Site gives the same Report. Bodies are stored as text and parsed when judged, so that a saved Site
 * benefits from a fixed parser; sitemaps alone, which may be huge, are read while they stream.
 */
export interface Site {
  /** Version of this format. */
  readonly format: 1;
  /** `folder` for a site that was read from files before publication. Absent for a site that was fetched. */
  readonly source?: 'folder';
  /** Configuration file of the builder that writes the folder, beside or above it. Absent for none that is known. */
  readonly builderFile?: string;
  /** Origin that served it instead of its own; absent for none. */
  readonly staging?: Staging;
  readonly domain: DomainName;
  /** Start of gathering, ISO 8601 UTC. The only clock that a check may read (a lastmod in the future). */
  readonly gatheredAt: string;
  /** Scheme, host and port of the home page after redirects; of the domain over https when it could not be read. */
  readonly origin: string;
  /** The home page, requested as a browser. */
  readonly home: Exchange;
  /** The home page, requested with each crawler's user agent. */
  readonly probes: readonly Probe[];
  readonly robotsTxt: Exchange;
  readonly llmsTxt: Exchange;
  /** The requested links of llms.txt, in the order of the sample, without their bodies. */
  readonly llmsTxtLinks: readonly Exchange[];
  /** Sitemaps in the order they were read: declared ones, else the usual places, then the children of indexes. */
  readonly sitemaps: readonly GatheredSitemap[];
  /** Up to 10 URLs of the sitemaps, chosen by hash, without their bodies. */
  readonly sitemapSample: readonly Exchange[];
  /** Responses of the chosen pages that were requested, in the order of their choice, without the home page. They make the score. */
  readonly pages: readonly Exchange[];
  /** Pages that were read beyond the choice. Absent for none. */
  readonly morePages?: readonly Exchange[];
  /** The choice of pages; absent in sites saved by earlier versions. */
  readonly choice?: SiteChoice;
  /** The known URLs when the choice was made and read; absent as `choice` is. */
  readonly inventory?: Inventory;
  /** The known URLs after more pages than the choice were read. The score does not depend on it. Absent where none were. */
  readonly crawled?: Inventory;
  /** Canonical targets of the home page and the sample that were not fetched otherwise, without their bodies. */
  readonly canonicalTargets: readonly Exchange[];
  /** Two random paths: `/<random>` and `/<random>.txt`. */
  readonly softNotFound: readonly Exchange[];
  /** Pages of an earlier audit that were read again, to compare the two. Absent where none were named. */
  readonly earlierPages?: EarlierPages;
  /** What the owner's access logs say. Absent where none are known. */
  readonly logs?: LogEvidence;
}

export interface EarlierPages {
  /** URLs of the pages, without the home page. */
  readonly urls: readonly string[];
  /** Responses to those of them that are not among the other pages, and that robots.txt allows. */
  readonly exchanges: readonly Exchange[];
}

/** The choice of pages: see `choosePages`. */
export interface SiteChoice {
  /** Maximum 25 URLs in the order of their choice, the home page first. robots.txt may shut some of them. */
  readonly urls: readonly string[];
  /** Number of known pages when the choice ended, the home page included. */
  readonly known: number;
  /** The page whose HTML exceeded the work of an audit, and its size; neither it nor those after it are in the Site. Absent for none. */
  readonly tooLarge?: { readonly url: string; readonly bytes: number };
}

export interface Staging {
  readonly origin: string;
  /** X-Robots-Tag of its responses, which is not part of their header fields; null when there was none. */
  readonly robotsTag: string | null;
}

export interface Probe {
  /** The product token whose user agent was sent, e.g. `GPTBot`. */
  readonly productToken: string;
  /** Its body is null when it is the same as the home page's. */
  readonly exchange: Exchange;
  readonly sameBodyAsHome: boolean;
  /** Result of repeating a refused probe. Absent for other probes, and in sites saved by earlier versions. */
  readonly repeat?: Repeat;
}

/** The repetition of a refused probe. */
export interface Repeat {
  /** The same request sent again, without its body; null when it was not sent, because a browser was refused as well. */
  readonly exchange: Exchange | null;
  /** True when a browser was served directly before and after. */
  readonly isBrowserServed: boolean;
}

export interface GatheredSitemap {
  readonly url: string;
  /** Source of its URL. */
  readonly from: 'robots_txt' | 'usual_place' | 'sitemap_index';
  /** Response without its body, which is in `document`. */
  readonly exchange: Exchange;
  /** Null when no 2xx body was read. */
  readonly document: SitemapDocument | null;
}

/** Returns all exchanges of a Site. A URL of two samples is there twice. */
export function listExchanges(site: Site): readonly Exchange[] {
  return [
    site.home,
    ...site.probes.map((probe) => probe.exchange),
    ...site.probes.flatMap(({ repeat }) => repeat?.exchange ?? []),
    site.robotsTxt,
    site.llmsTxt,
    ...site.llmsTxtLinks,
    ...site.sitemaps.map((sitemap) => sitemap.exchange),
    ...site.sitemapSample,
    ...site.pages,
    ...(site.morePages ?? []),
    ...site.canonicalTargets,
    ...site.softNotFound,
    ...(site.earlierPages?.exchanges ?? []),
  ];
}
