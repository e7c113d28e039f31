import type { FetchFailure } from './exchange.ts';

/** The longest that a Retry-After is waited for, in milliseconds. */
const MAX_RETRY_AFTER = 10_000;

/**
 * Whether asking again may give another answer: after a time-out, a reset, a resolver that failed, 429 (RFC 6585 §4)
 * and the 5xx that speak of a passing state. Not after a response that came too slowly: the next one would take as long.
 */
export function mayPass(failure: FetchFailure | null, status: number | null): boolean {
  if (failure === null) return status === 429 || status === 500 || status === 502 || status === 503 || status === 504;
  if (failure.kind === 'timeout')
    return failure.stage !== 'audit' && failure.stage !== 'rate' && failure.stage !== 'body';
  return failure.kind === 'connection_reset' || failure.kind === 'name_lookup_failed';
}

/**
 * How long to wait before the next try, in milliseconds: what Retry-After says (RFC 9110 §10.2.3, seconds or a date,
 * 10 seconds at most), else `base` doubled with every try.
 *
 * @param tries how often it was tried so far, at least 1
 * @param now milliseconds since the epoch
 */
export function retryDelay(tries: number, retryAfter: string | undefined, base: number, now: number): number {
  const asked = retryAfter === undefined ? Number.NaN : parseRetryAfter(retryAfter.trim(), now);
  if (Number.isNaN(asked)) return base * 2 ** (tries - 1);
  return Math.min(Math.max(asked, 0), MAX_RETRY_AFTER);
}

function parseRetryAfter(value: string, now: number): number {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // RFC 9110 §5.6.7: every form of an HTTP-date begins with the name of a day.
  return /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value) ? Date.parse(value) - now : Number.NaN;
}

/** Waits; returns false, at once, when the signal is or becomes aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const end = (waited: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(waited);
    };
    const onAbort = (): void => end(false);
    const timer = setTimeout(end, ms, true);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
