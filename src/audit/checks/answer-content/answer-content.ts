import {
  type CheckResult,
  check,
  combinePages,
  isFull,
  lost,
  NONE,
  type PageResult,
  type QuestionResult,
} from '../../check.ts';
import { WHEN_AND_BY_WHOM } from '../../content/articles.ts';
import { type LanguagePack, NO_PACK } from '../../content/language-packs.ts';
import { packOf } from '../../content/page-language.ts';
import { isTruncated, type LimitedKind, textSize, textSizeInWords } from '../../content/page-text.ts';
import { awaiting, firstTextCause, textCause } from '../../content/raw-html.ts';
import type { Fix } from '../../fixes/fix.ts';
import { capital, count, list, ofPages, place } from '../../formatting.ts';
import { observe } from '../../observe.ts';
import type { Page, PageKind, SiteFacts } from '../../site-facts.ts';
import { listing, opening, provenance, type Signal, source, specifics } from './answer-signals.ts';
import { definition, type QuestionId, questions } from './definition.ts';
import { type SharedText, sharedText } from './shared-text.ts';

/** A page of fewer words has too little text to quote. */
const LEAST_WORDS = 50;
/** Words of all content pages together. With at least as many, no page loses points for being too short for a question. */
const ENOUGH_TOGETHER = 300;
type Needed = Pick<SiteFacts, 'home' | 'samplePages' | 'origin'>;

/** How one question is judged: its signal, and the pages it applies to. */
interface SignalRule {
  readonly signal: Signal;
  /** Least words of a page to which the signal applies. */
  readonly fromWords: number;
  /** The facts it looks through: a page that has more of them than are read is not judged when it shows none. */
  readonly looksThrough: readonly LimitedKind[];
  /** Text after `lack`, for failing pages. */
  readonly lack: string;
  readonly instruction: string;
  /** Question to the owner; absent where the page itself says all that is needed. */
  readonly ask?: string;
}

const ONLY_FACTS = 'Write only what you know to be true.';

const SIGNALS: Record<QuestionId, SignalRule> = {
  opening: {
    signal: opening,
    fromWords: LEAST_WORDS,
    looksThrough: ['titles', 'headings', 'blocks'],
    lack: 'an opening that says what the page is about',
    instruction: 'Begin the text below the h1 with a sentence that answers the title, in the words of the title.',
  },
  specifics: {
    signal: specifics,
    fromWords: 150,
    looksThrough: ['blocks'],
    lack: 'three different specifics',
    instruction:
      'Replace vague statements with the facts: measures with units, dates, amounts, versions, or an address, a telephone number and opening hours.',
    ask: 'Which facts are true of what these pages tell of: measures, dates, prices, years, versions, opening hours?',
  },
  listing: {
    signal: listing,
    fromWords: 300,
    looksThrough: ['lists', 'tables', 'headings'],
    lack: 'a list, table or steps',
    instruction:
      'Where the text lists things or describes steps, mark them up as a list (ul, ol), or as a table whose header cells are th.',
  },
  source: {
    signal: source,
    fromWords: LEAST_WORDS,
    looksThrough: ['links', 'quotations'],
    lack: 'a link to a source or a quotation by name',
    instruction:
      'Where a statement rests on other people’s work, link to that work from the sentence, or quote it in a blockquote with a cite element that names the author.',
    ask: 'Whose work do the statements of these articles rest on, and where can it be read?',
  },
  provenance: {
    signal: provenance,
    fromWords: LEAST_WORDS,
    looksThrough: ['structuredData', 'metas', 'times', 'markedDates', 'bylines', 'blocks'],
    lack: 'a date or a named author',
    instruction:
      'Show on each article when it was published or last changed (a time element with datetime), and who wrote it (a link with rel="author", or an element with class="author").',
    ask: WHEN_AND_BY_WHOM,
  },
};

const IDS: readonly QuestionId[] = ['opening', 'specifics', 'listing', 'source', 'provenance'];
/** Kinds of pages that people ask questions of. Listings, legal texts and contact pages are read for other reasons. */
const CONTENT: ReadonlySet<PageKind> = new Set(['article', 'documentation', 'product', 'other']);

