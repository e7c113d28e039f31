import { urlHash } from '../page/page-url.ts';
import type { SitemapDocument, SitemapEntry } from './sitemap.ts';
import { parseW3cDatetime } from './w3c-datetime.ts';

/** Entries that a {@link SitemapDocument} holds at most. */
export const KEPT_ENTRIES = 500;
/** Entries of the highest priority, then nearest to the root, then first in the file, that it holds beside these at most. */
export const PROMINENT_ENTRIES = 200;

/** sitemaps.org: a loc "must be less than 2,048 characters". */
const LOC_LENGTH = 2_048;
/** Characters of a lastmod that are kept; no W3C Datetime with a reasonable fraction has more. */
const LASTMOD_LENGTH = 64;
/** sitemaps.org: "Valid values range from 0.0 to 1.0", default 0.5. */
const PRIORITY = /^(?:0?\.\d{1,8}|0(?:\.\d{0,8})?|1(?:\.0{0,8})?)$/;
const DEFAULT_PRIORITY = 0.5;
/** Different lastmod values that are counted: more than a sitemap may have entries, so all of a sound one. */
const COUNTED_LASTMODS = 65_536;

type Tallied = Pick<SitemapDocument, 'entryCount' | 'entries' | 'prominent' | 'badLocs' | 'lastmod'>;

/** Sums up the entries of a sitemap as they come, in memory that does not grow with their number. */
export interface SitemapTally {
  /**
   * @param loc as written, trimmed
   * @param lastmod as written, trimmed; null when there is none
   * @param priority likewise
   */
  add(loc: string, lastmod: string | null, priority?: string | null): void;
  sum(): Tallied;
}

interface Kept extends SitemapEntry {
  readonly index: number;
  readonly hash: number;
  /** Segments of its path. */
  readonly depth: number;
}

export function createTally(): SitemapTally {
  const badLocs: { count: number; first: string | null } = { count: 0, first: null };
  const lastmods = createLastmodTally();
  const sample = createFirstOf(KEPT_ENTRIES, (a, b) => a.hash - b.hash || a.index - b.index);
  const prominent = createFirstOf(PROMINENT_ENTRIES, byProminence);
  let entryCount = 0;

  return {
    add(loc, lastmod, priority = null) {
      const index = entryCount;
      entryCount += 1;
      const date = lastmod === null ? null : lastmod.slice(0, LASTMOD_LENGTH);
      if (date !== null) lastmods.add(date);
      const url = loc.length < LOC_LENGTH && /^https?:\/\//i.test(loc) ? URL.parse(loc) : null;
      if (url === null) {
        badLocs.count += 1;
        badLocs.first ??= loc.slice(0, LOC_LENGTH);
        return;
      }
      const hash = urlHash(url.href);
      const depth = url.pathname.split('/').filter((segment) => segment !== '').length;
      const given = priority !== null && PRIORITY.test(priority) ? { priority: Number(priority) } : {};
      const entry = { index, hash, depth, url: url.href, lastmod: date, ...given };
      sample.add(entry);
      prominent.add(entry);
    },
    sum() {
      const entries = sample.inFileOrder();
      const known = new Set(entries.map(({ url }) => url));
      const others = prominent.inFileOrder().filter(({ url }) => !known.has(url));
      return {
        entryCount,
        entries: entries.map(asEntry),
        ...(others.length === 0 ? {} : { prominent: others.map(asEntry) }),
        badLocs: { ...badLocs },
        lastmod: lastmods.sum(),
      };
    },
  };
}

function byProminence(a: Kept, b: Kept): number {
  const priorityOf = (entry: Kept) => entry.priority ?? DEFAULT_PRIORITY;
  return priorityOf(b) - priorityOf(a) || a.depth - b.depth || a.index - b.index;
}

function asEntry({ url, lastmod, priority }: Kept): SitemapEntry {
  return { url, lastmod, ...(priority === undefined ? {} : { priority }) };
}

/** Keeps the first entries in an order, each URL once, in memory for twice as many. */
function createFirstOf(size: number, compare: (a: Kept, b: Kept) => number) {
  let kept: Kept[] = [];
  // Nothing that comes after it can be among the first any more.
  let last: Kept | undefined;
  const prune = (): void => {
    const first = new Map<string, Kept>();
    for (const entry of kept.sort(compare)) if (!first.has(entry.url)) first.set(entry.url, entry);
    kept = [...first.values()].slice(0, size);
    if (kept.length === size) last = kept.at(-1);
  };
  return {
    add(entry: Kept): void {
      if (last !== undefined && compare(entry, last) > 0) return;
      kept.push(entry);
      if (kept.length === 2 * size) prune();
    },
    inFileOrder(): readonly Kept[] {
      prune();
      return kept.toSorted((a, b) => a.index - b.index);
    },
  };
}

function createLastmodTally(): { add(value: string): void; sum(): SitemapDocument['lastmod'] } {
  const counts = new Map<string, number>();
  let present = 0;
  let invalid = 0;
  let firstInvalid: string | null = null;
  let latest: number | null = null;
  return {
    add(value) {
      present += 1;
      const count = counts.get(value);
      if (count !== undefined || counts.size < COUNTED_LASTMODS) counts.set(value, (count ?? 0) + 1);
      const time = parseW3cDatetime(value);
      if (time === null) {
        invalid += 1;
        firstInvalid ??= value;
      } else if (latest === null || time > latest) latest = time;
    },
    sum() {
      let commonest: string | null = null;
      let commonestCount = 0;
      for (const [value, count] of counts) if (count > commonestCount) [commonest, commonestCount] = [value, count];
      const latestText = latest === null ? null : new Date(latest).toISOString();
      return { present, invalid, firstInvalid, commonest, commonestCount, latest: latestText };
    },
  };
}
