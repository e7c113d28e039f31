import { listing, opening, provenance, type Signal, source, specifics } from '../answer-signals.ts';
import { WHEN_AND_BY_WHOM } from '../attribution.ts';
import { type Answer, check, type Fix, isFull, lost, NONE, type Outcome, type Question } from '../check.ts';
import type { Page, PageKind, SiteFacts } from '../facts.ts';
import { observe } from '../observe.ts';
import { packOf } from '../page-language.ts';
import { NO_PACK, type PhrasePack } from '../phrase-packs.ts';
import { type PageVerdict, pooled } from '../pooled.ts';
import { awaiting, firstTextCause, textCause } from '../raw-text.ts';
import { textSize } from '../text-size.ts';
import { isUnread, type UnreadKind } from '../unread.ts';
import { capital, count, list, place } from '../wording.ts';

/** A page of fewer words has nothing to answer from. */
const LEAST_WORDS = 50;
/** Where the content pages together have so many words, that each is too short for a question is not held against them. */
const ENOUGH_TOGETHER = 300;

const SHARE = 'The points are the share of the pages asked that do.';
const TOO_SHORT =
  'Where no content page is that long, the question does not apply if the content pages together have 300 words (600 CJK characters), and else earns nothing.';

const questions = {
  opening: {
    ask: 'Does the opening answer the title?',
    problem: 'The opening does not take up the title.',
    weight: 5,
    must: `On content pages and the home page, the first paragraph of 60 characters (30 CJK characters) or more shares at least two terms with the title or h1, or the one term that these have; words are compared by how they begin. ${SHARE}`,
  },
  specifics: {
    ask: 'Are there specifics?',
    problem: 'The text has few specifics.',
    weight: 3,
    must: `On content pages of 150 words or more, the text has three different specifics: numbers with units, percentages, dates, amounts of money in running text, versions; half for one or two. Price lists, article numbers and badges do not count. ${SHARE} ${TOO_SHORT}`,
  },
  listing: {
    ask: 'Is there a list, a table or steps?',
    problem: 'Pages have no list, table or steps.',
    weight: 2,
    must: `On content pages of 300 words or more, the main content has a list, a data table or numbered steps of three or more items. ${SHARE} ${TOO_SHORT}`,
  },
  source: {
    ask: 'Do articles name their sources?',
    problem: 'Articles name no sources.',
    weight: 2,
    must: `The text of each article links to a source on another registrable domain (not nofollow or sponsored, not a network, shop, payment service or profile of the site's own), or quotes somebody by name. ${SHARE}`,
  },
  provenance: {
    ask: 'Do articles say when they were written, and by whom?',
    problem: 'Articles do not say when they were written, or by whom.',
    weight: 2,
    must: `Each article shows a date, visible or machine-readable (half), and a named author (half). ${SHARE}`,
  },
} as const satisfies Record<string, Question>;

type QuestionId = keyof typeof questions;
type Needed = Pick<SiteFacts, 'home' | 'samplePages' | 'origin'>;

interface Asked {
  readonly signal: Signal;
  /** The signal is asked of pages with at least so many words. */
  readonly fromWords: number;
  /** The facts it looks through: a page that has more of them than are read is not asked when it shows none. */
  readonly looksThrough: readonly UnreadKind[];
  /** What failing pages do not have, after `lack`. */
  readonly lack: string;
  readonly instruction: string;
  /** What only the owner knows; absent where the page itself says all that is needed. */
  readonly ask?: string;
}

const NO_INVENTION =
  'Invent nothing: no fact, number, date, name, quotation or source that the owner cannot stand for.';

