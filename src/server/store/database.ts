import { type Generated, type Kysely, PostgresAdapter, sql } from 'kysely';

/** The tables, as Kysely types them. Times are ISO 8601 UTC with milliseconds, so that text sorts as time does. */
export interface Database {
  readonly audits: AuditsTable;
  readonly audit_progress: AuditProgressTable;
  readonly api_keys: ApiKeysTable;
  readonly sessions: SessionsTable;
  readonly published_domains: PublishedDomainsTable;
  readonly visits: VisitsTable;
  readonly visit_counts: VisitCountsTable;
  readonly visit_days: VisitDaysTable;
  readonly visit_totals: VisitTotalsTable;
  readonly path_visits: PathVisitsTable;
  readonly traffic_counts: TrafficCountsTable;
  readonly traffic_days: TrafficDaysTable;
  readonly traffic_paths: TrafficPathsTable;
  readonly traffic_sources: TrafficSourcesTable;
  readonly search_counts: SearchCountsTable;
  readonly heartbeats: HeartbeatsTable;
  readonly retention_clock: RetentionClockTable;
  readonly storage: StorageTable;
  readonly domain_storage: StorageTable;
  readonly batches: BatchesTable;
  readonly batch_domains: BatchDomainsTable;
  readonly ip_range_files: IpRangeFilesTable;
  readonly secrets: SecretsTable;
  readonly sites: SitesTable;
  readonly removed_sites: RemovedSitesTable;
}

/** Returns whether a database is PostgreSQL; else it is SQLite. */
export function isPostgres<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The rows of a JSON array in SQL, each with a `value`. */
export function jsonRows(db: Kysely<Database>, rows: readonly object[]) {
  const json = JSON.stringify(rows);
  return isPostgres(db) ? sql`jsonb_array_elements(${json}::jsonb) as item (value)` : sql`json_each(${json}) as item`;
}

/**
 * Returns the time of the database, ISO 8601 UTC with milliseconds. Processes on several machines order audits by it, because their own
 * clocks differ. With SQLite, it is the time of this machine.
 */
export async function readDatabaseTime<Tables>(db: Kysely<Tables>): Promise<string> {
  if (!isPostgres(db)) return new Date().toISOString();
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  return new Date(rows[0]?.now ?? Number.NaN).toISOString();
}

/** Lists the tables of a database, without those of SQLite itself and of PostgreSQL's other schemas and extensions. */
export async function tableNames<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not exists (
          select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
        order by relname`
    : sql<{ name: string }>`
        select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/** Result of an audit in one word. `unknown`: too few pages could be read. */
export type Verdict = 'good' | 'middling' | 'poor' | 'unknown';

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
  /** Statement of the problem to fix first; null until finished, and where there is none. */
  readonly worst_problem: Generated<string | null>;
  readonly requested_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** Number of starts: more than one only after a process died while running it. */
  readonly attempts: number;
  /** The Report as JSON, compressed with zstd (RFC 8878). Null until finished. */
  readonly report: Uint8Array | null;
  /** 1 when a snapshot is stored for it, else 0. */
  readonly has_snapshot: number;
  /** Number of times that the links to the report were withdrawn. Part of their signature. */
  readonly link_series: Generated<number>;
  /** The key that requested it; null without one. */
  readonly key_id: string | null;
  /** The PageInventory as JSON, compressed with zstd. Null until a live audit is done. */
  readonly inventory: Uint8Array | null;
  /** The PageTable as JSON, compressed with zstd. Null until a live audit is done, and for audits of earlier versions. */
  readonly page_table: Generated<Uint8Array | null>;
  /** 1 when it also loads its pages in a browser, else 0. */
  readonly render: Generated<number>;
  /** The RenderedAudit as JSON, compressed with zstd. Null until an audit with `render` is done. */
  readonly rendering: Generated<Uint8Array | null>;
  /** Registrable domain whose servers it requests pages from; '' for demonstrations. */
  readonly host: Generated<string>;
  /** Among the waiting audits of a client, the greatest is next. */
  readonly priority: Generated<number>;
  /** Earliest start of a waiting audit; '' for at once. */
  readonly not_before: Generated<string>;
  /** The client whose share of the slots it uses while unfinished; '' for daily audits, and once it is finished. */
  readonly client: Generated<string>;
  /** 1 when another key, or a client without one, has requested it while it was unfinished; else 0. */
  readonly joined: Generated<number>;
  /** The key whose storage it uses; '' for everything that belongs to no key. */
  readonly budget: Generated<string>;
  /** Maximum number of pages that it reads. */
  readonly pages: Generated<number>;
  /** The audit whose pages it reads again; null for the newest one of its domain. That may have been deleted since. */
  readonly compared_with: Generated<string | null>;
  /** 1 when its crawl is to end with what it has read, else 0. */
  readonly ends_early: Generated<number>;
  /** Size of its snapshot; 0 without one, and for those of version 0.1. */
  readonly snapshot_bytes: Generated<number>;
}

