import { availability, type Exchange } from '../../../fetch/exchange.ts';
import type { ShellMarker } from '../../../site/page/page-facts.ts';
import { isSecondaryPath } from '../../../site/page/page-kind.ts';
import { pageKey } from '../../../site/page/page-url.ts';
import { textSize } from '../../../site/page/words.ts';
import { mediaType } from '../../../site/read-response.ts';
import { sum } from '../../arithmetic.ts';
import {
  type CheckResult,
  check,
  full,
  type GateCause,
  HALF,
  lost,
  NONE,
  notApplicable,
  type Observation,
  type PageResult,
  type QuestionResult,
  type Share,
} from '../../check.ts';
import { amountOfText, isTruncated, truncationNotes } from '../../content/page-text.ts';
import {
  ENOUGH_WORDS,
  type Fault,
  findTextCause,
  isScripted,
  isShell,
  LEAST_WORDS,
  type RawHtml,
  READ_BYTES,
  readRawHtml,
} from '../../content/raw-html.ts';
import { type Fix, fixAt } from '../../fixes/fix.ts';
import { curl, html } from '../../fixes/proof-commands.ts';
import { all, are, asClause, capital, count, list, place, places, texts } from '../../formatting.ts';
import { isOnePage, type LinkFacts, linksToOtherPages, missingKeys } from '../../linked-pages.ts';
import { describeResponse, guardNotes, observe } from '../../observe.ts';
import { openFix } from '../../robots-access.ts';
import { shutProblem, shutResults } from '../../shut-pages.ts';
import { isSecondary, type Page, type ProbeFacts, type SiteFacts } from '../../site-facts.ts';
import { definition, type QuestionId } from './content-without-js-definition.ts';
import { FAULTS } from './fault-texts.ts';
import { CORRECT_LINKS, strandedLinks } from './links-elsewhere.ts';

/** Points of a page in halves. */
const HALVES = { full: 2, half: 1, none: 0 } as const;

/** Faults that rest on a sign of scripts, or on an empty container. */
const MARKED: readonly Fault[] = ['shell', 'thin_shell', 'empty'];

/** Faults that a browser does not show, because it runs scripts. */
const SCRIPTED: readonly Fault[] = ['shell', 'text_hidden', 'text_streamed', 'thin_shell'];

const MARKS: Readonly<Record<ShellMarker['kind'], string>> = {
  empty_root: 'an empty root element',
  empty_container: 'an empty container',
  bare_container: 'an empty container',
  placeholder: 'a placeholder instead of content',
  enable_javascript: 'a request to enable JavaScript',
  scripts_without_text: 'scripts that build the page, and no block of text',
  inline_data: 'the text is data in a script',
};

type Facts = LinkFacts & Pick<SiteFacts, 'probes' | 'unread' | 'robots' | 'excludedPages'>;

export const contentWithoutJs = check({
  ...definition,
  isAbout: (id, { home }) =>
    id === 'home' ? (url) => isPage(url, home) : id === 'further' ? (url) => !isPage(url, home) : undefined,
  run: (site: Facts): CheckResult<QuestionId> => {
    const { home, samplePages, noindexPages, unreadablePages, unread, probes, origin } = site;
    const { home: first, further: read } = readRawHtml(home, samplePages);
    const isHomeShut = unread.shut.some(({ url }) => isPage(url, home));
    const shut = unread.shut.length - Number(isHomeShut);
    const further = read.filter(({ page }) => !unread.shut.some(({ url }) => isPage(url, page)));
    const stranded = strandedLinks(site);
    const isUnreachable = stranded?.isSiteWide === true && further.length === 0 && shut === 0;
    return {
      results: {
        home: ofHome(first, further),
        further:
          further.length > 0
            ? ofFurther(further)
            : shut > 0
              ? allShut(site)
              : isUnreachable
                ? unreachable(stranded.result)
                : (allGone(site) ?? withoutFurther(first, countUnread(site), noindexPages.length)),
        links: stranded?.result ?? ofLinks(site),
      },
      failure: isHomeShut
        ? 'robots.txt shuts the home page for all AI search crawlers.'
        : (describeFailure(first, further, shut) ??
          (isUnreachable ? 'No link of the home page leads to a page that was found.' : null)),
      gates: findGates(first, isHomeShut, further, shut),
      details: describe(first, further, origin),
      notes: [
        ...notesOn([first, ...further], unreadablePages, origin),
        ...guardNotes(unreadablePages),
        ...truncationNotes([home, ...samplePages], origin),
        ...renderedFor(probes, first),
      ],
    };
  },
});

