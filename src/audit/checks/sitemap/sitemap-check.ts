import { isSameHost, pageKey } from '../../../site/page/page-url.ts';
import type { GatheredSitemap } from '../../../site/site.ts';
import { sum } from '../../arithmetic.ts';
import { type CheckResult, check, full, lost, NONE, notApplicable, type Observation } from '../../check.ts';
import { textCause } from '../../content/raw-html.ts';
import { type Cause, type Fix, fixAt } from '../../fixes/fix.ts';
import { curl, proofAt } from '../../fixes/proof-commands.ts';
import { WRONG_BASE, wrongBaseOfUrls } from '../../fixes/wrong-base.ts';
import { are, asClause, count, place, places, texts } from '../../formatting.ts';
import { isFileUrl, isOnePage, linkedPages, missingKeys } from '../../linked-pages.ts';
import { describeResponse, guardNotes, observe } from '../../observe.ts';
import { robotsAccess } from '../../robots-access.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { lastmodFault, lastmodProblem, lastmodResult, unpacking } from './lastmod.ts';
import { isClosed, listedNotes } from './listed-notes.ts';
import { coverageResult, measureCoverage } from './sitemap-coverage.ts';
import { definition, type QuestionId } from './sitemap-definition.ts';
import {
  commonCause,
  findSitemapFaults,
  malformedSeen,
  type SitemapFault,
  unreadableFault,
  validResult,
} from './sitemap-faults.ts';
import { holding, type ReadSitemap, readSitemaps, type SitemapReading } from './sitemap-reading.ts';
import { badInWords, judgeSample, type SampleFacts, urlsResult, workingInWords } from './sitemap-sample.ts';

/** Google: a sitemap may not be needed for "about 500 pages or fewer" that are linked. */
const SMALL_SITE_PAGES = 500;
/** Linked pages up to which a site does without a sitemap, if all were read. */
const KNOWN_WITHOUT = 25;

type Needed = SampleFacts & Pick<SiteFacts, 'otherPages' | 'gonePages' | 'softNotFound' | 'robots' | 'llms'>;

export const sitemap = check({
  ...definition,
  run: (site: Needed): CheckResult<QuestionId> => {
    const outcome = judgeSitemaps(site);
    const refused = guardNotes([...site.sitemaps.map(({ exchange }) => exchange), ...site.sitemapSample]);
    return {
      ...outcome,
      notes: texts(...(outcome.notes ?? []), ...refused, site.softNotFound.flagged && SOFT_NOT_FOUND),
    };
  },
});

const SOFT_NOT_FOUND =
  'Pages that do not exist are served like pages that do (a soft 404), and crawlers waste visits on them. Return 404 for them.';

function judgeSitemaps(site: Needed): CheckResult<QuestionId> {
  const reading = readSitemaps(site.sitemaps);
  switch (reading.outcome) {
    case 'read':
      return reading.urls === 0 ? ofUnseen(site, reading.read) : ofRead(site, reading);
    case 'empty': {
      const observed = reading.read.map(({ exchange, document: { malformed } }) =>
        malformed === undefined
          ? observe(exchange, { note: 'There is no URL in it.' })
          : malformedSeen(exchange, malformed),
      );
      return ofBroken(site, observed, reading.read);
    }
    case 'unreadable': {
      const observed = reading.unreadable.map((one) => unreadableFault(one, null).seen);
      return ofBroken(site, observed, reading.unreadable);
    }
    case 'unknown': {
      const why = `It is unknown whether there is a sitemap. ${describeResponse(reading.response.exchange)}`;
      return noneApplies(why, `The sitemap could not be judged. ${why}`);
    }
    case 'none':
      return isOnePage(site) ? ofOnePage(site) : ofNone(site, reading.response);
  }
}

