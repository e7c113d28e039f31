import { refreshTarget } from '../../../site/page/declared-urls.ts';
import type { Heading, Link } from '../../../site/page/page-facts.ts';
import { pageKey } from '../../../site/page/page-url.ts';
import { isDefaultHeading, isSampleProduct, isSampleTitle } from '../../../site/page/template-defaults.ts';
import {
  type CheckResult,
  check,
  combinePages,
  full,
  lost,
  NONE,
  type PageResult,
  type QuestionResult,
} from '../../check.ts';
import { commonValue } from '../../collections.ts';
import { languagesTogether } from '../../content/page-language.ts';
import { isTruncated } from '../../content/page-text.ts';
import { sharedText } from '../../content/shared-text.ts';
import { type IneligiblePage, ineligiblePages, isNoindexForAll, listQuoteLimits } from '../../eligibility.ts';
import { type Fix, fixAt } from '../../fixes/fix.ts';
import { curl } from '../../fixes/proof-commands.ts';
import { findWrongBase, WRONG_BASE } from '../../fixes/wrong-base.ts';
import { are, capital, count, list, ofPages, place, places, texts } from '../../formatting.ts';
import { findCopies } from '../../judged-pages.ts';
import { missingKeys } from '../../linked-pages.ts';
import { guardNotes, observe, responsesByUrl } from '../../observe.ts';
import { isSameSite } from '../../registrable-domain.ts';
import type { Page, SiteFacts } from '../../site-facts.ts';
import { ELSEWHERE, OTHER_HOST, readCanonical } from './canonical.ts';
import { HEAD_FIX, moveToHead } from './head-end.ts';
import {
  findTitle,
  judgeCanonicals,
  judgeDescriptions,
  judgeTitles,
  type LabelledPage,
  NO_SUBJECT,
  oneCanonicalForAll,
} from './judge-labels.ts';
import { judgeLanguage } from './judge-language.ts';
import type { LabelFault, LabelResult } from './label-fault.ts';
import { changedCanonical, LABEL_IDS, LABELS, type LabelId, labelProblem, languageOfSome } from './label-fixes.ts';
import { definition, type QuestionId } from './metadata-definition.ts';

type Facts = Pick<
  SiteFacts,
  | 'home'
  | 'samplePages'
  | 'noindexPages'
  | 'excludedPages'
  | 'unreadablePages'
  | 'sitemapSample'
  | 'canonicalTargets'
  | 'llms'
  | 'origin'
  | 'gatheredAt'
>;

export const metadata = check({
  ...definition,
  run: (site: Facts): CheckResult<QuestionId> => {
    const pages = labelled(site);
    // A page that may not be indexed needs neither description nor canonical: its noindex is the fault.
    const [home, ...others] = pages;
    const isHomeShut = isNoindexForAll(site.home);
    const indexed: typeof pages = [home, ...others.filter(({ page }) => isHomeShut || !isNoindexForAll(page))];
    const ofIndexed = (all: readonly LabelResult[]) => all.filter((_, i) => indexed.some((one) => one === pages[i]));
    const together = languagesTogether(pages.map(({ page }) => page));
    const closed = ineligiblePages(site.home, site.samplePages, site);
    const setAside = ineligiblePages(site.home, site.noindexPages, site).filter(({ page }) => page !== site.home);
    const pageResults: Readonly<Record<LabelId, readonly LabelResult[]>> = {
      title: judgeTitles(pages, sharedText([site.home, ...site.samplePages], site.origin)),
      description: ofIndexed(judgeDescriptions(pages)),
      canonical: ofIndexed(judgeCanonicals(pages)),
      language: pages.map(({ page }) => judgeLanguage(page, together.get(page))),
    };
    const results = {
      eligible: eligible(closed, site),
      title: withProof(
        ask('title', pageResults.title, pages),
        !pageResults.title.some(({ fault }) => fault === NO_SUBJECT),
      ),
      description: ask('description', pageResults.description, indexed),
      canonical: ofCanonicals(
        ask('canonical', pageResults.canonical, indexed),
        indexed,
        pageResults.canonical,
        site.origin,
      ),
      // A command shows that there is a tag, not that it is the right one.
      language: withProof(
        ask('language', pageResults.language, pages),
        pages.every(({ page }, i) => pageResults.language[i]?.passes !== false || page.facts.lang === null),
      ),
    };
    const namePage = (url: string) => (url === site.home.url ? 'the home page' : place(url, site.origin));
    return {
      results,
      failure: whyItFails(closed, indexed, pageResults.canonical, namePage),
      gates: isHomeShut
        ? [{ id: 'G2', reason: 'The home page is hidden from search engines (noindex).', opensWith: [['eligible']] }]
        : [],
      details: describe(pageResults, closed, pages.length, namePage),
      notes: [
        ...leftOutNotes(site),
        ...deadAlternates(site),
        ...notesOn([...closed, ...setAside], pages, namePage),
        ...guardNotes(site.canonicalTargets),
      ],
    };
  },
});

