import type { FastifyRequest } from 'fastify';
import { parseApiKey } from '../service/keys/api-key.ts';
import type { ApiKeys, VerifiedKey } from '../service/keys/api-keys.ts';
import { Refusal } from './errors.ts';

/** For the OpenAPI document: a key may be sent, and need not be. */
export const KEY_OPTIONAL = [{}, { apiKey: [] }];

/** Who asks, as far as the Authorization header says. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'key'; readonly key: VerifiedKey }
  /** A header that is no bearer key of ours: mistyped, unknown or revoked. */
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

/** What stands after `Bearer`, valid or not; null where that is not what the header says. */
export function bearerToken({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Whether tier vip is asked for; before validation, when what the query is is not known yet. */
export function asksForVip({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && 'tier' in query && query.tier === 'vip';
}

export function keyIdOf({ caller }: FastifyRequest): string | null {
  return caller.kind === 'key' ? caller.key.id : null;
}

/** The key of a request to a route that is for key holders only. */
export function holderIdOf(request: FastifyRequest): string {
  const id = keyIdOf(request);
  if (id === null) throw new Error('The route accepts requests without a key.');
  return id;
}

/**
 * Lets in who may ask for a live audit.
 *
 * @param isPublic whether that is everyone who sends no key
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
