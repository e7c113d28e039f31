import { DEFAULT_BUDGETS, type FetchBudgets } from './budgets.ts';
import { CHALLENGE_PREFIX_BYTES, challengeVendor } from './challenge.ts';
import type { ConnectToRule } from './connect-to.ts';
import { createConnections } from './connections.ts';
import type { Lookup } from './connector.ts';
import { decodeText, decodeUtf8 } from './decoding/charset.ts';
import type { Egress } from './egress/egress.ts';
import type { Exchange, Fetcher, FetchFailure, FetchRequest, Hop } from './exchange.ts';
import { auditOver, failed, SITE_TOO_SLOW, shown } from './failure.ts';
import { checkUrl, type UrlObjection } from './guard/address-guard.ts';
import { isRedirect, redirectFrom } from './redirect.ts';
import { type HttpResponse, sendRequest } from './response.ts';
import { mayPass, pause, retryDelay } from './retry.ts';

/** One request that is about to be sent. */
export interface RequestProgress {
  readonly method: 'GET' | 'HEAD';
  readonly url: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** How many requests the fetcher has sent, this one included. */
  readonly requests: number;
}

export interface FetcherOptions extends Partial<Egress> {
  /** See `parseConnectTo`. */
  readonly connectTo?: readonly ConnectToRule[];
  /** Accept every port and every address. */
  readonly allowPrivate?: boolean;
  /** Default: the system's resolver. */
  readonly lookup?: Lookup;
  /** What differs from {@link DEFAULT_BUDGETS}. */
  readonly budgets?: Partial<FetchBudgets>;
  /** Certificate authorities to trust besides the system's, PEM. */
  readonly ca?: readonly string[];
  readonly onRequest?: (progress: RequestProgress) => void;
  /** Ends the audit early. */
  readonly signal?: AbortSignal;
}

export interface AuditFetcher extends Fetcher {
  /** How many requests were sent so far, redirects and retries included. */
  readonly requests: number;
  /** Closes every connection; what is still under way ends as a time-out of the audit. */
  close(): Promise<void>;
}

const ACCEPT_HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const HTML = /^\s*(?:$|text\/html|application\/xhtml\+xml)/i;

/**
 * Makes the fetcher of one audit. Its time runs from now; its connections are shared by all that it fetches and closed
 * by `close`, which every owner calls. `fetch` never rejects, unless a sink throws.
 *
 * No Accept-Language is sent: answer engines' crawlers send none, and with one a site that negotiates languages would
 * be judged by pages that they never see.
 */
