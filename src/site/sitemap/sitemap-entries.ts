import { parseUrl } from '../../values/web-url.ts';
import { urlHash, withoutFragment } from '../page/page-url.ts';
import { SAMPLED_ENTRIES, type SitemapDocument, type SitemapEntry } from './sitemap.ts';

/** Maximum number of entries outside the sample: those of the highest priority, then nearest to the root, then first in the file. */
export const PROMINENT_ENTRIES = 200;

/** sitemaps.org: a loc "must be less than 2,048 characters". */
const LOC_LENGTH = 2_048;
/** Characters of a lastmod that are stored; no W3C Datetime with a reasonable fraction has more. */
const LASTMOD_LENGTH = 64;
/** Length of a W3C Datetime up to its minute. A date alone is shorter. */
const MINUTE_LENGTH = 16;
/** sitemaps.org: "Valid values range from 0.0 to 1.0", default 0.5. */
const PRIORITY = /^(?:0?\.\d{1,8}|0(?:\.\d{0,8})?|1(?:\.0{0,8})?)$/;
const DEFAULT_PRIORITY = 0.5;
/** Maximum number of different lastmod values and pages counted: more than the entries that sitemaps.org allows. */
const COUNTED = 65_536;

type EntrySummary = Pick<
  SitemapDocument,
  'entryCount' | 'fragmentCount' | 'entries' | 'prominent' | 'badLocs' | 'lastmod'
>;

/** Summarises the entries of a sitemap as they are read, in memory that does not grow with their number. */
export interface EntryCollector {
  /**
   * @param loc as written, trimmed
   * @param lastmod as written, trimmed; null when there is none
   * @param priority as written, trimmed; null when there is none
   */
  add(loc: string, lastmod: string | null, priority?: string | null): void;
  summary(): EntrySummary;
}

interface IndexedEntry extends SitemapEntry {
  readonly index: number;
  readonly hash: number;
  /** Number of segments of its path. */
  readonly depth: number;
}

/** @param onUrl called with the URL of every entry, without its fragment */
export function createEntryCollector(onUrl: (url: string) => void = () => undefined): EntryCollector {
  const badLocs: { count: number; first: string | null } = { count: 0, first: null };
  const lastmods = createLastmodCollector();
  const sample = createTopEntries(SAMPLED_ENTRIES, (a, b) => a.hash - b.hash || a.index - b.index);
  const prominent = createTopEntries(PROMINENT_ENTRIES, byProminence);
  const fragments = createFragmentCollector();
  let entryCount = 0;

  return {
    add(loc, lastmod, priority = null) {
      const url = loc.length < LOC_LENGTH && /^https?:\/\//i.test(loc) ? parseUrl(loc) : null;
      const page = url === null ? '' : withoutFragment(url.href);
      const hash = urlHash(page);
      if (url !== null && fragments.isAnother(hash, url.hash !== '')) return;
      const index = entryCount;
      entryCount += 1;
      const date = lastmod === null ? null : lastmod.slice(0, LASTMOD_LENGTH);
      if (date !== null) lastmods.add(date);
      if (url === null) {
        badLocs.count += 1;
        badLocs.first ??= loc.slice(0, LOC_LENGTH);
        return;
      }
      onUrl(page);
      const depth = url.pathname.split('/').filter((segment) => segment !== '').length;
      const validPriority = priority !== null && PRIORITY.test(priority) ? { priority: Number(priority) } : {};
      const entry = { index, hash, depth, url: page, lastmod: date, ...validPriority };
      sample.add(entry);
      prominent.add(entry);
    },
    summary() {
      const entries = sample.inFileOrder();
      const known = new Set(entries.map(({ url }) => url));
      const others = prominent.inFileOrder().filter(({ url }) => !known.has(url));
      return {
        entryCount,
        ...(fragments.count === 0 ? {} : { fragmentCount: fragments.count }),
        entries: entries.map(asEntry),
        ...(others.length === 0 ? {} : { prominent: others.map(asEntry) }),
        badLocs: { ...badLocs },
        lastmod: lastmods.summary(),
      };
    },
  };
}

function byProminence(a: IndexedEntry, b: IndexedEntry): number {
  const toPriority = (entry: IndexedEntry) => entry.priority ?? DEFAULT_PRIORITY;
  return toPriority(b) - toPriority(a) || a.depth - b.depth || a.index - b.index;
}

