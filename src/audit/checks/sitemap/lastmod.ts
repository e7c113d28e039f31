import type { SitemapDocument } from '../../../site/sitemap/sitemap.ts';
import { sum } from '../../arithmetic.ts';

/** Why a sitemap's lastmod says nothing to a crawler. */
export type LastmodProblem = 'missing' | 'invalid' | 'identical' | 'future';

const DAY = 86_400_000;
/** Fewer entries than this may well have changed on one day. */
const LEAST_TO_COMPARE = 3;

/**
 * What is wrong with the lastmod values of a site's urlsets taken together: missing on most entries, more than a tenth
 * not W3C Datetimes, more than nine tenths the same (the time of a build), or later than the day after `now`.
 * @param now milliseconds since 1970
 * @returns null when nothing is, or when there is no entry
 */
export function lastmodProblem(urlsets: readonly SitemapDocument[], now: number): LastmodProblem | null {
  const entries = sum(urlsets.map(({ entryCount }) => entryCount));
  const present = sum(urlsets.map(({ lastmod }) => lastmod.present));
  const invalid = sum(urlsets.map(({ lastmod }) => lastmod.invalid));
  if (entries === 0) return null;
  if (present * 2 < entries) return 'missing';
  if (invalid * 10 > present) return 'invalid';
  if (urlsets.some(({ lastmod }) => lastmod.latest !== null && Date.parse(lastmod.latest) > now + DAY)) return 'future';
  if (present >= LEAST_TO_COMPARE && commonest(urlsets) * 10 > present * 9) return 'identical';
  return null;
}

/** How many entries have the value that most of them have; files with different commonest values are not one build. */
function commonest(urlsets: readonly SitemapDocument[]): number {
  const counts = new Map<string, number>();
  for (const { lastmod } of urlsets) {
    if (lastmod.commonest === null) continue;
    counts.set(lastmod.commonest, (counts.get(lastmod.commonest) ?? 0) + lastmod.commonestCount);
  }
  return Math.max(0, ...counts.values());
}
