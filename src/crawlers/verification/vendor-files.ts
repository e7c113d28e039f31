import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { isRecord, parseJson } from '../../values/json.ts';
import type { Parsed } from '../../values/parsed.ts';
import { AddressSet, type IpRange, parseIpRange } from './address-set.ts';

/** `problem` is the end of a sentence, without any text of the file. */
export type ParsedIpRanges = Parsed<{ ranges: readonly IpRange[] }>;

const MAX_RANGES = 20_000;
/** Minimum length of a prefix of a range. No crawler uses a hundredth of the internet, so a file with wider ranges is wrong. */
const MIN_PREFIX = { 4: 8, 6: 19 };
const MAX_IPV4_ADDRESSES = 2 ** 25;

/** Members of a JSON object that contain a range. */
const RANGE_MEMBERS = ['ipv4Prefix', 'ipv6Prefix', 'ip_prefix', 'ipv6_prefix', 'ipPrefix', 'prefix', 'cidr', 'ip'];
const LISTS = /"(?:prefixes|ipv6_prefixes)"\s*:\s*\[/g;
const ENTITIES: Readonly<Record<string, string>> = { '&quot;': '"', '&#34;': '"', '&#x22;': '"', '&amp;': '&' };

/**
 * Parses the file in which a vendor publishes the addresses of its crawlers: JSON with lists named `prefixes`, the same inside
 * an HTML page, or a text with one range per line. Rejects a file that it cannot parse completely, because an incomplete list
 * proves nothing about other addresses.
 */
export function parseIpRanges(text: string): ParsedIpRanges {
  const body = text.trim();
  const entries =
    body.startsWith('{') || body.startsWith('[')
      ? fromJson(body)
      : body.startsWith('<')
        ? fromHtml(body)
        : fromLines(body);
  if (entries === null) return { ok: false, problem: 'it is not a list of address ranges' };
  if (entries.length === 0) return { ok: false, problem: 'it has no address range' };
  if (entries.length > MAX_RANGES) return { ok: false, problem: `it has more than ${MAX_RANGES} address ranges` };
  const ranges: IpRange[] = [];
  for (const entry of entries) {
    const range = parseIpRange(entry);
    if (range === null) return { ok: false, problem: 'one of its entries is not an address range' };
    if (range.prefix < MIN_PREFIX[range.version]) {
      return { ok: false, problem: `one of its address ranges is wider than /${MIN_PREFIX[range.version]}` };
    }
    ranges.push(range);
  }
  if (new AddressSet(ranges).ipv4Size > MAX_IPV4_ADDRESSES) {
    return { ok: false, problem: `it has more than ${MAX_IPV4_ADDRESSES} addresses` };
  }
  return { ok: true, ranges };
}

function fromJson(body: string): string[] | null {
  const json = parseJson(body);
  if (Array.isArray(json)) return readEntries(json);
  if (!isRecord(json)) return null;
  const lists = [json['prefixes'], json['ipv6_prefixes']].filter((list) => list !== undefined);
  return lists.length > 0 && lists.every(Array.isArray) ? readEntries(lists.flat()) : null;
}

/** Finds the lists of a page that shows them as JSON. Their entries contain no list, so each ends at the next bracket. */
function fromHtml(page: string): string[] | null {
  const text = page
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:quot|#34|#x22|amp);/gi, (entity) => ENTITIES[entity.toLowerCase()] ?? '');
  const entries: string[] = [];
  for (const match of text.matchAll(LISTS)) {
    const start = match.index + match[0].length - 1;
    const end = text.indexOf(']', start);
    const list = end < 0 ? null : parseJson(text.slice(start, end + 1));
    const found = Array.isArray(list) ? readEntries(list) : null;
    if (found === null) return null;
    for (const entry of found) entries.push(entry);
  }
  return entries.length === 0 ? null : entries;
}

function fromLines(body: string): string[] | null {
  const entries = body
    .split(/[\n\r,]+/)
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => line !== '');
  return entries.length > 0 && parseIpRange(entries[0] ?? '') === null ? null : entries;
}

/** Returns the ranges in a list as text; null when an entry has none. */
function readEntries(list: readonly unknown[]): string[] | null {
  const entries: string[] = [];
  for (const entry of list) {
    const found = typeof entry === 'string' ? [entry] : isRecord(entry) ? RANGE_MEMBERS.map((name) => entry[name]) : [];
    const texts = found.filter((value) => typeof value === 'string').map((value) => value.trim());
    if (texts.length === 0) return null;
    entries.push(...texts);
  }
  return entries;
}

/** A public key of an agent that signs its requests. */
export interface AgentKey {
  /** Identifiers: its thumbprint (RFC 7638, RFC 8037 appendix A.3), and the `kid` that its owner chose. */
  readonly names: readonly string[];
  readonly key: KeyObject;
  /** Seconds since 1970; null for no limit. */
  readonly notBefore: number | null;
  readonly expires: number | null;
}

/** Returns the URL of an agent's key directory (draft-meunier-webbotauth-httpsig-directory). @param agent a host */
export function keyDirectoryUrl(agent: string): string {
  return `https://${agent}/.well-known/http-message-signatures-directory`;
}

const MAX_KEYS = 100;
const MAX_KEY_NAME = 200;
/** A larger number is in milliseconds. */
const MAX_SECONDS = 1e11;

/** Parses the Ed25519 keys of a directory, a JSON Web Key Set (RFC 7517 §5). Ignores other keys; returns null for other files. */
export function parseKeyDirectory(text: string): readonly AgentKey[] | null {
  const directory = parseJson(text);
  const keys = isRecord(directory) ? directory['keys'] : null;
  if (!Array.isArray(keys)) return null;
  return keys.slice(0, MAX_KEYS).flatMap((jwk: unknown) => (isRecord(jwk) ? (readKey(jwk) ?? []) : []));
}

/** Formats keys as those of a directory that {@link parseKeyDirectory} reads. */
export function formatKeyDirectory(keys: readonly AgentKey[]): string {
  return JSON.stringify({
    keys: keys.map(({ names: [, kid], key, notBefore: nbf, expires: exp }) => ({
      ...{ ...key.export({ format: 'jwk' }), kid, nbf, exp },
    })),
  });
}

function readKey({ kty, crv, x, kid, nbf, exp }: Readonly<Record<string, unknown>>): AgentKey | null {
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return null;
  try {
    const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
    const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
    const names = typeof kid === 'string' && kid.length <= MAX_KEY_NAME ? [thumbprint, kid] : [thumbprint];
    return { names, key, notBefore: toSeconds(nbf), expires: toSeconds(exp) };
  } catch {
    return null;
  }
}

function toSeconds(time: unknown): number | null {
  if (typeof time !== 'number') return null;
  return time > MAX_SECONDS ? time / 1000 : time;
}
