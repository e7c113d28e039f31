import { isIP } from 'node:net';
import { parseAddressRanges } from '../guard/address-ranges.ts';
import { type EgressProxy, parseEgressProxy } from './egress-proxy.ts';

/** The operator's settings for outgoing connections besides {@link ConnectToRule}s, as plain serialisable data. */
export interface Egress {
  /** Addresses and CIDR ranges that are never connected to, whatever else is allowed. */
  readonly denyTargets: readonly string[];
  /** Addresses of this service besides those of the machine's network interfaces. */
  readonly ownAddresses: readonly string[];
  readonly egressProxy: EgressProxy | null;
}

/** The settings to read; an empty one counts as unset. */
export interface EgressSettings {
  readonly DENY_TARGETS?: string | undefined;
  readonly EGRESS_PROXY?: string | undefined;
  readonly BASE_URL?: string | undefined;
  readonly HOST?: string | undefined;
}

export type ReadEgress =
  | { readonly ok: true; readonly egress: Egress }
  /** `problem` is one line: the setting and what is wrong with it. */
  | { readonly ok: false; readonly problem: string };

/**
 * Reads the settings for outgoing connections. IP addresses in `HOST` and `BASE_URL` count as the service's own. Names do
 * not: they may resolve to a reverse proxy on another machine, through which the service may audit itself.
 */
export function readEgress({
  DENY_TARGETS = '',
  EGRESS_PROXY = '',
  BASE_URL = '',
  HOST = '',
}: EgressSettings): ReadEgress {
  const denied = parseAddressRanges(DENY_TARGETS);
  if (!denied.ok) return { ok: false, problem: `DENY_TARGETS: ${denied.problem}` };
  const parsed = parseEgressProxy(EGRESS_PROXY.trim());
  if (!parsed.ok) return { ok: false, problem: `EGRESS_PROXY: ${parsed.problem}` };
  const hosts = [HOST, URL.parse(BASE_URL)?.hostname.replace(/^\[|\]$/g, '') ?? ''];
  return {
    ok: true,
    egress: {
      denyTargets: denied.ranges,
      ownAddresses: hosts.filter((host) => isIP(host) !== 0),
      egressProxy: parsed.proxy,
    },
  };
}
