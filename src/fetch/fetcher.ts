import { pause } from '../values/pause.ts';
import { parseUrl } from '../values/web-url.ts';
import { DEFAULT_BUDGETS, type FetchBudgets } from './budgets.ts';
import { CHALLENGE_PREFIX_BYTES, challengeVendor } from './challenge.ts';
import type { ConnectToRule } from './connect-to.ts';
import { type Connections, createConnections } from './connections.ts';
import { decodeText, decodeUtf8 } from './decoding/charset.ts';
import type { Lookup } from './dns.ts';
import type { Egress } from './egress/egress.ts';
import type { Exchange, Fetcher, FetchFailure, FetchRequest, Hop } from './exchange.ts';
import { auditOver, failed, SITE_TOO_SLOW, shown } from './failure.ts';
import { checkUrl, type UrlRefusal } from './guard/address-guard.ts';
import { isRedirect, isTransient, redirectFrom, retryDelay } from './next-request.ts';
import { type HttpResponse, sendRequest, unsent } from './response.ts';
import type { StagedSite } from './staging.ts';

/** One request that is about to be sent. */
export interface RequestProgress {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Number of requests that the fetcher has sent, this one included. */
  readonly requests: number;
}

/** Header fields that are sent to one origin, and never to where it redirects. */
export interface OriginHeaders {
  readonly origin: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface FetcherOptions extends Partial<Egress> {
  /** See `parseConnectTo`. */
  readonly connectTo?: readonly ConnectToRule[];
  /** Accept every port and every address. */
  readonly allowPrivate?: boolean;
  /** Default: the system's resolver. */
  readonly lookup?: Lookup;
  /** Header fields for one origin alone, such as credentials. They are part of no Exchange. */
  readonly originHeaders?: OriginHeaders;
  /** A site that is served elsewhere than its URLs say. */
  readonly staging?: StagedSite;
  /** Overrides of {@link DEFAULT_BUDGETS}. */
  readonly budgets?: Partial<FetchBudgets>;
  /** Certificate authorities to trust instead of the system's, PEM. */
  readonly ca?: readonly string[];
  readonly onRequest?: (progress: RequestProgress) => void;
  /** Ends the audit early. */
  readonly signal?: AbortSignal;
}

export interface AuditFetcher extends Fetcher {
  /** Number of requests sent so far, redirects and retries included. */
  readonly requests: number;
  /** Closes every connection. Requests in flight end as a time-out of the audit. */
  close(): Promise<void>;
}

const ACCEPT_HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const HTML = /^\s*(?:$|text\/html|application\/xhtml\+xml)/i;

/**
 * Creates the fetcher of one audit, whose time starts now. Its connections are shared by all requests and closed by `close`,
 * which every owner must call. `fetch` never rejects, unless a sink throws.
 *
 * No Accept-Language is sent: the crawlers of answer engines send none, so a site that negotiates languages shows us the
 * pages that they see.
 */
export function createFetcher(options: FetcherOptions = {}): AuditFetcher {
  return new HttpFetcher(options);
}

/** Progress of one fetch over its attempts and redirects. */
interface Progress {
  /** The requested URL. */
  readonly url: string;
  readonly redirects: Hop[];
  startedAt: number | null;
  retries: number;
}

class HttpFetcher implements AuditFetcher {
  readonly #options: FetcherOptions;
  readonly #budgets: FetchBudgets;
  readonly #policy: { readonly allowPrivate: boolean };
  readonly #connections: Connections;
  readonly #createdAt = performance.now();
  readonly #life = new AbortController();
  readonly #signal = this.#life.signal;
  readonly #onEnd = (): void => this.#life.abort();
  readonly #timer: NodeJS.Timeout;
  #requests = 0;
  #slowResponses = 0;
  /** When the next request would be sent at the steady rate, which a burst may run ahead of. */
  #steadyTime = 0;

  constructor(options: FetcherOptions) {
    const budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
    this.#options = options;
    this.#budgets = budgets;
    this.#policy = { allowPrivate: options.allowPrivate ?? false };
    this.#timer = setTimeout(this.#onEnd, budgets.audit).unref();
    options.signal?.addEventListener('abort', this.#onEnd, { once: true });
    if (options.signal?.aborted === true) this.#onEnd();
    this.#connections = createConnections({
      connectTo: options.connectTo ?? [],
      allowPrivate: this.#policy.allowPrivate,
      allowTargets: options.allowTargets ?? [],
      denyTargets: options.denyTargets ?? [],
      ownAddresses: options.ownAddresses ?? [],
      egressProxy: options.egressProxy ?? null,
      lookup: options.lookup,
      ca: options.ca,
      budgets,
      signal: this.#signal,
    });
  }

  get requests(): number {
    return this.#requests;
  }