export const answerContent = check({
  ...definition,
  needs: ['home', 'samplePages', 'origin'],
  run: (site): CheckResult<QuestionId> => {
    const judged = contentPages(site);
    if (judged.length === 0) return withoutContent(site);
    const all = sharedText([site.home, ...site.samplePages], site.origin);
    const pageResults = forEach((id) => resultsOn(id, judged, all));
    const results = forEach((id) => resultOf(id, pageResults[id], judged, site));
    const tests = IDS.flatMap((id) => pageResults[id]);
    const passed = tests.reduce((sum, { passes, earnsHalf }) => sum + (passes ? 2 : earnsHalf === true ? 1 : 0), 0) / 2;
    return {
      results,
      failure:
        passed * 3 < tests.length
          ? {
              reason: `Only ${passed} of ${count(tests.length, 'test')} ${passed === 1 ? 'passes' : 'pass'} on the judged pages.`,
              questions: IDS.filter((id) => results[id].share.earned * 3 < results[id].share.of),
            }
          : null,
      gates: [],
      details: details(site, results, pageResults, { passed, total: tests.length }),
      notes: notesOn(
        judged.filter(({ pack }) => pack === NO_PACK).map(({ page }) => page),
        site.origin,
      ),
    };
  },
});

const NOT_READ = 'No judged page could be read whole.';
const NO_ARTICLE = 'No judged page was recognized as an article, by its structured data or as a post with a date.';
const NO_PAGE_JUDGED: Record<QuestionId, string> = {
  opening: NOT_READ,
  specifics: NOT_READ,
  listing: NOT_READ,
  source: NO_ARTICLE,
  provenance: NO_ARTICLE,
};

interface JudgedPage {
  readonly page: Page;
  readonly pack: LanguagePack;
}

/** Returns the home page and the pages with some text whose kind people ask questions of; none where no page has some text. */
function contentPages({ home, samplePages }: Needed): readonly JudgedPage[] {
  const further = samplePages.filter(({ kind, facts }) => CONTENT.has(kind) && textSize(facts) >= LEAST_WORDS);
  if (further.length === 0 && textSize(home.facts) < LEAST_WORDS) return [];
  return [home, ...further].map((page) => ({ page, pack: packOf(page) ?? NO_PACK }));
}

/** Returns whether a question applies to a page. The opening of the home page is judged however short the page is. */
function isJudged(id: QuestionId, page: Page): boolean {
  return textSize(page.facts) >= SIGNALS[id].fromWords || (id === 'opening' && page.kind === 'home');
}

interface ResultWithPage extends PageResult {
  readonly page: Page;
}

function resultsOn(id: QuestionId, judged: readonly JudgedPage[], site: SharedText): readonly ResultWithPage[] {
  const { signal, looksThrough } = SIGNALS[id];
  return judged.flatMap(({ page, pack }) => {
    const found = isJudged(id, page) ? signal(page, pack, site) : null;
    const isUnknown = found !== null && !found.passes && isTruncated(page.facts, ...looksThrough);
    return found === null || isUnknown ? [] : { page, ...found };
  });
}

function resultOf(
  id: QuestionId,
  pageResults: readonly ResultWithPage[],
  judged: readonly JudgedPage[],
  site: Needed,
): QuestionResult {
  const fix = fixOf(id);
  const cause = firstTextCause([site.home, ...site.samplePages].filter((page) => mayBeJudged(id, page)));
  const { fromWords } = SIGNALS[id];
  if (judged.some(({ page }) => isJudged(id, page))) {
    const result = combinePages(pageResults, NO_PAGE_JUDGED[id], fix);
    return awaiting(cause, result.fix === null ? result : { ...result, problem: problemOf(id, pageResults) });
  }
  const together = judged.reduce((sum, { page }) => sum + textSize(page.facts), 0);
  const none = `No content page has ${length(fromWords)} or more.`;
  if (together >= ENOUGH_TOGETHER) return awaiting(cause, combinePages([], none, fix));
  const seen = judged.slice(0, 5).map(({ page }) => {
    return observe(page.exchange, { note: `${textSizeInWords(page.facts)}: too short to judge.` });
  });
  const longer = textCause(site.home) ?? 'text';
  const problem = `${judged.length === 1 ? 'The page is' : 'The content pages are'} too short (under ${fromWords} words) to be judged for ${SIGNALS[id].lack}.`;
  return { ...lost(NONE, seen, { ...fix, cause: longer }), problem, awaits: longer };
}

