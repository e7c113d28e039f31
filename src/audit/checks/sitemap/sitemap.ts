import { availability, type Exchange } from '../../../fetch/exchange.ts';
import type { GatheredSitemap } from '../../../site/site.ts';
import type { SitemapDocument } from '../../../site/sitemap/sitemap.ts';
import { sum } from '../../arithmetic.ts';
import {
  type CheckResult,
  check,
  type Failure,
  full,
  HALF,
  lost,
  NONE,
  notApplicable,
  type Observation,
  type QuestionResult,
  type Share,
} from '../../check.ts';
import { isNoindexForAll } from '../../eligibility.ts';
import type { Cause, Fix } from '../../fixes/fix.ts';
import { curl, proofAt } from '../../fixes/proof-commands.ts';
import { wrongBaseOfUrls } from '../../fixes/wrong-base.ts';
import { all, asClause, count, list, place } from '../../formatting.ts';
import { isFileUrl, isOnePage, linkedPages } from '../../linked-pages.ts';
import { describeResponse, guardNotes, observe } from '../../observe.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { definition, type QuestionId } from './definition.ts';
import { type LastmodProblem, lastmodProblem } from './lastmod.ts';
import { type Coverage, coverageOf } from './sitemap-coverage.ts';
import { faultsOf, malformedSeen, type SitemapFault, seenAs, unreadableFault } from './sitemap-faults.ts';
import { holding, type ReadSitemap, readSitemaps, type SitemapReading } from './sitemap-reading.ts';
import { badInWords, type JudgedSample, judgeSample } from './sitemap-sample.ts';

/** Google: a sitemap may not be needed for "about 500 pages or fewer" that are linked. */
const SMALL_SITE_PAGES = 500;
type Needed = Pick<
  SiteFacts,
  | 'sitemaps'
  | 'sitemapSample'
  | 'home'
  | 'samplePages'
  | 'noindexPages'
  | 'excludedPages'
  | 'unreadablePages'
  | 'softNotFound'
  | 'robots'
  | 'llms'
  | 'origin'
  | 'gatheredAt'
>;

export const sitemap = check({
  ...definition,
  needs: [
    'sitemaps',
    'sitemapSample',
    'home',
    'samplePages',
    'noindexPages',
    'excludedPages',
    'unreadablePages',
    'softNotFound',
    'robots',
    'llms',
    'origin',
    'gatheredAt',
  ],
  run: (site): CheckResult<QuestionId> => {
    const outcome = judgeSitemaps(site);
    const refused = guardNotes([...site.sitemaps.map(({ exchange }) => exchange), ...site.sitemapSample]);
    return {
      ...outcome,
      notes: [...outcome.notes, ...refused, ...(site.softNotFound.flagged ? [SOFT_NOT_FOUND] : [])],
    };
  },
});

const SOFT_NOT_FOUND =
  'Pages that do not exist are served like pages that do (a soft 404), and crawlers waste visits on them. Return 404 for them.';

function judgeSitemaps(site: Needed): CheckResult<QuestionId> {
  const reading = readSitemaps(site.sitemaps);
  switch (reading.outcome) {
    case 'read':
      return ofRead(site, reading);
    case 'empty':
      return ofBroken(
        site,
        reading.read.map(({ exchange, document: { malformed } }) =>
          malformed === undefined
            ? observe(exchange, { note: 'There is no URL in it.' })
            : malformedSeen(exchange, malformed),
        ),
        reading.read,
      );
    case 'unreadable':
      return ofBroken(
        site,
        reading.unreadable.map((one) => unreadableFault(one).seen),
        reading.unreadable,
      );
    case 'unknown':
      return notJudged(`Whether there is a sitemap could not be said. ${describeResponse(reading.response.exchange)}`);
    case 'none':
      return isOnePage(site) ? ofOnePage() : ofNone(site, reading.response);
  }
}

