import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** One request, as an access log describes it. A field that the log does not have is null. */
export interface LogEntry {
  /** Time of the request, in milliseconds since the epoch. */
  readonly time: number | null;
  /** Client's address as logged, without a port. */
  readonly address: string | null;
  /** Host of the request in lower case, without a port. */
  readonly host: string | null;
  readonly method: string | null;
  /** Path with its query, percent-encoded as sent. */
  readonly target: string;
  /** HTTP status; 0 where the connection ended without a response. */
  readonly status: number;
  /** Bytes of the response; 0 where the log does not say. */
  readonly bytes: number;
  readonly referer: string | null;
  readonly userAgent: string | null;
}

/** A line that describes a request in a format without user agents, or that was cut before its user agent. */
export const NO_USER_AGENT = 'no user agent';

/** A line that describes what another line describes, too: a request between two servers of a CDN. */
export const NO_REQUEST = 'no request';

/** What a line describes; null for a line that is not of a format. */
export type ReadLine = LogEntry | typeof NO_USER_AGENT | typeof NO_REQUEST | null;

/** Reads one line of a log. Returns null for a line that is not an entry of this format. */
export type LineParser = (line: string) => ReadLine;

/** Chooses the client's address: of the connection and a list of forwarded ones, both as logged; '' or `-` for none. */
export type ClientChooser = (connection: string, forwarded: string) => string | null;

/** Returns whether the addresses that a machine forwarded are trusted, which is that many hops away from the server. */
export type TrustedHop = (address: string, hop: number) => boolean;

/** A format of access logs. */
export interface LogFormat {
  /** As `--log-format` takes it. */
  readonly name: string;
  /** Product or vendor, for people. */
  readonly title: string;
  /** Makes a parser. A parser may remember header lines, so each file needs its own. */
  readonly createParser: (chooseClient: ClientChooser) => LineParser;
}

/** Maximum number of characters read of a user agent, a referrer and a path. */
export const MAX_FIELD_LENGTH = 4_096;

/** Returns null for the ways in which logs write a missing value. */
export function presentText(text: string): string | null {
  return text === '' || text === '-' ? null : text.length > MAX_FIELD_LENGTH ? text.slice(0, MAX_FIELD_LENGTH) : text;
}

/** Parses a whole number; 0 for anything else. */
export function wholeNumber(text: string): number {
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
  }
  return Number.isSafeInteger(value) ? value : 0;
}

/** Maximum bytes counted of one response, 1 TiB: sums of forged sizes would be beyond what databases hold. */
const MAX_BYTES = 2 ** 40;

/** Parses the size of a response; 0 for anything but a whole number. */
export function byteCount(value: unknown): number {
  const bytes = typeof value === 'string' ? wholeNumber(value) : value;
  return typeof bytes === 'number' && Number.isInteger(bytes) && bytes > 0 ? Math.min(bytes, MAX_BYTES) : 0;
}

/** Removes the port of `host:port`, `[address]:port` and `address:port`; plain IPv6 addresses stay. */
export function withoutPort(text: string): string {
  if (text.startsWith('[')) {
    const end = text.indexOf(']');
    return end === -1 ? text : text.slice(1, end);
  }
  const colon = text.indexOf(':');
  return colon === -1 || text.indexOf(':', colon + 1) !== -1 ? text : text.slice(0, colon);
}

/** Path and query of a request target: of an absolute URL, what follows its host (RFC 9112 §3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/') || !/^[a-z]+:\/\//i.test(target)) return target;
  const path = target.indexOf('/', target.indexOf('://') + 3);
  return path === -1 ? '/' : target.slice(path);
}

/** Host of a request target in absolute form; null for any other. */
export function hostOfTarget(target: string): string | null {
  if (target.startsWith('/')) return null;
  const match = /^[a-z]+:\/\/([^/?#]*)/i.exec(target);
  return match?.[1] === undefined ? null : normalHost(match[1]);
}

/** A host in lower case, without a port, the dot at its end and a wildcard; null when missing. */
export function normalHost(text: string): string | null {
  const host = presentText(withoutPort(text));
  return host === null ? null : host.toLowerCase().replace(/^\*\.|\.$/g, '');
}

/** Returns whether a normal host is the name of a host, or an address. */
export function isHost(host: string): boolean {
  return host.length <= 253 && (/^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+$/.test(host) || isIP(host) !== 0);
}

/** Returns whether requests to a host are of a domain. A log without hosts, or with names of machines, is taken to be of the domain. */
export function isDomainHost(domain: string, host: string | null): boolean {
  if (host === null || !/[.:]/.test(host)) return true;
  return host === domain || host === `www.${domain}` || `www.${host}` === domain;
}

/**
 * Chooses the client's address. Forwarded addresses count only where the connection's own is missing or no public one, because
 * clients can send such header fields themselves; of a list, the one that is left without the private addresses of proxies at its
 * end. Null when it is unknown.
 */
export function clientAddress(connection: string, forwarded: string): string | null {
  const own = presentText(withoutPort(connection));
  if (forwarded === '' || forwarded === '-' || (own !== null && isPublic(own))) return own;
  const list = forwarded.split(',', MAX_FORWARDED).map((text) => withoutPort(text.trim()));
  while (list.length > 1 && !isPublic(list.at(-1) ?? '')) list.pop();
  return list.length === 1 ? presentText(list[0] ?? '') : null;
}

/**
 * Returns a function that chooses the client's address as the service does with `TRUST_PROXY`: the last forwarded address that a
 * trusted machine saw. The last address of a log that has only a list is taken for the connection's.
 */
export function trustedClient(isTrusted: TrustedHop): ClientChooser {
  return (connection, forwarded) => {
    const list = `${forwarded},${connection}`
      .split(',')
      .map((text) => presentText(withoutPort(text.trim())))
      .filter((address) => address !== null)
      .slice(-MAX_FORWARDED);
    let address = list.pop() ?? null;
    for (let hop = 0; address !== null && isTrusted(address, hop); hop++) {
      const next = list.pop();
      if (next === undefined || isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** Maximum number of forwarded addresses that are read. */
const MAX_FORWARDED = 20;

/** Returns whether an address is one of the public internet. */
export function isPublic(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast';
}

/** Copies a part of a line that is stored. Without a copy, it would keep the whole chunk of the log in memory. */
export function copyText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
