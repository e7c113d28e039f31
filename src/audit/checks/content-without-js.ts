import type { ShellMarker } from '../../site/page-facts.ts';
import {
  type Answer,
  check,
  type Failure,
  type Fix,
  full,
  type GateCause,
  HALF,
  lost,
  NONE,
  notApplicable,
  type Observation,
  type Outcome,
  type Share,
} from '../check.ts';
import type { ProbeFacts, SiteFacts } from '../facts.ts';
import { html } from '../fix.ts';
import { isOnePage } from '../linked-pages.ts';
import { guardNotes } from '../no-verdict.ts';
import { observe } from '../observe.ts';
import {
  amountOfText,
  ENOUGH_WORDS,
  FAULTS,
  type Fault,
  isScripted,
  isShortByNature,
  linksToOtherPages,
  type RawReading,
  readRaw,
  textCause,
} from '../raw-text.ts';
import { sum } from '../sum.ts';
import { isUnread, unreadNotes } from '../unread.ts';
import { all, capital, count, list, place } from '../wording.ts';

const FULL_PAGE =
  'the HTML as sent has at least 150 words (or 300 CJK characters) of main text and is at most 2 MB; contact, legal and listing pages may be as short as 10 words';
const HALF_PAGE =
  'A page earns half when it has less text than that, or when its text stands only in noscript or in at least 2,000 characters of embedded JSON; it earns nothing under 20 words (40 CJK characters), or under 50 words with the marks of a shell that scripts fill.';

const questions = {
  home: {
    ask: 'Is the home page’s content in the HTML that is sent?',
    problem: 'The home page has too little readable text in its HTML.',
    weight: 11,
    must: `On the home page ${FULL_PAGE}. ${HALF_PAGE}`,
  },
  further: {
    ask: 'Is the content of further pages in the HTML that is sent?',
    problem: 'Further pages have too little readable text in their HTML.',
    weight: 7,
    must: `On every sampled page ${FULL_PAGE}. The points are the mean over the pages. ${HALF_PAGE}`,
  },
  links: {
    ask: 'Does the home page lead to other pages by real links?',
    problem: 'The home page has no links that a crawler can follow to other pages.',
    weight: 2,
    must: 'The home page has links (a href) to other pages of the site, and not more links to #/ routes than to pages; else half. It does not apply to a site of one page.',
  },
} as const;

type QuestionId = keyof typeof questions;

/** What a page earns, in halves. */
const HALVES = { full: 2, half: 1, none: 0 } as const;

/** Faults that are gone once scripts have run. */
const SCRIPTED: readonly Fault[] = ['shell', 'text_hidden', 'thin_shell'];

const MARKS: Readonly<Record<ShellMarker['kind'], string>> = {
  empty_root: 'an empty root element',
  enable_javascript: 'words that ask for JavaScript',
  module_without_text: 'module scripts and no block of text',
};

export const contentWithoutJs = check({
  key: 'content_without_js',
  label: 'Content is readable without JavaScript',
  asks: 'Is the content in the HTML that is sent, before any script runs?',
  why: 'Most crawlers of answer engines read the HTML that they are sent and run no scripts: in over a billion requests a month that were looked at, those of OpenAI, Anthropic, Perplexity, Meta and ByteDance ran none; Googlebot and Applebot did. Google reads the first 2 MB of an HTML file.',
  sources: [
    { title: 'Vercel and MERJ: the rise of the AI crawler', url: 'https://vercel.com/blog/the-rise-of-the-ai-crawler' },
    {
      title: 'Google: Googlebot',
      url: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
    },
  ],
  questions,
  failsWhen: [
    'The home page, or at least half of the sampled pages, earn nothing: they have under 20 words of main text in their HTML, or under 50 and the marks of a shell: an empty root element, words that ask for JavaScript, or module scripts and no block of text.',
  ],
  neverScored: [
    'Scripts on a page whose text is in the HTML, the ratio of text to HTML, and whether scripts would render more.',
  ],
  needs: ['home', 'samplePages', 'setAsidePages', 'unreadPages', 'sitemaps', 'llms', 'probes', 'origin'],
  run: (site): Outcome<QuestionId> => {
    const { home, samplePages, unreadPages, probes, origin } = site;
    const first = readRaw(home);
    const further = samplePages.map(readRaw);
    return {
      answers: {
        home: ofHome(first),
        further: further.length > 0 ? ofFurther(further) : withoutFurther(first, unreadPages.length),
        links: ofLinks(site),
      },
      failure: failureOf(first, further),
      gates: gatesOf(first, further),
      details: describe(first, further, origin),
      notes: [
        ...notesOn([first, ...further], unreadPages.length, origin),
        ...guardNotes(unreadPages),
        ...unreadNotes([home, ...samplePages], origin),
        ...renderedFor(probes, first),
      ],
    };
  },
});