function ofRead(site: Needed, reading: Extract<SitemapReading, { outcome: 'read' }>): CheckResult<QuestionId> {
  const { read, unreadable } = reading;
  const deadNames = unreadable.filter(({ from }) => from === 'robots_txt');
  // A sitemap in a usual place helps crawlers that try it. Crawlers that read robots.txt find no sitemap.
  const isFoundElsewhere =
    site.sitemaps.some(({ from }) => from === 'robots_txt') && !read.some(({ from }) => from === 'robots_txt');
  const isNameDead = isFoundElsewhere && deadNames.length > 0;
  const pages = [site.home, ...site.samplePages].map(({ url }) => url);
  const faults = [...unreadable.map(unreadableFault), ...read.flatMap((one) => faultsOf(one, site.origin, pages))];
  const sample = judgeSample(site);
  const urlsets = read.flatMap(({ document }) => (document.kind === 'urlset' ? [document] : []));
  const problem = lastmodProblem(urlsets, site.gatheredAt);
  const coverage = coverageOf(read, site);
  const results = {
    valid: validResult(faults, isNameDead ? NONE : HALF, read),
    urls: urlsResult(sample, site),
    coverage: coverageResult(coverage, read, commonCause(faults)),
    lastmod: lastmodResult(problem, read, site),
  };
  const clauses = [
    ...faults.slice(0, 1).map(({ seen: { url, note } }) => `${place(url, site.origin)} is faulty (${asClause(note)})`),
    results.urls.fix === null ? null : `of ${count(sample.counted, 'sampled URL')} ${badInWords(sample)}`,
    results.coverage.fix === null || typeof coverage === 'string'
      ? null
      : `${coverage.missing.length} of ${count(coverage.linked, 'linked page')} ${coverage.missing.length === 1 ? 'is' : 'are'} not listed`,
    problem === null ? null : lastmodFault(problem, urlsets),
  ].filter((clause) => clause !== null);
  const isMostlyBad = sample.bad.length * 2 > sample.counted;
  return {
    results,
    failure: failureOf(isNameDead ? deadNames : [], isMostlyBad ? sample : null, site),
    gates: [],
    details:
      clauses.length === 0
        ? `The site has ${holding(reading, site.origin)}${sample.counted === 0 ? '' : `; ${answering(sample)} and may be indexed`}.`
        : `The site has ${holding(reading, site.origin)}, but ${clauses.join('; ')}.`,
    notes: notesOn(read, isFoundElsewhere, site),
  };
}

/**
 * Decides whether the check fails.
 *
 * @param deadNames sitemaps in robots.txt, when none of them can be read
 * @param badSample null unless more than half of it is bad
 */
function failureOf(
  deadNames: readonly GatheredSitemap[],
  badSample: JudgedSample | null,
  { origin }: Needed,
): Failure<QuestionId> | null {
  const reasons = [
    ...(deadNames.length === 0
      ? []
      : [
          `robots.txt names ${list(deadNames.map(({ url }) => place(url, origin)))}, and no sitemap can be read there.`,
        ]),
    ...(badSample === null
      ? []
      : [`Of ${count(badSample.counted, 'sampled URL')} of the sitemap ${badInWords(badSample)}.`]),
  ];
  if (reasons.length === 0) return null;
  const questions: readonly QuestionId[] = [
    ...(deadNames.length === 0 ? [] : (['valid'] as const)),
    ...(badSample === null ? [] : (['urls'] as const)),
  ];
  return { reason: reasons.join(' '), questions };
}

function answering({ counted, bad }: JudgedSample): string {
  if (bad.length === 0) return `${all(counted, 'sampled URL')} ${counted === 1 ? 'works' : 'work'}`;
  return `${counted - bad.length} of ${count(counted, 'sampled URL')} work`;
}

