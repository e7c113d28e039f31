import { onOrigin } from '../site/gather/gather-pages.ts';
import { pageCandidate } from '../site/gather/sample.ts';
import { declaredCanonicals } from '../site/page/declared-urls.ts';
import { pageKey } from '../site/page/page-url.ts';
import { isShell } from './content/raw-text.ts';
import type { SiteFacts } from './facts.ts';
import { isSameSite } from './registrable-domain.ts';

type Needed = Pick<
  SiteFacts,
  'home' | 'samplePages' | 'noindexPages' | 'unreadablePages' | 'sitemaps' | 'llms' | 'origin'
>;

/**
 * Returns the pages of this site, other than the home page, that the judged pages link to, with `www.` or without. Each
 * once, as URLs without a fragment.
 */
export function linkedPages({ home, samplePages, origin }: Pick<Needed, 'home' | 'samplePages' | 'origin'>): string[] {
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
export function isOnePage(site: Needed): boolean {
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