function ofHome(reading: RawReading): Answer {
  const seen = evidence(reading);
  if (reading.verdict === 'full') return full(seen);
  return {
    ...lost(shareOf([reading]), [seen], fixOf([reading], reading)),
    problem: problemOf('The home page', reading),
  };
}

function ofFurther(readings: readonly RawReading[]): Answer {
  const short = readings
    .filter(({ verdict }) => verdict !== 'full')
    .sort((a, b) => HALVES[a.verdict] - HALVES[b.verdict]);
  const [worst] = short;
  if (worst === undefined) return full(...readings.map(evidence));
  const pages = short.length === 1 ? 'One further page' : `One of ${short.length} further pages that fall short`;
  return {
    ...lost(shareOf(readings), short.slice(0, 5).map(evidence), fixOf(short, worst)),
    problem: problemOf(pages, worst),
  };
}

/** A shell shows no links to sample: then its further pages are judged with it. Any other site simply has none. */
function withoutFurther(home: RawReading, unread: number): Answer {
  if (home.verdict !== 'full' && unread === 0 && isScripted(home.page)) {
    const note = 'Its HTML leads to no further page, so the further pages are judged as the home page is.';
    const seen = observe(home.page.exchange, { note });
    return lost(shareOf([home]), [seen], fixOf([home], home));
  }
  return notApplicable(
    unread > 0
      ? `None of the ${count(unread, 'further page')} that ${unread === 1 ? 'was' : 'were'} asked for could be read.`
      : 'The site has no further page that could be sampled.',
  );
}

function shareOf(readings: readonly RawReading[]): Share {
  return { earned: sum(readings.map(({ verdict }) => HALVES[verdict])), of: 2 * readings.length };
}

function problemOf(pages: string, { faults: [fault] }: RawReading): string {
  return fault === undefined ? '' : `${pages} ${FAULTS[fault].problem}.`;
}

function ofLinks(site: LinkFacts): Answer {
  const { home } = site;
  const { hashRoutes } = home.facts.shell;
  const others = linksToOtherPages(home);
  const seen = observe(home.exchange, {
    note: `${count(others, 'link')} to other pages of the site, ${hashRoutes} to #/ routes.`,
  });
  if ((others > 0 && hashRoutes <= others) || isUnread(home.facts, 'links')) return full(seen);
  if (others === 0 && hashRoutes === 0 && isOnePage(site)) {
    return notApplicable('The site is one page: neither it, its canonical, a sitemap nor llms.txt names another.');
  }
  return lost(others > 0 ? HALF : NONE, [seen], {
    place: hashRoutes > 0 ? 'rendering' : 'page_template',
    instruction:
      hashRoutes > 0
        ? 'Give every page a path of its own (history routing) that answers with its own HTML, and link to these paths.'
        : 'Make navigation of a elements with an href, not of scripts that listen for clicks.',
    lines: null,
    proof: {
      command: `${html(home.url)} | grep -oiE '<a [^>]*href=[^ >]*'`,
      expect: 'links to the paths of other pages, not to # or #/',
    },
  });
}

type LinkFacts = Pick<
  SiteFacts,
  'home' | 'samplePages' | 'setAsidePages' | 'unreadPages' | 'sitemaps' | 'llms' | 'origin'
>;

function evidence({ page, faults }: RawReading): Observation {
  const [first] = faults;
  const [marker] = page.facts.shell.markers;
  const amount = `${amountOfText(page)} of main text in the HTML`;
  const why = faults.length === 0 ? '' : `: ${list(faults.map((fault) => FAULTS[fault].note))}`;
  if (marker === undefined || (first !== 'shell' && first !== 'thin_shell')) {
    return observe(page.exchange, { note: `${amount}${why}.` });
  }
  return observe(page.exchange, {
    note: `${amount}${why} (${MARKS[marker.kind]}).`,
    line: marker.line,
    text: marker.text,
  });
}

/** The way out of all faults of these pages, made where the heaviest one is. */
function fixOf(readings: readonly RawReading[], shown: RawReading): Fix {
  const faults = Object.entries(FAULTS).flatMap(([id, fault]) =>
    readings.some((reading) => reading.faults.some((one) => one === id)) ? [fault] : [],
  );
  const cause = textCause(shown.page);
  return {
    place: faults[0]?.place ?? 'rendering',
    instruction: [...new Set(faults.map(({ mend }) => mend))].join(' '),
    lines: null,
    snippet: faults[0]?.place === 'rendering' && !shown.faults.includes('text_hidden') ? 'prerender' : null,
    ...(faults.some(({ place: where }) => where === 'content') ? { ask: MORE_TO_SAY } : {}),
    ...(cause === null ? {} : { cause }),
    proof: null,
  };
}

