import { availability, type Exchange } from '../../../fetch/exchange.ts';
import { type Directive, directivesFor, effectiveDirectives, hasPassed } from '../../../site/page/directives.ts';
import { readPageFacts } from '../../../site/read-response.ts';
import { sitemapEntries } from '../../../site/sitemap/sitemap.ts';
import { full, HALF, lost, NONE, notApplicable, type Observation, type QuestionResult } from '../../check.ts';
import { type Cause, fixAt } from '../../fixes/fix.ts';
import { wrongBaseOfUrls } from '../../fixes/wrong-base.ts';
import { all, are, count, list, place } from '../../formatting.ts';
import { describeResponse, isInconclusive, observe } from '../../observe.ts';
import type { Page, SiteFacts } from '../../site-facts.ts';

/** What the sample of a site's sitemaps is judged by. */
export type SampleFacts = Pick<
  SiteFacts,
  | 'sitemaps'
  | 'sitemapSample'
  | 'home'
  | 'samplePages'
  | 'noindexPages'
  | 'excludedPages'
  | 'unreadablePages'
  | 'origin'
  | 'gatheredAt'
>;

/** Fault of a listed URL. */
type BadBecause = 'redirected' | 'not answering 2xx' | 'noindex';

/** Results for the listed URLs that were sampled, or read as pages. */
export interface JudgedSample {
  /** Number of URLs with a conclusive response. */
  readonly counted: number;
  /** Of these, the number that were read as pages: only then it is known that no meta element forbids their use. */
  readonly read: number;
  readonly bad: readonly { readonly because: BadBecause; readonly seen: Observation }[];
}

/** Judges the checked URLs; those that our side stopped, or that turned this audit away, are not counted. */
export function judgeSample(site: SampleFacts): JudgedSample {
  const counted = checkedUrls(site).filter((exchange) => !isInconclusive(exchange));
  const bad = counted.flatMap((exchange) => whyBad(exchange, site) ?? []);
  const pages = new Set(pagesRead(site).map(({ url }) => url));
  return { counted: counted.length, read: counted.filter(({ finalUrl }) => pages.has(finalUrl)).length, bad };
}

/**
 * Returns the responses to the sample of the sitemaps, and to other listed URLs that were requested as pages. Of a URL that was
 * requested as both, it is that of the page: it says more.
 */
function checkedUrls(site: SampleFacts): readonly Exchange[] {
  const pages = [...pagesRead(site).map(({ exchange }) => exchange), ...site.unreadablePages];
  const asPage = new Map(pages.filter((one) => !isInconclusive(one)).map((exchange) => [exchange.url, exchange]));
  const listed = [...site.sitemapSample.map(({ url }) => url), ...listedUrls(site).filter((url) => asPage.has(url))];
  const sampled = new Map(site.sitemapSample.map((exchange) => [exchange.url, exchange]));
  return [...new Set(listed)].flatMap((url) => asPage.get(url) ?? sampled.get(url) ?? []);
}

/** Returns the URLs of pages in the sitemaps, as far as they are stored. */
export function listedUrls({ sitemaps }: Pick<SiteFacts, 'sitemaps'>): readonly string[] {
  return sitemaps.flatMap(({ document }) =>
    document === null || document.kind === 'sitemapindex' ? [] : sitemapEntries(document).map(({ url }) => url),
  );
}

/** Returns the pages that were read, judged or not. */
export function pagesRead({
  home,
  samplePages,
  noindexPages,
  excludedPages,
}: Omit<SampleFacts, 'sitemaps'>): readonly Page[] {
  return [home, ...samplePages, ...noindexPages, ...excludedPages.map(({ page }) => page)];
}

function whyBad(exchange: Exchange, site: SampleFacts): JudgedSample['bad'][number] | null {
  const { origin, gatheredAt } = site;
  const [hop] = exchange.redirects;
  if (hop !== undefined) {
    const what = hop.status < 300 ? 'refreshes to another page at once' : `redirects (${hop.status})`;
    const note = `${place(hop.url, origin)} is listed and ${what}.`;
    // The sitemap lists the URL before the redirect, so that one is fixed and requested again.
    const where = hop.status < 300 ? {} : { header: 'location' };
    const seen = observe({ finalUrl: hop.url, status: hop.status }, { note, text: hop.location, ...where });
    return { because: 'redirected', seen };
  }
  if (availability(exchange) !== 'present') {
    return { because: 'not answering 2xx', seen: observe(exchange, { note: describeResponse(exchange) }) };
  }
  const page = pagesRead(site).find(({ url }) => url === exchange.finalUrl);
  if (!isNoindex(exchange, page, gatheredAt)) return null;
  const note = `It is listed and ${isExpired(exchange, page, gatheredAt) ? 'its unavailable_after has passed' : 'asks not to be indexed (noindex)'}.`;
  return { because: 'noindex', seen: observe(exchange, { note }) };
}

