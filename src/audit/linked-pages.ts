import { availability } from '../fetch/exchange.ts';
import { pageCandidate } from '../site/gather/sample.ts';
import { declaredCanonicals } from '../site/page/declared-urls.ts';
import { metaContent } from '../site/page/page-labels.ts';
import { isSameHost, onOrigin, pageKey, toHost } from '../site/page/page-url.ts';
import { parseUrl } from '../values/web-url.ts';
import { isShell } from './content/raw-html.ts';
import { baseFrom, findWrongBase } from './fixes/wrong-base.ts';
import { isSameSite } from './registrable-domain.ts';
import type { Page, SiteFacts } from './site-facts.ts';

/** The facts that show which pages a site has. */
export type LinkFacts = Pick<
  SiteFacts,
  'home' | 'samplePages' | 'noindexPages' | 'unreadablePages' | 'sitemaps' | 'llms' | 'origin'
>;

/**
 * Returns the pages of this site, other than the home page, that the judged pages link to, with `www.` or without. Each
 * once, as URLs without a fragment. A link to a place on its own page leads to no page.
 */
export function linkedPages({
  home,
  samplePages,
  origin,
}: Pick<LinkFacts, 'home' | 'samplePages' | 'origin'>): string[] {
  const byKey = new Map<string, string>();
  const urls = [home, ...samplePages].flatMap(({ facts: { links, url: own } }) =>
    links.map(({ url }) => (url?.split('#', 1)[0] === own ? null : url)),
  );
  for (const url of new Set(urls)) {
    const page = url === null ? null : pageCandidate(onOrigin(url, origin), origin, home.url);
    if (page !== null && !byKey.has(pageKey(page))) byKey.set(pageKey(page), page);
  }
  return [...byKey.values()];
}

/**
 * Returns the base on another host that the home page gives as its own address, in its canonical, or else in og:url. What begins with it
 * is a page of this site at a wrong address. Null where the home page names its own host.
 */
export function baseElsewhere(home: Page, origin: string): string | null {
  const url = addressElsewhere(home, origin);
  const cause = url === null ? null : findWrongBase([{ url, path: '/' }], origin);
  return cause === null ? null : baseFrom(cause);
}

/** Returns the address on another host that the home page gives as its own, in its canonical, or else in og:url; null for none. */
export function addressElsewhere({ exchange, facts }: Page, origin: string): string | null {
  const [canonical] = declaredCanonicals(exchange, facts);
  const declared = canonical?.url ?? parseUrl(metaContent(facts, 'og:url') ?? '', facts.url)?.href ?? null;
  return declared !== null && /^https?:/.test(declared) && !isSameHost(declared, origin) ? declared : null;
}

/** Returns the URLs of the links of the home page, those to other languages included, that begin with a base and name another page. */
export function linksBelow(base: string, { facts }: Page): readonly string[] {
  const urls = [...facts.links, ...facts.hreflangs].flatMap(({ url }) => url ?? []);
  return urls.filter((url) => url.startsWith(`${base}/`) && pageCandidate(url, base, `${base}/`) !== null);
}

/**
 * Returns whether the site is one page: neither the home page nor its canonical, a sitemap or llms.txt names another page of the
 * site, on its own host or the one that it gives as its address, none of its links is a `#/` route, and scripts do not fill the home page, which
 * could hide its links.
 */
export function isOnePage(site: LinkFacts): boolean {
  const { home, samplePages, noindexPages, unreadablePages, sitemaps, llms, origin } = site;
  if ([...samplePages, ...noindexPages, ...unreadablePages].length > 0 || linkedPages(site).length > 0) return false;
  if (isShell(home) || home.facts.shell.hashRoutes > 0) return false;
  const base = baseElsewhere(home, origin);
  if (base !== null && linksBelow(base, home).length > 0) return false;
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

const DOCUMENT = /\.(?:pdf|docx?|odt|rtf|xlsx?|ods|csv|pptx?|odp|epub|txt)$/i;

/**
 * Returns the URLs of a page's links that a crawler can follow to another page of the same site, each as often as it is linked. Links to
 * documents, images and other files do not count.
 */
export function linksToOtherPages({ url, facts }: Page): readonly string[] {
  const here = pageKey(url);
  const host = toHost(url);
  return facts.links.flatMap((link) => {
    if (link.url === null || !/^https?:/.test(link.url) || isFileUrl(link.url)) return [];
    if (DOCUMENT.test(new URL(link.url).pathname)) return [];
    return toHost(link.url) === host && pageKey(link.url) !== here ? link.url : [];
  });
}

/** Returns the keys of pages that were requested and are missing: 404 or 410. */
export function missingKeys({ unreadablePages }: Pick<SiteFacts, 'unreadablePages'>): ReadonlySet<string> {
  const missing = unreadablePages.filter((page) => availability(page) === 'absent');
  return new Set(missing.map(({ url }) => pageKey(url)));
}
