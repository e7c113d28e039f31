import { type Alternative, askForKey } from './dialogs.ts';

const STORAGE_KEY = 'citable-key';

/** Key for the lifetime of the page, where the browser refuses storage. */
let keyOfThisPage: string | null = null;

/** Returns the header that sends the key; null when none was given in this tab. */
export function authorization(): { readonly authorization: string } | null {
  const key = storedKey();
  return key === null ? null : { authorization: `Bearer ${key}` };
}

/**
 * Fetches with the key. Asks for it when there is none yet, and again when it is not accepted.
 *
 * @returns the response, never a 401; null when the user gives no key
 * @throws the error of `fetch` when there is no response
 */
export async function fetchWithKey(
  path: string,
  init: RequestInit & { readonly headers?: Record<string, string> } = {},
  alternative: Alternative | null = null,
): Promise<Response | null> {
  let problem: string | null = null;
  for (;;) {
    if (authorization() === null) {
      const key = await askForKey(problem, alternative);
      if (key === null) return null;
      storeKey(key);
    }
    const response = await fetch(path, { ...init, headers: { ...init.headers, ...authorization() } });
    if (response.status !== 401) return response;
    storeKey(null);
    problem = 'The key was not accepted: it is mistyped, unknown or revoked.';
  }
}

/** Awaits a request. @returns a successful response; else a sentence that explains the failure; null when the user gave no key */
export async function responseOrProblem(request: Promise<Response | null>): Promise<Response | string | null> {
  const response = await request.catch(() => undefined);
  if (response === null || response?.ok === true) return response;
  return describeFailure(response);
}

/** Explains a failed request in one sentence. @param response undefined when there was none */
async function describeFailure(response: Response | undefined): Promise<string> {
  if (response === undefined) return 'The server could not be reached: check your connection and try again.';
  const { status } = response;
  if (status === 429) return `Too many requests were made: try again ${retryAfter(response)}.`;
  if (status === 503) return `The server is busy: try again ${retryAfter(response)}.`;
  return (await errorOf(response)) ?? `The server answered with the status ${status}.`;
}

/** Returns Retry-After in words, where it is in seconds (RFC 9110 §10.2.3). */
function retryAfter({ headers }: Response): string {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (!Number.isInteger(seconds) || seconds < 0) return 'in a minute';
  return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`;
}

/** Returns the sentence of an API error, `{"error": "…"}`. */
async function errorOf(response: Response): Promise<string | null> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : null;
}

function storedKey(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? keyOfThisPage;
  } catch {
    return keyOfThisPage;
  }
}

/** Stores the key for this tab. It is never in a URL or a cookie. */
function storeKey(key: string | null): void {
  keyOfThisPage = key;
  try {
    if (key === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, key);
  } catch {
    // The browser refuses storage: `keyOfThisPage` has the key.
  }
}
