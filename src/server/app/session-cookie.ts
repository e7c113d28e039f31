import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../values/config.ts';
import { isSecure, readCookie, setCookie } from './cookies.ts';
import { Refusal } from './errors.ts';

/** Lifetime of a session, in seconds. */
export const SESSION_SECONDS = 30 * 86_400;

/**
 * Returns the name of the cookie. Over https, it has the prefix with which browsers accept it only from this very host (RFC 6265bis
 * §4.1.3.2): a sibling subdomain cannot plant a session.
 */
function nameOf(config: Pick<Config, 'BASE_URL'>): string {
  return isSecure(config) ? '__Host-citable_session' : 'citable_session';
}

/** Returns the session that a request carries, valid or not; null without one. */
export function sessionTokenOf(
  request: Pick<FastifyRequest, 'headers'>,
  config: Pick<Config, 'BASE_URL'>,
): string | null {
  return readCookie(request, nameOf(config));
}

/** Sets the session, or deletes it when `token` is null. */
export function setSession(reply: FastifyReply, token: string | null, config: Pick<Config, 'BASE_URL'>): void {
  const maxAgeSeconds = token === null ? 0 : SESSION_SECONDS;
  setCookie(reply, { name: nameOf(config), value: token ?? '', path: '/', maxAgeSeconds }, config);
}

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