/** @param further their faults belong to the same change, where they have the same cause */
function ofHome(reading: RawHtml, further: readonly RawHtml[]): QuestionResult {
  const seen = observeReading(reading);
  if (reading.earns === 'full') return { ...full(seen), pages: pageResults([reading]) };
  const problem = `The home page ${describeProblem(reading, 'ofOne')}.`;
  const [worst, ...short] = byFault(further);
  const cause = findTextCause(reading);
  const isOneChange = worst !== undefined && cause !== null && findTextCause(worst) === cause;
  const fix = joinFixes(isOneChange ? [reading, worst, ...short] : [reading], reading);
  return { ...lost(toShare([reading]), [seen], fix, problem), pages: pageResults([reading]) };
}

/** Returns the results of the pages by themselves. */
function pageResults(readings: readonly RawHtml[]): readonly PageResult[] {
  return readings.map((reading) => ({
    passes: reading.earns === 'full',
    earns: { earned: HALVES[reading.earns], of: HALVES.full },
    seen: observeReading(reading),
  }));
}

/** The problem names the fault that costs the most points. */
function ofFurther(readings: readonly RawHtml[]): QuestionResult {
  const short = byFault(readings);
  const lostIn = (pages: readonly RawHtml[]) => pages.reduce((sum, { earns }) => sum + HALVES.full - HALVES[earns], 0);
  const [same = []] = [...Map.groupBy(short, ({ faults: [fault] }) => fault).values()].sort(
    (one, other) => lostIn(other) - lostIn(one),
  );
  const [first] = same;
  if (first === undefined) return { ...full(...readings.map(observeReading)), pages: pageResults(readings) };
  const lack = describeProblem(first, same.length === 1 ? 'ofOne' : 'ofSeveral');
  const what = same.length === short.length ? lack : `fall short: ${same.length} ${lack}`;
  const which =
    readings.length === 1
      ? 'The one judged page beside the home page'
      : `${short.length} of ${count(readings.length, 'further page')}`;
  const problem = `${which} ${what}.`;
  const result = lost(toShare(readings), short.map(observeReading), joinFixes(short, first), problem);
  return { ...result, pages: pageResults(readings) };
}

/** Returns the pages that lack text, those that earn the least first. */
function byFault(readings: readonly RawHtml[]): readonly RawHtml[] {
  return readings.filter(({ earns }) => earns !== 'full').sort((a, b) => HALVES[a.earns] - HALVES[b.earns]);
}

/**
 * Judges a site without further pages to judge. Where scripts make the links of the home page too, the further pages are
 * judged as it is.
 *
 * @param unread number of further pages that could not be read
 * @param setAside number of pages that were read and may be excluded from indexes, such as legal pages
 */
function withoutFurther(home: RawHtml, unread: number, setAside: number): QuestionResult {
  if (home.earns !== 'full' && unread === 0 && isScripted(home)) {
    const note = 'Its HTML links to no further page, so further pages are judged as the home page is.';
    const seen = observe(home.page.exchange, { note });
    return lost(toShare([home]), [seen], joinFixes([home], home), NO_WAY);
  }
  return notApplicable(
    unread > 0
      ? `The audit could not read ${unread === 1 ? 'the further page' : `any of the ${unread} further pages`} that it chose.`
      : setAside > 0
        ? `${capital(all(setAside, 'further page'))} that this audit read ${are(setAside)} noindex, as such pages may be.`
        : 'No further page of the site is known.',
  );
}

/** The result where the home page links to further pages, and none of the links leads to a page that was found. */
function unreachable({ observed, fix }: QuestionResult): QuestionResult {
  const result = { share: NONE, notApplicable: null, observed, fix, problem: NO_WAY };
  return { ...result, awaits: fix?.cause ?? 'links' };
}

const NO_WAY = 'Crawlers find no further pages from the home page.';

/** The result where robots.txt shuts all further pages. */
function allShut({ home, unread, robots, origin }: Facts): QuestionResult {
  const pages = shutResults(unread.shut.filter(({ url }) => !isPage(url, home)));
  const observed = pages.map(({ seen }) => seen);
  return { ...lost(NONE, observed, openFix({ robots, origin }), shutProblem(unread)), reaches: NONE, pages };
}

