import type { PageTable } from '../audit/pages/page-table.ts';
import type { RenderedAudit } from '../audit/rendered/rendered-site.ts';
import type { Report } from '../audit/report/report.ts';

/** A finished audit whose site could be read. */
export interface AuditRecord {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly finishedAt: string;
  readonly report: Report;
  /** The folder that was audited before it is published; null for a live audit. */
  readonly folder: string | null;
  /** What was not read of a folder, each as a sentence. */
  readonly notes: readonly string[];
}

/** An audit that has just ended. */
export interface NewAudit extends AuditRecord {
  /** The known pages and what they lose, where more than those of the score were asked for; else null. */
  readonly table: PageTable | null;
}

/** What is to be audited. */
export interface AuditTarget {
  /** A domain as typed. Of a folder, where it will be published. */
  readonly site: string;
  /** Path of a folder that is audited instead of the live site; null for a live audit. */
  readonly folder: string | null;
  /** The audit whose pages are read again, to compare with it. Default: none. A service then reads those of its newest audit of the site. */
  readonly since?: AuditRecord;
  /** Maximum number of pages to read, or `all`. Default: those of the score, and of a folder up to 500. */
  readonly pages?: number | 'all';
  /** Whether to load the judged pages in a browser, too. Default: false. */
  readonly render?: boolean;
}

/** The progress of an audit. */
export interface AuditProgress {
  /** The stage, in words for a person. */
  readonly stage: string;
  /** Number of requests sent to the site. */
  readonly requests: number;
}

/** One call of a tool by a client. */
export interface ToolCall {
  /** Aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: AuditProgress) => void;
  /** Identifies the HTTP request of the call; undefined over stdio. */
  readonly request: object | undefined;
}

/** Visits to a site whose logs or counts are read. */
export interface TrafficQuery {
  readonly domain: string | null;
  /** Paths of access logs. Empty where the backend counts the visits itself. */
  readonly logFiles: readonly string[];
  /** Maximum number of paths for each crawler. */
  readonly paths: number;
}

/** Requests of one crawler. */
export interface CrawlerTraffic {
  /** Null for an AI crawler that the registry does not know. */
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: string | null;
  readonly requests: number;
  /** Requests whose address or signature proved the crawler, and requests that an impostor sent. */
  readonly verified: number;
  readonly spoofed: number;
  /** The most requested paths; empty where they are not counted. */
  readonly paths: readonly { readonly path: string; readonly requests: number; readonly errors: number }[];
}

/** Traffic of AI crawlers and of people whom assistants sent. */
export interface Traffic {
  /** The first and last day or time; null when nothing was counted. */
  readonly from: string | null;
  readonly to: string | null;
  /** What was counted, in a sentence. */
  readonly basis: string;
  readonly requests: {
    readonly ai_bot: number;
    readonly ai_referral: number;
    readonly traditional_bot: number;
    readonly human: number;
  };
  /** The most active first. */
  readonly crawlers: readonly CrawlerTraffic[];
}

/** What the tools need: audits, and what is made from them. Every method rejects with {@link ToolRefusal} where it refuses. */
export interface McpBackend {
  /** Whether the backend is on the machine of the agent: its tools then take paths of files. */
  readonly isLocal: boolean;
  /** Audits a site, live or as a folder. */
  audit(target: AuditTarget, call: ToolCall): Promise<NewAudit>;
  /** Returns the page table of an audit; null when none was stored. */
  pageTable(audit: AuditRecord): Promise<PageTable | null>;
  /** Returns what a browser showed of an audit; null when it was not asked for. */
  rendering(audit: AuditRecord): Promise<RenderedAudit | null>;
  /** Finds an audit by its id. */
  find(id: string): Promise<AuditRecord>;
  /** Returns the newest audit of this client; null when there is none. */
  newest(call: Pick<ToolCall, 'request'>): Promise<AuditRecord | null>;
  /** Makes the llms.txt of an audited site from its pages. */
  llmsTxt(audit: AuditRecord, call: ToolCall): Promise<string>;
  traffic(query: TrafficQuery, call: ToolCall): Promise<Traffic>;
}

/** Reason why a tool did nothing, in one sentence for the agent that called it. */
export class ToolRefusal extends Error {}