export function createFetcher(options: FetcherOptions = {}): AuditFetcher {
  const budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
  const policy = { allowPrivate: options.allowPrivate ?? false };
  const created = performance.now();
  const life = new AbortController();
  const { signal } = life;
  const end = (): void => life.abort();
  let slow = 0;
  const timer = setTimeout(end, budgets.audit).unref();
  options.signal?.addEventListener('abort', end, { once: true });
  if (options.signal?.aborted === true) end();
  const connections = createConnections({
    connectTo: options.connectTo ?? [],
    allowPrivate: policy.allowPrivate,
    denyTargets: options.denyTargets ?? [],
    ownAddresses: options.ownAddresses ?? [],
    egressProxy: options.egressProxy ?? null,
    lookup: options.lookup,
    ca: options.ca,
    budgets,
    signal,
    perOrigin: budgets.connectionsPerHost,
    headerBytes: budgets.headerBytes,
    answerBytes: budgets.answerBytes,
  });
  let requests = 0;

  async function send(request: FetchRequest, url: URL, attempt: number): Promise<HttpResponse> {
    const connection = await connections.acquire(url.origin);
    let reusable = false;
    try {
      if (signal.aborted) return noResponse(auditOver(url.hostname, signal));
      if (requests >= budgets.requests) {
        return noResponse(
          failed('request_budget', `The audit's ${budgets.requests} requests were used up before this one.`),
        );
      }
      requests++;
      const method = request.method ?? 'GET';
      options.onRequest?.({ method, url: url.href, attempt, requests });
      const { opened, meter } = connection;
      const response = await sendRequest(connection.dispatcher, {
        method,
        url,
        headers: [
          'User-Agent',
          request.userAgent,
          'Accept',
          request.accept ?? ACCEPT_HTML,
          'Accept-Encoding',
          'gzip, deflate, br, zstd',
          ...(request.ifNoneMatch === undefined ? [] : ['If-None-Match', request.ifNoneMatch]),
        ],
        maxBodyBytes: request.maxBodyBytes,
        sink: request.sink?.() ?? null,
        budgets,
        received: meter.received,
        signal,
      });
      if (response.failure?.stage === 'rate') slow++;
      if (slow >= budgets.slowResponses) life.abort(SITE_TOO_SLOW);
      reusable = response.reusable;
      const stale = connection.opened === opened && response.status === null;
      if (!stale || response.failure?.kind !== 'connection_reset') return challenged(response, url);
    } finally {
      connections.release(url.origin, connection, reusable);
    }
    // The server had closed an idle connection (RFC 9112 §9.3.1): that is no failed try.
    return await send(request, url, attempt);
  }

  async function fetch(request: FetchRequest): Promise<Exchange> {
    const maxAttempts = request.maxAttempts ?? 3;
    const redirects: Hop[] = [];
    const visited = new Set<string>();
    let retries = 0;
    let startedAt: number | null = null;

    const exchange = (url: string, finalUrl: string, response: HttpResponse, failure = response.failure): Exchange => ({
      method: request.method ?? 'GET',
      url,
      userAgent: request.userAgent,
      redirects,
      finalUrl,
      status: response.status,
      headers: response.headers,
      ...bodyOf(request, response),
      bytes: { wire: response.wire, decoded: response.decoded },
      failure,
      attempts: startedAt === null ? 0 : 1 + retries,
      timing: {
        start: Math.round((startedAt ?? performance.now()) - created),
        firstByte: response.headAt === null ? null : Math.round(response.headAt - created),
        end: Math.round(performance.now() - created),
      },
    });

    let url = URL.parse(request.url);
    if (url === null) {
      const failure = failed('invalid_url', 'What was to be fetched is not an absolute URL.');
      return exchange(request.url, request.url, noResponse(failure));
    }
    url.hash = '';
    const asked = url.href;
    const objection = checkUrl(url, policy);
    if (objection !== null) return exchange(asked, asked, noResponse(refused(objection, url, false)));

    for (;;) {
      visited.add(url.href);
      let response = await send(request, url, 1 + retries);
      startedAt ??= response.sentAt;
      while (1 + retries < maxAttempts && mayPass(response.failure, response.status)) {
        const delay = retryDelay(1 + retries, response.headers['retry-after'], budgets.retryBackOff, Date.now());
        if (performance.now() + delay >= created + budgets.audit || !(await pause(delay, signal))) break;
        const next = await send(request, url, 2 + retries);
        if (next.sentAt !== null) retries++;
        // What the site did on an earlier try says more than that our own budget ended a later one.
        if (isOurs(next.failure)) break;
        response = next;
      }
      if (!isRedirect(response.status) || isOurs(response.failure)) return exchange(asked, url.href, response);
      const redirect = redirectFrom(url, response.locations, visited);
      if (!redirect.ok) return exchange(asked, url.href, response, redirect.failure);
      const against = checkUrl(redirect.url, policy);
      if (against !== null) return exchange(asked, url.href, response, refused(against, url, true));
      redirects.push({ url: url.href, status: response.status ?? 0, location: redirect.location });
      url = redirect.url;
    }
  }

  return {
    fetch,
    pause: async (ms) => void (await pause(ms, signal)),
    get requests() {
      return requests;
    },
    async close() {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', end);
      end();
      await connections.close();
    },
  };
}

function noResponse(failure: FetchFailure): HttpResponse {
  return {
    sentAt: null,
    status: null,
    headers: {},
    locations: [],
    body: [],
    wire: 0,
    decoded: 0,
    headAt: null,
    failure,
    reusable: false,
  };
}

/** Whether our own budgets are the reason: it says nothing about the site. */
function isOurs(failure: FetchFailure | null): boolean {
  return failure?.kind === 'request_budget' || (failure?.kind === 'timeout' && failure.stage === 'audit');
}

/** The response, as a failure when it is a bot protection's and not the site's. */
function challenged(response: HttpResponse, url: URL): HttpResponse {
  if (response.status === null) return response;
  const vendor = challengeVendor(response.status, response.headers, prefixOf(response.body));
  if (vendor === null) return response;
  const message = `A bot challenge (${vendor}) answered in place of ${shown(url.hostname)}, so this audit was turned away.`;
  return { ...response, failure: failed('challenge', message, { vendor }) };
}

/** The beginning of a body, one character each byte. */
function prefixOf(body: HttpResponse['body']): string {
  let prefix = '';
  for (const { buffer, byteOffset, byteLength } of body) {
    const room = CHALLENGE_PREFIX_BYTES - prefix.length;
    if (room === 0) break;
    prefix += Buffer.from(buffer, byteOffset, Math.min(byteLength, room)).toString('latin1');
  }
  return prefix;
}

function bodyOf(request: FetchRequest, response: HttpResponse): Pick<Exchange, 'body' | 'charset'> {
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

function refused(objection: UrlObjection, url: URL, redirected: boolean): FetchFailure {
  const what = {
    scheme: 'an address that is neither http nor https',
    credentials: 'a URL with credentials',
    port: 'a port other than 80 and 443',
  }[objection];
  const name = shown(url.hostname);
  return failed(
    'guard',
    redirected ? `${name} redirects to ${what}, which is not followed.` : `What was to be fetched is ${what}.`,
  );
}
