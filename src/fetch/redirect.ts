import type { FetchFailure } from './exchange.ts';
import { failed, shown } from './failure.ts';

/** How many redirects are followed (RFC 9309 §2.3.1.2 asks crawlers for at least five). */
const MAX_HOPS = 5;

/** The statuses whose Location is followed (RFC 9110 §15.4). */
export function isRedirect(status: number | null): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

export type Redirect =
  | { readonly ok: true; readonly url: URL; readonly location: string }
  | { readonly ok: false; readonly failure: FetchFailure };

/**
 * Finds where a redirect leads (RFC 9110 §10.2.2). The fragment is dropped: it is never sent.
 *
 * @param from the URL that answered with the redirect
 * @param locations its Location fields, each different one once
 * @param visited the URLs asked for so far, `from` among them
 */
export function redirectFrom(from: URL, locations: readonly string[], visited: ReadonlySet<string>): Redirect {
  const refuse = (kind: 'bad_redirect' | 'redirect_loop' | 'too_many_redirects', what: string): Redirect => ({
    ok: false,
    failure: failed(kind, `${shown(from.hostname)} ${what}`),
  });
  const [location = '', ...others] = locations;
  if (location === '') return refuse('bad_redirect', 'sent a redirect that does not say where to.');
  if (others.length > 0) return refuse('bad_redirect', 'sent a redirect to several places at once.');
  const url = URL.parse(location, from.href);
  if (url === null) return refuse('bad_redirect', 'sent a redirect to something that is not a URL.');
  url.hash = '';
  if (visited.has(url.href)) return refuse('redirect_loop', 'sent a redirect back to a URL that led to it.');
  if (visited.size > MAX_HOPS) {
    return refuse('too_many_redirects', `sent another redirect after ${MAX_HOPS} had been followed.`);
  }
  return { ok: true, url, location };
}
