import type { GatheredSitemap } from '../site/site.ts';
import type { Observation } from './check.ts';
import { observe, outcomeOf } from './observe.ts';
import type { ReadSitemap } from './sitemap-reading.ts';
import { asClause, count } from './wording.ts';

/** sitemaps.org: at most 50,000 URLs and 52,428,800 bytes in one file. */
const MOST_URLS = 50_000;
const MOST_BYTES = 52_428_800;

/** What one sitemap that could be read is. */
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

/** Why one that is named could not be read as a sitemap. */
export function unreadableFault(one: GatheredSitemap): Observation {
  const { document, exchange } = one;
  const what =
    document === null
      ? outcomeOf(exchange)
      : document.kind === 'html'
        ? 'It is an HTML page.'
        : `It is no sitemap: ${asClause(document.problem ?? 'It has neither a urlset nor a sitemapindex.')}.`;
  return observe(exchange, {
    note: one.from === 'sitemap_index' ? `Of this child of the index: ${asClause(what)}.` : what,
  });
}

/**
 * What is wrong with a sitemap that can be read: over the limits of sitemaps.org, broken off, more than a tenth of its
 * entries no URL or on another host, or an index inside an index.
 */
export function faultsOf({ exchange, document, from }: ReadSitemap, origin: string): readonly Observation[] {
  const { entryCount, length, truncated, badLocs, entries, kind } = document;
  const elsewhere = kind === 'sitemapindex' ? [] : entries.filter(({ url }) => siteOf(url) !== siteOf(origin));
  return [
    entryCount > MOST_URLS
      ? observe(exchange, {
          note: `${count(entryCount, 'entry', 'entries')}, more than the 50,000 that one file may have.`,
        })
      : null,
    length > MOST_BYTES ? observe(exchange, { note: 'More than the 52,428,800 bytes that one file may have.' }) : null,
    truncated === 'file' ? observe(exchange, { note: 'The file ends before its root element does.' }) : null,
    badLocs.count * 10 > entryCount
      ? observe(exchange, {
          note: `${count(badLocs.count, 'entry', 'entries')} whose loc is not an absolute URL of fewer than 2,048 characters.`,
          ...(badLocs.first === null ? {} : { text: badLocs.first }),
        })
      : null,
    elsewhere.length * 10 > entries.length && elsewhere[0] !== undefined
      ? observe(exchange, {
          note: `${elsewhere.length} of ${count(entries.length, 'entry', 'entries')} looked at are on another host.`,
          text: elsewhere[0].url,
        })
      : null,
    kind === 'sitemapindex' && from === 'sitemap_index'
      ? observe(exchange, { note: 'An index inside an index, which the protocol does not allow.' })
      : null,
  ].filter((fault) => fault !== null);
}

/** A URL's host without `www.`: apex and www, http and https are one site. */
function siteOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '');
}