/** Returns a note on hreflang links that lead to pages which this audit requested and which do not exist. */
export function deadAlternates({
  home,
  samplePages,
  unreadablePages,
  sitemapSample,
  origin,
}: Pick<Facts, 'home' | 'samplePages' | 'unreadablePages' | 'sitemapSample' | 'origin'>): string[] {
  const dead = missingKeys({ unreadablePages: [...unreadablePages, ...sitemapSample] });
  const links = [home, ...samplePages].flatMap(({ facts }) => facts.hreflangs.flatMap(({ url }) => url ?? []));
  const leading = new Set(links.filter((url) => dead.has(pageKey(url))));
  return texts(
    leading.size > 0 &&
      `hreflang links lead to pages that do not exist (404 or 410): ${places(
        [...leading].map((url) => ({ url })),
        origin,
      )}.`,
  );
}

/** A page's URL as a sentence names it. */
type PageNamer = (url: string) => string;

function labelled(site: Facts): readonly [LabelledPage, ...LabelledPage[]] {
  const { home, samplePages, unreadablePages, sitemapSample, canonicalTargets, llms } = site;
  const pages = [home, ...samplePages];
  const known = responsesByUrl([
    ...unreadablePages,
    ...sitemapSample,
    ...llms.links,
    ...canonicalTargets,
    ...pages.map(({ exchange }) => exchange),
  ]);
  const read = (page: Page): LabelledPage => ({ page, canonical: readCanonical(page, known) });
  return [read(home), ...samplePages.map(read)];
}

/** Combines the results of the pages; the fix is shown on the first page that fails. */
function ask(
  id: LabelId,
  pageResults: readonly LabelResult[],
  pages: readonly [LabelledPage, ...LabelledPage[]],
): QuestionResult {
  const faults = pageResults.flatMap(({ fault }) => fault ?? []);
  const cause = commonValue(faults.map((fault) => fault.cause ?? null));
  const fix = chooseFix(cause, ownFix(id, pages, pageResults));
  return combinePages(pageResults, 'No page was judged.', fix, labelProblem(id, pageResults));
}

function ownFix(
  id: LabelId,
  pages: readonly [LabelledPage, ...LabelledPage[]],
  pageResults: readonly LabelResult[],
): Fix {
  const [first = { ...pages[0], fault: null }, ...others] = pages.flatMap((one, i) =>
    pageResults[i]?.passes === false ? [{ ...one, fault: pageResults[i].fault ?? null }] : [],
  );
  const { page, canonical } = first;
  if (id === 'canonical' && canonical.first !== null) return changedCanonical(page, canonical.first.line === null);
  const isOfSome = id === 'language' && 2 * (1 + others.length) < pageResults.length;
  return (isOfSome ? languageOfSome(first, ...others) : null) ?? LABELS[id].fix(first, ...others);
}

/** Returns the fix of the cause that the failing pages share; null for the fix of the question. */
function chooseFix(cause: LabelFault['cause'] | null, own: Fix): Fix {
  switch (cause ?? null) {
    case null:
      return own;
    case 'body':
      return moveToHead(own);
    case 'head':
      return HEAD_FIX;
    default:
      return textFix(cause === 'shell' ? 'shell' : 'text');
  }
}

function textFix(cause: 'shell' | 'text'): Fix {
  const instruction =
    'Send the text of the page in the HTML. Only then can its title be compared with it. The title may stay as it is.';
  return fixAt(cause === 'shell' ? 'rendering' : 'content', instruction, { cause });
}

/** Leaves out the proof where no shell command can be one: then another audit is. */
function withProof(result: QuestionResult, isProvable: boolean): QuestionResult {
  return result.fix === null || isProvable ? result : { ...result, fix: { ...result.fix, proof: null } };
}

/** Returns a URL or a path without the file that a server sends for a folder. */
function withoutIndex(url: string): string {
  return url.replace(/(?<=\/)index\.html?$/, '');
}

const NAME_ONE =
  'Pages with the same text are one page: name the address of one of them on all, or redirect the others to it.';

