import type { XmlFault } from './xml-parser.ts';

/** Maximum number of entries in the sample of a {@link SitemapDocument}. */
export const SAMPLED_ENTRIES = 500;

/** Summary of one sitemap file (sitemaps.org 0.9), as plain data. */
export interface SitemapDocument {
  readonly kind: 'urlset' | 'sitemapindex' | 'text' | 'rss' | 'atom' | 'html' | 'invalid';
  /** For `invalid`, the reason in one sentence. */
  readonly problem: string | null;
  /** Number of `<loc>` entries of the file itself, without image:loc and the like. */
  readonly entryCount: number;
  /** Further entries that differ from one of them only by a fragment; absent if there are none. */
  readonly fragmentCount?: number;
  /** Up to {@link SAMPLED_ENTRIES} entries with the smallest hash of their URL, in file order, each URL once. */
  readonly entries: readonly SitemapEntry[];
  /** Up to 200 more: those of the highest priority, then nearest to the root. Absent if there are none. */
  readonly prominent?: readonly SitemapEntry[];
  /** Number of bytes read, after decompression: to the end, to where it is malformed, or to a budget. */
  readonly length: number;
  /** Entries whose loc is not an absolute http(s) URL or has 2,048 characters or more. */
  readonly badLocs: { readonly count: number; readonly first: string | null };
  readonly lastmod: {
    readonly present: number;
    /** Number of values that are not a W3C Datetime. */
    readonly invalid: number;
    readonly firstInvalid: string | null;
    /** The most frequent value, of a time its minute, and its number of entries. */
    readonly commonest: string | null;
    readonly commonestCount: number;
    /** The latest valid one, as ISO 8601 UTC. */
    readonly latest: string | null;
  };
  /** First fault that makes it malformed XML; absent if none was found. */
  readonly malformed?: XmlFault;
  /** URI of the root element's namespace; empty for none; absent outside XML. */
  readonly namespace?: string;
  /** Its encoding, such as `utf-8`, which ASCII is too; `unknown` for bytes that are not the UTF-8 that it declares; absent if it is not a sitemap. */
  readonly encoding?: string;
  /** `file`: it ended before its root element. `fault`: it is malformed, and the rest has no clear meaning. `budget`: our budget ended first. */
  readonly truncated: 'file' | 'fault' | 'budget' | null;
}

export interface SitemapEntry {
  /** Absolute, serialised by WHATWG URL, and without a fragment. */
  readonly url: string;
  readonly lastmod: string | null;
  /** 0 to 1; absent if the file gives no valid value, which means 0.5 (sitemaps.org). */
  readonly priority?: number;
}

/** Returns all entries of a document, each URL once. */
export function sitemapEntries({
  entries,
  prominent = [],
}: Pick<SitemapDocument, 'entries' | 'prominent'>): readonly SitemapEntry[] {
  return [...entries, ...prominent];
}
