import { networkInterfaces } from 'node:os';
import { parseHost } from '../../values/web-url.ts';
import type { FetchFailure } from '../exchange.ts';
import { failed, shown } from '../failure.ts';
import { isPublicAddress, METADATA_RANGES } from './address-guard.ts';
import { inRanges } from './address-ranges.ts';

export interface TargetPolicy {
  /** Accept private addresses, but none of {@link METADATA_RANGES}. */
  readonly allowPrivate: boolean;
  /** Host names and addresses to accept whatever their range, as {@link parseHost} returns them. */
  readonly allowTargets: readonly string[];
  readonly denyTargets: readonly string[];
  readonly ownAddresses: readonly string[];
}

/**
 * Returns the reason why a host with these addresses must not be connected to; null when it may be. One refused address is
 * enough, because the site chooses among several.
 *
 * @param chosen true when the operator named the address for this host: it may be private, but not in {@link METADATA_RANGES}
 */
export type TargetGuard = (host: string, addresses: readonly string[], chosen: boolean) => FetchFailure | null;

/**
 * Creates the guard of outgoing connections. It refuses, in this order: what the operator excluded; unless the operator allowed it by name,
 * what is not on the public internet, and link-local and metadata addresses even where private ones are accepted; and the auditing machine
 * itself. A connection from a
 * machine to its own public address bypasses its firewall, so it would reach services that are closed to everybody else.
 *
 * @throws RangeError for ranges that `parseAddressRanges` rejects
 */
export function createTargetGuard(policy: TargetPolicy): TargetGuard {
  const { allowPrivate, allowTargets, denyTargets, ownAddresses } = policy;
  const isDenied = inRanges(denyTargets);
  const isOwn = inRanges(ownAddresses);
  const isMetadata = inRanges(METADATA_RANGES);
  const isAllowed = (host: string) => allowTargets.includes(parseHost(host.replace(/%.*$/, '')) ?? '');
  return (host, addresses, chosen) => {
    if (addresses.some(isDenied)) return refused(host, 'that the operator of this service has excluded');
    if (isAllowed(host) || addresses.every(isAllowed)) return null;
    const mayBePrivate = chosen || allowPrivate;
    if (!mayBePrivate && !addresses.every(isPublicAddress)) return refused(host, 'that is not on the public internet');
    if (addresses.some(isMetadata))
      return refused(host, 'that is link-local or for cloud metadata, which only ALLOW_TARGETS opens');
    if (mayBePrivate) return null;
    const interfaces = interfaceAddresses();
    if (interfaces === null) {
      const problem = 'The addresses of the machine that audits could not be read';
      return failed('guard', `${problem}, so ${shown(host)} was not connected to.`);
    }
    if (!addresses.some(isOwn) && !addresses.some(inRanges(interfaces))) return null;
    return refused(host, 'of the machine that audits');
  };
}

function refused(host: string, address: string): FetchFailure {
  return failed('guard', `${shown(host)} leads to an address ${address}, and was not connected to.`);
}

/** Reads the machine's addresses for each connection, because they change. Returns null when the system does not list them. */
function interfaceAddresses(): readonly string[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  } catch {
    return null;
  }
}
