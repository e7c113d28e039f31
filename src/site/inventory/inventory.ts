import { availability, type Exchange } from '../../fetch/exchange.ts';
import { pageHash } from '../page/error-page.ts';
import type { PageKind } from '../page/page-kind.ts';
import { isHtmlAnswer, pageFactsOf } from '../page/pages.ts';
import type { Site } from '../site.ts';
import { type SiteIdentity, siteIdentity } from '../site-identity.ts';
import { SAMPLED_ENTRIES, sitemapEntries } from '../sitemap/sitemap.ts';
import { withoutFragment } from '../url-fragment.ts';
import { InventoryDraft } from './inventory-draft.ts';
import type { LEFT_OUT_REASONS, PLACES } from './inventory-places.ts';
import { pagePolicy, robotsTxtOf } from './page-policy.ts';
import { type LanguageSegments, languageSegments } from './site-sections.ts';
import { mostProminent } from './sitemap-choice.ts';

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
  /** Canonical URLs that were requested, and whether each answered 200 itself; at most {@link MAX_CANONICALS}. */
  readonly canonicals?: readonly { readonly url: string; readonly isThere: boolean }[];
  /** `pageHash` of the response for a nonexistent URL; missing when that is not 200. */
  readonly notFoundHash?: string;
  /** Number of examined pages that robots.txt disallows for everyone or for a search crawler. */
  readonly disallowed?: number;
  /** Number of pages that the site's links and sitemaps name, including those left out. An estimate for large sites. */
  readonly known?: number;
  /** The sitemaps that were read, without the children of indexes; at most {@link MAX_SITEMAPS}. */
  readonly sitemaps?: readonly string[];
}

export interface InventoryPage {
  /** Absolute, without a fragment. robots.txt lets everyone and the search crawlers fetch it. */
  readonly url: string;
  /** Where it was found; the most prominent place counts. */
  readonly place: InventoryPlace;
  /** What the home page calls it where it links to it. */
  readonly label: string | null;
  /**
   * `unread`: not requested. `listed`: it answered 200 and may be indexed; `listedPages` leaves out its duplicates.
   * `left_out`: it did not, or may not.
   */
  readonly status: 'unread' | 'listed' | 'left_out';
  /** What it says; of listed pages only. */
  readonly reading: PageReading | null;
  /** As its sitemap says, 0 to 1. */
  readonly priority?: number;
  /** The other URL that it names as its canonical, of at most 1,000 characters; of listed pages only. */
  readonly canonical?: string;
  /** Why it is left out; missing in inventories of earlier versions. */
  readonly reason?: LeftOutReason;
}

/** `no_page`: neither HTML nor a text document. `error_page`: a page that says that there is none. */
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

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
/** Most canonical URLs whose responses are stored, and most sitemaps that are named. */
export const MAX_CANONICALS = 40;
export const MAX_SITEMAPS = 5;

/** Lists what is known of a site's pages. Pure: the same Site gives the same inventory. The home page must be HTML. */
export function inventoryOf(site: Site): PageInventory {
  const robotsTxt = robotsTxtOf(site.robotsTxt);
  const [notFound] = site.softNotFound.filter((one) => one.status === 200 && isHtmlAnswer(one));
  const notFoundHash = notFound === undefined ? null : pageHash(pageFactsOf(notFound));
  const draft = new InventoryDraft(site.origin, site.home.finalUrl, pagePolicy(robotsTxt), [], notFoundHash);
  const presence = [...site.sitemapSample, ...site.llmsTxtLinks, ...site.canonicalTargets];
  const isThere = (url: string) =>
    [...presence, ...site.pages].some((one) => one.url === url && one.status === 200 && one.redirects.length === 0);
  draft.addHome(site.home, isThere);

  for (const exchange of presence) {
    const means = availability(exchange);
    if (means === 'not_asked' || means === 'unreachable') continue;
    if (exchange.status !== 200) draft.leaveOut(exchange.url, 'not_200');
    else if (exchange.redirects.length > 0) draft.leaveOut(exchange.url, 'redirect');
  }
  // Sitemaps name so many pages that links must have their places first.
  for (const exchange of site.pages) draft.offer(exchange.url, 'sitemap', null);
  for (const exchange of site.pages) draft.add(exchange);
  const readable = [site.home, ...site.pages].filter(isHtmlAnswer).map(pageFactsOf);
  const identity = siteIdentity(readable, site.domain);
  const languages = languageSegments(
    readable.map(({ lang }) => lang?.text ?? null),
    identity.languages,
  );
  const inSitemaps = offerSitemapPages(draft, site, languages);
  return {
    format: 1,
    domain: site.domain,
    origin: site.origin,
    gatheredAt: site.gatheredAt,
    robotsTxt,
    site: identity,
    pages: draft.pages(),
    isComplete: false,
    canonicals: canonicalAnswers(site, presence),
    ...(notFoundHash === null ? {} : { notFoundHash }),
    disallowed: draft.disallowed,
    ...inSitemaps,
  };
}

