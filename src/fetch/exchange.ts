/**
 * What one request asked and what came back, as plain serialisable data. A failed fetch is a value: whoever reads an
 * {@link Exchange} can tell absent (404) from refused (403, challenge), unreachable (DNS, connect, TLS, timeout) and
 * never asked.
 */

/**
 * The stage of a request whose time budget ran out. `rate`: the response arrived too slowly. `audit`: the budget of the
 * whole audit.
 */
export type Stage = 'dns' | 'connect' | 'tls' | 'first_byte' | 'body' | 'rate' | 'audit';

export type FailureKind =
  /** Not an absolute http(s) URL. */
  | 'invalid_url'
  /** The address guard refused it: scheme, credentials, port, or where the name leads. */
  | 'guard'
  /** The name does not exist, or has no address (NXDOMAIN, NODATA). */
  | 'name_not_found'
  /** The resolver failed (SERVFAIL, no resolver): says nothing about the name. */
  | 'name_lookup_failed'
  | 'connection_refused'
  | 'connection_reset'
  /** No route to the host or network. */
  | 'unreachable'
  | 'tls'
  /** `stage` says which budget ran out. */
  | 'timeout'
  /** More bytes than the budget: `limit` says of what. What was read until then is kept. */
  | 'too_large'
  /** Bytes that the declared content coding cannot decode. */
  | 'decoding'
  /** Not HTTP, or broken HTTP. */
  | 'protocol'
  | 'too_many_redirects'
  | 'redirect_loop'
  /** A redirect status whose Location is missing or is not a URL. */
  | 'bad_redirect'
  /** A bot challenge answered instead of the site. `vendor` says whose, when known. */
  | 'challenge'
  /** The operator's egress proxy did not open a connection: says nothing about the site. */
  | 'egress_proxy'
  /** The audit's own budget of requests was used up before this one: says nothing about the site. */
  | 'request_budget';

export interface FetchFailure {
  readonly kind: FailureKind;
  /** For `timeout`. */
  readonly stage: Stage | null;
  /** For `too_large`: `headers`, bytes on the `wire`, or `body` bytes after decompression. */
  readonly limit: 'headers' | 'wire' | 'body' | null;
  /** For `challenge`: e.g. `Cloudflare`. */
  readonly vendor: string | null;
  /** One sentence for a person, naming the host; holds no text that the site chose. */
  readonly message: string;
}

/** A redirect that was followed, or a refresh to another page at once: then `status` is 2xx. */
export interface Hop {
  readonly url: string;
  readonly status: number;
  /** The Location header as sent, or the resolved address of the refresh. */
  readonly location: string;
}

export interface Exchange {
  readonly method: 'GET' | 'HEAD';
  /** The URL asked for, as WHATWG URL serialises it, without the fragment: that is never sent. */
  readonly url: string;
  /** The User-Agent header sent. */
  readonly userAgent: string;
  readonly redirects: readonly Hop[];
  /** The URL that gave this answer, after redirects. */
  readonly finalUrl: string;
  /** Of the final answer; null when no response head arrived. */
  readonly status: number | null;
  /** Of the final answer: names in lower case, repeated fields joined by `, ` (RFC 9110 §5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body as text (decoded by content coding and charset). Null when there is none: HEAD, a streamed body, a redirect
   * that was not followed, or a failure before it. With a failure in the midst of it, what was read until then.
   */
  readonly body: string | null;
  /** The charset that `body` was decoded from, a WHATWG encoding name in lower case; null without a body. */
  readonly charset: string | null;
  /** Body bytes as received, and after content decoding. */
  readonly bytes: { readonly wire: number; readonly decoded: number };
  /** Null exactly when the whole answer was read, whatever its status. */
  readonly failure: FetchFailure | null;
  /** How often it was tried, 1 to 3; 0 when it never was, not even looked up in the DNS. */
  readonly attempts: number;
  /** Whole milliseconds since the audit began. Never part of a score. */
  readonly timing: { readonly start: number; readonly firstByte: number | null; readonly end: number };
}

export interface FetchRequest {
  readonly url: string;
  /** Default `GET`. */
  readonly method?: 'GET' | 'HEAD';
  readonly userAgent: string;
  /** The Accept header; default HTML first, anything accepted. */
  readonly accept?: string;
  /** An entity tag, quotes and all: what has it still is answered 304 and no body (RFC 9110 §13.1.2). */
  readonly ifNoneMatch?: string;
  /** The budget of body bytes after decompression. */
  readonly maxBodyBytes: number;
  /** Tries in all when the failure may pass; default 3. */
  readonly maxAttempts?: number;
  /** Decode the body as this, whatever BOM, header or `<meta>` say (RFC 9309 §2.2: robots.txt is UTF-8). */
  readonly charset?: 'utf-8';
  /**
   * For a body too large to hold: made anew for each attempt, given the content-decoded bytes as they arrive.
   * `Exchange.body` is then null.
   */
  readonly sink?: () => BodySink;
}

export interface BodySink {
  /** Returns false when it has seen enough: the rest is not read, and that is no failure. */
  write(bytes: Uint8Array): boolean;
}

/** The one door to the outside. Never rejects: every failure is a value. */
export interface Fetcher {
  fetch(request: FetchRequest): Promise<Exchange>;
  /** Waits, but no longer than the audit's time budget lasts. */
  pause(ms: number): Promise<void>;
}

/** Returns an exchange as it is stored where only the outcome matters. */
export function withoutBody(exchange: Exchange): Exchange {
  return { ...exchange, body: null, charset: null };
}

/** How one answer reads to a crawler that asked for a file. */
export type Availability =
  /** 2xx, read (perhaps only in part: `too_large`). */
  | 'present'
  /** 404 or 410. */
  | 'absent'
  /** 401, 403, 407, 451, a challenge. */
  | 'refused'
  /** 429 or 5xx after the retries. */
  | 'server_error'
  /** Any other status: a client error, an unfollowed redirect. */
  | 'other_status'
  /** No usable answer: DNS, connect, TLS, timeout, broken HTTP, a redirect that leads nowhere or where nobody may go. */
  | 'unreachable'
  /** Our budgets or our egress proxy stopped it: nothing may be held against the site. */
  | 'not_asked';

/** Says what an answer means, by status and failure alone; the shape of the body is its reader's business. */
export function availability(exchange: Exchange): Availability {
  const { failure, status } = exchange;
  if (failure !== null && failure.kind !== 'too_large') {
    if (failure.kind === 'challenge') return 'refused';
    if (failure.kind === 'request_budget' || failure.kind === 'egress_proxy') return 'not_asked';
    if (failure.kind === 'timeout' && failure.stage === 'audit') return 'not_asked';
    return 'unreachable';
  }
  if (status === null) return 'unreachable';
  if (status >= 200 && status < 300) return 'present';
  if (status === 404 || status === 410) return 'absent';
  if (status === 401 || status === 403 || status === 407 || status === 451) return 'refused';
  if (status === 429 || status >= 500) return 'server_error';
  return 'other_status';
}
