import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type ApiKeys, parseApiKey, type VerifiedKey } from '../service/keys/api-keys.ts';
import { clientOf } from './client-address.ts';
import { Refusal } from './errors.ts';

/** For the OpenAPI document: a key may be sent, and need not be. */
export const KEY_OPTIONAL = [{}, { apiKey: [] }];
/** For the OpenAPI document: no key is read. */
export const NO_KEY: readonly Record<string, readonly string[]>[] = [];

/** The caller, according to the Authorization header. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'key'; readonly key: VerifiedKey }
  /** The header has no valid key: it is mistyped, unknown or revoked. */
  | { readonly kind: 'invalid' };

export const ANONYMOUS: Caller = { kind: 'anonymous' };

/** Reads `Authorization: Bearer <key>` (RFC 6750 §2.1). */
export async function identify(request: FastifyRequest, keys: ApiKeys): Promise<Caller> {
  if (request.headers.authorization === undefined) return ANONYMOUS;
  const token = bearerToken(request);
  const key = token === null ? null : await keys.verify(token);
  return key === null ? { kind: 'invalid' } : { kind: 'key', key };
}

/** Returns whether a request has a well-formed key. A mistyped key fails its checksum, without a look-up. */
export function mayHaveKey(request: FastifyRequest): boolean {
  const token = bearerToken(request);
  return token !== null && parseApiKey(token) !== null;
}

/** Returns the token of a Bearer header, valid or not; null for any other header. */
export function bearerToken({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Returns whether a request is for tier vip. Called before the query is validated. */
export function asksForVip({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && 'tier' in query && query.tier === 'vip';
}

/** Returns the id of the request's key; null for a request without a valid key. */
export function keyIdOf({ caller }: FastifyRequest): string | null {
  return caller.kind === 'key' ? caller.key.id : null;
}

/** Key of the hash, lost with the process: stored hashes cannot be traced back to an address. */
const SECRET = randomBytes(32);

/** Returns the client that a live audit counts for: the id of the key, else a keyed hash of the client address. */
export function auditClientOf({ caller, ip }: FastifyRequest): string {
  if (caller.kind === 'key') return caller.key.id;
  return `~${createHmac('sha256', SECRET).update(clientOf(ip)).digest('base64url')}`;
}

/** Returns the key of a request to a route for key holders only. */
export function holderIdOf(request: FastifyRequest): string {
  const id = keyIdOf(request);
  if (id === null) throw new Error('The route accepts requests without a key.');
  return id;
}

/**
 * Requires a caller that may request live audits.
 *
 * @param isPublic whether callers without a key may
 * @throws Refusal 401 with the challenge of RFC 6750 §3
 */
export function requireKey(caller: Caller, isPublic: boolean): void {
  if (caller.kind === 'invalid') {
    throw new Refusal(401, 'The API key is not valid: it is mistyped, unknown or revoked.', {
      'www-authenticate': 'Bearer error="invalid_token"',
    });
  }
  if (caller.kind === 'anonymous' && !isPublic) {
    throw new Refusal(401, 'This needs an API key; send it in the header Authorization: Bearer <API_KEY>.', {
      'www-authenticate': 'Bearer',
    });
  }
}
