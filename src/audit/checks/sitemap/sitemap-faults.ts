import type { GatheredSitemap } from '../../../site/site.ts';
import type { Observation } from '../../check.ts';
import type { Cause } from '../../fixes/fix.ts';
import { wrongBaseOfUrls } from '../../fixes/wrong-base.ts';
import { asClause, count } from '../../formatting.ts';
import { describeResponse, observe } from '../../observe.ts';
import type { ReadSitemap } from './sitemap-reading.ts';

/** sitemaps.org: at most 50,000 URLs and 52,428,800 bytes in one file. */
const MOST_URLS = 50_000;
const MOST_BYTES = 52_428_800;

/** A fault of a sitemap. */
export interface SitemapFault {
  readonly sitemap: GatheredSitemap;
  readonly seen: Observation;
  /** The fault as a headline, in our own words. */
  readonly problem: string;
  /** Cause that the fault shares with others; null for none. */
  readonly cause: Cause | null;
}

/** Describes a sitemap that could be read. */
export function seenAs({ exchange, document }: ReadSitemap): Observation {
  const unit = document.kind === 'sitemapindex' ? 'sitemap' : 'URL';
  return observe(exchange, { note: `${KIND_WORDS[document.kind]} with ${count(document.entryCount, unit)}.` });
}

const KIND_WORDS: Record<ReadSitemap['document']['kind'], string> = {
  urlset: 'A urlset',
  sitemapindex: 'A sitemap index',
  text: 'A text file of URLs',
  rss: 'An RSS feed',
  atom: 'An Atom feed',
  html: 'An HTML page',
  invalid: 'Not a sitemap',
};

const TOO_LARGE = 'The sitemap is larger than search engines read.';

/** Returns why a named URL could not be read as a sitemap. */
export function unreadableFault(sitemap: GatheredSitemap): SitemapFault {
  const { document, exchange, from } = sitemap;
  const what =
    document === null
      ? describeResponse(exchange)
      : document.kind === 'html'
        ? 'It is an HTML page.'
        : `It is no sitemap: ${asClause(document.problem ?? 'It has neither a urlset nor a sitemapindex.')}.`;
  const seen = observe(exchange, {
    note: from === 'sitemap_index' ? `The sitemap index names it, but ${asClause(what)}.` : what,
  });
  return { sitemap, seen, problem: 'A sitemap that the site names cannot be read.', cause: null };
}

/**
 * Returns the faults of a sitemap that can be read: not well-formed XML, over the limits of sitemaps.org, truncated, more
 * than a tenth of the entries no URL or on another host, or an index inside an index.
 *
 * @param pages URLs of pages of the site that responded
 */
export function faultsOf(sitemap: ReadSitemap, origin: string, pages: readonly string[] = []): readonly SitemapFault[] {
  const { exchange, document, from } = sitemap;
  const { entryCount, length, truncated, badLocs, entries, kind, malformed } = document;
  const own = siteOf(origin);
  const elsewhere = kind === 'sitemapindex' ? [] : entries.filter((entry) => siteOf(entry.url) !== own);
  const faults: SitemapFault[] = [];
  const add = (problem: string, note: string, text: string | null = null, cause: Cause | null = null) =>
    faults.push({ sitemap, problem, seen: observe(exchange, { note, ...(text === null ? {} : { text }) }), cause });
  if (malformed !== undefined) {
    const seen = malformedSeen(exchange, malformed);
    faults.push({ sitemap, problem: 'The sitemap is not valid XML.', seen, cause: null });
  }
  if (entryCount > MOST_URLS) {
    const details = `${count(entryCount, 'entry', 'entries')}, more than the 50,000 that one file may have.`;
    add(TOO_LARGE, details);
  }
  if (length > MOST_BYTES) add(TOO_LARGE, 'More than the 52,428,800 bytes that one file may have.');
  if (truncated === 'file')
    add('The sitemap is cut off before its end.', 'The file ends before its root element does.');
  if (badLocs.count * 10 > entryCount) {
    const details = `${count(badLocs.count, 'entry', 'entries')} whose loc is not an absolute URL of fewer than 2,048 characters.`;
    add('The sitemap lists addresses that are not full URLs.', details, badLocs.first);
  }
  if (elsewhere.length * 10 > entries.length) {
    const details = `${elsewhere.length} of ${count(entries.length, 'entry', 'entries')} looked at ${elsewhere.length === 1 ? 'is' : 'are'} on another host.`;
    const urls = elsewhere.map((entry) => entry.url);
    add(
      'The sitemap lists addresses of another site.',
      details,
      elsewhere[0]?.url ?? null,
      wrongBaseOfUrls(urls, pages, origin),
    );
  }
  if (kind === 'sitemapindex' && from === 'sitemap_index') {
    add(
      'A sitemap index is inside another, where search engines do not follow it.',
      'An index inside an index, which the protocol does not allow.',
    );
  }
  return faults;
}

/** Returns why a sitemap is not well-formed XML. */
export function malformedSeen(
  exchange: ReadSitemap['exchange'],
  { line, problem }: NonNullable<ReadSitemap['document']['malformed']>,
): Observation {
  return observe(exchange, {
    note: `It is not well-formed XML, so readers may stop at line ${line}: ${asClause(problem)}.`,
    line,
  });
}

/** A URL's host without `www.`: apex and www, http and https are one site. */
function siteOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '');
}
