import type { GatheredSitemap } from '../../../site/site.ts';
import type { SitemapDocument } from '../../../site/sitemap/sitemap.ts';
import { sum } from '../../arithmetic.ts';
import { all, count, place } from '../../formatting.ts';
import { isInconclusive } from '../../observe.ts';

/** Result of reading the gathered sitemaps. */
export type SitemapReading =
  /** No sitemap is named and none is in the usual places; the response of the first place. */
  | { readonly outcome: 'none'; readonly response: GatheredSitemap | null }
  /** It is unknown whether there is one: our side stopped the request, or the site turned this audit away. */
  | { readonly outcome: 'unknown'; readonly response: GatheredSitemap }
  /** Named by robots.txt, or children of an index, and none of them could be read. */
  | { readonly outcome: 'unreadable'; readonly unreadable: readonly GatheredSitemap[] }
  /** Read to the end, and no URL in it. */
  | { readonly outcome: 'empty'; readonly read: readonly ReadSitemap[] }
  | {
      readonly outcome: 'read';
      readonly read: readonly ReadSitemap[];
      readonly unreadable: readonly GatheredSitemap[];
      /** URLs of pages in what was read. */
      readonly urls: number;
    };

export interface ReadSitemap extends GatheredSitemap {
  readonly document: SitemapDocument;
}

/** Tells a sitemap that is missing from one that is broken, empty, or only not known to us. */
export function readSitemaps(sitemaps: readonly GatheredSitemap[]): SitemapReading {
  const read = sitemaps.filter(isRead);
  const rest = sitemaps.filter((sitemap) => !isRead(sitemap));
  const unreadable = rest.filter((sitemap) => sitemap.from !== 'usual_place' && !isInconclusive(sitemap.exchange));
  const unknown = rest.find(isUnknown);

  if (read.length === 0) {
    if (unreadable.length > 0) return { outcome: 'unreadable', unreadable };
    return unknown === undefined
      ? { outcome: 'none', response: rest[0] ?? null }
      : { outcome: 'unknown', response: unknown };
  }
  const urls = sum(
    read.filter(({ document }) => document.kind !== 'sitemapindex').map(({ document }) => document.entryCount),
  );
  if (urls > 0) return { outcome: 'read', read, unreadable, urls };

  const childrenRead = read.filter(
    ({ from, document }) => from === 'sitemap_index' && document.kind !== 'sitemapindex',
  );
  if (childrenRead.length >= countChildren(read)) return { outcome: 'empty', read };
  // An index with URLs that nobody has seen yet: broken when no child can be read, else only not known.
  return childrenRead.length === 0 && unreadable.length > 0
    ? { outcome: 'unreadable', unreadable }
    : { outcome: 'read', read, unreadable, urls };
}

/** Describes what was read, after `The site has`: never the URLs of an index, which are its children's. */
export function holding({ read, urls }: Extract<SitemapReading, { outcome: 'read' }>, origin: string): string {
  const children = read.filter(({ from }) => from === 'sitemap_index').length;
  const tops = read.filter(({ from }) => from !== 'sitemap_index');
  const name = place(tops[0]?.url ?? origin, origin);
  if (tops.length === 1 && tops[0]?.document.kind === 'sitemapindex') {
    const listed = tops[0].document.entryCount;
    return urls === 0
      ? `a sitemap index (${name}) of ${count(listed, 'sitemap')}, of which this audit saw no URL`
      : `a sitemap index (${name}); ${children === listed ? all(listed, 'sitemap') : `${children} of ${count(listed, 'sitemap')}`} in it ${children === 1 ? 'was' : 'were'} read, with ${count(urls, 'URL')}`;
  }
  const first = tops.length === 1 ? name : `${name} first`;
  return `${count(tops.length, 'sitemap')} (${first}) with ${count(urls, 'URL')}`;
}

/** Counts the sitemaps that the indexes list, without indexes that list themselves or each other. */
function countChildren(read: readonly ReadSitemap[]): number {
  const indexes = read.filter(({ document }) => document.kind === 'sitemapindex');
  const known = new Set(indexes.flatMap(({ url, exchange }) => [url, exchange.finalUrl]));
  return sum(
    indexes.map(({ document }) => document.entryCount - document.entries.filter(({ url }) => known.has(url)).length),
  );
}

function isRead(sitemap: GatheredSitemap): sitemap is ReadSitemap {
  const kind = sitemap.document?.kind;
  return kind !== undefined && kind !== 'html' && kind !== 'invalid';
}

/** A usual place without a response may have a sitemap all the same. */
function isUnknown({ from, exchange }: GatheredSitemap): boolean {
  if (isInconclusive(exchange)) return true;
  return from === 'usual_place' && exchange.status === null;
}