function ofRead(site: Needed, reading: Extract<SitemapReading, { outcome: 'read' }>): CheckResult<QuestionId> {
  const { read, unreadable } = reading;
  const { home, samplePages, origin } = site;
  const deadNames = unreadable.filter(({ from }) => from === 'robots_txt');
  // A sitemap in a usual place helps crawlers that try it. Crawlers that read robots.txt find no sitemap.
  const isFoundElsewhere =
    site.sitemaps.some(({ from }) => from === 'robots_txt') && !read.some(({ from }) => from === 'robots_txt');
  const isNameDead = isFoundElsewhere && deadNames.length > 0;
  const faults = [
    ...unreadable.map((one) => unreadableFault(one, isNameDead ? (read[0]?.exchange.url ?? null) : null)),
    ...read.flatMap((one) => [...shutFault(one, site), ...findSitemapFaults(one, origin, [home, ...samplePages])]),
  ];
  const sample = judgeSample(site);
  const urlsets = read.flatMap(({ document }) => (document.kind === 'sitemapindex' ? [] : [document]));
  const dates = lastmodProblem(urlsets, site.gatheredAt);
  // A site of one page needs no sitemap, so its sitemap needs no dates.
  const problem = dates === 'missing' && isOnePage(site) ? null : dates;
  const coverage = measureCoverage(read, site);
  const valid = validResult(faults, isNameDead, read);
  const results =
    namesNoUrl(read, origin) && valid.fix !== null
      ? { valid: { ...valid, share: NONE }, ...withoutUrls(valid.observed, valid.fix, problem !== null) }
      : {
          valid,
          urls: urlsResult(sample, site),
          coverage: coverageResult(coverage, read, commonCause(faults)),
          lastmod: lastmodResult(problem, read, site),
        };
  const sampled = `of ${count(sample.counted, 'checked URL')} ${badInWords(sample)}`;
  const clauses = texts(
    ...faults.slice(0, 1).map(({ seen: { url, note } }) => `${place(url, origin)} is faulty (${asClause(note)})`),
    results.urls.fix !== null && sample.counted > 0 && sampled,
    results.coverage.fix !== null &&
      typeof coverage !== 'string' &&
      `${coverage.missing.length} of ${count(coverage.linked, 'linked page')} ${are(coverage.missing.length)} not listed`,
    problem !== null && lastmodFault(problem, urlsets),
  );
  const isMostlyBad = sample.bad.length * 2 > sample.counted;
  const reasons = texts(
    isNameDead && `robots.txt names ${places(deadNames, origin)}, and no sitemap can be read there.`,
    isMostlyBad && `Of ${count(sample.counted, 'checked URL')} of the sitemap ${badInWords(sample)}.`,
  );
  const works = sample.counted === 0 ? '' : `; ${workingInWords(sample)}`;
  return {
    results,
    failure: reasons.length === 0 ? null : reasons.join(' '),
    details: `The site has ${holding(reading, origin)}${clauses.length === 0 ? works : `, but ${clauses.join('; ')}`}.`,
    notes: notesOn(read, isFoundElsewhere, site),
  };
}

/** Judges an index whose sitemaps showed no URL. It is the site's fault if all are on another host, and otherwise unknown. */
function ofUnseen(site: Needed, read: readonly ReadSitemap[]): CheckResult<QuestionId> {
  const [index] = read;
  const named = read.flatMap(({ document }) => document.entries.map(({ url }) => url));
  if (index !== undefined && named.length === 0 && index.document.badLocs.count > 0) {
    const { count: relative, first } = index.document.badLocs;
    const note = `The ${count(relative, 'address', 'addresses')} of sitemaps in it ${are(relative)} not absolute, so crawlers find none of them.`;
    return ofBroken(site, [observe(index.exchange, { note, text: first })], read);
  }
  if (index === undefined || named.length === 0 || named.some((url) => isSameHost(url, site.origin))) {
    const why = `The sitemap index names ${count(named.length, 'sitemap')}, and this audit saw no URL in them.`;
    return noneApplies(why, `The sitemap could not be judged. ${why}`);
  }
  const note = `The ${count(named.length, 'sitemap')} that it names ${are(named.length)} on another host.`;
  const urls = named.map((url) => ({ url }));
  return ofBroken(
    site,
    [observe(index.exchange, { note, text: named[0] })],
    read,
    wrongBaseOfUrls(urls, [], site.origin),
  );
}

/** Returns the fault of a sitemap that robots.txt closes to search, while the home page is open. */
function shutFault({ url, exchange }: ReadSitemap, { robots, home, origin }: Needed): readonly SitemapFault[] {
  if (!url.startsWith(`${origin}/`) || !isClosed(robots, url) || isClosed(robots, home.url)) return [];
  const seen = observe(exchange, { note: 'robots.txt closes it to all core search crawlers.' });
  return [
    {
      seen,
      problem: 'robots.txt closes the sitemap to search crawlers.',
      change: 'Let search crawlers fetch the sitemap: remove the rule of robots.txt that closes it.',
      cause: null,
      isFatal: true,
    },
  ];
}

/**
 * Returns whether no entry of the sitemaps is a URL of this site, because all are relative or of another site: crawlers find no page
 * through them.
 */
function namesNoUrl(read: readonly ReadSitemap[], origin: string): boolean {
  const urlsets = read.filter(({ document }) => document.kind !== 'sitemapindex');
  const isFaulty = read.some(({ document: { badLocs, entries } }) => badLocs.count + entries.length > 0);
  return isFaulty && urlsets.every(({ document: { entries } }) => entries.every(({ url }) => !isSameHost(url, origin)));
}

