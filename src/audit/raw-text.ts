import { withoutFragment } from '../site/url-fragment.ts';
import type { Answer, Cause, FixPlace } from './check.ts';
import type { Page, PageKind } from './facts.ts';
import { isSameSite } from './registrable-domain.ts';
import { count } from './wording.ts';

/** How much of a page can be read in the HTML that is sent. */
export interface RawReading {
  readonly page: Page;
  readonly verdict: 'full' | 'half' | 'none';
  /** What keeps it from `full`, the heaviest first. */
  readonly faults: readonly Fault[];
}

export type Fault =
  /** Under 50 words, and a sign that scripts fill the page. */
  | 'shell'
  /** Next to no text, and no sign of scripts. */
  | 'no_text'
  /** Too little text in sight, and more in hidden elements. */
  | 'text_hidden'
  /** Under 50 words of main text, and more in `<noscript>` or in embedded JSON. */
  | 'text_elsewhere'
  /** Some text, too little, and a sign that scripts fill in the rest. */
  | 'thin_shell'
  /** Too little text and no sign of scripts: a page that says little. */
  | 'little_text'
  | 'too_large';

export const ENOUGH_WORDS = 150;
const ENOUGH_CJK = 300;
/** Under this, a page with the mark of a shell has no content in its HTML. */
const SOME_WORDS = 50;
/** Under this, a page has no content in its HTML, whatever its marks. */
const LEAST_WORDS = 20;
const LEAST_CJK = 40;
/** Googlebot reads the first 2 MB of an HTML file. */
const READ_BYTES = 2 * 1024 * 1024;
/** So much JSON may hold the text of a page; less is configuration. */
const EMBEDDED_JSON = 2000;
/** Pages that say what they have to in a few words, though not in none. */
const FEW_WORDS = 10;
const SHORT_BY_NATURE: readonly PageKind[] = ['contact', 'legal', 'listing'];

/** Judges the HTML of a page as sent, without running scripts. */
export function readRaw(page: Page): RawReading {
  const faults: Fault[] = [];
  const text = textFault(page);
  if (text !== null) faults.push(text);
  if (page.exchange.bytes.decoded > READ_BYTES || page.exchange.failure?.kind === 'too_large') faults.push('too_large');
  const [first] = faults;
  const verdict = first === undefined ? 'full' : EARNS_NOTHING.includes(first) ? 'none' : 'half';
  return { page, verdict, faults };
}

/** Returns why the page has too little text in its HTML to be judged by it; null when it has enough. */
export function textCause(page: Page): Cause | null {
  const fault = textFault(page);
  if (fault === null) return null;
  return FAULTS[fault].place === 'rendering' ? 'shell' : 'text';
}

/** Returns why the first of these pages that has too little text has; null when all have enough. */
export function firstTextCause(pages: readonly Page[]): Cause | null {
  return pages.map(textCause).find((cause) => cause !== null) ?? null;
}

/** A question that does not apply while pages have too little text: it may once that is fixed. */
export function awaiting(cause: Cause | null, answer: Answer): Answer {
  return cause === null || answer.notApplicable === null ? answer : { ...answer, awaits: cause };
}

const EARNS_NOTHING: readonly Fault[] = ['shell', 'no_text'];

/** Whether the page shows a sign that scripts make what a reader sees. */
export function isScripted({ facts }: Page): boolean {
  return facts.shell.markers.length > 0 || facts.shell.hashRoutes > 0;
}

/** `181 words`, with the CJK characters among them where there are any. */
export function amountOfText({ facts }: Page): string {
  const words = count(facts.words, 'word');
  return facts.cjkCharacters === 0 ? words : `${words} (${count(facts.cjkCharacters, 'CJK character')})`;
}

function textFault(page: Page): Fault | null {
  const { words, shell } = page.facts;
  const isHidden = shell.hiddenWords >= SOME_WORDS && shell.hiddenWords > words;
  const fault = faultOfShownText(page);
  // Text that it hides makes a page with the mark of a shell no less of one.
  return fault !== null && fault !== 'shell' && isHidden ? 'text_hidden' : fault;
}

