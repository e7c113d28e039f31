import type { Generated } from 'kysely';

/** The tables, as Kysely types them. Times are ISO 8601 UTC with milliseconds, so that text sorts as time does. */
export interface Database {
  readonly audits: AuditsTable;
  readonly api_keys: ApiKeysTable;
  readonly published_domains: PublishedDomainsTable;
  readonly visits: VisitsTable;
  readonly visit_counts: VisitCountsTable;
  readonly visit_totals: VisitTotalsTable;
  readonly path_weeks: PathWeeksTable;
  readonly heartbeats: HeartbeatsTable;
  readonly batches: BatchesTable;
  readonly batch_domains: BatchDomainsTable;
}

export interface AuditsTable {
  readonly id: string;
  readonly domain: string;
  readonly kind: 'live' | 'demonstration';
  readonly status: 'queued' | 'running' | 'done' | 'failed';
  /** Null until finished. */
  readonly score: number | null;
  readonly rubric_version: number | null;
  readonly requested_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** How often it was started: more than once only after the process died under it. */
  readonly attempts: number;
  /** The Report as JSON, compressed with zstd (RFC 8878). Null until finished. */
  readonly report: Uint8Array | null;
  /** 1 when a snapshot is stored for it, else 0. */
  readonly has_snapshot: number;
  /** The key that asked for it; null without one. */
  readonly key_id: string | null;
  /** The PageInventory as JSON, compressed with zstd. Null until a live audit is done. */
  readonly inventory: Uint8Array | null;
}

export interface ApiKeysTable {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key, in lower-case hexadecimal. */
  readonly hash: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** The domains whose llms.txt of tier vip is hosted for everyone. */
export interface PublishedDomainsTable {
  readonly domain: string;
  readonly published_at: string;
  /** The key that published it; null without one. */
  readonly key_id: string | null;
  /** The audit that the text was made from, which may have been deleted since, and when it finished. */
  readonly audit_id: string;
  readonly audited_at: string;
  readonly llms_txt: string;
  /** SHA-256 of the text as UTF-8, in base64url. */
  readonly llms_txt_hash: string;
  /** When it is to be audited next; '' until that was planned for the first time. */
  readonly next_audit_at: Generated<string>;
}

/** Who made a visit: an AI crawler, a person whom an AI assistant sent, another bot, or another person. */
export type VisitClass = 'ai_bot' | 'ai_referral' | 'traditional_bot' | 'human';

export type VisitPurpose = 'training' | 'search' | 'user';

/** The visits to hosted files, newest last. They are deleted when their time is over. */
export interface VisitsTable {
  readonly id: Generated<number>;
  readonly occurred_at: string;
  readonly domain: string;
  readonly path: string;
  readonly class: VisitClass;
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: VisitPurpose | null;
  readonly user_agent: string | null;
  readonly referring_host: string | null;
}

/** How many visits there were. What is not known is '', for a key holds no null. These are kept. */
export interface VisitCountsTable {
  readonly domain: string;
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly path: string;
  readonly class: VisitClass;
  readonly crawler: string;
  readonly vendor: string;
  readonly purpose: VisitPurpose | '';
  readonly visits: number;
}

/** The same by less, so that the crawler index reads few rows however many domains there are. */
export interface VisitTotalsTable {
  readonly day: string;
  readonly class: VisitClass;
  readonly vendor: string;
  readonly visits: number;
}

/**
 * The visits of AI crawlers to a path in the seven days that end with one. A visit counts in seven of them: so the most
 * visited paths of a week are the first rows of an index, however many paths there are.
 */
export interface PathWeeksTable {
  readonly last_day: string;
  readonly path: string;
  readonly visits: number;
}

/** One row, written again and again to see whether it can be. */
export interface HeartbeatsTable {
  readonly id: number;
  readonly beaten_at: string;
}

/** Lists of domains that a key holder wants audited. */
export interface BatchesTable {
  readonly id: string;
  readonly key_id: string;
  readonly requested_at: string;
  /** When its first audit was. */
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** How many were sent, and how many of them named one again. */
  readonly domains: number;
  readonly duplicates: number;
}

export interface BatchDomainsTable {
  readonly batch_id: string;
  /** In the order of the list. */
  readonly position: number;
  /** As it was sent, fit to be shown. */
  readonly input: string;
  /** Null of what was refused. */
  readonly domain: string | null;
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'refused';
  /** Its audit, which may have been deleted since; null until there is one. */
  readonly audit_id: string | null;
  /** Why it has no score, in one sentence. */
  readonly error: string | null;
}
