import { sumOfTexts, textSize, textWithout } from '../../../site/page/words.ts';
import {
  type CheckResult,
  check,
  combinePages,
  earnedShare,
  isFull,
  lost,
  meanShare,
  NONE,
  type QuestionResult,
} from '../../check.ts';
import { WHEN_AND_BY_WHOM } from '../../content/articles.ts';
import { areHidden, combineTexts, judgeText, type TextResult, withHiddenText } from '../../content/hidden-text.ts';
import { type LanguagePack, NO_PACK } from '../../content/language-packs.ts';
import { choosePack } from '../../content/page-language.ts';
import { amountOfText, isTruncated, type LimitedKind } from '../../content/page-text.ts';
import { awaiting, findFirstFix, firstTextCause, textCause } from '../../content/raw-html.ts';
import { type SharedText, sharedText } from '../../content/shared-text.ts';
import { ownSize, wholeSize } from '../../content/unique-text.ts';
import { type Fix, fixAt } from '../../fixes/fix.ts';
import { capital, count, list, ofPages, place, places, texts } from '../../formatting.ts';
import { observe } from '../../observe.ts';
import type { Page, PageKind, SiteFacts } from '../../site-facts.ts';
import { definition, type QuestionId, questions } from './answer-content-definition.ts';
import { author, dated, listing, opening, type Signal, source, specifics } from './answer-signals.ts';
import { findTeasers } from './opening.ts';

/** A page of fewer words has too little text to quote. */
const LEAST_WORDS = 50;
/** Words of all content pages together. With at least as many, no page loses points for being too short for a question. */
const ENOUGH_TOGETHER = 300;
const DAY = 86_400_000;

type Needed = Pick<SiteFacts, 'home' | 'samplePages' | 'unknownPages' | 'origin' | 'gatheredAt'>;

/** Signal of one question, and its words. */
interface SignalRule {
  readonly signal: Signal;
  /** Minimum number of words of a page to which the signal applies. */
  readonly fromWords: number;
  /** The facts it looks through: a page that has more of them than are read is not judged when it shows none. */
  readonly looksThrough: readonly LimitedKind[];
  /** Text after `lack`, for failing pages. */
  readonly lack: string;
  /** Problem after `2 of 3 pages`. */
  readonly problem: readonly [one: string, many: string, unit: 'page' | 'article'];
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
    problem: ['does not open with the subject of its title', 'do not open with the subjects of their titles', 'page'],
    instruction: `Begin the text below the h1 with a sentence that answers the title, in the words of the title. ${ONLY_FACTS}`,
  },
  specifics: {
    signal: specifics,
    fromWords: 150,
    looksThrough: ['blocks'],
    lack: 'three different specifics',
    problem: ['gives few numbers, dates or other facts', 'give few numbers, dates or other facts', 'page'],
    instruction: `Replace vague statements with the facts: measures with units, dates, amounts, versions or contact details. ${ONLY_FACTS}`,
    ask: 'Which facts are true of what these pages tell of: measures, dates, prices, years, versions?',
  },
  listing: {
    signal: listing,
    fromWords: 300,
    looksThrough: ['lists', 'tables', 'headings'],
    lack: 'a list, table or steps',
    problem: ['is long and has no list, table or steps', 'are long and have no list, table or steps', 'page'],
    // Marking up a list needs no new fact.
    instruction:
      'Where the text lists things or describes steps, mark them up as a list (ul, ol), or as a table whose header cells are th.',
  },
  source: {
    signal: source,
    fromWords: LEAST_WORDS,
    looksThrough: ['links', 'quotations', 'blocks'],
    lack: 'a link to a source or a quotation by name',
    problem: [
      'links to no source, and quotes nobody by name',
      'link to no sources, and quote nobody by name',
      'article',
    ],
    instruction: `Where a statement rests on other people’s work, link to that work from the sentence, or quote it in a blockquote with a cite element that names the author. ${ONLY_FACTS}`,
    ask: 'Whose work do the statements of these articles rest on, and where can it be read?',
  },
  dated: {
    signal: dated,
    fromWords: LEAST_WORDS,
    looksThrough: ['structuredData', 'metas', 'times', 'markedDates', 'blocks'],
    lack: 'a date',
    problem: ['does not say when it was written or updated', 'do not say when they were written or updated', 'page'],
    instruction: `Show on each of these pages when it was published or last changed (a time element with datetime). ${ONLY_FACTS}`,
    ask: WHEN_AND_BY_WHOM,
  },
  author: {
    signal: author,
    fromWords: LEAST_WORDS,
    looksThrough: ['structuredData', 'metas', 'bylines', 'blocks'],
    lack: 'a named author',
    problem: ['does not say who wrote it', 'do not say who wrote them', 'article'],
    instruction: `Name the author on each article (a link with rel="author", or an element with class="author"). ${ONLY_FACTS}`,
    ask: WHEN_AND_BY_WHOM,
  },
};