/** Progress of running audits, for the other processes. Only on PostgreSQL, in an unlogged table: it may be lost. */
export interface AuditProgressTable {
  readonly audit_id: string;
  readonly stage: string;
  readonly requests: number;
  /** The CrawlProgress as JSON; null until a crawl begins. */
  readonly crawl: Generated<string | null>;
}

export interface ApiKeysTable {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key, in lower-case hexadecimal. */
  readonly hash: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
  /** 1 for a key that may manage keys, else 0. */
  readonly is_admin: Generated<number>;
  /** Maximum number of live audits on a UTC day; null for any number. */
  readonly audits_per_day: Generated<number | null>;
  /** Some minutes exact; null when it was never used. */
  readonly last_used_at: Generated<string | null>;
}

/** Browsers that signed in with a key. */
export interface SessionsTable {
  /** SHA-256 of the session's token, in lower-case hexadecimal. */
  readonly hash: string;
  readonly key_id: string;
  readonly created_at: string;
}

/** Domains whose llms.txt of tier vip is hosted for everyone. */
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
  /** Time of its next daily audit; '' until one has been planned. */
  readonly next_audit_at: Generated<string>;
  /** Label and colours of its badge, as `#rrggbb`; null for the default. */
  readonly badge_label: Generated<string | null>;
  readonly badge_label_color: Generated<string | null>;
  readonly badge_color: Generated<string | null>;
}

/** Visitor: an AI crawler, a person sent by an AI assistant, another bot, or another person. */
export type VisitClass = 'ai_bot' | 'ai_referral' | 'traditional_bot' | 'human';

export type VisitPurpose = 'training' | 'search' | 'user';

/** Result of verifying that a visit of an AI crawler came from its vendor: proved, not known, or disproved. */
export type Verification = 'verified' | 'unverified' | 'spoofed';

/**
 * Visits to the hosted files of published domains, in the order of their insertion. Rows are deleted when their retention
 * ends. If a domain has more than `MAX_VISITS_PER_DOMAIN`, its oldest are deleted earlier.
 */
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
  /** Null for an unverified visit of an AI crawler, and for all other visits. */
  readonly verification: Exclude<Verification, 'unverified'> | null;
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
  /** Verified ones among them, and spoofed ones. */
  readonly verified: Generated<number>;
  readonly spoofed: Generated<number>;
}

/** Visits of AI crawlers to each published domain on each day: the sums of `visit_counts`. */
export interface VisitDaysTable {
  readonly domain: string;
  readonly day: string;
  readonly visits: number;
}

/** Visit counts of all names together, published or not, stored forever. Their number does not depend on the number of names. */
export interface VisitTotalsTable {
  readonly day: string;
  readonly class: VisitClass;
  readonly vendor: string;
  readonly visits: number;
  readonly verified: Generated<number>;
}

/** A counted column: all visits, or the verified ones alone. */
export type Counted = 'visits' | 'verified';

/** Visits of AI crawlers to the paths of published domains by day. Days before the last week are deleted. */
export interface PathVisitsTable {
  readonly path: string;
  readonly day: string;
  readonly visits: number;
  readonly verified: Generated<number>;
}

/**
 * Requests to a domain's own site, counted from its access logs. Rows are deleted when the retention of visits ends. Unknown values
 * are '', because a primary key holds no null.
 */
export interface TrafficCountsTable {
  readonly domain: string;
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  /** Without the query. '' for all paths that have no row of their own, and for requests that are counted only by class. */
  readonly path: string;
  readonly class: VisitClass;
  readonly crawler: string;
  readonly vendor: string;
  /** HTTP status, or the first of its class (200, 300, 400, 500); 0 where there was no response or it is not counted. */
  readonly status: number;
  /** '' for others than AI crawlers. */
  readonly verdict: Verification | '';
  /** What robots.txt says about them, see `RobotsVerdict`; '' where it was not asked. */
  readonly robots: Generated<string>;
  readonly requests: number;
  readonly bytes: number;
  /** Time of the last of these requests. */
  readonly last_at: string;
}

/** Days of which access logs were counted: the sums of `traffic_counts`. */
export interface TrafficDaysTable {
  readonly domain: string;
  readonly day: string;
  /** Requests of AI crawlers. */
  readonly ai_requests: number;
}

/**
 * Last time an AI search crawler got a page of a domain's site. The row with the path '' has the latest time among those deleted to
 * stay within the bound: pages without a row were not fetched after it.
 */