function validResult(faults: readonly SitemapFault[], share: Share, read: readonly ReadSitemap[]): QuestionResult {
  if (faults.length === 0) return full(...read.map(seenAs));
  const seen = faults.slice(0, 5).map((fault) => fault.seen);
  const result = lost(share, seen, {
    place: 'sitemap',
    instruction:
      'Fix what the evidence names: write well-formed XML, list absolute URLs of this site only, split files that are too large, and name in robots.txt and in the index only sitemaps that exist.',
    lines: null,
    ...causeOf(commonCause(faults)),
    proof: null,
  });
  const [first] = faults;
  if (share === NONE) return { ...result, problem: 'The sitemap that robots.txt names cannot be read.' };
  return first === undefined ? result : { ...result, problem: first.problem };
}

function urlsResult({ counted, bad }: JudgedSample, site: Needed): QuestionResult {
  if (counted === 0) return notApplicable('No URL of the sitemap could be judged.');
  const seen = bad.slice(0, 5).map((one) => one.seen);
  if (bad.length * 10 <= counted) return full(...seen, ...site.sitemapSample.map(seenInSample));
  return lost(bad.length * 2 <= counted ? HALF : NONE, seen, {
    place: 'sitemap',
    instruction:
      'List only final URLs of pages that return 200 and may be indexed. Remove redirects, missing pages and noindex pages.',
    lines: null,
    ...causeOf(whyAllAreBad(bad, site)),
    proof: null,
  });
}

/** Returns the cause that all bad URLs of the sample share; null when there is none. */
function whyAllAreBad(bad: JudgedSample['bad'], { home, samplePages, origin }: Needed): Cause | null {
  const pages = [home, ...samplePages];
  if (bad.every(({ because }) => because === 'noindex')) return pages.every(isNoindexForAll) ? 'noindex' : null;
  const known = pages.map(({ url }) => url);
  return wrongBaseOfUrls(
    bad.map(({ seen }) => seen.url),
    known,
    origin,
  );
}

function commonCause(faults: readonly SitemapFault[]): Cause | null {
  const [cause = null, ...others] = new Set(faults.map((fault) => fault.cause));
  return others.length > 0 ? null : cause;
}

/** Returns the wrong base, where enough of the missing pages are listed with it. */
function wrongBaseOfListed(
  cause: Cause | null,
  { linked, missing }: Coverage,
  read: readonly ReadSitemap[],
): Cause | null {
  if (cause === null || !cause.startsWith('base ')) return null;
  const base = cause.slice('base '.length);
  const listed = new Set(read.flatMap(({ document }) => document.entries.map(({ url }) => url)));
  const absent = missing.filter((url) => !listed.has(`${base}${url.slice(new URL(url).origin.length)}`));
  return absent.length * 5 <= linked ? cause : null;
}

function causeOf(cause: Cause | null | undefined): Pick<Fix, 'cause'> {
  return cause === null || cause === undefined ? {} : { cause };
}

function seenInSample(exchange: Exchange): Observation {
  return observe(exchange, { note: describeResponse(exchange) });
}

/**
 * Judges the coverage.
 *
 * @param fault cause that all faults of the sitemaps share
 */
function coverageResult(
  coverage: ReturnType<typeof coverageOf>,
  read: readonly ReadSitemap[],
  fault: Cause | null,
): QuestionResult {
  if (coverage === 'not_seen') return notApplicable('This audit did not see every entry of the sitemaps.');
  if (coverage === 'none_linked') return notApplicable('The judged pages link to no other page that may be indexed.');
  const { linked, missing } = coverage;
  const listed = linked - missing.length;
  const note = `${listed} of ${count(linked, 'linked page')} ${listed === 1 ? 'is' : 'are'} in the sitemap.`;
  if (missing.length * 5 <= linked) {
    return full(...read.slice(0, 1).map(({ exchange }) => observe(exchange, { note })));
  }
  const shown = missing.slice(0, 4).map((url) => {
    return observe({ finalUrl: url, status: null }, { note: 'It is linked, and no sitemap lists it.' });
  });
  const result = lost(
    missing.length * 2 <= linked ? HALF : NONE,
    [...read.slice(0, 1).map(({ exchange }) => observe(exchange, { note })), ...shown],
    {
      place: 'sitemap',
      instruction:
        'List every page that may be indexed in the sitemap, under its canonical URL. Correct links that lead to no page.',
      lines: null,
      ...causeOf(wrongBaseOfListed(fault, coverage, read)),
      proof: null,
    },
  );
  const verb = missing.length === 1 ? 'is' : 'are';
  return {
    ...result,
    problem: `${missing.length} of ${count(linked, 'linked page')} ${verb} missing from the sitemap.`,
  };
}

