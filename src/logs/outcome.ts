/** Statuses that are counted by themselves; others are counted as the first of their class. */
const COUNTED = new Set([200, 206, 301, 302, 303, 304, 307, 308, 401, 402, 403, 404, 410, 429, 500, 502, 503, 504]);

/** Status under which a response is counted: few different ones, so that forged logs cannot make many rows. */
export function countedStatus(status: number): number {
  if (COUNTED.has(status)) return status;
  return status >= 100 && status <= 599 ? Math.floor(status / 100) * 100 : 0;
}

/** Returns whether a response is a redirect (RFC 9110 §15.4): 304 is not, and others than these are not followed. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns whether a response delivered the page, or confirmed the client's copy (304). */
export function isFetched(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

/** Returns whether a request asked for the page itself: HEAD does not. A log without methods has no others. */
export function isGet(method: string | null): boolean {
  return method === null || method === 'GET';
}