/** Returns the result where all further pages that were chosen are missing; null where one may exist. */
function allGone(site: Facts): QuestionResult | null {
  const { unreadablePages } = site;
  if (unreadablePages.length === 0 || missingKeys(site).size < countUnread(site)) return null;
  const observed = unreadablePages.map((exchange) => observe(exchange, { note: `It returns ${exchange.status}.` }));
  const fix = fixAt('page_template', 'Correct the links and the sitemap that lead to missing pages (404).');
  const problem = `${capital(all(observed.length, 'further page'))} that the site names ${are(observed.length)} missing.`;
  const pages = observed.map((seen) => ({ passes: false, seen }));
  return { ...lost(NONE, observed, fix, problem), pages };
}

/** Returns the number of further pages that were chosen and could not be read. */
function countUnread({ unreadablePages, unread: { closedToCitable, leftOut } }: Facts): number {
  return unreadablePages.length + closedToCitable.length + leftOut.length;
}

function toShare(readings: readonly RawHtml[]): Share {
  return { earned: sum(readings.map(({ earns }) => HALVES[earns])), of: 2 * readings.length };
}

/** Returns what is wrong with a page, or with several that have the same fault. */
function describeProblem({ faults: [fault] }: RawHtml, form: 'ofOne' | 'ofSeveral'): string {
  return fault === undefined ? '' : FAULTS[fault][form];
}

function ofLinks(site: LinkFacts): QuestionResult {
  const { home } = site;
  const { hashRoutes } = home.facts.shell;
  const links = linksToOtherPages(home);
  const others = links.length;
  const missing = missingKeys(site);
  const dead = links.filter((url) => missing.has(pageKey(url))).length;
  const seen = observe(home.exchange, {
    note: `${count(others, 'link')} to other pages of the site${dead === 0 ? '' : `, at least ${dead} of them to missing pages`}${hashRoutes === 0 ? '' : `, ${hashRoutes} to #/ routes`}.`,
  });
  if (2 * dead > others) {
    const problem = 'Most links of the home page lead to missing pages.';
    return lost(HALF, [seen], CORRECT_LINKS, problem);
  }
  if ((others > 0 && hashRoutes <= others) || isTruncated(home.facts, 'links')) return full(seen);
  if (others === 0 && isOnePage(site)) {
    return notApplicable('The site is one page: its links, its canonical, the sitemaps and llms.txt name no other.');
  }
  const fix = fixAt(
    hashRoutes > 0 && isShell(home) ? 'rendering' : 'page_template',
    hashRoutes > 0
      ? 'Give every page a path instead of a #/ route (history routing), serve its HTML there, and link to these paths.'
      : 'Put the navigation into the HTML of each page, as a elements with an href: crawlers follow no links that a script loads, no buttons, no options of a select and no areas of an image map.',
    {
      proof: {
        command: `${html(home.url)} | grep -oiE '<a [^>]*href=[^ >]*'`,
        expect: 'links to the paths of other pages, not to # or #/',
      },
    },
  );
  return others === 0
    ? lost(NONE, [seen], fix)
    : lost(HALF, [seen], fix, 'Most links of the home page lead where crawlers do not follow (#/).');
}

function observeReading(reading: RawHtml): Observation {
  const { page, faults } = reading;
  const amount = capital(textAmount(reading));
  const [marker] = page.facts.shell.markers;
  if (marker === undefined || !faults.some((fault) => MARKED.includes(fault)))
    return observe(page.exchange, { note: `${amount}.` });
  const { kind, line, text } = marker;
  const mark = faults.includes('empty') ? '' : ` (${MARKS[kind]})`;
  return observe(page.exchange, { note: `${amount}${mark}.`, line, text });
}

