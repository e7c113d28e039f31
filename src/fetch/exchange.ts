/** Stage of a request whose time budget ran out. `rate`: the response arrived too slowly. `audit`: the whole audit's budget. */
export type Stage = 'dns' | 'connect' | 'tls' | 'first_byte' | 'body' | 'rate' | 'audit';

export type FailureKind =
  /** Not an absolute http(s) URL. */
  | 'invalid_url'
  /** The guard refused it: scheme, credentials, port, or the address that the name resolves to. */
  | 'guard'
  /** The name does not exist, or has no address (NXDOMAIN, NODATA). */
  | 'name_not_found'
  /** The resolver failed (SERVFAIL, no resolver). Says nothing about the name. */
  | 'name_lookup_failed'
  | 'connection_refused'
  | 'connection_reset'
  /** No route to the host or network. */
  | 'unreachable'
  | 'tls'
  /** `stage` is the budget that ran out. */
  | 'timeout'
  /** More bytes than the budget named by `limit`. The bytes before it are in the body. */
  | 'too_large'
  /** Bytes that the declared content coding cannot decode. */
  | 'decoding'
  /** Not HTTP, or broken HTTP. */
  | 'protocol'
  | 'too_many_redirects'
  | 'redirect_loop'
  /** A redirect status whose Location is missing or is not a URL. */
  | 'bad_redirect'
  /** A bot challenge was served instead of the site. `vendor` is its vendor, when known. */
  | 'challenge'
  /** The operator's egress proxy did not open a connection. Says nothing about the site. */
  | 'egress_proxy'
  /** The audit's own budget of requests was used up. Says nothing about the site. */
  | 'request_budget'
  /** A folder is read, which does not contain it. Says nothing about the site. */
  | 'offline';

export interface FetchFailure {
  readonly kind: FailureKind;
  /** For `timeout`. */
  readonly stage: Stage | null;
  /** For `too_large`: `headers`, bytes on the `wire`, or `body` bytes after decompression. */
  readonly limit: 'headers' | 'wire' | 'body' | null;
  /** For `challenge`: e.g. `Cloudflare`. */
  readonly vendor: string | null;
  /** One sentence for a person, naming the host. Contains no text that the site chose. */
  readonly message: string;
}

/** A redirect that was followed, or a refresh to another page at once: then `status` is 2xx. */
export interface Hop {
  readonly url: string;
  readonly status: number;
  /** The Location header as sent, or the resolved address of the refresh. */
  readonly location: string;
}

/**
 * One request and its response, as plain serialisable data. A failed fetch is a value: it tells absent (404) from refused (403,
 * challenge), unreachable (DNS, connect, TLS, timeout) and never requested.
 */
export interface Exchange {
  readonly method: 'GET' | 'HEAD';
  /** The requested URL as WHATWG URL serialises it, without its fragment, which is never sent. */
  readonly url: string;
  /** The User-Agent header sent. */
  readonly userAgent: string;
  readonly redirects: readonly Hop[];
  /** The URL of the response, after redirects. */
  readonly finalUrl: string;
  /** Status of the final response; null when no response head arrived. */
  readonly status: number | null;
  /** Header fields of the final response: names in lower case, repeated fields joined by `, ` (RFC 9110 §5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body as text, decoded by content coding and charset. Null when there is none: HEAD, a body given to a sink, a redirect
   * that was not followed, or a failure before the body. A failure within the body leaves its beginning.
   */
  readonly body: string | null;
  /** The charset that `body` was decoded from, a WHATWG encoding name in lower case; null without a body. */
  readonly charset: string | null;
  /** Body bytes as received, and after content decoding. */
  readonly bytes: { readonly wire: number; readonly decoded: number };
  /** Null exactly when the whole response was read, whatever its status. */
  readonly failure: FetchFailure | null;
  /** Number of attempts, 1 to 3; 0 when nothing was attempted, not even a DNS look-up. */
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
  /** An entity tag with its quotes. An unchanged resource then gives 304 without a body (RFC 9110 §13.1.2). */
  readonly ifNoneMatch?: string;
  /** Budget of body bytes after decompression. */
  readonly maxBodyBytes: number;
  /** Maximum number of attempts while the failure may pass; default 3. */
  readonly maxAttempts?: number;
  /** A redirect to this URL is not followed, and is not a failure. */
  readonly stopAt?: string;
  /** Charset of the body, whatever BOM, header or `<meta>` say (RFC 9309 §2.2: robots.txt is UTF-8). */
  readonly charset?: 'utf-8';
  /** Creates a sink for a body too large for memory, one for each attempt. `Exchange.body` is then null. */
  readonly sink?: () => BodySink;
}

/** Receives the bytes of a body as they arrive, after content decoding. */
export interface BodySink {
  /** Returns false when it needs no more: the rest is not read, and that is not a failure. */
  write(bytes: Uint8Array): boolean;
}

/** Sends requests. Never rejects: every failure is a value. */
export interface Fetcher {
  /** Requests of the first burst that were not sent yet. Absent where requests cost nothing. */
  readonly burstLeft?: number | undefined;
  fetch(request: FetchRequest): Promise<Exchange>;
  /** Waits, at most until the end of the audit. */
  pause(ms: number): Promise<void>;
  /** Replaces URLs in what a sink received, where a site is served elsewhere than its URLs say. Bodies have been replaced. */
  asProduction?(text: string): string;
}

/**
 * Returns a fetcher that sends requests as `fetch` does, and is as another one otherwise.
 *
 * @param answered returns the number of requests of the burst that were answered without being sent
 */
export function withFetch(fetcher: Fetcher, fetch: Fetcher['fetch'], answered = () => 0): Fetcher {
  return {
    get burstLeft() {
      return fetcher.burstLeft === undefined ? undefined : Math.max(0, fetcher.burstLeft - answered());
    },
    fetch,
    pause: (ms) => fetcher.pause(ms),
    asProduction: (text) => fetcher.asProduction?.(text) ?? text,
  };
}

/** Returns an exchange without its body, as it is stored where only the outcome matters. */
export function withoutBody(exchange: Exchange): Exchange {
  return { ...exchange, body: null, charset: null };
}

/** Meaning of a response to a crawler that requested a file. */
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
  /** No usable response: DNS, connect, TLS, timeout, broken HTTP, a redirect that cannot be followed. */
  | 'unreachable'
  /** Our budgets or our egress proxy stopped it, or a folder was read. Says nothing about the site. */
  | 'not_asked';

const NOT_ASKED: ReadonlySet<FailureKind> = new Set(['request_budget', 'egress_proxy', 'offline']);

/** Classifies a response by its status and failure alone. */
export function availability(exchange: Exchange): Availability {
  const { failure, status } = exchange;
  if (failure !== null && failure.kind !== 'too_large') {
    if (failure.kind === 'challenge') return 'refused';
    if (NOT_ASKED.has(failure.kind)) return 'not_asked';
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
