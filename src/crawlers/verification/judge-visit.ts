import { verify } from 'node:crypto';
import type { Crawler } from '../crawler.ts';
import type { AddressSet } from './address-set.ts';
import { type BotSignature, type SignedRequest, signatureBase } from './signed-request.ts';
import type { AgentKey } from './vendor-files.ts';

/** Address ranges of one file that a vendor publishes. */
export interface KnownRanges {
  readonly addresses: AddressSet;
  /** True when the file is recent enough to prove that an address is not in it. */
  readonly isCurrent: boolean;
}

/**
 * Verifies the address of a crawler by the ranges that its vendor publishes.
 *
 * @param key key of the address, see `addressKey`
 * @param findRanges returns the ranges of a file; undefined if it was never read
 * @returns `ask the DNS` when only a DNS look-up can tell
 */
export function judgeAddress(
  { ipRanges, comesFromNowhereElse, reverseDns }: Pick<Crawler, 'ipRanges' | 'comesFromNowhereElse' | 'reverseDns'>,
  key: string,
  findRanges: (url: string) => KnownRanges | undefined,
): 'verified' | 'unverified' | 'spoofed' | 'ask the DNS' {
  const files = ipRanges.map(findRanges);
  if (files.some((file) => file?.addresses.has(key) ?? false)) return 'verified';
  if (reverseDns.length > 0) return 'ask the DNS';
  const isComplete = comesFromNowhereElse && files.length > 0 && files.every((file) => file?.isCurrent ?? false);
  return isComplete ? 'spoofed' : 'unverified';
}

/** Returns whether a DNS name is a subdomain of one of these domains. */
export function isUnder(name: string, suffixes: readonly string[]): boolean {
  const bare = name.toLowerCase().replace(/\.$/, '');
  return suffixes.some((suffix) => bare.endsWith(`.${suffix}`));
}

/** Allowed clock difference, in seconds. */
const CLOCK_SKEW = 60;

/**
 * Verifies that a signature was made with a key of its agent, for this request, and is valid now.
 *
 * @param keys the keys that the agent publishes
 * @param now seconds since 1970
 * @returns `key not published` when none of the keys has its key id; null when it cannot be verified
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
    ({ notBefore, expires: end }) => (notBefore ?? 0) <= now + CLOCK_SKEW && now - CLOCK_SKEW < (end ?? Infinity),
  );
  const base = signatureBase(request, components);
  if (current.length === 0 || base === null) return null;
  if (created > now + CLOCK_SKEW || expires < now - CLOCK_SKEW || expires < created) return 'spoofed';
  const data = Buffer.from(base);
  return current.some(({ key }) => verify(null, data, key, signature)) ? 'verified' : 'spoofed';
}
