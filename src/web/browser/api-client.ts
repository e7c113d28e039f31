/** The link to sign in, which pages have for users who are not signed in. It leads back to the page. */
const SIGN_IN_LINK = '[data-account] a';

/** Returns whether this browser had a session when the page was made. The session may have ended since. */
export function isSignedIn(): boolean {
  return document.querySelector(SIGN_IN_LINK) === null;
}

/** Returns the address to sign in at and come back to this page. */
export function signInAddress(): string {
  const { pathname, search } = location;
  const link = document.querySelector<HTMLAnchorElement>(SIGN_IN_LINK);
  return link?.href ?? `/sign-in?next=${encodeURIComponent(pathname + search)}`;
}

/** Awaits a response. @returns it if it is successful; else a sentence that explains the failure */
export async function responseOrProblem(request: Promise<Response>): Promise<Response | string> {
  const response = await request.catch(() => undefined);
  return response?.ok === true ? response : describeFailure(response);
}

/** Explains a failed request in one sentence, the API's own where it sent one. @param response undefined when there was none */
export async function describeFailure(response: Response | undefined): Promise<string> {
  if (response === undefined) return 'The server could not be reached: check your connection and try again.';
  return (await readError(response)) ?? `The server returned the status ${response.status}.`;
}

/** Returns the sentence of an API error, `{"error": "…"}`. */
async function readError(response: Response): Promise<string | null> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : null;
}