export interface TrafficPathsTable {
  readonly domain: string;
  readonly path: string;
  readonly fetched_at: string;
}

/** How far a source of access logs was counted, so that nothing is counted twice. Rows are deleted a week after their last use. */
export interface TrafficSourcesTable {
  readonly domain: string;
  /** `source:` and the source's fingerprint, or `key:` and the SHA-256 of an Idempotency-Key. */
  readonly name: string;
  /** Offset of the first byte that is not counted; 0 for a key. */
  readonly next_offset: number;
  /** Name of the format that was read last. */
  readonly format: string;
  /** The line that names the columns of what follows; '' for formats without one. */
  readonly header: string;
  /** 1 when the next bytes belong to a line that was too long, else 0. */
  readonly is_in_long_line: number;
  /** SHA-256 of the body that a key was sent with; '' for a source. */
  readonly digest: string;
  readonly used_at: string;
}

/** What search engines report about a domain. Rows are deleted when the retention of visits ends after their import. */
export interface SearchCountsTable {
  readonly domain: string;
  readonly report: 'ai_citations' | 'ai_search' | 'search';
  /** UTC, `YYYY-MM-DD`; '' for the whole period of the report. */
  readonly day: string;
  /** Path without its query; '' for all pages. */
  readonly page: string;
  /** '' for all queries. */
  readonly query: string;
  /** Citations, or impressions. */
  readonly shown: number;
  readonly clicks: number;
  readonly imported_at: string;
}

/** Addresses and keys that vendors publish for their crawlers, one row for each file that was ever read. */
export interface IpRangeFilesTable {
  readonly url: string;
  /** Entity tag of the response, for conditional requests (RFC 9110 §13.1.2). */
  readonly etag: string | null;
  /** Time of the last response, also of one that confirmed the file as unchanged, and of the last change. */
  readonly fetched_at: string;
  readonly changed_at: string;
  /** In CIDR notation, one on each line; or a directory of keys (RFC 7517). */
  readonly ranges: string;
}

/** A single row, updated to test whether the database can be written. */
export interface HeartbeatsTable {
  readonly id: number;
  readonly beaten_at: string;
}

/**
 * Bytes that are stored for a key, or for the logs of a domain. Triggers of the database count them: see the migration `0006-storage`.
 */
export interface StorageTable {
  /** A key's id, '' for everything that belongs to no key; or a domain. */
  readonly owner: string;
  readonly bytes: number;
}

/** A single row: the time that retention counts from, and when it was moved last. '' until then. */
export interface RetentionClockTable {
  readonly id: number;
  readonly time: string;
  readonly moved_at: string;
}

/** Secrets that tokens are derived from. They never leave the service. */
export interface SecretsTable {
  readonly name: string;
  /** 256 random bits, in base64url. */
  readonly value: string;
}

/** When a domain is audited by itself. */
export type SiteSchedule = 'off' | 'daily' | 'weekly';

/** Domains in the lists of key holders. */
export interface SitesTable {
  readonly key_id: string;
  readonly domain: string;
  readonly added_at: string;
  readonly schedule: Generated<SiteSchedule>;
  /** Time of its next scheduled audit; '' until one has been planned. */
  readonly next_audit_at: Generated<string>;
}

/** The sites that each key removed last, as they were. */
export interface RemovedSitesTable {
  readonly key_id: string;
  readonly domain: string;
  readonly added_at: string;
  readonly schedule: SiteSchedule;
  readonly next_audit_at: string;
  /** The same for all sites of a key. */
  readonly removed_at: string;
}

/** Lists of domains that a key holder sent for auditing. */
export interface BatchesTable {
  readonly id: string;
  readonly key_id: string;
  readonly requested_at: string;
  /** Start of the first of its audits to end; null until one has. */
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** Number of domains sent, and of those the repeated ones. */
  readonly domains: number;
  readonly duplicates: number;
  /** Number of its entries without a result. */
  readonly unsettled: Generated<number>;
  /** 1 until all of its entries are stored. Until then it is hidden. */
  readonly incoming: Generated<number>;
  /** Size of its entries. */
  readonly stored_bytes: Generated<number>;
}

export interface BatchDomainsTable {
  readonly batch_id: string;
  /** Place in the list, from 0. */
  readonly position: number;
  /** The text that was sent, fit to be shown. */
  readonly input: string;
  /** Null for a refused entry. */
  readonly domain: string | null;
  /** `queued` until it has a result. Its audit's row says whether that is running. */
  readonly status: 'queued' | 'done' | 'failed' | 'refused' | 'cancelled';
  /** Its audit, which may have been deleted since; null for a refused entry. */
  readonly audit_id: string | null;
  /** Reason for having no score, in one sentence. */
  readonly error: string | null;
}
