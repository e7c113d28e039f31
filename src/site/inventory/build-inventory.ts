import { availability, type Exchange } from '../../fetch/exchange.ts';
import { pageHash } from '../page/error-page.ts';
import { withoutFragment } from '../page/page-url.ts';
import { isHtmlResponse, readPageFacts } from '../read-response.ts';
import type { Site } from '../site.ts';
import { siteIdentity } from '../site-identity.ts';
import { SAMPLED_ENTRIES, sitemapEntries } from '../sitemap/sitemap.ts';
import { MAX_CANONICALS, MAX_SITEMAP_URLS, MAX_SITEMAPS, type PageInventory } from './inventory.ts';
import { InventoryBuilder } from './inventory-builder.ts';
import { pagePolicy, readRobotsTxt } from './page-policy.ts';
import { type LanguageSegments, languageSegments, rankPages } from './site-sections.ts';

/** URLs of sitemaps that are considered: there is room for half as many. */
const SITEMAP_URLS = 1_000;

/** Lists the known pages of a site. Pure: the same Site gives the same inventory. The home page must be HTML. */
export function buildInventory(site: Site): PageInventory {
  const robotsTxt = readRobotsTxt(site.robotsTxt);
  const read = pagesRead(site);
  const notFound = site.softNotFound.find((one) => one.status === 200 && isHtmlResponse(one));
  const notFoundHash = notFound === undefined ? null : pageHash(readPageFacts(notFound));
  const builder = new InventoryBuilder(site.origin, site.home.finalUrl, pagePolicy(robotsTxt), [], notFoundHash);
  const presence = [...site.sitemapSample, ...site.llmsTxtLinks, ...site.canonicalTargets];
  const isThere = (url: string) =>
    [...presence, ...read].some((one) => one.url === url && one.status === 200 && one.redirects.length === 0);
  builder.addHome(site.home, isThere);

  for (const exchange of presence) {
    const result = availability(exchange);
    if (result === 'not_asked' || result === 'unreachable') continue;
    if (exchange.status !== 200) builder.leaveOut(exchange.url, 'not_200');
    else if (exchange.redirects.length > 0) builder.leaveOut(exchange.url, 'redirect');
  }
  for (const exchange of read) builder.offer(exchange.url, 'sitemap', null);
  for (const exchange of read) builder.add(exchange);
  const pages = [site.home, ...read].filter(isHtmlResponse).map(readPageFacts);
  const identity = siteIdentity(pages, site.domain);
  const languages = languageSegments(
    pages.map(({ lang }) => lang?.text ?? null),
    identity.languages,
  );
  // After the links: sitemaps name so many pages that they would take all the room.
  const inSitemaps = offerSitemapPages(builder, site, languages);
  return {
    format: 1,
    domain: site.domain,
    origin: site.origin,
    gatheredAt: site.gatheredAt,
    robotsTxt,
    site: identity,
    pages: builder.pages(),
    isComplete: false,
    canonicals: canonicalResponses(site, presence),
    ...(notFoundHash === null ? {} : { notFoundHash }),
    disallowed: builder.disallowed,
    ...inSitemaps,
  };
}

/** Returns the further pages that the audit read. */
function pagesRead({ pages, morePages = [] }: Site): readonly Exchange[] {
  return [...pages, ...morePages];
}

/** Offers the most prominent pages of the sitemaps, as many as there is room for. */
function offerSitemapPages(
  builder: InventoryBuilder,
  { origin, sitemaps }: Site,
  languages: LanguageSegments,
): Pick<PageInventory, 'known' | 'sitemaps' | 'sitemapUrls' | 'sitemapEntries'> {
  const files = sitemaps.flatMap(({ url, from, document }) =>
    document === null || document.kind === 'html' || document.kind === 'invalid' ? [] : [{ url, from, document }],
  );
  const lists = files.flatMap(({ document }) => (document.kind === 'sitemapindex' ? [] : document));
  const entries = new Map(lists.flatMap(sitemapEntries).map((entry) => [entry.url, entry]));
  const considered = rankPages([...entries.values()], languages).slice(0, SITEMAP_URLS);
  const chosen = new Set(considered.filter((url) => builder.isNew(url)).slice(0, builder.room));
  const pages = considered.filter((url) => chosen.has(url) || builder.isKnown(url));
  for (const url of pages) builder.offer(url, 'sitemap', null, entries.get(url)?.priority);

  const rest = [...entries.keys()].filter((url) => !chosen.has(url) && url.startsWith(`${origin}/`));
  const unseen = rest.filter((url) => !builder.isKnown(url) && !builder.isClosed(url)).length;
  // Entries of a shorter list are all stored, so that one named twice is counted as one page.
  const uncounted = lists
    .filter(({ entryCount }) => entryCount > SAMPLED_ENTRIES)
    .map(({ entryCount, badLocs, ...list }) => Math.max(0, entryCount - badLocs.count - sitemapEntries(list).length));
  const ours = builder.pages();
  // Linked pages are assumed to be among the entries that were not stored.
  const linked = ours.filter(({ url, place }) => place !== 'home' && !entries.has(url)).length;
  const more = uncounted.reduce((sum, count) => sum + count, 0);
  return {
    known: ours.length + unseen + Math.max(0, more - linked),
    sitemaps: files
      .filter(({ from }) => from !== 'sitemap_index')
      .map(({ url }) => url)
      .slice(0, MAX_SITEMAPS),
    sitemapUrls: [...entries.keys()].slice(0, MAX_SITEMAP_URLS),
    sitemapEntries: lists.reduce((sum, { entryCount }) => sum + entryCount, 0),
  };
}

/** Returns whether the canonical URLs that pages declare exist, as far as they were requested. */
function canonicalResponses(site: Site, presence: readonly Exchange[]): NonNullable<PageInventory['canonicals']> {
  const declared = new Set(
    [site.home, ...pagesRead(site)]
      .filter(isHtmlResponse)
      .flatMap((page) => readPageFacts(page).canonicals)
      .flatMap(({ url }) => (url === null ? [] : withoutFragment(url))),
  );
  return presence
    .filter((one) => declared.has(one.url) && /^https?:/.test(one.url) && availability(one) !== 'not_asked')
    .map(({ url, finalUrl, status }) => ({
      url,
      // A canonical URL that redirects back to this site is not a page elsewhere.
      isThere: status === 200 && (finalUrl === url || !finalUrl.startsWith(`${site.origin}/`)),
    }))
    .slice(0, MAX_CANONICALS);
}
