import { addressKey, ipv4OfKey } from '../../../crawlers/verification/address-set.ts';
import { isUnder } from '../../../crawlers/verification/judge.ts';
import type { NameServers } from '../../../fetch/dns.ts';

/** Of an address with very many names, as many are looked at. */
const MAX_NAMES = 8;

/**
 * Whether an address has a name under one of the suffixes that leads back to it. Who has an address may give it any name,
 * who has a name may lead it anywhere: only both together prove something.
 *
 * @returns `unverified` when the DNS could not say
 */
export async function forwardConfirmed(
  address: string,
  suffixes: readonly string[],
  dns: NameServers,
): Promise<'verified' | 'unverified' | 'spoofed'> {
  const key = addressKey(address) ?? '';
  const ipv4 = ipv4OfKey(key);
  try {
    const names = await dns.namesOf(ipv4 ?? address);
    const named = names.filter((name) => isUnder(name, suffixes)).slice(0, MAX_NAMES);
    for (const name of named) {
      const addresses = await dns.addressesOf(name, ipv4 === null ? 6 : 4);
      if (addresses.some((found) => addressKey(found) === key)) return 'verified';
    }
    return 'spoofed';
  } catch {
    return 'unverified';
  }
}
