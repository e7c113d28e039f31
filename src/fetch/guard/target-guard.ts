import { networkInterfaces } from 'node:os';
import type { FetchFailure } from '../exchange.ts';
import { failed, shown } from '../failure.ts';
import { isPublicAddress } from './address-guard.ts';
import { inRanges } from './address-ranges.ts';

export interface TargetPolicy {
  /** Accept every address but those of `denyTargets`. */
  readonly allowPrivate: boolean;
  readonly denyTargets: readonly string[];
  readonly ownAddresses: readonly string[];
}

/**
 * Returns the reason why a host with these addresses must not be connected to; null when it may be. One refused address is
 * enough, because the site chooses among several.
 *
 * @param chosen true when the operator named the address for this host
 */
export type TargetGuard = (host: string, addresses: readonly string[], chosen: boolean) => FetchFailure | null;

/**
 * Creates the guard of outgoing connections. It refuses, in this order: what the operator excluded, what is not on the public
 * internet, and the auditing machine itself. A connection from a machine to its own public address bypasses its firewall, so
 * it would reach services that are closed to everybody else.
 *
 * @throws RangeError for ranges that `parseAddressRanges` rejects
 */
export function createTargetGuard({ allowPrivate, denyTargets, ownAddresses }: TargetPolicy): TargetGuard {
  const isDenied = inRanges(denyTargets);
  const isOwn = inRanges(ownAddresses);
  return (host, addresses, chosen) => {
    if (addresses.some(isDenied)) return refused(host, 'that the operator of this service has excluded');
    if (chosen || allowPrivate) return null;
    if (!addresses.every(isPublicAddress)) return refused(host, 'that is not on the public internet');
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
