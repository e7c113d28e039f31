/** The tables, as Kysely types them. Times are ISO 8601 UTC with milliseconds, so that text sorts as time does. */
export interface Database {
  readonly audits: AuditsTable;
  readonly api_keys: ApiKeysTable;
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
}

export interface ApiKeysTable {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key, in lower-case hexadecimal. */
  readonly hash: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}