function asEntry({ url, lastmod, priority }: IndexedEntry): SitemapEntry {
  return { url, lastmod, ...(priority === undefined ? {} : { priority }) };
}

/** Collects the first entries in an order, each URL once, in memory for twice as many. */
function createTopEntries(size: number, compare: (a: IndexedEntry, b: IndexedEntry) => number) {
  let entries: IndexedEntry[] = [];
  // An entry after this one cannot be among the first.
  let last: IndexedEntry | undefined;
  const prune = (): void => {
    const first = new Map<string, IndexedEntry>();
    for (const entry of entries.sort(compare)) if (!first.has(entry.url)) first.set(entry.url, entry);
    entries = [...first.values()].slice(0, size);
    if (entries.length === size) last = entries.at(-1);
  };
  return {
    add(entry: IndexedEntry): void {
      if (last !== undefined && compare(entry, last) > 0) return;
      entries.push(entry);
      if (entries.length === 2 * size) prune();
    },
    inFileOrder(): readonly IndexedEntry[] {
      prune();
      return entries.toSorted((a, b) => a.index - b.index);
    },
  };
}

/** Finds entries that name a page of an earlier entry with another fragment. Entries that are simply repeated are none. */
function createFragmentCollector() {
  /** Hashes of pages, and whether an entry named the page without a fragment. */
  const pages = new Map<number, boolean>();
  let count = 0;
  return {
    get count(): number {
      return count;
    },
    isAnother(hash: number, hasFragment: boolean): boolean {
      const known = pages.get(hash);
      if (known === undefined) {
        if (pages.size < COUNTED) pages.set(hash, !hasFragment);
        return false;
      }
      if (known && !hasFragment) return false;
      if (!hasFragment) pages.set(hash, true);
      count += 1;
      return true;
    },
  };
}

function createLastmodCollector(): { add(value: string): void; summary(): SitemapDocument['lastmod'] } {
  const counts = new Map<string, number>();
  let present = 0;
  let invalid = 0;
  let firstInvalid: string | null = null;
  let latest: number | null = null;
  return {
    add(value) {
      present += 1;
      const minute = value.slice(0, MINUTE_LENGTH);
      const count = counts.get(minute);
      if (count !== undefined || counts.size < COUNTED) counts.set(minute, (count ?? 0) + 1);
      const time = parseW3cDatetime(value);
      if (time === null) {
        invalid += 1;
        firstInvalid ??= value;
      } else if (latest === null || time > latest) latest = time;
    },
    summary() {
      let commonest: string | null = null;
      let commonestCount = 0;
      for (const [value, count] of counts) if (count > commonestCount) [commonest, commonestCount] = [value, count];
      const latestText = latest === null ? null : new Date(latest).toISOString();
      return { present, invalid, firstInvalid, commonest, commonestCount, latest: latestText };
    },
  };
}

const W3C_DATETIME =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?(?:Z|([+-])(\d{2}):(\d{2})))?)?)?$/;

/**
 * Parses a W3C Datetime (www.w3.org/TR/NOTE-datetime, which sitemaps.org and Atom refer to): a year, a month, a day, or a time
 * with its zone.
 *
 * @param text without surrounding white space
 * @returns the start of that year, month, day or minute in milliseconds since 1970 UTC, with fractions of a second to the
 *   millisecond; null for anything else, and for dates that the calendar does not have
 */
export function parseW3cDatetime(text: string): number | null {
  const match = W3C_DATETIME.exec(text);
  if (match === null) return null;
  const number = (group: number, missing = 0): number => Number(match[group] ?? missing);
  const [year, month, day] = [number(1), number(2, 1), number(3, 1)];
  const [hours, minutes, seconds] = [number(4), number(5), number(6)];
  const [zoneHours, zoneMinutes] = [number(9), number(10)];
  if (hours > 23 || minutes > 59 || seconds > 59 || zoneHours > 23 || zoneMinutes > 59) return null;

  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day or month that does not exist would have been carried over into the next.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const zone = (zoneHours * 60 + zoneMinutes) * (match[8] === '-' ? -1 : 1);
  return date.setUTCHours(hours, minutes - zone, seconds, Math.floor(number(7) * 1000));
}