const LASTMOD_PROBLEMS: Record<LastmodProblem, string> = {
  missing: 'The sitemap does not say when pages changed (lastmod).',
  invalid: 'Dates in the sitemap (lastmod) cannot be read.',
  identical: 'The sitemap gives nearly all pages the same date (lastmod).',
  future: 'A date in the sitemap (lastmod) lies in the future.',
};

/** Returns the fault of the dates as a clause. */
function lastmodFault(problem: LastmodProblem, urlsets: readonly SitemapDocument[]): string {
  const present = sum(urlsets.map(({ lastmod }) => lastmod.present));
  switch (problem) {
    case 'missing':
      return present === 0 ? 'no entry has a lastmod' : 'most entries have no lastmod';
    case 'invalid':
      return 'more than one lastmod in ten is not a W3C Datetime';
    case 'identical': {
      const values = new Set(urlsets.flatMap(({ lastmod }) => lastmod.commonest ?? []));
      const same = sum(urlsets.map(({ lastmod }) => lastmod.commonestCount));
      const howMany = values.size === 1 && same === present ? `all ${present}` : 'more than nine in ten';
      return `${howMany} lastmod values are the same, as though every page changed when the site was built`;
    }
    case 'future':
      return 'a lastmod lies in the future';
  }
}

function lastmodResult(problem: LastmodProblem | null, read: readonly ReadSitemap[], site: Needed): QuestionResult {
  const urlsets = read.filter(({ document }) => document.kind === 'urlset');
  if (urlsets.length === 0) return notApplicable('No urlset was read.');
  if (problem === null) {
    return full(
      ...urlsets.map(({ exchange, document: { entryCount, lastmod } }) =>
        observe(exchange, { note: `${count(entryCount, 'entry', 'entries')}, ${lastmodWords(lastmod)}.` }),
      ),
    );
  }
  const wrong = urlsets.filter(({ document }) => lastmodProblem([document], site.gatheredAt) === problem);
  const observed = wrong.slice(0, 5).map(({ exchange, document: { lastmod, entryCount } }) => {
    const text = {
      missing: null,
      invalid: lastmod.firstInvalid,
      identical: lastmod.commonest,
      future: lastmod.latest,
    }[problem];
    const note = `${count(entryCount, 'entry', 'entries')}, ${lastmodWords(lastmod)}.`;
    return observe(exchange, text === null ? { note } : { note, text });
  });
  const address = [...wrong, ...urlsets][0]?.url ?? usualPlace(site);
  const result = lost(NONE, observed.length > 0 ? observed : read.slice(0, 5).map(seenAs), {
    place: 'sitemap',
    instruction:
      'Give each entry the date on which the content of its page last changed, as YYYY-MM-DD. Leave lastmod out where the date is not known: do not invent one, and do not write the time of the build.',
    lines: null,
    snippet: 'lastmod',
    proof: proofAt(address, site.origin, {
      filter: `${unpacking(address)} | grep -o '<lastmod>[^<]*' | sort | uniq -c | sort -rn | head`,
      expect: 'different dates, none in the future',
    }),
  });
  return { ...result, problem: LASTMOD_PROBLEMS[problem] };
}

/** Returns the part of a command that unpacks a sitemap whose name ends in .gz, even if it is not packed. */
function unpacking(url: string): string {
  return /\.gz$/i.test(new URL(url).pathname) ? ' | gzip -dcf' : '';
}