/** Returns whether a page is noindex, by X-Robots-Tag, and by meta elements too where the page itself was read. */
function isNoindex(exchange: Exchange, page: Page | undefined, now: number): boolean {
  const directives = directivesOf(exchange, page);
  return isExpired(exchange, page, now) || INDEXERS.some((agent) => directivesFor(directives, agent).noindex !== null);
}

function isExpired(exchange: Exchange, page: Page | undefined, now: number): boolean {
  const after = directivesFor(directivesOf(exchange, page), 'Googlebot').unavailableAfter;
  return after !== null && hasPassed(after, now);
}

function directivesOf(exchange: Exchange, page: Page | undefined): readonly Directive[] {
  return effectiveDirectives(exchange.headers, page?.facts ?? readPageFacts(exchange));
}

/** Crawlers of the indexes that AI answers are made from. */
const INDEXERS = ['Googlebot', 'bingbot'];

/** `2 are redirected and 1 is noindex`. */
export function badInWords({ bad }: JudgedSample): string {
  const kinds: readonly BadBecause[] = ['redirected', 'not answering 2xx', 'noindex'];
  const counts = kinds.map((kind) => ({ kind, n: bad.filter(({ because }) => because === kind).length }));
  return list(counts.filter(({ n }) => n > 0).map(({ kind, n }) => `${n} ${are(n)} ${kind}`));
}

/** `all 3 checked URLs work and may be indexed`. Says of no page that was not read that it may be indexed. */
export function workingInWords({ counted, read, bad }: JudgedSample): string {
  const working = `${all(counted, 'checked URL')} ${counted === 1 ? 'works' : 'work'}`;
  if (bad.length > 0) return `${counted - bad.length} of ${count(counted, 'checked URL')} work`;
  if (read === 0) return `${working}, none of which was read`;
  return read === counted
    ? `${working} and may be indexed`
    : `${working}, and the ${read} that were read may be indexed`;
}

/** Judges whether the listed URLs lead to pages that may be indexed. */
export function urlsResult({ counted, bad }: JudgedSample, site: SampleFacts): QuestionResult {
  if (counted === 0) return notApplicable('No URL of the sitemap could be judged.');
  const seen = bad.map((one) => one.seen);
  if (bad.length === 0) {
    // The URL as it is listed: a server may send the page of /a/ for it.
    const responses = checkedUrls(site).map((one) =>
      observe({ finalUrl: one.url, status: one.status }, { note: describeResponse(one) }),
    );
    return full(...seen, ...responses);
  }
  const failing = seen.filter(({ status }) => (status ?? FAILED) >= FAILED).length;
  const share = bad.length * 2 <= counted ? HALF : NONE;
  if (failing === bad.length) {
    return lost(
      share,
      seen,
      fixAt('server_access', REPAIR),
      'The sitemap lists pages that the server does not deliver.',
    );
  }
  const fix = fixAt(
    'sitemap',
    `List only final URLs of pages that return 200 and may be indexed. Remove redirects, missing pages and noindex pages.${failing > 0 ? ` ${REPAIR}` : ''}`,
    { cause: whyAllAreBad(bad, site) },
  );
  return lost(share, seen, fix);
}

/** The first status of a server’s own errors. A page without a status gave no response. */
const FAILED = 500;

const REPAIR = 'Where the evidence shows a server error or no response, repair the page: its entry may stay.';

/** Returns the cause that all bad URLs of the sample share; null when there is none. */
function whyAllAreBad(
  bad: JudgedSample['bad'],
  { home, samplePages, noindexPages, origin, gatheredAt }: SampleFacts,
): Cause | null {
  const pages = [home, ...samplePages];
  if (bad.every(({ because }) => because === 'noindex')) {
    // Pages whose kind may be noindex are rightly so: they leave the sitemap. Of others, noindex itself is the fault.
    const isRight = noindexPages.some(({ url }) => bad.some(({ seen }) => seen.url === url));
    return !isRight && pages.some((page) => isNoindex(page.exchange, page, gatheredAt)) ? 'noindex' : null;
  }
  return wrongBaseOfUrls(
    bad.map(({ seen }) => seen),
    pages,
    origin,
  );
}