/** Adds the wrong base that all failing canonicals share, where nothing else is wrong with them. */
function ofCanonicals(
  result: QuestionResult,
  pages: readonly LabelledPage[],
  pageResults: readonly LabelResult[],
  origin: string,
): QuestionResult {
  if (result.fix === null) return result;
  const failing = pages.filter((_, i) => pageResults[i]?.passes === false);
  const copies = findCopies(pages.map(({ page }) => page));
  const hasCopies = failing.some(({ page }) => copies.has(page));
  const addresses = failing.flatMap(({ page, canonical: { url } }) => {
    return url === null ? [] : { url: withoutIndex(url), path: withoutIndex(new URL(page.url).pathname) };
  });
  // A path without its first slash is resolved to a wrong base, and no base is wrong.
  const isPath = failing.some(({ canonical: { first } }) => /^\s*[^\s/:#?]+(?:[/?#]|\s*$)/.test(first?.href ?? ''));
  const cause = addresses.length < failing.length || isPath ? null : findWrongBase(addresses, origin);
  // A command that prints canonicals does not show whether they are the right ones.
  const hasAbsolute = failing.some(({ canonical: { first } }) => /^\s*https?:/i.test(first?.href ?? ''));
  const { proof, ...fix } = result.fix;
  // One setting writes them all, such as the address of a staging host.
  if (cause !== null && addresses.length > 1) return { ...result, fix: { ...WRONG_BASE, cause, snippet: 'canonical' } };
  const instruction = hasCopies ? `${fix.instruction} ${NAME_ONE}` : fix.instruction;
  const home = pageKey(`${origin}/`);
  const naming = failing.filter(
    ({ page, canonical: { url } }) => url !== null && pageKey(url) === home && pageKey(page.url) !== home,
  );
  const own = naming.length > 1 ? 'home_canonical' : cause;
  return {
    ...result,
    fix: { ...fix, instruction, ...(own === null ? {} : { cause: own }), proof: hasAbsolute ? null : proof },
  };
}

const OPEN = 'No directive, such as noindex, keeps it out of answers.';

function eligible(closed: readonly IneligiblePage[], { home, samplePages }: Facts): QuestionResult {
  const counted = closed.filter(({ excepted }) => !excepted);
  const [first] = counted;
  if (first === undefined) {
    const open = [home, ...samplePages].filter((page) => !closed.some((one) => one.page === page));
    const seen = open.map(({ exchange }) => observe(exchange, { note: OPEN }));
    return { ...full(...seen), pages: seen.map((one) => ({ passes: true, seen: one })) };
  }
  const pages = 1 + samplePages.length - closed.filter(({ excepted }) => excepted).length;
  const share = counted.some(({ page }) => page === home) ? NONE : { earned: pages - counted.length, of: pages };
  const isSiteWide = counted.length > 1 && 2 * counted.length >= pages;
  const inHeader = first.barriers.some(({ seen }) => seen.header !== null);
  const fix = fixAt(
    inHeader ? 'response_header' : 'head',
    `Remove the directive where it is set (meta element, X-Robots-Tag header or data-nosnippet attribute), on every page that should be found and quoted.${isSiteWide ? ' Where most pages have it, one setting of the site writes it: in WordPress, “Discourage search engines” under Settings, Reading.' : ''} noarchive has two readings: to Bing it means "not in chat answers", to Amazon "not for training".`,
    {
      snippet: inHeader ? 'x_robots_tag' : null,
      askFirst: true,
      ask: 'Should search engines and answer engines find and quote these pages?',
      cause: listDirectives(counted).some((name) => /^(?:noindex|none|unavailable_after)\b/.test(name))
        ? 'noindex'
        : null,
      proof: listDirectives(counted).some((name) => !SHOWN_BY_PROOF.test(name))
        ? null
        : {
            command: `${curl(first.page.url, '-sL -D -')} | tr '\\t\\r\\n' '   ' | grep -oiE '${DIRECTIVES}'`,
            expect: 'HTTP and 200, and no noindex, none, nosnippet, noarchive or max-snippet:0',
          },
    },
  );
  const observed = counted.flatMap(({ barriers }) => barriers.map(({ seen }) => seen));
  const pageResults = [home, ...samplePages].flatMap((page): PageResult[] => {
    const own = closed.find((one) => one.page === page);
    if (own === undefined) return [{ passes: true, seen: observe(page.exchange, { note: OPEN }) }];
    return own.excepted ? [] : own.barriers.slice(0, 1).map(({ seen }) => ({ passes: false, seen }));
  });
  return { ...lost(share, observed, fix, hiddenProblem(counted, pages, home)), pages: pageResults };
}

/** Names of directives that the proof shows. It tells neither what a date means nor what an attribute covers. */
const SHOWN_BY_PROOF = /^(?:no|max-snippet)/;
/** Pattern of status lines, X-Robots-Tag headers and robots meta elements in a response. */
const DIRECTIVES = 'http/[0-9.]+ [0-9]+|x-robots-tag: [a-z:_ ,-]+|<meta [^>]*(robots|bot)[^>]*>';

/** Returns which pages are hidden or may not be quoted, and by which directives. */
function hiddenProblem(closed: readonly IneligiblePage[], pages: number, home: Page): string {
  const directives = listDirectives(closed);
  const isHidden = directives.every((name) => /^no(ne|index)\b/.test(name));
  const [one, many] = isHidden
    ? ['is hidden from search engines', 'are hidden from search engines']
    : ['may not be used in AI answers', 'may not be used in AI answers'];
  const because = ` (${list(directives)}).`;
  const others = closed.length - 1;
  if (!closed.some(({ page }) => page === home) || pages === 1) {
    return ofPages(closed.length, pages, one, many).replace(/\.$/, because);
  }
  if (others === 0) return `The home page ${one}${because}`;
  return `The home page and ${others} of ${count(pages - 1, 'further page')} ${many}${because}`;
}

function whyItFails(
  closed: readonly IneligiblePage[],
  pages: readonly LabelledPage[],
  canonicals: readonly LabelResult[],
  namePage: PageNamer,
): string | null {
  const barred = closed.filter(({ excepted }) => !excepted);
  if (barred.length > 0) {
    const where = capital(list(barred.map(({ page }) => namePage(page.url))));
    return `${where} may not be used in answers: ${list(listDirectives(barred))}.`;
  }
  const hasNoTitle = ({ page }: LabelledPage) => findTitle(page) === null && !isTruncated(page.facts, 'titles');
  return pages.every(hasNoTitle) ? 'No judged page has a title.' : whyCanonicalsFail(pages, canonicals);
}

function whyCanonicalsFail(pages: readonly LabelledPage[], canonicals: readonly LabelResult[]): string | null {
  if (oneCanonicalForAll(pages) !== null) return 'All judged pages name one and the same canonical URL.';
  const [home] = pages;
  if (home === undefined || home.canonical.url === null) return null;
  if (canonicals[0]?.fault === OTHER_HOST) return 'The home page names a canonical on another host.';
  if (isSameSite(home.canonical.url, home.page.url)) return null;
  const where = home.canonical.fault === ELSEWHERE ? 'another site' : 'a host that does not exist';
  return `The home page names a canonical on ${where}.`;
}

function listDirectives(closed: readonly IneligiblePage[]): string[] {
  return [...new Set(closed.flatMap(({ barriers }) => barriers.map(({ name }) => name)))];
}

function describe(
  pageResults: Readonly<Record<LabelId, readonly LabelResult[]>>,
  closed: readonly IneligiblePage[],
  pages: number,
  namePage: PageNamer,
): string {
  const judged = pages === 1 ? 'the one judged page' : `${pages} judged pages`;
  const barred = closed.filter(({ excepted }) => !excepted);
  const lacking = LABEL_IDS.flatMap((id) => {
    const failing = pageResults[id].filter(({ passes }) => !passes);
    const [first] = failing;
    if (first === undefined) return [];
    const one = namePage(first.seen.url);
    return `${LABELS[id].lack} (on ${failing.length === 1 ? one : `${failing.length}, such as ${one}`})`;
  });
  const where = list(barred.map(({ page }) => namePage(page.url)));
  const sentences = texts(
    barred.length > 0 &&
      `${barred.length} of ${judged} may not be used in answers (${list(listDirectives(barred))}): ${where}.`,
    lacking.length > 0 && `Missing ${pages === 1 ? 'on' : 'among'} ${judged}: ${list(lacking)}.`,
  );
  if (sentences.length > 0) return sentences.join(' ');
  const open = closed.length === 0 ? capital(judged) : `${pages - closed.length} of ${judged}`;
  return `${open} may be indexed and quoted; title, description, canonical and language are as they should be.`;
}

function notesOn(closed: readonly IneligiblePage[], pages: readonly LabelledPage[], namePage: PageNamer): string[] {
  const excepted = closed.filter((one) => one.excepted);
  const limited = pages.flatMap(({ page }) => {
    const limits = listQuoteLimits(page);
    return limits.length === 0 ? [] : [`${namePage(page.url)} (${list(limits)})`];
  });
  const unread = pages.filter(({ page }) => page.facts.hreflangs.some(({ inBody }) => inBody === true));
  // A section of a post may have the name of a program: “Hello world!”.
  const isWritten = ({ text, level }: Heading, links: readonly Link[]) =>
    isDefaultHeading(text) && (level === 1 || !isSampleTitle(text) || links.some((link) => link.text === text));
  const headed = pages.filter(({ page: { facts } }) => facts.headings.some((one) => isWritten(one, facts.links)));
  const withSamples = pages.filter(({ page: { facts } }) =>
    [...facts.headings, ...facts.links].some(({ text }) => isSampleProduct(text)),
  );
  const early = pages.filter(({ page: { facts } }) =>
    [...facts.canonicals, ...facts.hreflangs, ...facts.metas.filter(({ key }) => key === 'description')].some(
      ({ inBody, line }) => inBody !== true && line > (facts.noscriptEnd?.line ?? Number.POSITIVE_INFINITY),
    ),
  );
  const relative = pages.filter(
    ({ canonical: { first, fault } }) => first !== null && fault === null && !/^\s*https?:/i.test(first.href),
  );
  const on = (some: readonly LabelledPage[]) => list(some.map(({ page }) => namePage(page.url)));
  return texts(
    headed.length > 0 && `A heading that a template wrote, such as “Hello world!”, is on ${on(headed)}.`,
    withSamples.length > 0 && `Sample products of a template are on ${on(withSamples)}.`,
    unread.length > 0 && `hreflang links after the end of the head do not count: on ${on(unread)}.`,
    early.length > 0 &&
      `An element in noscript, such as iframe or img, ends the head for readers that run no scripts: move it below canonical, hreflang and description, on ${on(early)}.`,
    relative.length > 0 &&
      `${count(relative.length, 'canonical')} of ${pages.length} judged pages ${are(relative.length)} relative: they work, but absolute URLs cannot be resolved wrongly.`,
    excepted.length > 0 &&
      `Not to be indexed or quoted, as such pages may be: ${list(excepted.map(({ page }) => namePage(page.url)))}.`,
    limited.length > 0 && `How much may be quoted is limited on ${list(limited)}; that is not scored.`,
  );
}

/** Reports which fetched pages are not separate pages, and which refresh to the page that was judged instead. */
export function leftOutNotes({
  home,
  samplePages,
  excludedPages,
  origin,
}: Pick<Facts, 'home' | 'samplePages' | 'excludedPages' | 'origin'>): string[] {
  const named = (url: string) => place(url, origin);
  const leftOut = (because: SiteFacts['excludedPages'][number]['reason']) =>
    excludedPages
      .filter((one) => one.reason === because)
      .map(({ page, target }) => ({ url: page.exchange.url, target }));
  const followed = [home, ...samplePages].flatMap(({ exchange: { redirects } }) =>
    redirects.filter(({ status }) => status < 300).map(({ url, location }) => ({ url, target: location })),
  );
  const listed = (pages: readonly { readonly url: string; readonly target: string }[], word: string) =>
    list(pages.map(({ url, target }) => `${named(url)} (${word} ${named(target)})`));
  const refreshing = [...followed, ...leftOut('refresh')];
  const homeTarget = refreshTarget(home.exchange, home.facts);
  const copies = leftOut('copy');
  const elsewhere = leftOut('other_site');
  const errors = leftOut('error_page');
  const transactions = leftOut('transaction');
  return texts(
    homeTarget !== null &&
      `The home page refreshes to ${named(homeTarget)} at once, which this audit could not read in its place.`,
    refreshing.length > 0 &&
      `Pages that refresh to another page at once are judged as that page, or not at all: ${listed(refreshing, 'to')}. Answer with a redirect (301) instead: not every crawler follows a refresh.`,
    copies.length > 0 &&
      `Not judged, because their canonical is another page that was read, with the same text: ${listed(copies, 'copy of')}.`,
    elsewhere.length > 0 && `Not judged, because another site responds: ${places(elsewhere, origin)}.`,
    transactions.length > 0 &&
      `Not judged, because they are baskets, checkouts or accounts: ${places(transactions, origin)}. Exclude them from indexes (noindex).`,
    errors.length > 0 &&
      `Not judged, because they are error pages: ${places(errors, origin)}. Return 404 instead of 200, and correct the links and the sitemaps that lead to them.`,
  );
}
