/** What one sitemap file holds, summed up while it streamed by (sitemaps.org 0.9). Plain data. */
export interface SitemapDocument {
  readonly kind: 'urlset' | 'sitemapindex' | 'text' | 'rss' | 'atom' | 'html' | 'invalid';
  /** For `invalid`: what is wrong, in one sentence. */
  readonly problem: string | null;
  /** `<loc>` entries of the file itself (image:loc and the like are not counted). */
  readonly entryCount: number;
  /** Up to {@link KEPT_ENTRIES} of them, those with the smallest hash of their URL, in file order. */
  readonly entries: readonly SitemapEntry[];
  /** Bytes after decompression. */
  readonly length: number;
  /** Entries whose loc is not an absolute http(s) URL or has 2,048 characters or more: how many, and the first. */
  readonly badLocs: { readonly count: number; readonly first: string | null };
  readonly lastmod: {
    readonly present: number;
    /** Not a W3C Datetime. */
    readonly invalid: number;
    readonly firstInvalid: string | null;
    /** The commonest value and how many entries have it. */
    readonly commonest: string | null;
    readonly commonestCount: number;
    /** The latest valid one, as ISO 8601 UTC. */
    readonly latest: string | null;
  };
  /** The file ended before its root element did, or our budget ended first. */
  readonly truncated: 'file' | 'budget' | null;
}

export interface SitemapEntry {
  /** Absolute and serialised by WHATWG URL. */
  readonly url: string;
  readonly lastmod: string | null;
}
