import type { Crawler } from '../crawler.ts';
import type { AddressSet } from './address-set.ts';

/** What is known of one of the files in which a vendor publishes addresses. */
export interface KnownRanges {
  readonly addresses: AddressSet;
  /** Whether it was read lately enough to say who is not in it. */
  readonly isCurrent: boolean;
}

/**
 * Whether an address is a crawler's, by what its vendor publishes of it.
 *
 * @param key see `addressKey`
 * @param rangesOf what is known of a file; undefined of one that was never read
 * @returns `ask the DNS` when only that can say
 */
export function judgeAddress(
  { ipRanges, comesFromNowhereElse, reverseDns }: Pick<Crawler, 'ipRanges' | 'comesFromNowhereElse' | 'reverseDns'>,
  key: string,
  rangesOf: (url: string) => KnownRanges | undefined,
): 'verified' | 'unverified' | 'spoofed' | 'ask the DNS' {
  const files = ipRanges.map(rangesOf);
  if (files.some((file) => file?.addresses.has(key) ?? false)) return 'verified';
  if (reverseDns.length > 0) return 'ask the DNS';
  const isComplete = comesFromNowhereElse && files.length > 0 && files.every((file) => file?.isCurrent ?? false);
  return isComplete ? 'spoofed' : 'unverified';
}

/** Whether a name of the DNS is one of these or lies under one, label by label. */
export function isUnder(name: string, suffixes: readonly string[]): boolean {
  const bare = name.toLowerCase().replace(/\.$/, '');
  return suffixes.some((suffix) => bare.endsWith(`.${suffix}`));
}