/** Returns the size and faults of a page as the end of a sentence: `26 words of main text in the HTML: it has little text; 124 more words would earn all points`. */
function textAmount({ page, text, faults }: RawHtml): string {
  const { fillerWords } = page.facts;
  const uncounted = texts(
    text.repeatedWords > 0 && `${text.repeatedWords} in text that other judged pages have too`,
    text.secondWords > 0 && `${text.secondWords} in text that it has before`,
    fillerWords > 0 && `${fillerWords} in filler`,
  );
  const isCause = !faults.some((fault) => MARKED.includes(fault)) || text.repeatedWords + fillerWords >= LEAST_WORDS;
  const without = faults.length > 0 && isCause && uncounted.length > 0 ? `, ${list(uncounted)}` : '';
  const why = faults.length === 0 ? '' : `: ${list(faults.map((fault) => FAULTS[fault].note))}`;
  // One word more or less decides on half of the points.
  const missing = ENOUGH_WORDS - textSize(text);
  const more =
    faults.join() === 'little_text' && missing > 0 ? `; ${count(missing, 'more word')} would earn all points` : '';
  const all = without === '' ? page.facts : { ...page.facts, words: page.facts.words + fillerWords };
  return `${amountOfText(all)} of main text in the HTML${without}${why}${more}`;
}

/** Returns the fix for all faults of these pages, at the place of the one that most of them have, of several the most serious one. */
function joinFixes(readings: readonly RawHtml[], shown: RawHtml): Fix {
  const found = Object.entries(FAULTS).flatMap(([id, fault]) => {
    const times = readings.filter((reading) => reading.faults.some((one) => one === id)).length;
    return times === 0 ? [] : [{ fault, times }];
  });
  const faults = found.map(({ fault }) => fault);
  const [commonest] = found.toSorted((a, b) => b.times - a.times);
  const fixes = [...new Set(faults.map(({ fix }) => fix))];
  // One may be a part of another.
  const instruction = fixes.filter((one) => !fixes.some((other) => other !== one && other.includes(one))).join(' ');
  return fixAt(commonest?.fault.place ?? 'rendering', instruction, {
    snippet: shown.faults.some((fault) => PRERENDERED.includes(fault)) ? 'prerender' : null,
    ...(faults.some(({ place: where }) => where === 'content') ? { ask: MORE_TO_SAY } : {}),
    cause: findTextCause(shown),
    proof: createProof(shown),
  });
}

/** Faults that server-side rendering fixes. */
const PRERENDERED: readonly Fault[] = ['shell', 'thin_shell', 'text_elsewhere'];

/** Returns the proof of a fix. Only another audit can measure the main text. */
function createProof({ page: { url }, faults: [fault] }: RawHtml): Fix['proof'] {
  return fault === 'too_large' ? { command: `${curl(url)} | wc -c`, expect: `${READ_BYTES} or less` } : null;
}

const MORE_TO_SAY =
  'What should these pages say that they do not say yet? A page earns all its points from 150 words of its own. From that length on, it is also asked for three facts: dates, measures, amounts or contact details.';

function describeFailure(home: RawHtml, further: readonly RawHtml[], shut: number): string | null {
  if (earnsNothing(home)) return `The home page has ${describeLack([home])}.`;
  const empty = further.filter(earnsNothing);
  const lacking = empty.length + shut;
  if (lacking === 0 || 2 * lacking < further.length + shut) return null;
  return describeEmptyPages(empty, shut, count(further.length + shut, 'further page'));
}

function earnsNothing({ earns }: RawHtml): boolean {
  return earns === 'none';
}

function describeEmptyPages(empty: readonly RawHtml[], shut: number, pages: string): string {
  return texts(
    empty.length > 0 && `${empty.length} of ${pages} ${empty.length === 1 ? 'has' : 'have'} ${describeLack(empty)}.`,
    shut > 0 && `${shut} of ${pages} ${are(shut)} shut for AI search by robots.txt.`,
  ).join(' ');
}

/** Returns what pages that earn nothing have instead of text. */
function describeLack(empty: readonly RawHtml[]): string {
  const has = (fault: Fault): boolean => 2 * empty.filter(({ faults }) => faults.includes(fault)).length > empty.length;
  if (has('repeated')) return `almost no text of ${empty.length === 1 ? 'its' : 'their'} own in the HTML`;
  if (has('filler')) return 'no text in the HTML but filler';
  return 'almost no text in the HTML, where most AI crawlers look for it';
}

