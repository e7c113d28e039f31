import { verify } from 'node:crypto';
import type { AgentKey } from './key-directory.ts';
import { type BotSignature, type SignedRequest, signatureBase } from './signed-request.ts';

/** Clocks may differ by so much, in seconds. */
const SKEW = 60;

/**
 * Whether a signature is its agent's: made with one of its keys, for this very request, and now.
 *
 * @param keys those that the agent publishes
 * @param now seconds since 1970
 * @returns `key not published` of one that none of the keys may have made; null when nobody can say
 */
export function judgeSignature(
  { keyId, created, expires, signature, components }: BotSignature,
  request: SignedRequest,
  keys: readonly AgentKey[],
  now: number,
): 'verified' | 'spoofed' | 'key not published' | null {
  const named = keys.filter(({ names }) => names.includes(keyId));
  if (named.length === 0) return 'key not published';
  const current = named.filter(
    ({ notBefore, expires: end }) => (notBefore ?? 0) <= now + SKEW && now - SKEW < (end ?? Infinity),
  );
  const base = signatureBase(request, components);
  if (current.length === 0 || base === null) return null;
  if (created > now + SKEW || expires < now - SKEW || expires < created) return 'spoofed';
  const data = Buffer.from(base);
  return current.some(({ key }) => verify(null, data, key, signature)) ? 'verified' : 'spoofed';
}
