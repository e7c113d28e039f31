import type { FastifyRequest } from 'fastify';
import type { ApiKeys, VerifiedKey } from '../service/api-keys.ts';
import { Refusal } from './errors.ts';

/** Who asks, as far as the Authorization header says. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'key'; readonly key: VerifiedKey }
  /** A header that is no bearer key of ours: mistyped, unknown or revoked. */
  | { readonly kind: 'invalid' };

export const ANONYMOUS: Caller = { kind: 'anonymous' };

/** Reads `Authorization: Bearer <key>` (RFC 6750 §2.1). */
export async function identify(request: FastifyRequest, keys: ApiKeys): Promise<Caller> {
  const { authorization } = request.headers;
  if (authorization === undefined) return ANONYMOUS;
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
  const key = token === undefined ? null : await keys.verify(token);
  return key === null ? { kind: 'invalid' } : { kind: 'key', key };
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
