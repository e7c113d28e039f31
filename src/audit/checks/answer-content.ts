import { listing, opening, provenance, type Signal, source, specifics, statement } from '../answer-signals.ts';
import { type Answer, check, type Fix, notApplicable, type Outcome, type Question } from '../check.ts';
import type { Page, PageKind, SiteFacts } from '../facts.ts';
import { html, shellQuote } from '../fix.ts';
import { COUNT_ITEMS } from '../page-commands.ts';
import { packOf } from '../page-language.ts';
import type { PhrasePack } from '../phrase-packs.ts';
import { pointsLost } from '../points.ts';
import { type PageVerdict, pooled } from '../pooled.ts';
import { textSize } from '../text-size.ts';
import { isUnread, type UnreadKind } from '../unread.ts';
import { costs, count, list, place } from '../wording.ts';

const LEAST_WORDS = 150;
/** With fewer signals there is too little to judge by. */
const LEAST_SIGNALS = 3;

const SHARE = 'The points are the share of the pages asked that do, rounded half up.';

const questions = {
  opening: {
    ask: 'Does the first paragraph take up the title?',
    problem: 'The first paragraph does not take up the title.',
    maxPoints: 2,
    must: `On content pages and the home page, the first paragraph of 60 characters (30 CJK characters) or more shares at least two terms with the title or h1; words are compared by how they begin. ${SHARE}`,
  },
  statement: {
    ask: 'Is it said early what the thing is?',
    problem: 'It is not said early what the thing is.',
    maxPoints: 1,
    must: `On content pages and the home page, a sentence of the first three paragraphs states plainly what something is or does. ${SHARE}`,
  },
  specifics: {
    ask: 'Are there specifics?',
    problem: 'The text has few specifics.',
    maxPoints: 2,
    must: `On content pages, the text has three different specifics: numbers with units, percentages, dates, amounts of money in running text, versions. Price lists, article numbers and badges do not count. ${SHARE}`,
  },
  listing: {
    ask: 'Is there a list, a table or steps?',
    problem: 'Pages have no list, table or steps.',
    maxPoints: 2,
    must: `On content pages, the main content has a list, a data table or numbered steps of three or more items. ${SHARE}`,
  },
  source: {
    ask: 'Are sources named?',
    problem: 'No sources are named.',
    maxPoints: 2,
    must: `On content pages, the text links to a source on another registrable domain (not nofollow or sponsored, not a network, shop, payment service or profile of the site's own), or quotes somebody by name. ${SHARE}`,
  },
  provenance: {
    ask: 'Is it said when it was written, and by whom?',
    problem: 'It is not said when a page was written, or by whom.',
    maxPoints: 1,
    must: `Content pages and the home page show a date, visible or machine-readable, and articles a named author too. ${SHARE}`,
  },
} as const satisfies Record<string, Question>;

type QuestionId = keyof typeof questions;
type Needed = Pick<SiteFacts, 'home' | 'samplePages' | 'origin'>;

interface Asked {
  readonly signal: Signal;
  readonly ofHome: boolean;
  /** The facts it looks through: a page that has more of them than are read is not asked when it shows none. */
  readonly looksThrough: readonly UnreadKind[];
  /** What failing pages do not have, after `lack`. */
  readonly lack: string;
  readonly instruction: string;
  /** What picks the lines that prove it out of the page's HTML. */
  readonly filter: string;
  /** What it must print when the page is fetched again. */
  readonly expect: string;
}

const NO_INVENTION =
  'Invent nothing: no fact, number, date, name, quotation or source that the owner cannot stand for.';

