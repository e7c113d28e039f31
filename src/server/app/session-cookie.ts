import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../values/config.ts';
import { isSecure, readCookie, setCookie } from './cookies.ts';

/** Lifetime of a session, in seconds. */
export const SESSION_SECONDS = 30 * 86_400;

/**
 * Returns the name of the cookie. Over https, it has the prefix with which browsers accept it only from this very host (RFC 6265bis
 * §4.1.3.2): a sibling subdomain cannot plant a session.
 */
function cookieName(config: Pick<Config, 'BASE_URL'>): string {
  return isSecure(config) ? '__Host-citable_session' : 'citable_session';
}

/** Returns the session that a request carries, valid or not; null without one. */
export function readSessionToken(
  request: Pick<FastifyRequest, 'headers'>,
  config: Pick<Config, 'BASE_URL'>,
): string | null {
  return readCookie(request, cookieName(config));
}

/** Sets the session, or deletes it when `token` is null. */
export function setSession(reply: FastifyReply, token: string | null, config: Pick<Config, 'BASE_URL'>): void {
  const maxAgeSeconds = token === null ? 0 : SESSION_SECONDS;
  setCookie(reply, { name: cookieName(config), value: token ?? '', path: '/', maxAgeSeconds }, config);
}
