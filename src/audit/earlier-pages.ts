import { availability, type Exchange } from '../fetch/exchange.ts';
import { pageKey } from '../site/page/page-url.ts';
import { isHtmlResponse } from '../site/read-response.ts';
import type { EarlierPages, Site } from '../site/site.ts';
import { readSite } from './read-site.ts';
import type { SiteFacts } from './site-facts.ts';

/** What became of the pages of an earlier audit. */
interface ReadEarlierPages {
  /** The site, with those that are still there as its only further pages. */
  readonly facts: SiteFacts;
  /** URLs of those that are not there any more: 404 or 410, an error page with status 200, or a redirect to another page. */
  readonly gone: readonly string[];
}

/** Reads the pages of an earlier audit, instead of the choice of pages that this audit makes. The last parameter has the facts of that choice. */
export function readEarlierPages(
  site: Site,
  { urls, exchanges }: EarlierPages,
  { samplePages, noindexPages, excludedPages }: SiteFacts,
): ReadEarlierPages {
  const otherPages = [...samplePages, ...noindexPages, ...excludedPages.map(({ page }) => page)];
  const responses = new Map<string, Exchange>();
  for (const exchange of [...exchanges, ...site.pages]) {
    responses.set(pageKey(exchange.finalUrl), exchange);
    responses.set(pageKey(exchange.url), exchange);
  }
  const found = urls.map((url) => ({ url, exchange: responses.get(pageKey(url)) ?? null }));
  const read = found.flatMap(({ url, exchange }) =>
    exchange !== null && !isElsewhere(url, exchange) && isHtmlResponse(exchange) ? exchange : [],
  );
  const facts = { ...readSite(site, read), otherPages };
  const notThere = facts.excludedPages
    .filter(({ reason }) => reason === 'refresh' || reason === 'error_page')
    .map(({ page }) => pageKey(page.url));
  const gone = found.filter(({ url, exchange }) => {
    if (exchange === null) return false;
    return availability(exchange) === 'absent' || isElsewhere(url, exchange) || notThere.includes(pageKey(url));
  });
  return { facts, gone: gone.map(({ url }) => url) };
}

/** Returns whether a URL now leads to another page. */
function isElsewhere(url: string, exchange: Exchange): boolean {
  return availability(exchange) === 'present' && pageKey(exchange.finalUrl) !== pageKey(url);
}
