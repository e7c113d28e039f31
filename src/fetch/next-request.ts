import { parseUrl } from '../values/web-url.ts';
import type { FetchFailure } from './exchange.ts';
import { failed, shown } from './failure.ts';

/** Maximum Retry-After that is respected, in milliseconds. */
const MAX_RETRY_AFTER = 10_000;

/** Maximum number of redirects followed (RFC 9309 §2.3.1.2 asks crawlers for at least five). */
const MAX_REDIRECTS = 5;

/**
 * Returns whether another attempt may succeed: after a time-out, a reset, a resolver failure, 429 (RFC 6585 §4), and the 5xx
 * that mean a passing state. Not after a slow response: the next one would take as long.
 */
export function isTransient(failure: FetchFailure | null, status: number | null): boolean {
  if (failure === null) return status === 429 || status === 500 || status === 502 || status === 503 || status === 504;
  if (failure.kind === 'timeout') {
    return failure.stage !== 'audit' && failure.stage !== 'rate' && failure.stage !== 'body';
  }
  return failure.kind === 'connection_reset' || failure.kind === 'name_lookup_failed';
}

/**
 * Returns the delay before the next attempt, in milliseconds: Retry-After (RFC 9110 §10.2.3, seconds or a date, 10 seconds at
 * most), else `base`, doubled with every attempt.
 *
 * @param attempts number of attempts so far, at least 1
 * @param now milliseconds since 1970
 */
export function retryDelay(attempts: number, retryAfter: string | undefined, base: number, now: number): number {
  const requested = requestedDelay(retryAfter, now);
  return requested === null ? base * 2 ** (attempts - 1) : Math.min(requested, MAX_RETRY_AFTER);
}

/**
 * Returns the delay that a Retry-After field asks for (RFC 9110 §10.2.3), in milliseconds; null for none.
 *
 * @param now milliseconds since 1970
 */
export function requestedDelay(retryAfter: string | undefined, now: number): number | null {
  const delay = retryAfter === undefined ? Number.NaN : parseRetryAfter(retryAfter.trim(), now);
  return Number.isNaN(delay) ? null : Math.max(delay, 0);
}

function parseRetryAfter(value: string, now: number): number {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // RFC 9110 §5.6.7: every form of an HTTP-date begins with the name of a day.
  return /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value) ? Date.parse(value) - now : Number.NaN;
}

/** Returns whether the Location of a response with that status is followed (RFC 9110 §15.4). */
export function isRedirect(status: number | null): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

export type Redirect =
  | { readonly ok: true; readonly url: URL; readonly location: string }
  | { readonly ok: false; readonly failure: FetchFailure };

/**
 * Resolves the target of a redirect (RFC 9110 §10.2.2), without its fragment, which is never sent.
 *
 * @param from the URL that responded with the redirect
 * @param locations its Location fields, each different one once
 * @param visited the URLs requested so far, `from` among them
 */
export function redirectFrom(from: URL, locations: readonly string[], visited: ReadonlySet<string>): Redirect {
  const refuse = (kind: 'bad_redirect' | 'redirect_loop' | 'too_many_redirects', what: string): Redirect => ({
    ok: false,
    failure: failed(kind, `${shown(from.hostname)} ${what}`),
  });
  const [location = '', ...others] = locations;
  if (location === '') return refuse('bad_redirect', 'sent a redirect that does not say where to.');
  if (others.length > 0) return refuse('bad_redirect', 'sent a redirect to several places at once.');
  const url = parseUrl(location, from.href);
  if (url === null) return refuse('bad_redirect', 'sent a redirect to something that is not a URL.');
  url.hash = '';
  if (visited.has(url.href)) return refuse('redirect_loop', 'sent a redirect back to a URL that led to it.');
  if (visited.size > MAX_REDIRECTS) {
    return refuse('too_many_redirects', `sent another redirect after ${MAX_REDIRECTS} had been followed.`);
  }
  return { ok: true, url, location };
}