/** Offers the most prominent pages of the sitemaps, as many as there is room for. */
function offerSitemapPages(
  draft: InventoryDraft,
  { origin, sitemaps }: Site,
  languages: LanguageSegments,
): Pick<PageInventory, 'known' | 'sitemaps'> {
  const files = sitemaps.flatMap(({ url, from, document }) =>
    document === null || document.kind === 'html' || document.kind === 'invalid' ? [] : [{ url, from, document }],
  );
  const lists = files.flatMap(({ document }) => (document.kind === 'sitemapindex' ? [] : document));
  const entries = new Map(lists.flatMap(sitemapEntries).map((entry) => [entry.url, entry]));
  const considered = mostProminent([...entries.values()], languages).slice(0, SITEMAP_URLS);
  const chosen = new Set(considered.filter((url) => draft.isNew(url)).slice(0, draft.room));
  const pages = considered.filter((url) => chosen.has(url) || draft.isKnown(url));
  for (const url of pages) draft.offer(url, 'sitemap', null, entries.get(url)?.priority);

  const rest = [...entries.keys()].filter((url) => !chosen.has(url) && url.startsWith(`${origin}/`));
  const unseen = rest.filter((url) => !draft.isKnown(url) && !draft.isClosed(url)).length;
  // A shorter list is held whole: what it names twice is one page.
  const uncounted = lists
    .filter(({ entryCount }) => entryCount > SAMPLED_ENTRIES)
    .map(({ entryCount, badLocs, ...list }) => Math.max(0, entryCount - badLocs.count - sitemapEntries(list).length));
  const ours = draft.pages();
  // The pages that links lead to are in the sitemap, as far as it is not held whole.
  const linked = ours.filter(({ url, place }) => place !== 'home' && !entries.has(url)).length;
  const more = uncounted.reduce((sum, count) => sum + count, 0);
  return {
    known: ours.length + unseen + Math.max(0, more - linked),
    sitemaps: files
      .filter(({ from }) => from !== 'sitemap_index')
      .map(({ url }) => url)
      .slice(0, MAX_SITEMAPS),
  };
}

/** Responses for the canonical URLs that pages name. */
function canonicalAnswers(site: Site, presence: readonly Exchange[]): NonNullable<PageInventory['canonicals']> {
  const named = new Set(
    [site.home, ...site.pages]
      .filter(isHtmlAnswer)
      .flatMap((page) => pageFactsOf(page).canonicals)
      .flatMap(({ url }) => (url === null ? [] : withoutFragment(url))),
  );
  return presence
    .filter((one) => named.has(one.url) && /^https?:/.test(one.url) && availability(one) !== 'not_asked')
    .map(({ url, finalUrl, status }) => ({
      url,
      // A canonical URL that redirects back to this site is not a page elsewhere.
      isThere: status === 200 && (finalUrl === url || !finalUrl.startsWith(`${site.origin}/`)),
    }))
    .slice(0, MAX_CANONICALS);
}
