import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { plugin } from './plugin.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const DAILY = 'public, max-age=86400';
const HOURLY = 'public, max-age=3600';
const REVALIDATED = 'no-cache';
const TAGGED: ReadonlySet<unknown> = new Set([FOREVER, DAILY, HOURLY, REVALIDATED]);

/** Lets clients cache a response whose URL changes with its content, and adds an entity tag. */
export function cacheForever(reply: FastifyReply): void {
  reply.header('cache-control', FOREVER);
}

/** Lets clients cache a response that never changes for 24 hours, and adds an entity tag. */
export function cacheForADay(reply: FastifyReply): void {
  reply.header('cache-control', DAILY);
}

/** Lets clients cache the response for an hour, and adds an entity tag. */
export function cacheForAnHour(reply: FastifyReply): void {
  reply.header('cache-control', HOURLY);
}

/** Lets clients cache the response and revalidate it each time, and adds an entity tag. */
export function revalidateEachTime(reply: FastifyReply): void {
  reply.header('cache-control', REVALIDATED);
}

/**
 * Adds strong entity tags to the responses that the functions above marked, and sends 304 to clients that have them already
 * (RFC 9110 §13.1.2, §15.4.5).
 */
export const entityTags = plugin('entity-tags', async (app) => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const caching = reply.getHeader('cache-control');
    const isTagged = reply.statusCode === 200 && TAGGED.has(caching);
    if (!isTagged || !(typeof payload === 'string' || payload instanceof Uint8Array)) return done(null, payload);
    const tag = entityTag(createHash('sha256').update(payload).digest('base64url'));
    reply.header('etag', tag);
    if (!isNotModified(request, tag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    // For HEAD, a hook of the framework drops the body, and needs one to drop.
    done(null, request.method === 'HEAD' ? payload : null);
  });
});

/** Makes a strong entity tag (RFC 9110 §8.8.3). @param hash SHA-256 of the body, in base64url */
export function entityTag(hash: string): string {
  return `"${hash.slice(0, 27)}"`;
}

/** Returns whether the client has that representation already. If-None-Match compares weakly: `W/` makes no difference. */
export function isNotModified({ headers }: FastifyRequest, tag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((entry) => ['*', tag].includes(entry.trim().replace(/^W\//, '')));
}
