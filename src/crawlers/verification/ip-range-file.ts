import { AddressSet, type IpRange, parseIpRange } from './address-set.ts';
import { isRecord, parseJson } from './vendor-json.ts';

export type ParsedIpRanges =
  | { readonly ok: true; readonly ranges: readonly IpRange[] }
  /** `problem` is what is wrong with it, without any of its words. */
  | { readonly ok: false; readonly problem: string };

const MAX_RANGES = 20_000;
/** No crawler has a hundredth of the internet: a file that says so is broken, or somebody else's. */
const SHORTEST_PREFIX = { 4: 8, 6: 19 };
const MAX_IPV4_ADDRESSES = 2 ** 25;

/** The members that vendors put a range into. */
const MEMBERS = ['ipv4Prefix', 'ipv6Prefix', 'ip_prefix', 'ipv6_prefix', 'ipPrefix', 'prefix', 'cidr', 'ip'];
const LISTS = /"(?:prefixes|ipv6_prefixes)"\s*:\s*\[/g;
const ENTITIES: Readonly<Record<string, string>> = { '&quot;': '"', '&#34;': '"', '&#x22;': '"', '&amp;': '&' };

/**
 * Reads the file in which a vendor publishes the addresses of its crawlers: JSON with lists named `prefixes`, the same
 * inside a page of HTML, or a text with a range on each line. All of it must be understood: of a list that is read in part,
 * nobody could say who is not in it.
 */
export function parseIpRanges(text: string): ParsedIpRanges {
  const body = text.trim();
  const entries =
    body.startsWith('{') || body.startsWith('[')
      ? fromJson(body)
      : body.startsWith('<')
        ? fromHtml(body)
        : fromLines(body);
  if (entries === null) return { ok: false, problem: 'it is no list of address ranges' };
  if (entries.length === 0) return { ok: false, problem: 'it has no address range' };
  if (entries.length > MAX_RANGES) return { ok: false, problem: `it has more than ${MAX_RANGES} address ranges` };
  const ranges: IpRange[] = [];
  for (const entry of entries) {
    const range = parseIpRange(entry);
    if (range === null) return { ok: false, problem: 'one of its entries is no address range' };
    if (range.prefix < SHORTEST_PREFIX[range.version]) {
      return { ok: false, problem: `one of its address ranges is wider than /${SHORTEST_PREFIX[range.version]}` };
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
  if (Array.isArray(json)) return entriesOf(json);
  if (!isRecord(json)) return null;
  const lists = [json['prefixes'], json['ipv6_prefixes']].filter((list) => list !== undefined);
  return lists.length > 0 && lists.every(Array.isArray) ? entriesOf(lists.flat()) : null;
}

/** The lists of a page that shows them as JSON. Their entries hold no list: each ends at the next bracket. */
function fromHtml(page: string): string[] | null {
  const text = page
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:quot|#34|#x22|amp);/gi, (entity) => ENTITIES[entity.toLowerCase()] ?? '');
  const entries: string[] = [];
  for (const match of text.matchAll(LISTS)) {
    const start = match.index + match[0].length - 1;
    const end = text.indexOf(']', start);
    const list = end < 0 ? null : parseJson(text.slice(start, end + 1));
    const found = Array.isArray(list) ? entriesOf(list) : null;
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

/** Null when an entry holds no range; the ranges themselves are not looked at. */
function entriesOf(list: readonly unknown[]): string[] | null {
  const entries: string[] = [];
  for (const entry of list) {
    const found = typeof entry === 'string' ? [entry] : isRecord(entry) ? MEMBERS.map((name) => entry[name]) : [];
    const texts = found.filter((value) => typeof value === 'string').map((value) => value.trim());
    if (texts.length === 0) return null;
    entries.push(...texts);
  }
  return entries;
}
