/** Maximum number of refusals that are named. */
export const MAX_REFUSALS = 50;

/**
 * What the access logs of a site say about its crawlers, where the site's owner has sent them to the service that audits it. It is shown to
 * the owner alone, and never changes a score. Plain data.
 */
export interface LogEvidence {
  /** First and last UTC day that count, and the number of days between them with logs. */
  readonly since: string;
  readonly until: string;
  readonly daysWithLogs: number;
  /** Requests of AI crawlers that their vendors' addresses verified. */
  readonly verified: number;
  /** Those of them that were refused, most first; at most {@link MAX_REFUSALS}. */
  readonly refusals: readonly LoggedRefusal[];
}

/** Refused requests of one verified crawler with one status. A challenge has the status that it was sent with, 403 or 503. */
export interface LoggedRefusal {
  /** Product token. */
  readonly crawler: string;
  readonly vendor: string;
  readonly status: number;
  readonly requests: number;
  /** Number of UTC days with such requests, and the last of them. */
  readonly days: number;
  readonly lastDay: string;
}

/** Statuses that refuse a page. */
export const REFUSAL_STATUSES = [401, 402, 403, 429, 503] as const;
