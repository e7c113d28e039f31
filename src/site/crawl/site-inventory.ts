import type { FailureKind } from '../../fetch/exchange.ts';

/** Maximum number of URLs in an inventory. The rest are counted. */
export const MAX_KNOWN_URLS = 50_000;
/** Maximum length of a URL in an inventory, in characters. */
export const MAX_KNOWN_URL = 1_000;

/** Sources of a URL, as bits of {@link KnownUrl.found}. */
export const FOUND = {
  /** It is the home page. */
  home: 1,
  sitemap: 2,
  /** A link of the home page, without nofollow, sponsored or ugc. */
  homeLink: 4,
  /** A link of any page that was read, the home page included. */
  link: 8,
  llmsTxt: 16,
  /** A sitemap that is an RSS or Atom feed. */
  feed: 32,
  canonical: 64,
  hreflang: 128,
  /** Where another URL redirects to. */
  redirect: 256,
  /** A sitemap whose name says that it has categories, tags or authors. */
  listing: 512,
} as const;

export type FoundIn = keyof typeof FOUND;

/**
 * Every known URL of a site, and what was read of each. Plain data, sorted by URL, so that it does not depend on the order in
 * which responses arrived. Strings are the site's own words, shown only through `quote`.
 */
export interface Inventory {
  /** Version of this format. */
  readonly format: 1;
  /** Scheme, host and port of the home page. */
  readonly origin: string;
  /** Index of the home page in `urls`. */
  readonly home: number;
  /** URLs on the host of the site, with and without `www.`, http and https; at most {@link MAX_KNOWN_URLS}. */
  readonly urls: readonly KnownUrl[];
  /** Number of different URLs found, those beyond the limit included: a lower bound where `isCut`. */
  readonly found: number;
  /** True when there may be more URLs: a sitemap or the links of a page were not read to the end, or the limit was reached. */
  readonly isCut: boolean;
  /** Product tokens of the verdicts: our own, then the core search crawlers. */
  readonly tokens: readonly string[];
  /** Different results of robots.txt, each with a verdict for every token. {@link KnownUrl.robots} is an index of these. */
  readonly verdicts: readonly (readonly RobotsVerdict[])[];
  /** Why no more pages were read. */
  readonly ended: CrawlEnd;
}

/**
 * `read`: all known pages. `chosen`: the pages asked for. Otherwise the limit that ended it, or who did. `size`: the pages are so
 * large that reading more would take too much memory or processor time. `refused`: the site refused ten requests in a row, or did
 * not respond to them. `endless`: links lead on without end, as in a calendar.
 */
export const CRAWL_ENDS = ['read', 'chosen', 'time', 'requests', 'size', 'refused', 'cancelled', 'endless'] as const;
export type CrawlEnd = (typeof CRAWL_ENDS)[number];

export interface RobotsVerdict {
  readonly isAllowed: boolean;
  /** Line of the rule that decides; null where none matches. */
  readonly line: number | null;
}

export interface KnownUrl {
  /** Absolute, without a fragment. */
  readonly url: string;
  /** Bits of {@link FOUND}. */
  readonly found: number;
  /** Template of its path, such as `/blog/*`: see `toTemplate`. */
  readonly template: string;
  /** Index of its verdicts; null where robots.txt has too many rules to decide on every URL. */
  readonly robots: number | null;
  /** Number of pages that were read and link to it. */
  readonly linksIn: number;
  /** Number of links on the shortest way from the home page; null when no page that was read leads to it. */
  readonly depth: number | null;
  /** Null while it was not requested. */
  readonly read: UrlReading | null;
  /**
   * Pages that link to it, with the lines: only of URLs that did not respond with a page, redirect, or are http on a site with
   * https. At most 10,000 in all.
   */
  readonly linkedFrom?: readonly LinkPlace[];
}

/** A link: the index of its page in `urls`, and its line in the HTML. */
export type LinkPlace = readonly [page: number, line: number];

/** What a response says of a URL. */
export interface UrlReading {
  /** HEAD where only its presence was checked: then nothing is known of its text. */
  readonly method: 'GET' | 'HEAD';
  /** Status of the final response; null when none arrived. */
  readonly status: number | null;
  readonly failure: FailureKind | null;
  /** Where it redirects to in the end; null when it does not. */
  readonly redirect: string | null;
  /** Number of redirects that were followed. */
  readonly hops: number;
  /** Media type in lower case; empty for none. */
  readonly type: string;
  /** Bytes of the body after decompression. */
  readonly bytes: number;
  /** What its HTML says; null for anything but a page with status 2xx, and for a redirect, whose target has it. */
  readonly page: PageReading | null;
}

export interface PageReading {
  /** Product tokens of core crawlers for which it is noindex; `*` for everyone. */
  readonly noindex: readonly string[];
  /** The first canonical URL that it declares, at most 1,000 characters; null for none. */
  readonly canonical: string | null;
  /** Indexes of the URLs of its hreflang links on this site. */
  readonly alternates: readonly number[];
  /** The `lang` attribute as written; null when missing. */
  readonly language: string | null;
  /** Title, at most 200 characters; null when missing. */
  readonly title: string | null;
  /** Hashes of the whole title and meta description, to find duplicates; null when missing. */
  readonly titleHash: number | null;
  readonly descriptionHash: number | null;
  /** 64-bit simhash of the main text in 16 hexadecimal digits; null without text. */
  readonly textHash: string | null;
  readonly words: number;
  /** Date of the page, `2026-06-03`, `2026-06` or `2026`; null where none is found. */
  readonly date: string | null;
}

/** Returns whether robots.txt shuts a URL for every core search crawler. */
export function isShutForAll(
  { verdicts }: Pick<Inventory, 'tokens' | 'verdicts'>,
  { robots }: Pick<KnownUrl, 'robots'>,
): boolean {
  const [, ...ofCore] = robots === null ? [] : (verdicts[robots] ?? []);
  return ofCore.length > 0 && ofCore.every(({ isAllowed }) => !isAllowed);
}

/** Returns whether our own crawler may fetch a URL: only where that was decided. */
export function mayBeRead({ verdicts }: Pick<Inventory, 'verdicts'>, { robots }: Pick<KnownUrl, 'robots'>): boolean {
  return robots !== null && verdicts[robots]?.[0]?.isAllowed === true;
}
