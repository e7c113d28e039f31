import { isSameHost } from '../../../site/page/page-url.ts';
import type { GatheredSitemap } from '../../../site/site.ts';
import { full, HALF, lost, NONE, type Observation, type QuestionResult } from '../../check.ts';
import { commonValue } from '../../collections.ts';
import { type Cause, fixAt } from '../../fixes/fix.ts';
import { wrongBaseOfUrls } from '../../fixes/wrong-base.ts';
import { are, asClause, count } from '../../formatting.ts';
import { describeResponse, observe } from '../../observe.ts';
import type { ReadSitemap } from './sitemap-reading.ts';

/** sitemaps.org: at most 50,000 URLs and 52,428,800 bytes in one file. */
const MOST_URLS = 50_000;
const MOST_BYTES = 52_428_800;

/** A fault of a sitemap. */
export interface SitemapFault {
  readonly seen: Observation;
  /** The fault as a headline, in our own words. */
  readonly problem: string;
  /** What to change, as a sentence. */
  readonly change: string;
  /** Cause that the fault shares with others; null for none. */
  readonly cause: Cause | null;
  /** It costs all, not half: a reader of XML may stop at it. */
  readonly isFatal?: true;
}

/** Namespace of a urlset and of an index (sitemaps.org, "XML tag definitions"). */
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Describes a sitemap that could be read. */
export function describeSitemap({ exchange, document }: ReadSitemap): Observation {
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

const NOT_XML = 'The sitemap is not valid XML.';
const TOO_LARGE = 'The sitemap is larger than search engines read.';
const SPLIT = 'Split it into files of at most 50,000 URLs and 50 MB, and list these in a sitemap index.';

/**
 * Returns why a named URL could not be read as a sitemap.
 *
 * @param instead the URL of a sitemap that robots.txt should name in its place; null for none
 */
export function unreadableFault({ document, exchange, from }: GatheredSitemap, instead: string | null): SitemapFault {
  const what =
    document === null
      ? describeResponse(exchange)
      : document.kind === 'html'
        ? 'It is an HTML page.'
        : `It is not a sitemap: ${asClause(document.problem ?? 'It has neither a urlset nor a sitemapindex.')}.`;
  const seen = observe(exchange, {
    note: from === 'sitemap_index' ? `The sitemap index names it, but ${asClause(what)}.` : what,
  });
  return {
    seen,
    problem: 'A sitemap that the site names cannot be read.',
    change:
      instead === null
        ? 'Name only sitemaps that exist, in robots.txt and in the index.'
        : `In robots.txt, name ${instead} in place of the sitemap that cannot be read.`,
    cause: null,
  };
}

/**
 * Returns the faults of a sitemap that can be read: it is not well-formed XML, has another namespace or encoding than sitemaps.org
 * requires, exceeds its limits, is truncated, or is an index inside an index, or more than a tenth of its entries are no URLs or on
 * another host.
 *
 * @param pages pages of the site that responded
 */
export function findSitemapFaults(
  { exchange, document, from }: ReadSitemap,
  origin: string,
  pages: readonly { readonly url: string }[] = [],
): readonly SitemapFault[] {
  const { entryCount, length, truncated, badLocs, entries, kind, malformed, namespace, encoding } = document;
  const elsewhere = kind === 'sitemapindex' ? [] : entries.filter((entry) => !isSameHost(entry.url, origin));
  const faults: SitemapFault[] = [];
  const add = (problem: string, note: string, change: string, text?: string | null, cause: Cause | null = null) =>
    faults.push({ problem, seen: observe(exchange, { note, text }), change, cause });
  if (malformed !== undefined) {
    const seen = malformedSeen(exchange, malformed);
    const change = 'Write well-formed XML: correct the place that the evidence names, and what is like it.';
    faults.push({ problem: NOT_XML, seen, change, cause: null, isFatal: true });
  }
  if (entryCount > MOST_URLS) {
    add(TOO_LARGE, `${count(entryCount, 'entry', 'entries')}, more than the 50,000 that one file may have.`, SPLIT);
  }
  if (length > MOST_BYTES) add(TOO_LARGE, 'More than the 52,428,800 bytes that one file may have.', SPLIT);
  if (truncated === 'file') {
    const seen = observe(exchange, { note: 'The file ends before its root element does.' });
    const change = 'Write the whole file, up to the end tag of its root element.';
    faults.push({ problem: 'The sitemap is cut off before its end.', seen, change, cause: null, isFatal: true });
  }
  if ((kind === 'urlset' || kind === 'sitemapindex') && namespace !== undefined && namespace !== NAMESPACE) {
    const what = namespace === '' ? 'has no namespace' : 'has another namespace';
    add(
      `The sitemap ${what}.`,
      `Its root element ${what}; it must be ${NAMESPACE}.`,
      `Give the root element xmlns="${NAMESPACE}".`,
      namespace,
    );
  }
  if (encoding !== undefined && encoding !== 'utf-8') {
    const what = encoding === 'unknown' ? 'It has bytes that are not UTF-8.' : `It is encoded in ${encoding}.`;
    add('The sitemap is not in UTF-8.', `${what} A sitemap must be in UTF-8.`, 'Write the file in UTF-8.');
  }
  if (badLocs.count * 10 > entryCount) {
    const details = `${count(badLocs.count, 'entry', 'entries')} whose loc is not an absolute URL of fewer than 2,048 characters.`;
    const change = 'Write the whole URL in each loc, with https:// and the host.';
    add('The sitemap lists addresses that are not full URLs.', details, change, badLocs.first);
  }
  if (elsewhere.length * 10 > entries.length) {
    const details = `${elsewhere.length} of ${count(entries.length, 'entry', 'entries')} looked at ${are(elsewhere.length)} on another host.`;
    const cause = wrongBaseOfUrls(elsewhere, pages, origin);
    const change = `List the pages at their addresses on this site, which begin with ${origin}/.`;
    add('The sitemap lists addresses of another site.', details, change, elsewhere[0]?.url, cause);
  }
  if (kind === 'sitemapindex' && from === 'sitemap_index') {
    add(
      'A sitemap index is inside another, where search engines do not follow it.',
      'An index inside an index, which the protocol does not allow.',
      'List the sitemaps of the inner index in the outer one.',
    );
  }
  return faults;
}

/** Returns why a sitemap is not well-formed XML. */
export function malformedSeen(
  exchange: ReadSitemap['exchange'],
  { line, column, problem }: NonNullable<ReadSitemap['document']['malformed']>,
): Observation {
  return observe(exchange, {
    note: `It is not well-formed XML, so readers may stop at line ${line}${column === undefined ? '' : `, column ${column}`}: ${asClause(problem)}.`,
    line,
  });
}

/**
 * Judges whether the sitemaps can be read.
 *
 * @param isNameDead robots.txt names sitemaps, and none of them can be read
 */
export function validResult(
  faults: readonly SitemapFault[],
  isNameDead: boolean,
  read: readonly ReadSitemap[],
): QuestionResult {
  const [first] = faults;
  if (first === undefined) return full(...read.map(describeSitemap));
  const changes = [...new Set(faults.map(({ change }) => change))];
  const cause = commonCause(faults);
  const at = isNameDead ? 'robots_txt' : cause === null ? 'sitemap' : 'site_address';
  const fix = fixAt(at, changes.join(' '), { cause });
  const worst = faults.find(({ isFatal }) => isFatal) ?? first;
  const problem = isNameDead ? 'The sitemap that robots.txt names cannot be read.' : worst.problem;
  return lost(
    isNameDead || faults.some(({ isFatal }) => isFatal) ? NONE : HALF,
    faults.map(({ seen }) => seen),
    fix,
    problem,
  );
}

/** Returns the cause that all faults share; null when there is none. */
export function commonCause(faults: readonly SitemapFault[]): Cause | null {
  return commonValue(faults.map(({ cause }) => cause));
}
