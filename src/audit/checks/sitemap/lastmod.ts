import { pageDate } from '../../../site/page/page-date.ts';
import type { SitemapDocument } from '../../../site/sitemap/sitemap.ts';
import { formatCount } from '../../../values/format-count.ts';
import { sum } from '../../arithmetic.ts';
import { full, lost, NONE, notApplicable, type QuestionResult } from '../../check.ts';
import { fixAt } from '../../fixes/fix.ts';
import { proofAt } from '../../fixes/proof-commands.ts';
import { count } from '../../formatting.ts';
import { observe } from '../../observe.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { describeSitemap } from './sitemap-faults.ts';
import type { ReadSitemap } from './sitemap-reading.ts';

/** Reason why a sitemap's lastmod says nothing to a crawler. */
export type LastmodProblem = 'missing' | 'invalid' | 'identical' | 'future';

const DAY = 86_400_000;
/** Fewer entries than this may well have changed on one day. */
const LEAST_TO_COMPARE = 3;

/**
 * Returns what is wrong with the lastmod values of a site's urlsets taken together: missing on most entries, more than a tenth
 * not W3C Datetimes, more than nine tenths the same (the time of a build), as in files that together have most entries, or later than the
 * day after `now`.
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
  if (present >= LEAST_TO_COMPARE && areNearlyAll(urlsets)) return 'identical';
  return commonest(urlsets.filter(isOfOneBuild)) * 2 > present ? 'identical' : null;
}

/** Entries of a file from which it is compared by itself: a smaller one is a part of the others. */
const LEAST_OF_FILE = 10;

function isOfOneBuild(file: SitemapDocument): boolean {
  return file.lastmod.present >= LEAST_OF_FILE && areNearlyAll([file]);
}

/** Returns whether more than nine tenths of the dates are the same. */
function areNearlyAll(urlsets: readonly SitemapDocument[]): boolean {
  return commonest(urlsets) * 10 > 9 * sum(urlsets.map(({ lastmod }) => lastmod.present));
}

/** Counts the entries that have the commonest value. Files with different commonest values are not one build. */
function commonest(urlsets: readonly SitemapDocument[]): number {
  const counts = new Map<string, number>();
  for (const { lastmod } of urlsets) {
    if (lastmod.commonest === null) continue;
    counts.set(lastmod.commonest, (counts.get(lastmod.commonest) ?? 0) + lastmod.commonestCount);
  }
  return Math.max(0, ...counts.values());
}

const LASTMOD_PROBLEMS: Record<LastmodProblem, string> = {
  missing: 'The sitemap does not say when pages changed (lastmod).',
  invalid: 'Dates in the sitemap (lastmod) cannot be read.',
  identical: 'The sitemap gives nearly all pages the same date (lastmod).',
  future: 'A date in the sitemap (lastmod) is in the future.',
};

/** Returns the fault of the dates as a clause. */
export function lastmodFault(problem: LastmodProblem, urlsets: readonly SitemapDocument[]): string {
  const present = sum(urlsets.map(({ lastmod }) => lastmod.present));
  switch (problem) {
    case 'missing':
      return present === 0 ? 'no entry has a lastmod' : 'most entries have no lastmod';
    case 'invalid':
      return 'more than one lastmod in ten is not a W3C Datetime';
    case 'identical': {
      const values = new Set(urlsets.flatMap(({ lastmod }) => lastmod.commonest ?? []));
      const same = commonest(urlsets);
      const howMany =
        values.size === 1 && same === present
          ? `all ${formatCount(present)}`
          : areNearlyAll(urlsets)
            ? 'more than nine in ten'
            : 'most';
      return `${howMany} lastmod values are the same, as though every page changed when the site was built`;
    }
    case 'future':
      return 'a lastmod is in the future';
  }
}

/**
 * Judges the dates of the sitemaps.
 *
 * @param problem what is wrong with those of all urlsets together
 */
export function lastmodResult(
  problem: LastmodProblem | null,
  read: readonly ReadSitemap[],
  { home, samplePages, gatheredAt, origin }: Pick<SiteFacts, 'home' | 'samplePages' | 'gatheredAt' | 'origin'>,
): QuestionResult {
  const urlsets = read.filter(({ document }) => document.kind !== 'sitemapindex');
  const [first] = urlsets;
  if (first === undefined) return notApplicable('No list of pages was read.');
  const seenAs = ({ exchange, document: { entryCount, lastmod } }: ReadSitemap, text?: string | null) =>
    observe(exchange, { note: `${count(entryCount, 'entry', 'entries')}, ${lastmodWords(lastmod)}.`, text });
  if (problem === null) return full(...urlsets.map((one) => seenAs(one)));
  const wrong = urlsets.filter(({ document }) => lastmodProblem([document], gatheredAt) === problem);
  const observed = wrong.map((one) => {
    const { firstInvalid, commonest: same, latest } = one.document.lastmod;
    const future = latest?.replace('T00:00:00.000Z', '');
    return seenAs(one, { missing: null, invalid: firstInvalid, identical: same, future }[problem]);
  });
  const address = (wrong[0] ?? first).url;
  const isText = problem === 'missing' && wrong.every(({ document }) => document.kind === 'text');
  const fix = fixAt(
    'sitemap',
    isText
      ? 'Write the sitemap as XML: a text file has no place for dates. Give each entry a lastmod with the date on which the content of its page last changed, as YYYY-MM-DD, and leave it out where the date is not known.'
      : 'Give each entry the date on which the content of its page last changed, as YYYY-MM-DD. Leave lastmod out where the date is not known: do not invent one, and do not write the time of the build.',
    {
      snippet: 'lastmod',
      // Only the owner can know dates that no page says.
      ...([home, ...samplePages].every(({ facts }) => pageDate(facts) === null) && { ask: WHICH_DATES }),
      proof: proofAt(address, origin, {
        filter: `${unpacking(address)} | grep -o '<lastmod>[^<]*' | sort | uniq -c | sort -rn | head`,
        expect: 'different dates, none in the future',
      }),
    },
  );
  const documents = urlsets.map(({ document }) => document);
  const words = problem === 'identical' && !areNearlyAll(documents) ? OF_SOME_FILES : LASTMOD_PROBLEMS[problem];
  return lost(NONE, observed.length > 0 ? observed : read.map(describeSitemap), fix, words);
}

/** Where small files have other dates. */
const OF_SOME_FILES = 'Large sitemaps give nearly all of their pages the same date (lastmod).';

const WHICH_DATES =
  'When did the content of each page last change? No judged page says it. Where nobody knows, lastmod stays out, and its points are not earned.';

/** A date with a time and no time zone, which W3C Datetime requires. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

function lastmodWords({ present, invalid, firstInvalid, commonestCount }: SitemapDocument['lastmod']): string {
  if (present === 0) return 'none with a lastmod';
  const why = WITHOUT_ZONE.test(firstInvalid ?? '') ? ' (a time needs its time zone, such as Z or +01:00)' : '';
  const wrong = invalid === 0 ? '' : `, ${formatCount(invalid)} of them invalid${why}`;
  const same =
    present === 1
      ? ''
      : commonestCount === 1
        ? ', all different'
        : `, the most common value on ${formatCount(commonestCount)} of them`;
  return `${formatCount(present)} with a lastmod${wrong}${same}`;
}

/** Returns the part of a command that unpacks a sitemap whose name ends in .gz, even if it is not packed. */
export function unpacking(url: string): string {
  return /\.gz$/i.test(new URL(url).pathname) ? ' | gzip -dcf' : '';
}
