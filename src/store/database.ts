/** The tables, as Kysely types them. Times are ISO 8601 UTC with milliseconds, so that text sorts as time does. */
export interface Database {
  readonly audits: AuditsTable;
  readonly api_keys: ApiKeysTable;
  readonly published_domains: PublishedDomainsTable;
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
}