/** Gates G3, G4 and G5, with the questions that open each. They rest on the content pages, which the home page is one of. */
function findGates(
  home: RawHtml,
  isHomeShut: boolean,
  further: readonly RawHtml[],
  shut: number,
): readonly GateCause<QuestionId>[] {
  const content = further.filter(({ page }) => !isSecondary(page) && !isSecondaryPath(page.url));
  const empty = [...(isHomeShut ? [] : [home]), ...content].filter(earnsNothing);
  const judged = 1 + content.length + shut;
  const emptyFurther = content.filter(earnsNothing).length + shut;
  const isHomeEmpty = isHomeShut || earnsNothing(home);
  const gates: GateCause<QuestionId>[] = [];
  if (isHomeEmpty && content.every(earnsNothing)) {
    const reason = isHomeShut
      ? 'robots.txt shuts the home page for AI search, and no other page has text that AI search may read.'
      : 'The pages have almost no text in their HTML, where most AI crawlers look for it.';
    gates.push({ id: 'G3', reason, opensWith: content.length + shut > 0 ? [['home'], ['further']] : [['home']] });
  }
  if ((Number(isHomeEmpty) + emptyFurther) * 2 >= judged) {
    const opensWith: QuestionId[][] = [
      ...(emptyFurther * 2 < judged ? [['home' as const]] : []),
      ...(isHomeEmpty && judged <= 2 ? [] : [['further' as const]]),
      ['home', 'further'],
    ];
    const reason = describeEmptyPages(empty, shut + Number(isHomeShut), count(judged, 'chosen content page'));
    gates.push({ id: 'G4', reason, opensWith });
  }
  if (earnsNothing(home))
    gates.push({ id: 'G5', reason: `The home page has ${describeLack([home])}.`, opensWith: [['home']] });
  return gates;
}

function describe(home: RawHtml, further: readonly RawHtml[], origin: string): string {
  const short = further.filter(({ earns }) => earns !== 'full');
  const where = short.map(({ page, faults: [fault] }) =>
    fault === undefined ? place(page.url, origin) : `${place(page.url, origin)} (${FAULTS[fault].note})`,
  );
  const fall = short.length === 1 ? 'falls' : 'fall';
  return texts(
    `The home page has ${textAmount(home)}.`,
    further.length > 0 &&
      short.length === 0 &&
      `${capital(all(further.length, 'further page'))} that ${further.length === 1 ? 'was' : 'were'} judged can be read without JavaScript.`,
    short.length > 0 && `${short.length} of ${count(further.length, 'further page')} ${fall} short: ${list(where)}.`,
  ).join(' ');
}

/** Notes when the page is a shell for browsers but probes received its text. */
function renderedFor(probes: readonly ProbeFacts[], home: RawHtml): string[] {
  if (home.earns !== 'none') return [];
  const tokens = probes.filter(({ words }) => (words ?? 0) >= ENOUGH_WORDS).map(({ productToken }) => productToken);
  return texts(
    tokens.length > 0 &&
      `The server sends the home page with its text to the user agent of ${list(tokens, tokens.length)}. The audit judges what every visitor is sent: a page made for crawlers reaches only the crawlers on somebody’s list.`,
  );
}

function whyUnread(exchange: Exchange): string {
  return availability(exchange) === 'present' ? 'no HTML page' : asClause(describeResponse(exchange));
}

function notesOn(readings: readonly RawHtml[], unread: readonly Exchange[], origin: string): string[] {
  const brief = readings
    .filter(({ earns }) => earns === 'full')
    .map(({ page }) => page)
    .filter(({ facts }) => textSize(facts) < ENOUGH_WORDS);
  const whyNot = unread.map((exchange) => `${place(exchange.url, origin)} (${whyUnread(exchange)})`);
  const doNot = unread.length === 1 ? 'does not' : 'do not';
  const plain = readings.map(({ page }) => page).filter(({ exchange }) => mediaType(exchange) === 'text/plain');
  return texts(
    brief.length > 0 && `Short, as contact, legal and listing pages may be: ${places(brief, origin)}.`,
    plain.length > 0 &&
      `Sent as text/plain, so that browsers and some readers take the HTML for text: ${places(plain, origin)}. Send it as text/html.`,
    unread.length > 0 &&
      `${count(unread.length, 'chosen page')} could not be read and ${doNot} count: ${list(whyNot, 3)}.`,
    readings.some(({ faults }) => faults.some((fault) => SCRIPTED.includes(fault))) &&
      'Googlebot and Applebot run scripts and may see more. No other crawler of an answer engine is known to.',
  );
}

/** Returns whether a URL is that of a page, in whatever form. */
function isPage(url: string, page: Pick<Page, 'url'>): boolean {
  return pageKey(url) === pageKey(page.url);
}
