import type { CrawlEnd } from '../../site/crawl/site-inventory.ts';
import type { SiteIssue } from './site-issue.ts';

/** Maximum number of pages in a table: those that were read come first, then the others by their URL. The rest are counted. */
export const MAX_ROWS = 10_000;
/** Maximum length of a table as JSON, in characters. Rows beyond it are left out and counted. */
export const MAX_TABLE = 4_000_000;

/**
 * The known pages of a site, what each loses, and the faults between them. Plain data. Titles and URLs are the site's own words:
 * titles have passed through `quote`, and URLs are as WHATWG URL serializes them.
 */
export interface PageTable {
  /** Version of this format. */
  readonly format: 1;
  readonly domain: string;
  readonly origin: string;
  readonly gatheredAt: string;
  readonly counts: PageCounts;
  /** Why no more pages were read. Absent in tables of earlier versions. */
  readonly ended?: CrawlEnd;
  /** Score by all judged pages, shown beside the score; null where those are the pages of the score. */
  readonly allPagesScore: number | null;
  /** Core search crawlers, in the order of the bits of {@link PageRow.closed}. */
  readonly crawlers: readonly string[];
  /** What the losses of rows refer to. */
  readonly causes: readonly LossCause[];
  readonly groups: readonly LossGroup[];
  readonly issues: readonly SiteIssue[];
  readonly folders: readonly FolderSummary[];
  readonly rows: readonly PageRow[];
}

export interface PageCounts {
  /** Known pages. */
  readonly known: number;
  /** True when there may be more. */
  readonly isAtLeast: boolean;
  readonly read: number;
  /** Pages of the score. */
  readonly scored: number;
  /** Known pages without a row. */
  readonly withoutRow: number;
}

/** Use that search engines may make of a page, as far as it is known. */
export const INDEXABILITY = [
  'indexable',
  'noindex',
  'canonical',
  'redirect',
  'gone',
  'error',
  'no_page',
  'closed',
  'unread',
] as const;
/**
 * `canonical`: it names another page as canonical. `gone`: 404 or 410. `error`: another response without a page. `no_page`: neither
 * HTML nor a page of its own. `closed`: robots.txt keeps our own crawler out, so it was not read.
 */
export type Indexability = (typeof INDEXABILITY)[number];

export interface PageRow {
  readonly url: string;
  readonly template: string;
  readonly indexability: Indexability;
  readonly status: number | null;
  readonly title: string | null;
  readonly words: number | null;
  readonly language: string | null;
  readonly date: string | null;
  readonly depth: number | null;
  readonly linksIn: number;
  readonly inSitemap: boolean;
  /** Where it redirects to, or its canonical, when that is another page. */
  readonly target: string | null;
  /** Crawlers that robots.txt keeps out, as bits in the order of `crawlers`; null where that is not known. */
  readonly closed: number | null;
  /** Points of the score by all pages that the page costs; null when it was not judged. */
  readonly lost: number | null;
  readonly losses: readonly RowLoss[];
}

/** Why a page loses points. */
export interface LossCause {
  /** `metadata.title`. */
  readonly question: string;
  /** What was seen on the page, in our words. */
  readonly note: string;
}

/** A loss of a page: its index in `causes`, the points of the score that it costs, its line, and the site's own words, quoted. */
export type RowLoss = readonly [cause: number, points: number, line: number | null, text: string | null];

/** Pages of one template that lose points in one question for the same reason. */
export interface LossGroup {
  readonly template: string;
  readonly question: string;
  /** The reason in our words. Where only its numbers differ between pages, the reason on the first one. */
  readonly note: string;
  readonly pages: number;
  /** Pages of the template that the question was judged on. */
  readonly of: number;
  readonly points: number;
  /** True when nearly all pages of the template have the fault: then one change fixes them. */
  readonly isOneTemplate: boolean;
}

export interface FolderSummary {
  /** First folder of the path: `/blog/`, or `/` for pages outside any. */
  readonly folder: string;
  readonly pages: number;
  readonly read: number;
  readonly losing: number;
  readonly lost: number;
}