function faultOfShownText({ facts, kind }: Page): Fault | null {
  const { words, cjkCharacters, shell } = facts;
  if (words >= ENOUGH_WORDS || cjkCharacters >= ENOUGH_CJK) return null;
  if (isShortByNature(kind) && words >= FEW_WORDS) return null;
  const isScript = shell.markers.length > 0;
  if (words >= SOME_WORDS) return isScript ? 'thin_shell' : 'little_text';
  // A rendered page repeats its text in JSON for scripts to take over: no sign that it stands there alone.
  const isRendered = !isScript && words >= FEW_WORDS;
  const isInJson = shell.embeddedJsonLength >= EMBEDDED_JSON && !isRendered;
  if (shell.noscriptWords >= SOME_WORDS || isInJson) return 'text_elsewhere';
  if (isScript) return 'shell';
  return words < LEAST_WORDS && cjkCharacters < LEAST_CJK ? 'no_text' : 'little_text';
}

/** Whether pages of that kind say what they have to in a few words. The home page is none of them. */
export function isShortByNature(kind: PageKind): boolean {
  return SHORT_BY_NATURE.includes(kind);
}

/** Links of a page that a crawler can follow to another page of the same site. */
export function linksToOtherPages({ url, facts }: Page): number {
  const here = withoutFragment(url);
  const { origin } = new URL(url);
  return facts.links.filter((link) => {
    if (link.url === null || !/^https?:/.test(link.url) || withoutFragment(link.url) === here) return false;
    return link.url.startsWith(`${origin}/`) || isSameSite(link.url, url);
  }).length;
}

interface FaultWords {
  /** The end of a sentence: `it holds little text`. */
  readonly note: string;
  /** After `The home page` or `A further page`. */
  readonly problem: string;
  readonly place: FixPlace;
  readonly mend: string;
}

/** What a fault is, as the end of a sentence about the page, as a problem of pages, and how it is fixed. */
export const FAULTS: Readonly<Record<Fault, FaultWords>> = {
  shell: {
    note: 'it is a shell that scripts fill',
    problem: 'is filled by scripts: its text is not in the HTML that is sent',
    place: 'rendering',
    mend: 'Send the page’s own text in the HTML: prerender it or render it on the server, for everyone alike and not for crawlers alone.',
  },
  no_text: {
    note: 'it holds next to no text',
    problem: 'has next to no text in its HTML',
    place: 'content',
    mend: 'If the page has more to say, say it in text and not in images or videos alone. Do not pad it, and invent nothing.',
  },
  text_hidden: {
    note: 'its text is sent hidden, for a script to show',
    problem: 'is sent with its text hidden, for a script to show',
    place: 'rendering',
    mend: 'Send the page’s text in its place and not hidden. Where a framework streams it (Suspense in React), let the response wait for the main content; where a script takes a hidden attribute or display: none away, leave that out.',
  },
  text_elsewhere: {
    note: 'its text stands only in noscript or in embedded JSON',
    problem: 'has its text only in noscript or in embedded data',
    place: 'rendering',
    mend: 'Render the text that stands in noscript or in embedded JSON as ordinary elements of the HTML that is sent.',
  },
  thin_shell: {
    note: 'scripts fill in the rest',
    problem: 'is filled in part by scripts: the rest of its text is not in the HTML that is sent',
    place: 'rendering',
    mend: 'Send the rest of the page’s text in the HTML too: prerender it or render it on the server.',
  },
  little_text: {
    note: 'it holds little text',
    problem: 'holds little text',
    place: 'content',
    mend: 'If the page has more to say, say it in text and not in images or videos alone. Do not pad it, and invent nothing.',
  },
  too_large: {
    note: 'its HTML is larger than 2 MB, and what comes after may not be read',
    problem: 'is larger than 2 MB: what comes after may not be read',
    place: 'rendering',
    mend: 'Bring the HTML under 2 MB: move inlined styles, images and state into files of their own.',
  },
};