const IDS: readonly QuestionId[] = ['opening', 'specifics', 'listing', 'source', 'dated', 'author'];
/** Kinds of pages that people ask questions of. Listings, legal texts and contact pages are read for other reasons. */
const CONTENT: ReadonlySet<PageKind> = new Set(['article', 'documentation', 'product', 'other']);

export const answerContent = check({
  ...definition,
  run: (site: Needed): CheckResult<QuestionId> => {
    const judged = contentPages(site);
    if (judged.length === 0) return withoutContent(site);
    const latest = new Date(site.gatheredAt + DAY).toISOString().slice(0, 10);
    const all = { ...sharedText([site.home, ...site.samplePages], site.origin), latest };
    const pageResults = forEach((id) => resultsOn(id, judged, all));
    const results = forEach((id) => judgeSignal(id, pageResults[id], judged, site, all));
    const tests = IDS.flatMap((id) => pageResults[id]);
    const { earned, of } = meanShare(tests.map(earnedShare));
    const passed = tests.filter(({ passes }) => passes).length;
    const passing = `${passed} of ${count(tests.length, 'test')} ${passed === 1 ? 'passes' : 'pass'}`;
    const unsupported = judged.filter(({ pack }) => pack === NO_PACK).map(({ page }) => page);
    return {
      results,
      failure: earned * 3 < of ? `Only ${passing} on the judged pages.` : null,
      details: details(site, results, pageResults, passing),
      notes: texts(
        unsupported.length > 0 &&
          `Citable judges these pages without word lists: it has none for their language, or their text does not show it. It counts a number of two digits or more and the word after it as a specific: ${places(unsupported, site.origin)}.`,
      ),
    };
  },
});

interface JudgedPage {
  readonly page: Page;
  readonly pack: LanguagePack;
}

/** Returns the home page and the pages with some text whose kind people ask questions of; none where no page has some text. */
function contentPages({ home, samplePages }: Needed): readonly JudgedPage[] {
  const further = samplePages.filter((page) => CONTENT.has(page.kind) && wholeSize(page) >= LEAST_WORDS);
  if (further.length === 0 && wholeSize(home) < LEAST_WORDS) return [];
  return [home, ...further].map((page) => ({ page, pack: choosePack(withHiddenText(page) ?? page) ?? NO_PACK }));
}

/**
 * Returns whether a question applies to a page. The opening of the home page is judged however short the page is. The articles that it
 * lists do not make it longer.
 */
function isJudged(id: QuestionId, page: Page, site: SharedText): boolean {
  const own = textWithout(page.facts, sumOfTexts([...findTeasers(page, site)]));
  return textSize(own) >= SIGNALS[id].fromWords || (id === 'opening' && page.kind === 'home');
}

function resultsOn(id: QuestionId, judged: readonly JudgedPage[], site: Parameters<Signal>[2]): readonly TextResult[] {
  const { signal, looksThrough } = SIGNALS[id];
  return judged.flatMap(({ page, pack }) => {
    const found = judgeText(
      page,
      (one) => isJudged(id, one, site),
      (one) => signal(one, pack, site),
    );
    const isUnknown = found !== null && !found.passes && isTruncated(page.facts, ...looksThrough);
    return found === null || isUnknown ? [] : found;
  });
}

const NO_PAGE_JUDGED = {
  page: 'No judged page could be read whole.',
  article:
    'No judged page of 50 words or more was recognized as an article: by its path, its form, its structured data or a list of posts.',
} as const;

const NO_FACTS_ASKED =
  'Every judged page of 150 words or more has six prices or more, or three pieces of code, and is not asked for specifics.';
const NO_DATED_KIND = 'No judged page is an article, documentation or a page with three or more prices.';

/** Returns why no page has a result for a question: the judged pages were cut, or none is of a kind that it asks. */
function whyNoneIsJudged(id: QuestionId, judged: readonly JudgedPage[]): string {
  const isCut = judged.some(({ page }) => isTruncated(page.facts, ...SIGNALS[id].looksThrough));
  if (id === 'specifics' && !isCut) return NO_FACTS_ASKED;
  return id === 'dated' && !isCut ? NO_DATED_KIND : NO_PAGE_JUDGED[SIGNALS[id].problem[2]];
}

