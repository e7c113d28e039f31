import type { RenderedAudit, SentPage } from '../audit/rendered/rendered-site.ts';
import type { Report } from '../audit/report/report.ts';
import type { ConnectToRule } from '../fetch/connect-to.ts';
import type { Egress } from '../fetch/egress/egress.ts';
import type { GatherStage } from '../site/gather/gather.ts';
import type { PageInventory } from '../site/inventory/inventory.ts';
import type { LogEvidence } from '../site/log-evidence.ts';
import type { CrawlProgress } from '../values/crawl-progress.ts';
import type { DomainName } from '../values/domain-name.ts';
import type { PagePictures } from '../values/page-controls.ts';

/** The part of a live audit that is stored. */
export interface AuditOutcome {
  readonly report: Report;
  /** The home page as fetched; null when nothing was read, or it is not HTML. */
  readonly html: string | null;
  /** The page inventory as JSON; null for a site that could not be read. */
  readonly inventory: string | null;
  /** The page table as JSON; null or absent where there is none. */
  readonly pageTable?: string | null;
  /** The RenderedAudit as JSON; null or absent where none was asked for. */
  readonly rendering?: string | null;
  /** Pictures of its rendered pages. Default: none. */
  readonly pictures?: readonly PlacedPictures[];
  /** True when the failure to read the site may be temporary. */
  readonly isTemporary: boolean;
  /** Processor time that the audit used, in milliseconds, where it is known. */
  readonly processorMs?: number | null;
}

/** The pictures of a page, with its place among the rendered ones. */
export type PlacedPictures = PagePictures & { readonly place: number };

/**
 * Audits a site live. A site that cannot be read is a Report with the outcome `failed`, not a rejection. Rejects when
 * `signal` aborts. After `endCrawl` aborts, no more pages are read than those of the score, and what was read stays.
 */
export type AuditEngine = (
  domain: DomainName,
  onProgress?: OnAuditProgress,
  signal?: AbortSignal,
  work?: AuditWork & { readonly endCrawl?: AbortSignal },
) => Promise<AuditOutcome>;

/** Stage of a live audit. */
export type EngineStage = GatherStage | 'in a browser';

/** As {@link OnProgress}, of an audit that may also load its pages in a browser. */
export type OnAuditProgress = (stage: EngineStage, requests: number, crawl?: CrawlProgress) => void;

/** What an audit is asked for beside its domain. */
export interface AuditWork {
  /** Maximum number of pages that are read. Default: those of the score. */
  readonly pages?: number;
  /** URLs of the pages that an earlier audit judged: they are read again. */
  readonly earlierPages?: readonly string[];
  /** What the owner's access logs say, to be stored in the Site. */
  readonly logs?: LogEvidence;
  /** Loads the judged pages in a browser, too. Default: false. */
  readonly render?: boolean;
}

/**
 * Fetches further pages of a site and adds them to its inventory. Does not reject for anything that a site does. Rejects
 * when `signal` aborts.
 */
export type CompleteInventory = (inventory: PageInventory, signal: AbortSignal) => Promise<PageInventory>;

/** Time of a crawl for each page, in seconds. */
export const SECONDS_PER_PAGE = 1.2;

/** How the engine connects to sites: the same for every audit of a service. Plain data: it is sent to another process. */
export interface EngineSettings {
  /** URL for site owners who want to know who sends the requests; part of the user agents. */
  readonly about: string | null;
  readonly connectTo: readonly ConnectToRule[];
  readonly allowPrivate: boolean;
  /** Holds the credentials of the egress proxy: sent over the channel between the processes, never on a command line. */
  readonly egress: Egress;
  /** Resolves names by DNS alone, ignoring the hosts file. */
  readonly usesDnsAlone: boolean;
}

/** One piece of work for an engine process. */
export type EngineWork =
  | ({ readonly kind: 'audit'; readonly domain: DomainName } & AuditWork)
  | { readonly kind: 'complete'; readonly inventory: PageInventory }
  /** Renders pages that an audit has judged. Profiles of browsers are in `folder`. */
  | { readonly kind: 'render'; readonly origin: string; readonly pages: readonly SentPage[]; readonly folder: string };

/** The outcome of an audit in its process, and what is to be rendered. */
export interface JudgedSite {
  readonly outcome: AuditOutcome;
  /** Null where nothing is. */
  readonly toRender: { readonly origin: string; readonly pages: readonly SentPage[] } | null;
}

/** The outcome of a rendering in its process. */
export interface RenderedOutcome {
  readonly rendered: RenderedAudit;
  readonly pictures: readonly PlacedPictures[];
}

export type EngineResult = JudgedSite | PageInventory | RenderedOutcome;

/** A piece of work for an engine process, one at a time. */
export interface ToEngine {
  readonly settings: EngineSettings;
  readonly work: EngineWork;
}

/** Ends the crawl of the audit that runs. What was read stays. */
export interface EndCrawl {
  readonly endsCrawl: true;
}

/** A message from an engine process: progress any number of times, then one end. */
export type FromEngine =
  | { readonly stage: GatherStage; readonly requests: number; readonly crawl?: CrawlProgress }
  /** A browser has started: the id of its process group. */
  | { readonly browser: number }
  | { readonly result: EngineResult; readonly processorMs: number }
  | { readonly fault: { readonly message: string; readonly stack: string | undefined } };