const MORE_TO_SAY =
  'What should these pages say that they do not say yet? A page earns all its points from 150 words of its own.';

function failureOf(home: RawReading, further: readonly RawReading[]): Failure<QuestionId> | null {
  if (home.verdict === 'none') {
    return { reason: 'The home page has no readable text in the HTML that is sent.', questions: ['home', 'further'] };
  }
  const empty = further.filter(earnsNothing).length;
  if (empty === 0 || 2 * empty < further.length) return null;
  const pages = `${empty} of ${count(further.length, 'sampled page')}`;
  return {
    reason: `${pages} ${empty === 1 ? 'has' : 'have'} no readable text in the HTML that is sent.`,
    questions: ['further'],
  };
}

function earnsNothing({ verdict }: RawReading): boolean {
  return verdict === 'none';
}

/** Gates G3, G4 and G5, with the questions that open each. */
function gatesOf(home: RawReading, further: readonly RawReading[]): readonly GateCause<QuestionId>[] {
  const pages = 1 + further.length;
  const emptyHome = earnsNothing(home) ? 1 : 0;
  const emptyFurther = further.filter(earnsNothing).length;
  const content = further.filter(({ page }) => !isShortByNature(page.kind));
  const gates: GateCause<QuestionId>[] = [];
  if (emptyHome === 1 && content.every(earnsNothing)) {
    const reason = 'No page that was read has readable text in the HTML that is sent.';
    gates.push({ id: 'G3', reason, opensWith: content.length > 0 ? [['home'], ['further']] : [['home']] });
  }
  if ((emptyHome + emptyFurther) * 2 >= pages) {
    const opensWith: QuestionId[][] = [
      ...(emptyFurther * 2 < pages ? [['home' as const]] : []),
      ...(emptyHome * 2 < pages ? [['further' as const]] : []),
      ['home', 'further'],
    ];
    const empty = emptyHome + emptyFurther;
    const reason = `${empty} of ${count(pages, 'judged page')} ${empty === 1 ? 'has' : 'have'} no readable text in the HTML that is sent.`;
    gates.push({ id: 'G4', reason, opensWith });
  }
  if (emptyHome === 1) {
    const reason = 'The home page has no readable text in the HTML that is sent.';
    gates.push({ id: 'G5', reason, opensWith: [['home']] });
  }
  return gates;
}

function describe(home: RawReading, further: readonly RawReading[], origin: string): string {
  const why = home.faults.length === 0 ? '' : `: ${list(home.faults.map((fault) => FAULTS[fault].note))}`;
  const said = [`The home page sends ${amountOfText(home.page)} of main text in its HTML${why}.`];
  const short = further.filter(({ verdict }) => verdict !== 'full');
  if (further.length > 0 && short.length === 0) {
    said.push(`${capital(all(further.length, 'sampled page'))} can be read without JavaScript.`);
  } else if (short.length > 0) {
    const where = short.map(({ page, faults: [fault] }) =>
      fault === undefined ? place(page.url, origin) : `${place(page.url, origin)} (${FAULTS[fault].note})`,
    );
    said.push(
      `${short.length} of ${count(further.length, 'sampled page')} ${short.length === 1 ? 'falls' : 'fall'} short: ${list(where)}.`,
    );
  }
  return said.join(' ');
}

/** A page that is a shell for browsers, and was sent to probes with its text. */
function renderedFor(probes: readonly ProbeFacts[], home: RawReading): string[] {
  if (home.verdict !== 'none') return [];
  const tokens = probes.filter(({ words }) => (words ?? 0) >= ENOUGH_WORDS).map(({ productToken }) => productToken);
  return tokens.length === 0
    ? []
    : [
        `Asked with the user agent of ${list(tokens, tokens.length)}, the server sends the home page with its text. Judged is what everybody is sent: a page made for crawlers reaches only those that somebody put on a list.`,
      ];
}

function notesOn(readings: readonly RawReading[], unread: number, origin: string): string[] {
  const brief = readings.filter(
    ({ page, verdict }) => verdict === 'full' && page.facts.words < 150 && page.facts.cjkCharacters < 300,
  );
  return [
    ...(brief.length === 0
      ? []
      : [`Short, as such pages may be: ${list(brief.map(({ page }) => place(page.url, origin)))}.`]),
    ...(unread === 0
      ? []
      : [`${count(unread, 'sampled page')} could not be read and ${unread === 1 ? 'was' : 'were'} left out.`]),
    ...(readings.some(({ faults }) => faults.some((fault) => SCRIPTED.includes(fault)))
      ? ['Googlebot and Applebot run scripts and may see more; the other crawlers of answer engines are not known to.']
      : []),
  ];
}