function judgeSignal(
  id: QuestionId,
  pageResults: readonly TextResult[],
  judged: readonly JudgedPage[],
  site: Needed,
  shared: SharedText,
): QuestionResult {
  const { fromWords, lack, problem } = SIGNALS[id];
  const failing = pageResults.filter(({ passes }) => !passes);
  const fix = createFix(id);
  const cause = firstTextCause([site.home, ...site.samplePages].filter((page) => mayBeJudged(id, page)));
  if (judged.some(({ page }) => isJudged(id, page, shared)) || pageResults.length > 0) {
    const failed = ofPages(failing.length, pageResults.length, ...problem);
    const failingUrls = new Set(failing.map(({ seen }) => seen.url));
    const first = findFirstFix(judged.map(({ page }) => page).filter(({ url }) => failingUrls.has(url)));
    const told = first === null ? fix : { ...fix, instruction: `${first} ${fix.instruction}` };
    return awaiting(cause, combineTexts(pageResults, whyNoneIsJudged(id, judged), told, failed));
  }
  if (site.unknownPages > 0) {
    return awaiting(
      cause,
      combinePages([], `No content page that the audit could read has ${length(fromWords)} or more.`, fix),
    );
  }
  if (ownSize(judged.map(({ page }) => page)) >= ENOUGH_TOGETHER) {
    return awaiting(cause, combinePages([], `No content page has ${length(fromWords)} or more.`, fix));
  }
  const seen = judged.map(({ page }) => {
    return observe(page.exchange, {
      note: `${amountOfText(page.facts)}: too short to judge.`,
    });
  });
  const longer = textCause(site.home) ?? 'text';
  const short = `${judged.length === 1 ? 'The page is' : 'The content pages are'} too short (under ${fromWords} words) to be judged for ${lack}.`;
  const pages = seen.map((one) => ({ passes: false, seen: one }));
  return { ...lost(NONE, seen, { ...fix, cause: longer }, short), awaits: longer, pages };
}

/** Returns whether a question would apply to a page if the page had more text. */
function mayBeJudged(id: QuestionId, { kind }: Page): boolean {
  return id === 'source' || id === 'dated' || id === 'author'
    ? kind === 'article'
    : kind === 'home' || CONTENT.has(kind);
}

function withoutContent({ home }: Needed): CheckResult<QuestionId> {
  const cause = textCause(home) ?? 'text';
  const reason = `No content page has ${length(LEAST_WORDS)}, so there is no text to answer from.`;
  const fix = fixAt(
    'content',
    `Write on the pages what they are about, and send that text in the HTML. ${ONLY_FACTS}`,
    { cause },
  );
  const observed = [observe(home.exchange, { note: reason })];
  const result = lost(NONE, observed, fix, 'The pages have too little text to answer from.');
  return {
    results: forEach(() => ({ ...result, awaits: cause })),
    failure: reason,
    details: reason,
  };
}

function forEach<T>(make: (id: QuestionId) => T): Record<QuestionId, T> {
  return {
    opening: make('opening'),
    specifics: make('specifics'),
    listing: make('listing'),
    source: make('source'),
    dated: make('dated'),
    author: make('author'),
  };
}

function createFix(id: QuestionId): Fix {
  const { instruction, ask } = SIGNALS[id];
  const snippet = id === 'dated' ? 'date' : id === 'author' ? 'author' : null;
  return fixAt(snippet === null ? 'content' : 'page_template', instruction, {
    snippet,
    ...(ask === undefined ? {} : { ask }),
  });
}

/** Returns `50 words (100 CJK characters)`. */
function length(words: number): string {
  return `${words} words (${2 * words} CJK characters)`;
}

function details(
  { origin }: Needed,
  results: Readonly<Record<QuestionId, QuestionResult>>,
  pageResults: Readonly<Record<QuestionId, readonly TextResult[]>>,
  passing: string,
): string {
  const pages = new Set(IDS.flatMap((id) => pageResults[id].map(({ seen }) => seen.url))).size;
  const size = `${passing} on ${count(pages, 'judged page')}`;
  if (IDS.every((id) => isFull(results[id]))) return `${size}, so an answer can be lifted from the text.`;
  const costliest = IDS.filter((id) => results[id].fix !== null)
    .sort((a, b) => questions[b].weight - questions[a].weight)
    .slice(0, 3)
    .map((id) => {
      const results = pageResults[id].filter(({ passes }) => !passes);
      const failing = results.map(({ seen }) => place(seen.url, origin));
      const { lack } = SIGNALS[id];
      if (failing.length === 0) return `no content page is long enough for ${lack}`;
      const isOne = failing.length === 1;
      if (areHidden(results)) return `${list(failing, 3)} ${isOne ? 'has' : 'have'} ${lack} only in hidden text`;
      return `${list(failing, 3)} ${isOne ? 'lacks' : 'lack'} ${lack}`;
    });
  return `${size}. ${capital(costliest.join('; '))}.`;
}
