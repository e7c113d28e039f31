import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { plugin } from './plugin.ts';

const IMMUTABLE = 'public, max-age=86400';

/** Says that the answer never changes: it may be kept for 24 hours, and gets an entity tag. */
export function cacheForADay(reply: FastifyReply): void {
  reply.header('cache-control', IMMUTABLE);
}

/** Strong entity tags for what {@link cacheForADay} marked, and 304 for who has it already (RFC 9110 §13.1.2, §15.4.5). */
export const entityTags = plugin('entity-tags', async (app) => {
  app.addHook('onSend', async (request, reply, payload) => {
    const isTagged = reply.statusCode === 200 && reply.getHeader('cache-control') === IMMUTABLE;
    if (!isTagged || !(typeof payload === 'string' || payload instanceof Uint8Array)) return payload;
    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
    reply.header('etag', tag);
    if (!matches(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('content-type');
    return '';
  });
});

/** If-None-Match compares weakly: `W/` makes no difference. */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((entry) => ['*', tag].includes(entry.trim().replace(/^W\//, '')));
}
