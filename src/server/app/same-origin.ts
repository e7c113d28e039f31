import type { FastifyRequest } from 'fastify';
import type { Config } from '../../values/config.ts';
import { Refusal } from './errors.ts';

/**
 * Returns whether a page of this service made a request. Browsers send `Sec-Fetch-Site` over https and on localhost
 * (https://w3c.github.io/webappsec-fetch-metadata/), `Origin` with every form, and `Referer` with what our scripts read over
 * plain http. Without any of them, returns false.
 */
export function isSameOrigin({ headers }: FastifyRequest, { BASE_URL }: Pick<Config, 'BASE_URL'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const source = URL.parse(headers.origin ?? headers.referer ?? '');
  if (source === null) return false;
  return source.host === headers.host || (BASE_URL !== undefined && source.origin === new URL(BASE_URL).origin);
}

/** Requires a form to come from a page of this service. @throws Refusal 403 */
export function requireSameOrigin(request: FastifyRequest, config: Pick<Config, 'BASE_URL'>): void {
  if (isSameOrigin(request, config)) return;
  throw new Refusal(403, 'This form was sent from another website. Open the page here, and send it again.');
}

/** Returns whether the user follows a link or types an address, rather than a script sending a request. */
export function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate';
}