function usualPlace({ origin }: Needed): string {
  return `${origin}/sitemap.xml`;
}

function notesOn(read: readonly ReadSitemap[], isFoundElsewhere: boolean, site: Needed): string[] {
  const { origin } = site;
  const isFeedOnly = read.every(({ document }) => ['text', 'rss', 'atom'].includes(document.kind));
  const unread = read.some(({ document }) => document.truncated === 'budget');
  return [
    ...(isFeedOnly
      ? ['The sitemap is a feed or a text file, which search engines accept; a urlset can say when each page changed.']
      : []),
    ...(read.some(({ from }) => from === 'robots_txt')
      ? []
      : isFoundElsewhere
        ? [
            `${list(read.filter(({ from }) => from === 'usual_place').map(({ url }) => place(url, origin)))} was found in a usual place, and robots.txt does not name it.`,
          ]
        : ['robots.txt does not name the sitemap; a Sitemap line would.']),
    ...fileNotes(read, origin),
    ...goneNotes(read, site),
    ...(unread ? ['This audit did not read the whole file. What it did not read costs no points.'] : []),
  ];
}

/** Names listed pages that were fetched for other checks and not found. They are outside the scored sample. */
function goneNotes(read: readonly ReadSitemap[], { unreadablePages, sitemapSample, origin }: Needed): string[] {
  const listed = new Set(read.flatMap(({ document }) => document.entries.map(({ url }) => url)));
  const sampled = new Set(sitemapSample.map(({ url }) => url));
  const gone = unreadablePages.filter(
    (one) => availability(one) === 'absent' && listed.has(one.url) && !sampled.has(one.url),
  );
  if (gone.length === 0) return [];
  const places = gone.map(({ url, status }) => `${place(url, origin)} (${status})`);
  return [
    `Listed in the sitemap, and not found when this audit fetched ${gone.length === 1 ? 'it' : 'them'}: ${list(places)}.`,
  ];
}

/** Notes entries that are files, not pages. They are not scored. */
function fileNotes(read: readonly ReadSitemap[], origin: string): string[] {
  const urls = read.flatMap(({ document }) =>
    document.kind === 'sitemapindex' ? [] : document.entries.map(({ url }) => url),
  );
  const files = urls.filter(isFileUrl);
  const [first] = files;
  if (first === undefined) return [];
  return [
    `${files.length} of ${count(urls.length, 'entry', 'entries')} looked at ${files.length === 1 ? 'is a file and no page' : 'are files and no pages'}, such as ${place(first, origin)}. A sitemap lists pages.`,
  ];
}

/** @param observed why each cannot be used */
function ofBroken(
  site: Needed,
  observed: readonly Observation[],
  broken: readonly GatheredSitemap[],
): CheckResult<QuestionId> {
  const named = list(broken.map((one) => place(one.url, site.origin)));
  // An index has entries, even where its children have none.
  const address =
    (broken.find(({ document }) => document?.kind !== 'sitemapindex') ?? broken[0])?.url ?? usualPlace(site);
  const pages = [site.home, ...site.samplePages].map(({ url }) => url);
  const base = wrongBaseOfUrls(
    broken.map(({ url }) => url),
    pages,
    site.origin,
  );
  const why = observed.slice(0, 1).map(({ note }) => ` (${asClause(note)})`);
  const unread = lost(NONE, observed.slice(0, 5), {
    place: 'sitemap',
    instruction:
      'Make the sitemap return 200 with a urlset (or an index of sitemaps) that lists the site’s pages. Until it does, remove the Sitemap line that names it from robots.txt.',
    lines: null,
    cause: base ?? 'sitemap',
    // An index has entries even if its children cannot be read.
    proof: broken.every(({ document }) => document?.kind === 'sitemapindex')
      ? null
      : proofAt(address, site.origin, {
          filter: `${unpacking(address)} | grep -c '<loc>'`,
          expect: 'a number of 1 or more',
        }),
  });
  const result: QuestionResult = { ...unread, problem: 'Crawlers cannot read any page from the sitemap.' };
  const later: QuestionResult = { ...result, awaits: 'sitemap' };
  return {
    results: { valid: result, urls: later, coverage: later, lastmod: later },
    failure: { reason: `No URL can be read from ${named}.`, questions: ['valid', 'urls', 'coverage', 'lastmod'] },
    gates: [],
    details: `No URL can be read from ${named}${why.join('')}, so crawlers learn of no page through ${broken.length === 1 ? 'it' : 'them'}.`,
    notes: [],
  };
}