  get burstLeft(): number {
    return Math.max(0, this.#budgets.burst - this.#requests);
  }

  async pause(ms: number): Promise<void> {
    await pause(ms, this.#signal);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#onEnd);
    this.#onEnd();
    await this.#connections.close();
  }

  async fetch(request: FetchRequest): Promise<Exchange> {
    const url = parseUrl(request.url);
    if (url !== null) url.hash = '';
    const progress: Progress = { url: url?.href ?? request.url, redirects: [], startedAt: null, retries: 0 };
    const notSent = (failure: FetchFailure) => this.#toExchange(request, progress, progress.url, unsent(failure));
    if (url === null) return notSent(failed('invalid_url', 'What was to be fetched is not an absolute URL.'));
    const refusal = this.#findRefusal(url);
    if (refusal !== null) return notSent(refused(refusal, url, false));
    return await this.#followRedirects(request, url, progress);
  }

  async #followRedirects(request: FetchRequest, requested: URL, progress: Progress): Promise<Exchange> {
    const visited = new Set<string>();
    for (let url = requested; ; ) {
      visited.add(url.href);
      const response = await this.#sendWithRetries(request, url, progress);
      const end = (failure: FetchFailure | null) => this.#toExchange(request, progress, url.href, response, failure);
      if (!isRedirect(response.status) || isAuditBudget(response.failure)) return end(response.failure);
      const redirect = redirectFrom(url, response.locations, visited);
      if (!redirect.ok) return end(redirect.failure);
      if (redirect.url.href === request.stopAt) return end(null);
      const refusal = this.#findRefusal(redirect.url);
      if (refusal !== null) return end(refused(refusal, url, true));
      progress.redirects.push({ url: url.href, status: response.status ?? 0, location: redirect.location });
      url = redirect.url;
    }
  }

  /** Sends a request, again while its failure may pass and attempts are left. */
  async #sendWithRetries(request: FetchRequest, url: URL, progress: Progress): Promise<HttpResponse> {
    const { maxAttempts = 3 } = request;
    const { audit, retryBackOff } = this.#budgets;
    let response = await this.#send(request, url, 1 + progress.retries);
    progress.startedAt ??= response.sentAt;
    while (1 + progress.retries < maxAttempts && isTransient(response.failure, response.status)) {
      const ms = retryDelay(1 + progress.retries, response.headers['retry-after'], retryBackOff, Date.now());
      if (performance.now() + ms >= this.#createdAt + audit || !(await pause(ms, this.#signal))) break;
      const next = await this.#send(request, url, 2 + progress.retries);
      if (next.sentAt !== null) progress.retries++;
      // An earlier response of the site says more than the end of our own budget.
      if (isAuditBudget(next.failure)) break;
      response = next;
    }
    return response;
  }

  asProduction(text: string): string {
    return this.#options.staging?.asProduction(text) ?? text;
  }

  #findRefusal(url: URL): UrlRefusal | null {
    return checkUrl(this.#toTarget(url), this.#policy);
  }

  #toTarget(url: URL): URL {
    return this.#options.staging?.toTarget(url) ?? url;
  }

  /** Sends one request to where a URL is served. */
  async #send(request: FetchRequest, url: URL, attempt: number): Promise<HttpResponse> {
    const target = this.#toTarget(url);
    const response = await this.#sendTo(request, target, attempt);
    return target === url ? response : { ...response, ...this.#options.staging?.fieldsAsProduction(response) };
  }

  /** Sends one request over a connection to the origin, unless the audit's budgets are used up. */
  async #sendTo(request: FetchRequest, url: URL, attempt: number): Promise<HttpResponse> {
    await this.#pace();
    const connection = await this.#connections.acquire(url.origin);
    let reusable = false;
    try {
      const budgetFailure = this.#budgetFailure(url);
      if (budgetFailure !== null) return unsent(budgetFailure);
      this.#requests++;
      const method = request.method ?? 'GET';
      this.#options.onRequest?.({ method, url: url.href, attempt, requests: this.#requests });
      const { opened, meter } = connection;
      const response = await sendRequest(connection.dispatcher, {
        method,
        url,
        headers: [...listHeaders(request), ...this.#ownHeaders(url)],
        maxBodyBytes: request.maxBodyBytes,
        sink: request.sink?.() ?? null,
        budgets: this.#budgets,
        received: meter.received,
        signal: this.#signal,
      });
      reusable = response.reusable;
      if (response.failure?.stage === 'rate') this.#slowResponses++;
      if (this.#slowResponses >= this.#budgets.slowResponses) this.#life.abort(SITE_TOO_SLOW);
      const isStale = connection.opened === opened && response.status === null;
      if (!isStale || response.failure?.kind !== 'connection_reset') return withChallenge(response, url);
    } finally {
      this.#connections.release(url.origin, connection, reusable);
    }
    // The server had closed an idle connection (RFC 9112 §9.3.1), which does not count as a failed attempt.
    return await this.#sendTo(request, url, attempt);
  }

  /** Waits while a request would exceed the rate (the generic cell rate algorithm, ITU-T I.371). */
  async #pace(): Promise<void> {
    const { burst, requestsPerSecond } = this.#budgets;
    const interval = 1000 / requestsPerSecond;
    const now = performance.now();
    const wait = this.#steadyTime - (burst - 1) * interval - now;
    this.#steadyTime = Math.max(this.#steadyTime, now) + interval;
    if (wait > 0) await pause(wait, this.#signal);
  }

  #ownHeaders({ origin }: URL): readonly string[] {
    const { originHeaders } = this.#options;
    return originHeaders?.origin === origin ? originHeaders.fields.flat() : [];
  }