/**
 * Returns the results about the pages of sitemaps that name no URL: nothing is earned.
 *
 * @param fix that of the faulty entries
 * @param areDatesFaulty the dates remain so when the entries are right
 */
function withoutUrls(
  observed: readonly Observation[],
  fix: Fix,
  areDatesFaulty: boolean,
): Pick<CheckResult<QuestionId>['results'], 'urls' | 'coverage' | 'lastmod'> {
  const result = lost(NONE, observed, { ...fix, proof: null }, 'Crawlers find no page of the site in the sitemap.');
  const lastmod = areDatesFaulty ? { ...result, awaits: fix.cause ?? 'sitemap' } : result;
  return { urls: result, coverage: result, lastmod };
}

function notesOn(read: readonly ReadSitemap[], isFoundElsewhere: boolean, site: Needed): string[] {
  const { origin } = site;
  const inUsualPlaces = read.filter(({ from }) => from === 'usual_place');
  const isForm = (url: string) => isSameHost(url, origin) && !url.startsWith(`${origin}/`);
  const named = site.sitemaps.find(({ from, url }) => from === 'robots_txt' && isForm(url));
  const what = named === undefined ? 'does not name it' : `names ${place(named.url, origin)}, which was not read`;
  return texts(
    read.every(({ document }) => ['text', 'rss', 'atom'].includes(document.kind)) &&
      'The sitemap is a feed or a text file, which search engines accept. A text file cannot say when a page changed; a urlset can.',
    isFoundElsewhere && `${places(inUsualPlaces, origin)} was found in a usual place, and robots.txt ${what}.`,
    !isFoundElsewhere &&
      robotsAccess(site.robots) === 'rules' &&
      !read.some(({ from }) => from === 'robots_txt') &&
      'robots.txt does not name the sitemap; a Sitemap line would.',
    fileNote(read, origin),
    fragmentNote(read),
    ...listedNotes(site),
    read.some(({ document: { truncated } }) => truncated === 'budget' || truncated === 'fault') &&
      'This audit did not read the whole file. What it did not read costs no points.',
  );
}

/** Notes entries that name a part of a page that another entry names. */
function fragmentNote(read: readonly ReadSitemap[]): string | false {
  const n = sum(read.map(({ document }) => document.fragmentCount ?? 0));
  const differ = n === 1 ? 'differs' : 'differ';
  return (
    n > 0 &&
    `${count(n, 'entry', 'entries')} of the sitemap ${differ} from another only after the #. To crawlers that is one page, and it counts once.`
  );
}

/** Notes entries that are files, not pages. They are not scored. */
function fileNote(read: readonly ReadSitemap[], origin: string): string | false {
  const pages = read.filter(({ document }) => document.kind !== 'sitemapindex');
  const urls = pages.flatMap(({ document }) => document.entries.map(({ url }) => url));
  const files = urls.filter(isFileUrl);
  const [first] = files;
  const what = files.length === 1 ? 'is a file and no page' : 'are files and no pages';
  return (
    first !== undefined &&
    `${files.length} of ${count(urls.length, 'entry', 'entries')} looked at ${what}, such as ${place(first, origin)}. A sitemap lists pages.`
  );
}

/**
 * @param observed why each cannot be used
 * @param base the wrong base of what they name, where there is one
 */
function ofBroken(
  site: Needed,
  observed: readonly Observation[],
  broken: readonly GatheredSitemap[],
  base: Cause | null = null,
): CheckResult<QuestionId> {
  const { home, samplePages, origin } = site;
  const named = places(broken, origin);
  // An index has entries, even if its children have none or cannot be read.
  const file = broken.find(({ document }) => document?.kind !== 'sitemapindex');
  const why = observed.slice(0, 1).map(({ note }) => ` (${asClause(note)})`);
  const isNamed = broken.some(({ from }) => from === 'robots_txt');
  const own = fixAt(
    'sitemap',
    `Make the sitemap return 200 with a urlset (or an index of sitemaps) that lists the site’s pages by their whole URLs.${isNamed ? ' Until it does, remove the Sitemap line that names it from robots.txt.' : ''}`,
    {
      cause: wrongBaseOfUrls(broken, [home, ...samplePages], origin) ?? 'sitemap',
      proof:
        file === undefined
          ? null
          : proofAt(file.url, origin, {
              filter: `${unpacking(file.url)} | grep -c '<loc>'`,
              expect: 'a number of 1 or more',
            }),
    },
  );
  const fix = base === null ? own : { ...WRONG_BASE, cause: base };
  const result = lost(NONE, observed, fix, 'Crawlers cannot read any page from the sitemap.');
  const later = { ...result, awaits: 'sitemap' as const };
  return {
    results: { valid: result, urls: later, coverage: later, lastmod: later },
    failure: `No URL can be read from ${named}.`,
    details: `No URL can be read from ${named}${why.join('')}, so crawlers find no pages through ${broken.length === 1 ? 'it' : 'them'}.`,
  };
}