function ofNone(site: Needed, response: GatheredSitemap | null): CheckResult<QuestionId> {
  const linked = linkedPages(site).length;
  const isLarge = linked > SMALL_SITE_PAGES;
  const fix: Fix = {
    place: 'sitemap',
    instruction:
      'Let the site’s generator write a sitemap of the pages that may be indexed. Give the date of each page’s last change as lastmod where it is known. Name the sitemap in robots.txt once it returns 200: a Sitemap line that leads to no file is worse than no line.',
    lines: `Sitemap: ${site.origin}/sitemap.xml`,
    snippet: 'sitemap',
    cause: 'sitemap',
    proof: {
      command: `${curl(usualPlace(site))} | grep -c '<loc>'`,
      expect: 'a number of 1 or more, at the name that the generator gives the file',
    },
  };
  const seen =
    response === null
      ? observe(site.home.exchange, { note: 'No sitemap was found.' })
      : observe(response.exchange, {
          note:
            response.document === null ? describeResponse(response.exchange) : 'What is served here is not a sitemap.',
        });
  const valid: QuestionResult = { ...lost(NONE, [seen], fix), problem: 'There is no sitemap.' };
  const pages = count(linked, 'page');
  const others: QuestionResult =
    linked > 0 && !isLarge
      ? full(
          observe(site.home.exchange, {
            note: `There is no sitemap. The site is small, and links lead to ${pages}, so only the first question loses points.`,
          }),
        )
      : { ...valid, awaits: 'sitemap' };
  const linkedSentence = `${pages} of this site ${linked === 1 ? 'is' : 'are'} linked from the ${count(1 + site.samplePages.length, 'page')} that ${site.samplePages.length === 0 ? 'was' : 'were'} read`;
  return {
    results: { valid, urls: others, coverage: others, lastmod: { ...others, awaits: 'sitemap' } },
    failure: isLarge
      ? {
          reason: `There is no sitemap, and more than ${SMALL_SITE_PAGES} pages are linked.`,
          questions: ['valid', 'urls', 'coverage', 'lastmod'],
        }
      : null,
    gates: [],
    details: `No sitemap was found, neither through robots.txt nor in the usual places; ${linkedSentence}.`,
    notes: [],
  };
}

function ofOnePage(): CheckResult<QuestionId> {
  return {
    ...noneApplies('The site is one page as far as its HTML shows, so there is nothing for a sitemap to list.'),
    details:
      'The site is one page, as far as its HTML, llms.txt and canonical show, and a site of one page needs no sitemap.',
  };
}

function notJudged(why: string): CheckResult<QuestionId> {
  return { ...noneApplies(why), details: `The sitemap could not be judged. ${why}` };
}

function noneApplies(why: string): CheckResult<QuestionId> {
  const result = notApplicable(why);
  return {
    results: { valid: result, urls: result, coverage: result, lastmod: result },
    failure: null,
    gates: [],
    details: why,
    notes: [],
  };
}

function lastmodWords({ present, invalid, commonestCount }: SitemapDocument['lastmod']): string {
  if (present === 0) return 'none with a lastmod';
  return `${present} with a lastmod${invalid === 0 ? '' : `, ${invalid} of them invalid`}, the commonest value on ${commonestCount}`;
}