/** Problem of each question after `2 of 3 pages`. */
const LACKS: Readonly<Record<QuestionId, readonly [one: string, many: string, unit: 'page' | 'article']>> = {
  opening: [
    'opens with text that does not answer the title',
    'open with text that does not answer their titles',
    'page',
  ],
  specifics: ['gives few numbers, dates or other facts', 'give few numbers, dates or other facts', 'page'],
  listing: ['is long and has no list, table or steps', 'are long and have no list, table or steps', 'page'],
  source: ['names no source', 'name no sources', 'article'],
  provenance: [
    'does not say when it was written, or by whom',
    'do not say when they were written, or by whom',
    'article',
  ],
};

function problemOf(id: QuestionId, pageResults: readonly PageResult[]): string {
  const failing = pageResults.filter(({ passes }) => !passes).length;
  return ofPages(failing, pageResults.length, ...LACKS[id]);
}

/** Returns whether a question would apply to a page if the page had more text. */
function mayBeJudged(id: QuestionId, { kind }: Page): boolean {
  return id === 'source' || id === 'provenance' ? kind === 'article' : kind === 'home' || CONTENT.has(kind);
}

function withoutContent({ home }: Needed): CheckResult<QuestionId> {
  const cause = textCause(home) ?? 'text';
  const reason = `No content page has ${length(LEAST_WORDS)}: there is nothing to answer from.`;
  const result = lost(NONE, [observe(home.exchange, { note: reason })], {
    place: 'content',
    instruction: `Write on the pages what they are about, and send that text in the HTML. ${ONLY_FACTS}`,
    lines: null,
    cause,
    proof: null,
  });
  return {
    results: forEach(() => ({ ...result, problem: 'The pages have too little text to answer from.', awaits: cause })),
    failure: { reason, questions: IDS },
    gates: [],
    details: reason,
    notes: [],
  };
}

function forEach<T>(make: (id: QuestionId) => T): Record<QuestionId, T> {
  return {
    opening: make('opening'),
    specifics: make('specifics'),
    listing: make('listing'),
    source: make('source'),
    provenance: make('provenance'),
  };
}

function fixOf(id: QuestionId): Fix {
  const { instruction, ask } = SIGNALS[id];
  return {
    place: id === 'provenance' ? 'page_template' : 'content',
    // Marking up a list needs no new fact.
    instruction: id === 'listing' ? instruction : `${instruction} ${ONLY_FACTS}`,
    lines: null,
    snippet: id === 'provenance' ? 'date' : null,
    ...(ask === undefined ? {} : { ask }),
    proof: null,
  };
}

/** Returns `50 words (100 CJK characters)`. */
function length(words: number): string {
  return `${words} words (${2 * words} CJK characters)`;
}

function details(
  { origin }: Needed,
  results: Readonly<Record<QuestionId, QuestionResult>>,
  pageResults: Readonly<Record<QuestionId, readonly ResultWithPage[]>>,
  { passed, total }: { readonly passed: number; readonly total: number },
): string {
  const pages = new Set(IDS.flatMap((id) => pageResults[id].map(({ page }) => page.url))).size;
  const size = `${passed} of ${count(total, 'test')} ${passed === 1 ? 'passes' : 'pass'} on ${count(pages, 'judged page')}`;
  if (IDS.every((id) => isFull(results[id]))) return `${size}, so an answer can be lifted from the text.`;
  const costliest = IDS.filter((id) => results[id].fix !== null)
    .sort((a, b) => questions[b].weight - questions[a].weight)
    .slice(0, 3)
    .map((id) => {
      const failing = pageResults[id].filter(({ passes }) => !passes).map(({ page }) => place(page.url, origin));
      if (failing.length === 0) return `no content page is long enough for ${SIGNALS[id].lack}`;
      return `${list(failing, 3)} ${failing.length === 1 ? 'lacks' : 'lack'} ${SIGNALS[id].lack}`;
    });
  return `${size}. ${capital(costliest.join('; '))}.`;
}

function notesOn(unsupported: readonly Page[], origin: string): string[] {
  return unsupported.length === 0
    ? []
    : [
        `Citable has no word lists for the language of these pages. It counts a number of two to four digits and the word after it as a specific, and one shared word is enough for an opening: ${list(unsupported.map(({ url }) => place(url, origin)))}.`,
      ];
}