  #budgetFailure({ hostname }: URL): FetchFailure | null {
    if (this.#signal.aborted) return auditOver(hostname, this.#signal);
    const { requests } = this.#budgets;
    if (this.#requests < requests) return null;
    return failed('request_budget', `The audit's ${requests} requests were used up before this one.`);
  }

  #toExchange(
    request: FetchRequest,
    { url, redirects, startedAt, retries }: Progress,
    finalUrl: string,
    response: HttpResponse,
    failure = response.failure,
  ): Exchange {
    const { body, charset } = decodeBody(request, response);
    const sinceCreated = (time: number): number => Math.round(time - this.#createdAt);
    return {
      method: request.method ?? 'GET',
      url,
      userAgent: request.userAgent,
      redirects,
      finalUrl,
      status: response.status,
      headers: response.headers,
      body: body === null ? null : this.asProduction(body),
      charset,
      bytes: { wire: response.wire, decoded: response.decoded },
      failure,
      attempts: startedAt === null ? 0 : 1 + retries,
      timing: {
        start: sinceCreated(startedAt ?? performance.now()),
        firstByte: response.headAt === null ? null : sinceCreated(response.headAt),
        end: sinceCreated(performance.now()),
      },
    };
  }
}

function listHeaders({ userAgent, accept = ACCEPT_HTML, ifNoneMatch }: FetchRequest): string[] {
  const headers = ['User-Agent', userAgent, 'Accept', accept, 'Accept-Encoding', 'gzip, deflate, br, zstd'];
  return ifNoneMatch === undefined ? headers : [...headers, 'If-None-Match', ifNoneMatch];
}

/** Returns whether the audit's own budgets ended a request: that says nothing about the site. */
function isAuditBudget(failure: FetchFailure | null): boolean {
  return failure?.kind === 'request_budget' || (failure?.kind === 'timeout' && failure.stage === 'audit');
}

/** Marks a response as failed when it is a bot challenge instead of the site's own. */
function withChallenge(response: HttpResponse, url: URL): HttpResponse {
  if (response.status === null) return response;
  const vendor = challengeVendor(response.status, response.headers, readPrefix(response.body));
  if (vendor === null) return response;
  const message = `A bot challenge (${vendor}) replaced the response of ${shown(url.hostname)}, so the audit was blocked.`;
  return { ...response, failure: failed('challenge', message, { vendor }) };
}

/** Returns the beginning of a body, one character per byte. */
function readPrefix(body: HttpResponse['body']): string {
  let prefix = '';
  for (const { buffer, byteOffset, byteLength } of body) {
    const room = CHALLENGE_PREFIX_BYTES - prefix.length;
    if (room === 0) break;
    prefix += Buffer.from(buffer, byteOffset, Math.min(byteLength, room)).toString('latin1');
  }
  return prefix;
}

function decodeBody(request: FetchRequest, response: HttpResponse): Pick<Exchange, 'body' | 'charset'> {
  if (
    response.status === null ||
    isRedirect(response.status) ||
    request.method === 'HEAD' ||
    request.sink !== undefined
  ) {
    return { body: null, charset: null };
  }
  const [first = Buffer.alloc(0), ...rest] = response.body;
  const bytes = rest.length === 0 ? first : Buffer.concat(response.body);
  if (request.charset === 'utf-8') return { body: decodeUtf8(bytes), charset: 'utf-8' };
  const contentType = response.headers['content-type'];
  const { text, charset } = decodeText(bytes, contentType, { isHtml: HTML.test(contentType ?? '') });
  return { body: text, charset };
}

function refused(refusal: UrlRefusal, url: URL, redirected: boolean): FetchFailure {
  const what = {
    scheme: 'an address that is neither http nor https',
    credentials: 'a URL with credentials',
    port: 'a port other than 80 and 443',
  }[refusal];
  const name = shown(url.hostname);
  return failed(
    'guard',
    redirected ? `${name} redirects to ${what}, which is not followed.` : `What was to be fetched is ${what}.`,
  );
}
