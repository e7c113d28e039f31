import type { SitemapDocument, SitemapEntry } from './sitemap.ts';
import { urlHash } from './url-hash.ts';
import { parseW3cDatetime } from './w3c-datetime.ts';

/** Entries that a {@link SitemapDocument} holds at most. */
export const KEPT_ENTRIES = 500;

/** sitemaps.org: a loc "must be less than 2,048 characters". */
const LOC_LENGTH = 2_048;
/** Characters of a lastmod that are kept; no W3C Datetime with a reasonable fraction has more. */
const LASTMOD_LENGTH = 64;
/** Different lastmod values that are counted: more than a sitemap may have entries, so all of a sound one. */
const COUNTED_LASTMODS = 65_536;

type Tallied = Pick<SitemapDocument, 'entryCount' | 'entries' | 'badLocs' | 'lastmod'>;

/** Sums up the entries of a sitemap as they come, in memory that does not grow with their number. */
export interface SitemapTally {
  /**
   * @param loc as written, trimmed
   * @param lastmod as written, trimmed; null when there is none
   */
  add(loc: string, lastmod: string | null): void;
  sum(): Tallied;
}

interface Kept extends SitemapEntry {
  readonly index: number;
  readonly hash: number;
}

export function createTally(): SitemapTally {
  const badLocs: { count: number; first: string | null } = { count: 0, first: null };
  const lastmods = createLastmodTally();
  let entryCount = 0;
  let kept: Kept[] = [];
  // Nothing with a greater hash can be among the kept ones any more.
  let greatest = Number.POSITIVE_INFINITY;

  const prune = (): void => {
    const first = new Map<string, Kept>();
    for (const entry of kept) if (!first.has(entry.url)) first.set(entry.url, entry);
    kept = [...first.values()].sort((a, b) => a.hash - b.hash || a.index - b.index).slice(0, KEPT_ENTRIES);
    if (kept.length === KEPT_ENTRIES) greatest = kept.at(-1)?.hash ?? greatest;
  };

  return {
    add(loc, lastmod) {
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
      if (hash > greatest) return;
      kept.push({ index, hash, url: url.href, lastmod: date });
      if (kept.length === 2 * KEPT_ENTRIES) prune();
    },
    sum() {
      prune();
      const entries = kept.toSorted((a, b) => a.index - b.index).map(({ url, lastmod }) => ({ url, lastmod }));
      return { entryCount, entries, badLocs: { ...badLocs }, lastmod: lastmods.sum() };
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
