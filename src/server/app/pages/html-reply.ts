import type { FastifyReply } from 'fastify';
import { revalidateEachTime } from '../caching.ts';
import { plugin } from '../plugin.ts';

/** Nothing from another origin, no inline script or style, no framing by other pages. */
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

/** Header fields of every page. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Lets pages load images from the origin of the brand's logo. */
export const pagePolicy = plugin('page-policy', async (app, { imageOrigin }: { imageOrigin: string | null }) => {
  if (imageOrigin === null) return;
  const policy = CONTENT_SECURITY_POLICY.replace("img-src 'self' data:", `img-src 'self' data: ${imageOrigin}`);
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('content-security-policy') === CONTENT_SECURITY_POLICY)
      reply.header('content-security-policy', policy);
    done(null, payload);
  });
});

/**
 * Sends a page. Unless the route has set Cache-Control, clients revalidate it each time.
 *
 * @param html text, or bytes in the Content-Encoding that the route has set
 */
export function sendPage(reply: FastifyReply, html: string | Buffer): FastifyReply {
  if (!reply.hasHeader('cache-control')) revalidateEachTime(reply);
  return reply.headers(PAGE_HEADERS).send(html);
}
