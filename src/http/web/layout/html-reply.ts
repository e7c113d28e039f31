import type { FastifyReply } from 'fastify';
import { revalidateEachTime } from '../../caching.ts';

/** Nothing from another origin, no inline script or style, no instance around a page. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Header fields of every page of ours. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * Sends a page of ours. Unless the route has said how long it may be kept, it is asked for again each time.
 *
 * @param html as text, or in the content coding that the route has named
 */
export function sendPage(reply: FastifyReply, html: string | Buffer): FastifyReply {
  if (!reply.hasHeader('cache-control')) revalidateEachTime(reply);
  return reply.headers(PAGE_HEADERS).send(html);
}