const SIGNALS: Record<QuestionId, Asked> = {
  opening: {
    signal: opening,
    ofHome: true,
    looksThrough: ['titles', 'headings', 'blocks'],
    lack: 'a first paragraph that takes up the title',
    instruction: 'Let the first paragraph of the page say, in the words of its title, what the page answers.',
    filter: "grep -oiE '<(title|h1|p)[ >][^<]*' | head -n 8",
    expect: 'a first paragraph with two of the words of title or h1',
  },
  statement: {
    signal: statement,
    ofHome: true,
    looksThrough: [],
    lack: 'an early plain statement of what the thing is',
    instruction: 'Say near the top, in one plain sentence, what the thing is that the page is about.',
    filter: "grep -oiE '<p[ >][^<]*' | head -n 3",
    expect: 'a sentence of that kind in one of the first three paragraphs',
  },
  specifics: {
    signal: specifics,
    ofHome: false,
    looksThrough: ['blocks'],
    lack: 'three distinct specifics',
    instruction:
      'Where the text is vague and the facts are known, state them: measures with units, dates, amounts, versions. Ask the owner for them.',
    filter: "grep -oiE '<(p|li|dd|td)[ >][^<]*' | grep '[0-9]'",
    expect: 'sentences with three different specifics',
  },
  listing: {
    signal: listing,
    ofHome: false,
    looksThrough: ['lists', 'tables', 'headings'],
    lack: 'a list, table or steps',
    instruction:
      'Where the text lists things or goes through steps, mark them up as a list (ul, ol) or a table with th cells, in the words that are there.',
    filter: COUNT_ITEMS,
    expect: 'a number of 3 or more: items and rows that stand in no nav, header, footer or aside',
  },
  source: {
    signal: source,
    ofHome: false,
    looksThrough: ['links', 'quotations'],
    lack: 'a source elsewhere or a quotation with a name',
    instruction:
      'Where a statement rests on somebody else’s work and the owner knows which, link to it from the text, or quote it and say whose words they are.',
    filter: "grep -oiE '<a [^>]*href=.https?://[^ >]*|<cite[ >]'",
    expect: 'a link in the text to the source, or a blockquote with a cite element',
  },
  provenance: {
    signal: provenance,
    ofHome: true,
    looksThrough: ['structuredData', 'metas', 'times', 'bylines', 'blocks'],
    lack: 'a date or, on an article, a named author',
    instruction:
      'Show when the page was published or last changed, in a time element with its datetime, and on articles who wrote it. Take both from the records; ask where there are none.',
    filter: "grep -ioE '<time[^>]*datetime[^>]*>'",
    expect: 'a time element with a datetime and, on articles, the author’s name',
  },
};

const IDS: readonly QuestionId[] = ['opening', 'statement', 'specifics', 'listing', 'source', 'provenance'];
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
  failsWhen: ['Less than a third of the signals hold, counted over all pages that they were asked of.'],
  neverScored: [
    'Questions as headings, FAQ blocks, length, keywords, readability grades and tone; and pages in languages for which there is no phrase pack, of fewer than 150 words (300 CJK characters), or that are listings, legal texts or contact pages.',
  ],
  needs: ['home', 'samplePages', 'origin'],
  run: (site): Outcome<QuestionId> => {
    const { judged, unsupported } = judgedPages(site);
    const verdicts = forEach((id) => verdictsOn(id, judged));
    const applicable = IDS.filter((id) => verdicts[id].length > 0);
    if (applicable.length < LEAST_SIGNALS) return notJudged(whyNotJudged(judged, unsupported));

    const answers = forEach((id) =>
      pooled(questions[id], verdicts[id], NONE_ASKED, fixOf(id, verdicts[id], site.home)),
    );
    const all = applicable.flatMap((id) => verdicts[id]);
    const held = all.filter(({ passes }) => passes).length;
    const fails = held * 3 < all.length;
    return {
      answers,
      failure: fails ? `Only ${held} of ${count(all.length, 'signal')} ${holds(held)} on the judged pages.` : null,
      gate: null,
      details: details(site, answers, verdicts, { held, asked: all.length }),
      notes: notesOn(unsupported, site.origin),
    };
  },
});

const NONE_ASKED = 'No judged page is one that this can be asked of.';

interface JudgedPage {
  readonly page: Page;
  readonly pack: PhrasePack;
}

/** The home page and the content pages that are long enough, told by whether their wording can be judged. */
function judgedPages({ home, samplePages }: Needed): {
  readonly judged: readonly JudgedPage[];
  readonly unsupported: readonly Page[];
} {
  const longEnough = [home, ...samplePages].filter(
    ({ kind, facts }, i) => (i === 0 || CONTENT.has(kind)) && textSize(facts) >= LEAST_WORDS,
  );
  const judged: JudgedPage[] = [];
  const unsupported: Page[] = [];
  for (const page of longEnough) {
    const pack = packOf(page);
    if (pack === null) unsupported.push(page);
    else judged.push({ page, pack });
  }
  return { judged, unsupported };
}

