import { type Alternative, askForKey } from './dialogs.ts';

/** Place of the link to sign in, which is there before that. */
const PLACE = '[data-account]';
let hasSignedIn: boolean | null = null;

/** Returns whether this browser has signed in. The session may have ended since the page was made. */
export function isSignedIn(): boolean {
  hasSignedIn ??= document.querySelector(PLACE) === null;
  return hasSignedIn;
}

/**
 * Fetches with the session. Asks for a key when there is no session yet, and when it has ended.
 *
 * @returns the response, never a 401; null when the user gives no key
 * @throws the error of `fetch` when there is no response
 */
export async function fetchWithKey(
  path: string,
  init: RequestInit = {},
  alternative: Alternative | null = null,
): Promise<Response | null> {
  for (;;) {
    if (!isSignedIn() && !(await askForKey(alternative, signIn))) return null;
    const response = await fetch(path, init);
    if (response.status !== 401) return response;
    hasSignedIn = false;
  }
}

/** Exchanges a key for a session, which the browser stores in a cookie. @returns why it was refused; null when it was not */
async function signIn(key: string): Promise<string | null> {
  const init = { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams({ key }) };
  const response = await fetch('/sign-in', init).catch(() => undefined);
  if (response?.ok !== true) return describeFailure(response);
  hasSignedIn = true;
  const link = document.querySelector<HTMLAnchorElement>(`${PLACE} a`);
  if (link !== null) Object.assign(link, { textContent: 'My sites', href: '/sites' });
  return null;
}

/** Awaits a request. @returns a successful response; else a sentence that explains the failure; null when the user gave no key */
export async function responseOrProblem(request: Promise<Response | null>): Promise<Response | string | null> {
  const response = await request.catch(() => undefined);
  if (response === null || response?.ok === true) return response;
  return describeFailure(response);
}

/** Explains a failed request in one sentence, the API's own where it sent one. @param response undefined when there was none */
export async function describeFailure(response: Response | undefined): Promise<string> {
  if (response === undefined) return 'The server could not be reached: check your connection and try again.';
  return (await errorOf(response)) ?? `The server returned the status ${response.status}.`;
}

/** Returns the sentence of an API error, `{"error": "…"}`. */
async function errorOf(response: Response): Promise<string | null> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : null;
}
