/**
 * Says in one sentence why a request was not answered as wished.
 * @param response null when there was no answer at all
 */
export async function describeFailure(response: Response | null): Promise<string> {
  if (response === null) return 'The server could not be reached: check your connection and try again.';
  const wait = waitOf(response);
  if (response.status === 429) return `Too many requests were made: try again ${wait}.`;
  if (response.status === 503) return `The server is busy: try again ${wait}.`;
  const said = await errorOf(response);
  return said ?? `The server answered with the status ${response.status}.`;
}

/** Retry-After, in seconds (RFC 9110 §10.2.3), in words. */
function waitOf({ headers }: Response): string {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (!Number.isInteger(seconds) || seconds < 0) return 'in a minute';
  return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`;
}

/** The sentence of an error of the API, `{"error": "…"}`. */
async function errorOf(response: Response): Promise<string | null> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
      ? body.error
      : null;
  } catch {
    return null;
  }
}