interface Verdict extends PageVerdict {
  readonly page: Page;
}

function verdictsOn(id: QuestionId, judged: readonly JudgedPage[]): readonly Verdict[] {
  const { signal, ofHome, looksThrough } = SIGNALS[id];
  return judged.flatMap(({ page, pack }) => {
    if (page.kind === 'home' && !ofHome) return [];
    const found = signal(page, pack);
    const isUnknown = found !== null && !found.passes && isUnread(page.facts, ...looksThrough);
    return found === null || isUnknown ? [] : { page, ...found };
  });
}

function forEach<T>(make: (id: QuestionId) => T): Record<QuestionId, T> {
  return {
    opening: make('opening'),
    statement: make('statement'),
    specifics: make('specifics'),
    listing: make('listing'),
    source: make('source'),
    provenance: make('provenance'),
  };
}

function fixOf(id: QuestionId, verdicts: readonly Verdict[], home: Page): Fix {
  const { instruction, filter, expect } = SIGNALS[id];
  const page = verdicts.find(({ passes }) => !passes)?.page ?? home;
  return {
    place: id === 'provenance' ? 'page_template' : 'content',
    instruction: `${instruction} ${NO_INVENTION}`,
    lines: null,
    snippet: id === 'provenance' ? 'date' : null,
    proof: { command: `${html(page.url)} | ${filter}${id === 'source' ? notFrom(page) : ''}`, expect },
  };
}

/** Drops the links to the page's own site. */
function notFrom(page: Page): string {
  return ` | grep -vF ${shellQuote(`${new URL(page.url).origin}/`)}`;
}

function details(
  { origin }: Needed,
  answers: Readonly<Record<QuestionId, Answer>>,
  verdicts: Readonly<Record<QuestionId, readonly Verdict[]>>,
  { held, asked }: { readonly held: number; readonly asked: number },
): string {
  const loss = pointsLost(questions, answers);
  const pages = new Set(IDS.flatMap((id) => verdicts[id].map(({ page }) => page.url))).size;
  const size = `${held} of ${count(asked, 'signal')} ${holds(held)} on ${count(pages, 'judged page')}`;
  if (loss === 0) return `${size}, so an answer can be lifted from the text.`;
  const costliest = IDS.filter((id) => answers[id].fix !== null)
    .sort((a, b) => questions[b].maxPoints - answers[b].points - (questions[a].maxPoints - answers[a].points))
    .slice(0, 3)
    .map((id) => {
      const failing = verdicts[id].filter(({ passes }) => !passes).map(({ page }) => place(page.url, origin));
      return `${list(failing, 3)} ${failing.length === 1 ? 'lacks' : 'lack'} ${SIGNALS[id].lack}`;
    });
  return `${size}. ${costliest.join('; ')}. That ${costs(loss)}.`;
}

function holds(signals: number): string {
  return signals === 1 ? 'holds' : 'hold';
}

function whyNotJudged(judged: readonly JudgedPage[], unsupported: readonly Page[]): string {
  if (judged.length > 0) return 'Fewer than three of the signals can be asked of the judged pages.';
  return unsupported.length > 0
    ? 'The pages are in a language for which there is no phrase pack, so their wording cannot be judged.'
    : 'No judged page is a content page or a home page of 150 words or more.';
}

function notJudged(why: string): Outcome<QuestionId> {
  return {
    answers: forEach((id) => notApplicable(questions[id], why)),
    failure: null,
    gate: null,
    details: `The content was not judged, and nothing is lost by that. ${why}`,
    notes: [],
  };
}

function notesOn(unsupported: readonly Page[], origin: string): string[] {
  return unsupported.length === 0
    ? []
    : [
        `Not judged, because there is no phrase pack for their language: ${list(unsupported.map(({ url }) => place(url, origin)))}.`,
      ];
}