const SIGNALS: Record<QuestionId, Asked> = {
  opening: {
    signal: opening,
    fromWords: LEAST_WORDS,
    looksThrough: ['titles', 'headings', 'blocks'],
    lack: 'a first paragraph that takes up the title',
    instruction: 'Let the first paragraph of the page say, in the words of its title, what the page answers.',
  },
  specifics: {
    signal: specifics,
    fromWords: 150,
    looksThrough: ['blocks'],
    lack: 'three distinct specifics',
    instruction:
      'Where the text is vague and the facts are known, state them: measures with units, dates, amounts, versions.',
    ask: 'Which facts are true of what these pages tell of: measures, dates, prices, years, versions?',
  },
  listing: {
    signal: listing,
    fromWords: 300,
    looksThrough: ['lists', 'tables', 'headings'],
    lack: 'a list, table or steps',
    instruction:
      'Where the text lists things or goes through steps, mark them up as a list (ul, ol) or a table with th cells, in the words that are there.',
  },
  source: {
    signal: source,
    fromWords: LEAST_WORDS,
    looksThrough: ['links', 'quotations'],
    lack: 'a source elsewhere or a quotation with a name',
    instruction:
      'Where a statement rests on somebody else’s work and the owner knows which, link to it from the text, or quote it and say whose words they are.',
    ask: 'On whose work do the statements of these articles rest, and where does it stand?',
  },
  provenance: {
    signal: provenance,
    fromWords: LEAST_WORDS,
    looksThrough: ['structuredData', 'metas', 'times', 'bylines', 'blocks'],
    lack: 'a date or a named author',
    instruction:
      'Show on each article when it was published or last changed, in a time element with its datetime, and who wrote it.',
    ask: WHEN_AND_BY_WHOM,
  },
};

const IDS: readonly QuestionId[] = ['opening', 'specifics', 'listing', 'source', 'provenance'];
/** Kinds of pages that people ask questions of. Listings, legal texts and contact pages are read for other reasons. */
const CONTENT: ReadonlySet<PageKind> = new Set(['article', 'documentation', 'product', 'other']);

export const answerContent = check({
  key: 'answer_content',
  label: 'Content answers questions',
  asks: 'Can an answer be lifted from the text?',
  why: 'Answers are made of passages that state something and can be traced. In published experiments pages with definitions, numbers, quotations and named sources were used more in answers, while replications found small or no effects: so the marks are few, and none rewards length or phrasing as questions.',
  sources: [
    { title: 'GEO: Generative Engine Optimization (KDD 2024)', url: 'https://arxiv.org/abs/2311.09735' },
    { title: 'C-SEO Bench: does conversational SEO work?', url: 'https://arxiv.org/abs/2506.11097' },
    {
      title: 'Google: creating helpful, reliable, people-first content',
      url: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
    },
  ],
  questions,
  failsWhen: [
    'Less than a third of the signals hold, counted over all pages that they were asked of; a half counts as half.',
    'No content page has 50 words: there is nothing to answer from.',
  ],
  neverScored: [
    'Questions as headings, FAQ blocks, length, keywords, readability grades and tone. Pages of fewer than 50 words (100 CJK characters) beside longer ones; listings, legal texts and contact pages.',
  ],
  needs: ['home', 'samplePages', 'origin'],
  run: (site): Outcome<QuestionId> => {
    const judged = contentPages(site);
    if (judged.length === 0) return withoutContent(site);
    const verdicts = forEach((id) => verdictsOn(id, judged));
    const answers = forEach((id) => answerTo(id, verdicts[id], judged, site));
    const all = IDS.flatMap((id) => verdicts[id]);
    const held = all.reduce((sum, { passes, earnsHalf }) => sum + (passes ? 2 : earnsHalf === true ? 1 : 0), 0) / 2;
    return {
      answers,
      failure:
        held * 3 < all.length
          ? {
              reason: `Only ${held} of ${count(all.length, 'signal')} ${holds(held)} on the judged pages.`,
              questions: IDS.filter((id) => answers[id].share.earned * 3 < answers[id].share.of),
            }
          : null,
      gates: [],
      details: details(site, answers, verdicts, { held, asked: all.length }),
      notes: notesOn(
        judged.filter(({ pack }) => pack === NO_PACK).map(({ page }) => page),
        site.origin,
      ),
    };
  },
});

const NONE_ASKED: Record<QuestionId, string> = {
  opening: 'No title or h1 of the judged pages names a subject.',
  specifics: 'No judged page is long enough.',
  listing: 'No judged page is long enough.',
  source: 'No judged page is an article.',
  provenance: 'No judged page is an article.',
};

interface JudgedPage {
  readonly page: Page;
  readonly pack: PhrasePack;
}

/** The home page and the pages whose kind people ask questions of, where they have some text. */
function contentPages({ home, samplePages }: Needed): readonly JudgedPage[] {
  return [home, ...samplePages]
    .filter((page) => (page === home || CONTENT.has(page.kind)) && textSize(page.facts) >= LEAST_WORDS)
    .map((page) => ({ page, pack: packOf(page) ?? NO_PACK }));
}

