import { isIP } from 'node:net';
import type { Parsed } from '../../values/parsed.ts';
import { quote } from '../../values/untrusted-text.ts';
import { parseHost } from '../../values/web-url.ts';
import { parseAddressRanges } from '../guard/address-ranges.ts';

/** The HTTP proxy for all outgoing connections, as plain serialisable data. */
export interface EgressProxy {
  /** A name or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** The Proxy-Authorization field; null without credentials. */
  readonly authorization: string | null;
}

/** `problem` never quotes the text, which may contain a password. */
export type ParsedEgressProxy = Parsed<{ proxy: EgressProxy | null }>;

/** The operator's settings for outgoing connections besides {@link ConnectToRule}s, as plain serialisable data. */
export interface Egress {
  /** Host names and addresses that are connected to whatever their range, as {@link parseHost} returns them. */
  readonly allowTargets: readonly string[];
  /** Addresses and CIDR ranges that are never connected to, whatever else is allowed. */
  readonly denyTargets: readonly string[];
  /** Addresses of this service besides those of the machine's network interfaces. */
  readonly ownAddresses: readonly string[];
  readonly egressProxy: EgressProxy | null;
}

/** The settings to read; an empty one counts as unset. */
export interface EgressSettings {
  readonly ALLOW_TARGETS?: string | undefined;
  readonly DENY_TARGETS?: string | undefined;
  readonly EGRESS_PROXY?: string | undefined;
  readonly BASE_URL?: string | undefined;
  readonly HOST?: string | undefined;
}

/** `problem` is one line: the setting and what is wrong with it. */
export type ReadEgress = Parsed<{ egress: Egress }>;

/**
 * Reads the settings for outgoing connections. IP addresses in `HOST` and `BASE_URL` count as the service's own. Names do
 * not: they may resolve to a reverse proxy on another machine, through which the service may audit itself.
 */
export function readEgress({
  ALLOW_TARGETS = '',
  DENY_TARGETS = '',
  EGRESS_PROXY = '',
  BASE_URL = '',
  HOST = '',
}: EgressSettings): ReadEgress {
  const named = ALLOW_TARGETS.split(',')
    .map((target) => target.trim())
    .filter((target) => target !== '');
  const wrong = named.find((target) => target.includes('*') || parseHost(target) === null);
  if (wrong !== undefined) {
    const problem = `ALLOW_TARGETS: "${quote(wrong, 80)}" is not a host name or an IP address: name each target in full.`;
    return { ok: false, problem };
  }
  const denied = parseAddressRanges(DENY_TARGETS);
  if (!denied.ok) return { ok: false, problem: `DENY_TARGETS: ${denied.problem}` };
  const parsed = parseEgressProxy(EGRESS_PROXY.trim());
  if (!parsed.ok) return { ok: false, problem: `EGRESS_PROXY: ${parsed.problem}` };
  const hosts = [HOST, URL.parse(BASE_URL)?.hostname.replace(/^\[|\]$/g, '') ?? ''];
  return {
    ok: true,
    egress: {
      allowTargets: named.flatMap((target) => parseHost(target) ?? []),
      denyTargets: denied.ranges,
      ownAddresses: hosts.filter((host) => host !== '' && isIP(host) !== 0),
      egressProxy: parsed.proxy,
    },
  };
}

/**
 * Parses `http://host:port` or `http://user:password@host:port`. Empty text is not a proxy. TLS to the proxy itself is not
 * supported.
 */
export function parseEgressProxy(text: string): ParsedEgressProxy {
  if (text === '') return { ok: true, proxy: null };
  const url = URL.parse(text);
  const authorization = url === null ? undefined : formatAuthorization(url);
  if (
    url === null ||
    authorization === undefined ||
    url.protocol !== 'http:' ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.port === '0'
  ) {
    return {
      ok: false,
      problem: 'it must be http://host:port or http://user:password@host:port; other characters are percent-encoded.',
    };
  }
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  return { ok: true, proxy: { host, port: Number(url.port) || 80, authorization } };
}

/** Returns Basic credentials (RFC 7617): null when there are none, undefined when they cannot be sent. */
function formatAuthorization({ username, password }: URL): string | null | undefined {
  if (username === '' && password === '') return null;
  try {
    const user = decodeURIComponent(username);
    if (user.includes(':')) return undefined;
    return `Basic ${Buffer.from(`${user}:${decodeURIComponent(password)}`).toString('base64')}`;
  } catch {
    return undefined;
  }
}
