import type { Generated, GeneratedAlways } from 'kysely';

/** The tables, as Kysely types them. Times are ISO 8601 UTC with milliseconds, so that text sorts as time does. */
export interface Database {
  readonly audits: AuditsTable;
  readonly audit_progress: AuditProgressTable;
  readonly api_keys: ApiKeysTable;
  readonly published_domains: PublishedDomainsTable;
  readonly visits: VisitsTable;
  readonly visit_blocks: VisitBlocksTable;
  readonly visit_counts: VisitCountsTable;
  readonly visit_totals: VisitTotalsTable;
  readonly path_visits: PathVisitsTable;
  readonly heartbeats: HeartbeatsTable;
  readonly batches: BatchesTable;
  readonly batch_domains: BatchDomainsTable;
  readonly ip_range_files: IpRangeFilesTable;
  readonly secrets: SecretsTable;
}

/** What an audit says of a site in one word. */
export type Verdict = 'good' | 'middling' | 'poor';

export interface AuditsTable {
  readonly id: string;
  readonly domain: string;
  readonly kind: 'live' | 'demonstration';
  readonly status: 'queued' | 'running' | 'done' | 'failed';
  /** Null until finished. */
  readonly score: number | null;
  readonly rubric_version: number | null;
  /** Null until finished, and for audits of rubric version 1. */
  readonly verdict: Generated<Verdict | null>;
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
  /** Whose servers it asks: the registrable domain. '' of what needs none. */
  readonly host: Generated<string>;
  /** Of those that wait, the greatest is next. */
  readonly priority: Generated<number>;
  /** While it waits: it is not to be started before; '' for at once. */
  readonly not_before: Generated<string>;
  /** The client whose share of the slots it uses while unfinished; '' for daily audits, and once it is finished. */
  readonly client: Generated<string>;
}

/** What runs and how far it is, for the processes that run it not. On PostgreSQL alone, and not written ahead: it may be lost. */
export interface AuditProgressTable {
  readonly audit_id: string;
  readonly stage: string;
  readonly requests: number;
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
  /** The key that owns it. Null or a revoked key: it has no owner until a key publishes it again. */
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

/** Result of verifying that a visit of an AI crawler came from its vendor: proved, not known, or disproved. */
export type Verification = 'verified' | 'unverified' | 'spoofed';

/**
 * The visits to the hosted files of published domains, newest last, one `VisitRun` per row. They are deleted when their
 * retention ends. If a domain has more than `KEPT_ROWS`, its oldest are deleted earlier.
 */
export interface VisitsTable {
  readonly id: Generated<number>;
  /** Of the first. */
  readonly occurred_at: string;
  readonly domain: string;
  readonly path: string;
  readonly class: VisitClass;
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: VisitPurpose | null;
  readonly user_agent: string | null;
  readonly referring_host: string | null;
  /** Null of an AI crawler's visit that is unverified, and of all other visits. */
  readonly verification: Exclude<Verification, 'unverified'> | null;
  /** How many it stands for. */
  readonly visits: Generated<number>;
  /** A JSON array with the milliseconds from the first to each of the others; null where there are none. */
  readonly later_ms: Generated<string | null>;
}

/** Which visits are of a domain: at least one row in each of these blocks. In the embedded database alone. */
export interface VisitBlocksTable {
  readonly domain: string;
  /** The numbers of its rows, divided by how many a block has. */
  readonly block: number;
}

/** Visit counts of published domains, stored forever. Unknown values are '', because a primary key holds no null. */
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
  /** How many of them were. */
  readonly verified: Generated<number>;
  readonly spoofed: Generated<number>;
}

/**
 * Visit counts of all names together, published or not. The number of rows does not depend on the number of names, so
 * the crawler index reads few.
 */
export interface VisitTotalsTable {
  readonly day: string;
  readonly class: VisitClass;
  readonly vendor: string;
  readonly visits: number;
  readonly verified: Generated<number>;
}

/** What is counted: all visits, or the verified ones alone. */
export type Counted = 'visits' | 'verified';

/** The visits of AI crawlers to a published domain's path in the seven days that end with the last that has any. */
export type PathVisitsTable = {
  readonly path: string;
  readonly last_day: string;
} & {
  /** In all. */
  readonly [Column in Counted]: GeneratedAlways<number>;
} & {
  /** On each day: that whose number, counted from 1970, leaves this when it is divided by seven. */
  readonly [Column in `${Counted}_${0 | 1 | 2 | 3 | 4 | 5 | 6}`]: Generated<number>;
};

/** The addresses that vendors publish for their crawlers, one row for each file that was ever read. */
export interface IpRangeFilesTable {
  readonly url: string;
  /** The entity tag of the answer, to ask for what is newer (RFC 9110 §13.1.2). */
  readonly etag: string | null;
  /** When the vendor last said that this is the file, and when it was last another. */
  readonly fetched_at: string;
  readonly changed_at: string;
  /** In CIDR notation, one on each line. */
  readonly ranges: string;
}

/** One row, written again and again to see whether it can be. */
export interface HeartbeatsTable {
  readonly id: number;
  readonly beaten_at: string;
}

/** Secrets that tokens are derived from. They never leave the service. */
export interface SecretsTable {
  readonly name: string;
  /** 256 random bits, in base64url. */
  readonly value: string;
}

/** Lists of domains that a key holder wants audited. */
export interface BatchesTable {
  readonly id: string;
  readonly key_id: string;
  readonly requested_at: string;
  /** When the first was begun of its audits that have ended; null until one has. */
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** How many were sent, and how many of them named one again. */
  readonly domains: number;
  readonly duplicates: number;
  /** How many of its entries have no result yet. */
  readonly unsettled: Generated<number>;
  /** 1 until all of its entries are stored. Until then it is hidden. */
  readonly incoming: Generated<number>;
}

export interface BatchDomainsTable {
  readonly batch_id: string;
  /** In the order of the list. */
  readonly position: number;
  /** As it was sent, fit to be shown. */
  readonly input: string;
  /** Null of what was refused. */
  readonly domain: string | null;
  /** `queued` until it has a result: whether its audit runs, its audit says. */
  readonly status: 'queued' | 'done' | 'failed' | 'refused';
  /** Its audit, which may have been deleted since; null of what was refused. */
  readonly audit_id: string | null;
  /** Why it has no score, in one sentence. */
  readonly error: string | null;
}