interface Verdict extends PageVerdict {
  readonly page: Page;
}

function verdictsOn(id: QuestionId, judged: readonly JudgedPage[]): readonly Verdict[] {
  const { signal, fromWords, looksThrough } = SIGNALS[id];
  return judged.flatMap(({ page, pack }) => {
    const found = textSize(page.facts) >= fromWords ? signal(page, pack) : null;
    const isUnknown = found !== null && !found.passes && isUnread(page.facts, ...looksThrough);
    return found === null || isUnknown ? [] : { page, ...found };
  });
}

function answerTo(id: QuestionId, verdicts: readonly Verdict[], judged: readonly JudgedPage[], site: Needed): Answer {
  const fix = fixOf(id);
  const cause = firstTextCause([site.home, ...site.samplePages].filter((page) => mayBeAsked(id, page)));
  const { fromWords } = SIGNALS[id];
  if (judged.some(({ page }) => textSize(page.facts) >= fromWords)) {
    return awaiting(cause, pooled(verdicts, NONE_ASKED[id], fix));
  }
  const together = judged.reduce((sum, { page }) => sum + textSize(page.facts), 0);
  const none = `No content page has ${fromWords} words or more.`;
  if (together >= ENOUGH_TOGETHER) return awaiting(cause, pooled([], none, fix));
  const seen = judged.slice(0, 5).map(({ page }) => {
    return observe(page.exchange, { note: `${count(textSize(page.facts), 'word')}: too few to hold an answer.` });
  });
  const longer = textCause(site.home) ?? 'text';
  return { ...lost(NONE, seen, { ...fix, cause: longer }), awaits: longer };
}

/** Whether a page would be asked if it had more text. */
function mayBeAsked(id: QuestionId, { kind }: Page): boolean {
  return id === 'source' || id === 'provenance' ? kind === 'article' : CONTENT.has(kind);
}

function withoutContent({ home }: Needed): Outcome<QuestionId> {
  const cause = textCause(home) ?? 'text';
  const reason = `No content page has ${LEAST_WORDS} words: there is nothing to answer from.`;
  const answer = lost(NONE, [observe(home.exchange, { note: reason })], {
    place: 'content',
    instruction: `Say on the pages what they are about, in text that the HTML holds. ${NO_INVENTION}`,
    lines: null,
    cause,
    proof: null,
  });
  return {
    answers: forEach(() => ({ ...answer, problem: reason, awaits: cause })),
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
    instruction: `${instruction} ${NO_INVENTION}`,
    lines: null,
    snippet: id === 'provenance' ? 'date' : null,
    ...(ask === undefined ? {} : { ask }),
    proof: null,
  };
}

function details(
  { origin }: Needed,
  answers: Readonly<Record<QuestionId, Answer>>,
  verdicts: Readonly<Record<QuestionId, readonly Verdict[]>>,
  { held, asked }: { readonly held: number; readonly asked: number },
): string {
  const pages = new Set(IDS.flatMap((id) => verdicts[id].map(({ page }) => page.url))).size;
  const size = `${held} of ${count(asked, 'signal')} ${holds(held)} on ${count(pages, 'judged page')}`;
  if (IDS.every((id) => isFull(answers[id]))) return `${size}, so an answer can be lifted from the text.`;
  const costliest = IDS.filter((id) => answers[id].fix !== null)
    .sort((a, b) => questions[b].weight - questions[a].weight)
    .slice(0, 3)
    .map((id) => {
      const failing = verdicts[id].filter(({ passes }) => !passes).map(({ page }) => place(page.url, origin));
      if (failing.length === 0) return `no content page has the ${SIGNALS[id].fromWords} words for ${SIGNALS[id].lack}`;
      return `${list(failing, 3)} ${failing.length === 1 ? 'lacks' : 'lack'} ${SIGNALS[id].lack}`;
    });
  return `${size}. ${capital(costliest.join('; '))}.`;
}

function holds(signals: number): string {
  return signals === 1 ? 'holds' : 'hold';
}

function notesOn(unsupported: readonly Page[], origin: string): string[] {
  return unsupported.length === 0
    ? []
    : [
        `There is no phrase pack for the language of these pages, so specifics are recognised by their signs alone: ${list(unsupported.map(({ url }) => place(url, origin)))}.`,
      ];
}