function ofNone(site: Needed, response: GatheredSitemap | null): CheckResult<QuestionId> {
  const { home, samplePages, origin } = site;
  const missing = missingKeys(site).union(site.gonePages.keys);
  const linked = linkedPages({ home, samplePages, origin }).filter((url) => !missing.has(pageKey(url)));
  const fix = fixAt(
    'sitemap',
    'Let the site’s generator write a sitemap of the pages that may be indexed. Without a generator, the command citable sitemap writes one. Give the date of each page’s last change as lastmod where it is known. Name the sitemap in robots.txt only once it returns 200.',
    {
      lines: `Sitemap: ${origin}/sitemap.xml`,
      snippet: 'sitemap',
      cause: 'sitemap',
      proof: {
        command: `${curl(`${origin}/sitemap.xml`)} | grep -c '<loc>'`,
        expect: 'a number of 1 or more, at the name that the generator gives the file',
      },
    },
  );
  const seen =
    response === null
      ? observe(home.exchange, { note: 'No sitemap was found.' })
      : observe(response.exchange, {
          note:
            response.document === null ? describeResponse(response.exchange) : 'What is served here is not a sitemap.',
        });
  const valid = lost(NONE, [seen], fix, 'There is no sitemap.');
  // The proof of the first question is that of all.
  const absent = { ...valid, fix: { ...fix, proof: null } };
  const pages = count(linked.length, 'further page');
  const isRead = linked.length > 0 && linked.length <= KNOWN_WITHOUT && areAllRead(linked, site);
  const note = `There is no sitemap, but links lead to all ${count(linked.length, 'further known page')}, and this audit read them.`;
  const hidden = observe(home.exchange, { note: HIDDEN_LINKS });
  const found = !isRead
    ? absent
    : mayHideLinks(site)
      ? { ...absent, observed: [seen, hidden] }
      : full(observe(home.exchange, { note }));
  const read = `${count(1 + samplePages.length, 'page')} that ${samplePages.length === 0 ? 'was' : 'were'} read`;
  return {
    // A sitemap can be written at once. Whether the dates of all pages are known is another question.
    results: { valid, urls: found, coverage: found, lastmod: { ...absent, awaits: 'sitemap' } },
    failure:
      linked.length > SMALL_SITE_PAGES
        ? `There is no sitemap, and more than ${SMALL_SITE_PAGES} pages are linked.`
        : null,
    details: `No sitemap was found, neither through robots.txt nor in the usual places; ${pages} of this site ${are(linked.length)} linked from the ${read}.`,
  };
}

const HIDDEN_LINKS =
  'Scripts fill the home page or most pages, so there may be pages that no link in the HTML leads to.';

/** Returns whether scripts fill the home page or at least half of the pages, and so may make links that the HTML lacks. */
function mayHideLinks({ home, samplePages }: Pick<Needed, 'home' | 'samplePages'>): boolean {
  const pages = [home, ...samplePages];
  const shells = pages.filter((page) => textCause(page) === 'shell');
  return shells.includes(home) || 2 * shells.length >= pages.length;
}

/** Returns whether this audit read all these pages. */
function areAllRead(
  urls: readonly string[],
  { samplePages, noindexPages, excludedPages, otherPages = [] }: Needed,
): boolean {
  const pages = [...samplePages, ...noindexPages, ...excludedPages.map(({ page }) => page), ...otherPages];
  const read = new Set(pages.flatMap(({ url, exchange }) => [pageKey(url), pageKey(exchange.url)]));
  return urls.every((url) => read.has(pageKey(url)));
}

function ofOnePage({ home }: Needed): CheckResult<QuestionId> {
  const note = 'The site is one page as far as its HTML shows, so a sitemap has nothing to list.';
  const result = full(observe(home.exchange, { note }));
  return {
    results: { valid: result, urls: result, coverage: result, lastmod: result },
    details:
      'The site is one page, as far as its HTML, llms.txt and canonical show, and a site of one page needs no sitemap.',
  };
}

function noneApplies(why: string, details: string): CheckResult<QuestionId> {
  const result = notApplicable(why);
  return { results: { valid: result, urls: result, coverage: result, lastmod: result }, details };
}
