import { availability } from '../fetch/exchange.ts';
import { pageCandidate } from '../site/gather/sample.ts';
import { declaredCanonicals } from '../site/page/declared-urls.ts';
import { hostOf, onOrigin, pageKey } from '../site/page/page-url.ts';
import { isShell } from './content/raw-html.ts';
import { isSameSite } from './registrable-domain.ts';
import type { Page, SiteFacts } from './site-facts.ts';

/** The facts that show which pages a site has. */
export type LinkFacts = Pick<
  SiteFacts,
  'home' | 'samplePages' | 'noindexPages' | 'unreadablePages' | 'sitemaps' | 'llms' | 'origin'
>;

/**
 * Returns the pages of this site, other than the home page, that the judged pages link to, with `www.` or without. Each
 * once, as URLs without a fragment.
 */
export function linkedPages({
  home,
  samplePages,
  origin,
}: Pick<LinkFacts, 'home' | 'samplePages' | 'origin'>): string[] {
  const byKey = new Map<string, string>();
  for (const { url } of [home, ...samplePages].flatMap(({ facts }) => facts.links)) {
    const page = url === null ? null : pageCandidate(onOrigin(url, origin), origin, home.url);
    if (page !== null && !byKey.has(pageKey(page))) byKey.set(pageKey(page), page);
  }
  return [...byKey.values()];
}

/**
 * Returns whether the site is one page: neither the home page nor its canonical, a sitemap or llms.txt names another page of the
 * site, and scripts do not fill the home page, which could hide its links.
 */
export function isOnePage(site: LinkFacts): boolean {
  const { home, samplePages, noindexPages, unreadablePages, sitemaps, llms, origin } = site;
  if ([...samplePages, ...noindexPages, ...unreadablePages].length > 0 || linkedPages(site).length > 0) return false;
  if (isShell(home)) return false;
  const named = [
    ...declaredCanonicals(home.exchange, home.facts).flatMap(({ url }) => url ?? []),
    ...sitemaps.flatMap(({ document }) => document?.entries.map(({ url }) => url) ?? []),
    ...(llms.file?.links.flatMap(({ url }) => url ?? []) ?? []),
  ];
  return !named.some((url) => isAnotherPage(url, home.url, origin));
}

function isAnotherPage(url: string, homeUrl: string, origin: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || !isSameSite(parsed.href, homeUrl)) return false;
  const onOrigin = `${origin}${parsed.pathname}${parsed.search}`;
  return pageCandidate(onOrigin, origin, homeUrl) !== null;
}

const FILE =
  /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|css|js|mjs|cjs|map|json|xsl|eot|otf|ttf|woff2?|mp3|mp4|ogg|wav|webm|mov|zip|gz|tar|rar|7z|exe|dmg|sig|asc)$/i;

/**
 * Returns whether a URL names a file that is not a page, by its extension: an image, script, style, font, medium, data file
 * or archive.
 *
 * @param url absolute
 */
export function isFileUrl(url: string): boolean {
  return FILE.test(new URL(url).pathname);
}

/**
 * Counts the links of a page that a crawler can follow to another page of the same site, and those of them that lead to a missing
 * page. Links to images and other files do not count.
 *
 * @param missing keys of URLs that responded 404 or 410
 */
export function linksToOtherPages(
  { url, facts }: Page,
  missing: ReadonlySet<string>,
): { readonly all: number; readonly dead: number } {
  const here = pageKey(url);
  const host = hostOf(url);
  const keys = facts.links.flatMap((link) => {
    if (link.url === null || !/^https?:/.test(link.url) || isFileUrl(link.url)) return [];
    return hostOf(link.url) === host && pageKey(link.url) !== here ? pageKey(link.url) : [];
  });
  return { all: keys.length, dead: keys.filter((key) => missing.has(key)).length };
}

/** Returns the keys of pages that were requested and are missing: 404 or 410. */
export function missingKeys({ unreadablePages }: Pick<SiteFacts, 'unreadablePages'>): ReadonlySet<string> {
  const missing = unreadablePages.filter((page) => availability(page) === 'absent');
  return new Set(missing.map(({ url }) => pageKey(url)));
}
