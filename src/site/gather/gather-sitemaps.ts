import { availability, type Exchange, type Fetcher } from '../../fetch/exchange.ts';
import { parseUrl } from '../../values/web-url.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import type { GatheredSitemap } from '../site.ts';
import type { SitemapDocument } from '../sitemap/sitemap.ts';
import { createSitemapReader, type SitemapReader } from '../sitemap/sitemap-reader.ts';
import { sampleByHash } from './sample.ts';

interface SitemapOptions {
  readonly fetcher: Fetcher;
  readonly userAgent: string;
  readonly origin: string;
  readonly robots: RobotsTxt;
  /** Collects the pages that the sitemaps list. */
  readonly listed?: ListedPages;
}

/** sitemaps.org: a sitemap "must have no more than 50,000 URLs". */
const LISTED_URLS = 50_000;

/** The URLs of all sitemaps that list pages. A {@link SitemapDocument} has a sample of them. */
export class ListedPages {
  readonly urls: string[] = [];
  /** Those of RSS and Atom feeds. */
  readonly ofFeeds: string[] = [];
  /** Those of sitemaps of categories, tags and authors. */
  readonly ofListings: string[] = [];
  /** True when a sitemap was not read, or not to its end. */
  isCut = false;
}

/**
 * Names of the sitemaps that WordPress and its plugins write of categories, tags and authors: by their taxonomy, whatever the language
 * of the site.
 */
const OF_LISTINGS =
  /\/(?:wp-sitemap-(?:taxonomies-[\w-]+|users)-\d+|(?:\w+[_-])?(?:category|post_tag|post_format)-sitemap\d*|\w+[_-](?:cat|tag)-sitemap\d*|(?:product_brand|pa_\w+|author|tags|categories)-sitemap\d*)\.xml$/i;

function isOfListings(url: string): boolean {
  return OF_LISTINGS.test(URL.parse(url)?.pathname ?? '');
}

/** sitemaps.org: "no larger than 52,428,800 bytes" uncompressed. One byte more shows that a file is. */
const SITEMAP_BYTES = 52_428_800 + 1;
/** Maximum number of sitemaps named by robots.txt, and maximum number of children of indexes, that one audit reads. */
export const DECLARED_READ = 5;
export const CHILDREN_READ = 10;

/** Path of an llms.txt, also of a hosted one. Some robots.txt files name it in a Sitemap line. */
const LLMS_TXT = /\/llms(?:-[a-z]+)?\.txt$|\/llms\/[^/]+\.txt$/i;

/** Usual paths of a sitemap that robots.txt does not name. The first is requested before the others. */
const FIRST_PLACE = '/sitemap.xml';
const OTHER_PLACES = ['/sitemap_index.xml', '/sitemap-index.xml', '/wp-sitemap.xml', '/sitemap.xml.gz'];

/**
 * Reads the sitemaps that robots.txt names, then children of the indexes among them. Tries the usual places if robots.txt
 * names none, or none of the named URLs is a sitemap.
 */
export async function gatherSitemaps(options: SitemapOptions): Promise<readonly GatheredSitemap[]> {
  const { origin, robots } = options;
  const declared = [
    ...new Set(
      robots.sitemaps.flatMap(({ value }) => {
        const url = parseUrl(value, `${origin}/robots.txt`);
        return url === null || !/^https?:$/.test(url.protocol) || LLMS_TXT.test(url.pathname) ? [] : url.href;
      }),
    ),
  ];
  const { listed } = options;
  if (listed !== undefined && declared.length > DECLARED_READ) listed.isCut = true;
  const named = await Promise.all(declared.slice(0, DECLARED_READ).map((url) => read(options, url, 'robots_txt')));
  const found = named.some(isSitemap) ? [] : await inUsualPlaces(options, new Set(declared));
  const tops = [...named, ...found.filter((one) => named.length === 0 || isSitemap(one))];

  // Each child is read once, and an index inside an index is not followed (sitemaps.org allows none), so there are no loops.
  const seen = new Set(tops.flatMap(({ url, exchange }) => [url, exchange.finalUrl]));
  const children = tops.flatMap(({ document }) =>
    document?.kind === 'sitemapindex' ? document.entries.map(({ url }) => url) : [],
  );
  if (listed !== undefined && children.length > CHILDREN_READ) listed.isCut = true;
  const unread = children.filter((url) => !seen.has(url));
  const [listings = [], others = []] = [true, false].map((is) => unread.filter((url) => isOfListings(url) === is));
  // Those of categories and tags come last.
  const chosen = [...sampleByHash(others, CHILDREN_READ), ...sampleByHash(listings, CHILDREN_READ)].slice(
    0,
    CHILDREN_READ,
  );
  return [...tops, ...(await Promise.all(chosen.map((url) => read(options, url, 'sitemap_index'))))];
}

/**
 * Returns the sitemap in a usual place. If there is none, returns the response of the first place, to show what was
 * requested.
 *
 * @param known URLs that were requested already
 */
async function inUsualPlaces(options: SitemapOptions, known: ReadonlySet<string>): Promise<readonly GatheredSitemap[]> {
  const urls = [FIRST_PLACE, ...OTHER_PLACES].map((path) => options.origin + path).filter((url) => !known.has(url));
  const [firstUrl, ...otherUrls] = urls;
  if (firstUrl === undefined) return [];
  const first = await read(options, firstUrl, 'usual_place');
  if (isSitemap(first)) return [first];
  const others = await Promise.all(otherUrls.map((url) => read(options, url, 'usual_place')));
  const found = others.filter(isSitemap);
  return found.length > 0 ? found.slice(0, 1) : [first];
}

function isSitemap({ document }: GatheredSitemap): boolean {
  return document !== null && document.kind !== 'html' && document.kind !== 'invalid';
}

async function read(options: SitemapOptions, url: string, from: GatheredSitemap['from']): Promise<GatheredSitemap> {
  let reader: SitemapReader | undefined;
  let urls: string[] = [];
  const exchange: Exchange = await options.fetcher.fetch({
    url,
    userAgent: options.userAgent,
    accept: 'application/xml, text/xml, text/plain;q=0.9, */*;q=0.8',
    maxBodyBytes: SITEMAP_BYTES,
    sink: () => {
      urls = [];
      reader = createSitemapReader(url, {
        mapLoc: (loc) => options.fetcher.asProduction?.(loc) ?? loc,
        onUrl: (page) => {
          if (options.listed !== undefined && urls.length < LISTED_URLS) urls.push(page);
        },
      });
      return reader;
    },
  });
  const document =
    availability(exchange) === 'present' && reader !== undefined
      ? reader.end(exchange.failure?.kind === 'too_large')
      : null;
  if (options.listed !== undefined) addTo(options.listed, urls, exchange, document);
  return { url, from, exchange, document };
}

function addTo(
  listed: ListedPages,
  urls: readonly string[],
  exchange: Exchange,
  document: SitemapDocument | null,
): void {
  if (document === null) {
    if (!['absent', 'other_status'].includes(availability(exchange))) listed.isCut = true;
    return;
  }
  if (document.truncated !== null || document.entryCount > LISTED_URLS) listed.isCut = true;
  const isFeed = document.kind === 'rss' || document.kind === 'atom';
  // Not by spread: it is limited to fewer arguments.
  if (isFeed || document.kind === 'urlset' || document.kind === 'text') for (const page of urls) listed.urls.push(page);
  if (isFeed) for (const page of urls) listed.ofFeeds.push(page);
  if (isOfListings(exchange.finalUrl)) for (const page of urls) listed.ofListings.push(page);
}
