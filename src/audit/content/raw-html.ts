import type { HiddenPlace, ShellMarker } from '../../site/page/page-facts.ts';
import { textSize } from '../../site/page/words.ts';
import type { QuestionResult } from '../check.ts';
import type { Cause } from '../fixes/fix.ts';
import { isClosedByLogin } from '../judged-pages.ts';
import { isSecondary, type Page } from '../site-facts.ts';
import { hidingPlaces, withHiddenText } from './hidden-text.ts';
import { type UniqueText, uniqueTexts } from './unique-text.ts';

/** Amount of a page that can be read in the HTML as sent. */
export interface RawHtml {
  readonly page: Page;
  /** The main text that counts: without filler, and without text of other judged pages. */
  readonly text: UniqueText;
  readonly earns: 'full' | 'half' | 'none';
  /** Faults that keep it from being `full`, the most serious first. */
  readonly faults: readonly Fault[];
}

export type Fault =
  /** Almost no text, and a sign that scripts fill the page. */
  | 'shell'
  /** Almost no text, and an empty container, which scripts may fill or not. */
  | 'empty'
  /** Almost no text once the text of other judged pages is left out. */
  | 'repeated'
  /** Almost no text except filler. */
  | 'filler'
  /** Next to no text, and no sign of scripts. */
  | 'no_text'
  /** Too little text that is shown, and more of it in hidden elements. */
  | 'text_hidden'
  /** The same, in HTML that React streams. */
  | 'text_streamed'
  /** The same, in a declarative shadow root. */
  | 'text_in_shadow'
  /** The same, in `<noscript>`. */
  | 'text_in_noscript'
  /** The same, in inline data. */
  | 'text_elsewhere'
  /** Next to no text, and a frame or iframe. */
  | 'framed'
  /** Next to no text, and a script that leads to another page. */
  | 'redirect'
  /** It asks for a login or a password. */
  | 'login'
  /** Some text, and empty elements that scripts fill with more. */
  | 'thin_shell'
  /** Little text beside filler, and no sign of scripts. */
  | 'part_filler'
  /** Little text, and no sign of scripts. */
  | 'little_text'
  | 'too_large';

/** Minimum number of words of main text of a readable page. */
export const ENOUGH_WORDS = 150;
/** A page with fewer words and any sign of scripts is a shell. */
const SOME_WORDS = 50;
/** A page with fewer words has no content in its HTML, whatever the cause. */
export const LEAST_WORDS = 20;
/** Words that are enough for contact, legal and listing pages. */
const FEW_WORDS = 10;
/** Googlebot reads the first 2 MB of an HTML file. */
export const READ_BYTES = 2 * 1024 * 1024;
/** Characters of text in asides, about 50 words, that prove that a page is not a shell. */
const ASIDE_CHARACTERS = 250;
/**
 * Minimum number of empty containers that show that scripts fill a page in part. They must also be at least half as many as
 * the text blocks.
 */
const SEVERAL_CONTAINERS = 3;

/** Judges the HTML of pages as sent, without running scripts. Text that several pages share counts once. */
export function readRawHtml(
  home: Page,
  further: readonly Page[],
): { readonly home: RawHtml; readonly further: readonly RawHtml[] } {
  const texts = new PageTexts([home, ...further]);
  return { home: readRaw(home, texts), further: further.map((page) => readRaw(page, texts)) };
}

/** The text of pages that is their own: as they are shown, and with what their HTML hides. */
class PageTexts {
  readonly #pages: readonly Page[];
  readonly #shown: ReturnType<typeof uniqueTexts>;
  #whole: ReturnType<typeof uniqueTexts> | null = null;

  constructor(pages: readonly Page[]) {
    this.#pages = pages;
    this.#shown = uniqueTexts(pages);
  }

  shown(page: Page): UniqueText {
    return this.#shown.of(page);
  }

  /** @param whole a reading by {@link withHiddenText} */
  whole(whole: Page): UniqueText {
    this.#whole ??= uniqueTexts(this.#pages.map((page) => withHiddenText(page) ?? page));
    return this.#whole.of(whole);
  }
}

/** Readings of single pages: several questions rest on the same one. */
const ALONE = new WeakMap<Page, RawHtml>();

/** Judges a page by itself: text that other pages have too counts. */
function readAlone(page: Page): RawHtml {
  const reading = ALONE.get(page) ?? readRawHtml(page, []).home;
  ALONE.set(page, reading);
  return reading;
}

function readRaw(page: Page, texts: PageTexts): RawHtml {
  const faults: Fault[] = [];
  const text = texts.shown(page);
  const fault = textFault(page, text, texts);
  if (fault !== null) faults.push(fault);
  if (page.exchange.bytes.decoded > READ_BYTES || page.exchange.failure?.kind === 'too_large') faults.push('too_large');
  const [first] = faults;
  const earns = first === undefined ? 'full' : earnsNothing(first) ? 'none' : 'half';
  return { page, text, earns, faults };
}

/** Returns why a page has too little text in its HTML to be judged by it; null when it has enough. */
export function findTextCause({ faults }: Pick<RawHtml, 'faults'>): Cause | null {
  const [fault] = faults;
  if (fault === undefined || fault === 'too_large') return null;
  if (CONTENT_FAULTS.includes(fault)) return 'text';
  return SCRIPTED.includes(fault) ? 'shell' : null;
}

/** Returns the same for a page by itself, without regard to text that it shares with other pages. */
export function textCause(page: Page): Cause | null {
  return findTextCause(readAlone(page));
}

/** Returns why the first page with too little text has too little; null when all have enough. */
export function firstTextCause(pages: readonly Page[]): Cause | null {
  return pages.map(textCause).find((cause) => cause !== null) ?? null;
}

/** Returns the result of a question that does not apply while pages have too little text, and may apply once that is fixed. */
export function awaiting(cause: Cause | null, result: QuestionResult): QuestionResult {
  return cause === null || result.notApplicable === null ? result : { ...result, awaits: cause };
}

/** Faults of pages that lack text, whatever their scripts do. */
const CONTENT_FAULTS: readonly Fault[] = [
  'no_text',
  'part_filler',
  'little_text',
  'empty',
  'framed',
  'redirect',
  'login',
];

const EARNS_NOTHING: readonly Fault[] = [
  'shell',
  'empty',
  'repeated',
  'filler',
  'no_text',
  'framed',
  'redirect',
  'login',
];

/** Faults of pages whose scripts show more text than the HTML, and perhaps more links. */
const SCRIPTED: readonly Fault[] = [
  'shell',
  'thin_shell',
  'text_hidden',
  'text_streamed',
  'text_in_shadow',
  'text_in_noscript',
  'text_elsewhere',
];

/** Returns whether scripts make what a reader sees of a page, or may do so, so that its HTML may lack links too. */
export function isScripted({ page, faults }: RawHtml): boolean {
  return (
    faults.some((fault) => fault === 'empty' || fault === 'redirect' || SCRIPTED.includes(fault)) ||
    page.facts.shell.hashRoutes > 0
  );
}

/** What to do first where a page has no text in its HTML, by the cause: sentences that stand before those of the fix. */
const FIRST: Readonly<Partial<Record<Fault, string>>> = {
  shell: 'Scripts fill in the text, and the HTML has none: send it in the HTML first.',
  empty: 'The HTML has an empty container in place of the text: send the text in the HTML first.',
  redirect:
    'A script sends readers to another page: redirect with a status in its place. If this page is to stay, send its text in the HTML first.',
  framed: 'The text is another document, in a frame: put it into the page first.',
};

/** Returns what is to be done before anything else on pages without text in their HTML; null where that is not so of all. */
export function findFirstFix(pages: readonly Page[]): string | null {
  const faults = new Set(pages.map((page) => readAlone(page).faults[0]));
  const [fault] = faults;
  return faults.size === 1 && fault !== undefined ? (FIRST[fault] ?? null) : null;
}

const FILLED_OR_LEFT: readonly Fault[] = ['shell', 'empty', 'thin_shell', 'redirect'];

/** Returns whether scripts fill a page, or may fill it, wholly or in part, or lead to another page in its place. */
export function isShell(page: Page): boolean {
  const { faults } = readAlone(page);
  return FILLED_OR_LEFT.some((fault) => faults.includes(fault));
}

const HIDDEN_FAULTS: Readonly<Record<HiddenPlace, Fault>> = {
  streamed: 'text_streamed',
  elements: 'text_hidden',
  shadow: 'text_in_shadow',
  noscript: 'text_in_noscript',
  data: 'text_elsewhere',
};

function textFault(page: Page, text: UniqueText, texts: PageTexts): Fault | null {
  const fault = findFault(page, text);
  if (fault === null) return null;
  const whole = withHiddenText(page);
  const [place] = hidingPlaces(page);
  if (whole === null || place === undefined) return fault;
  const faultOfWhole = findFault(whole, texts.whole(whole));
  // A few sentences in data describe other pages, such as the next and the previous one.
  if (place === 'data' && textSize(whole.facts) < SOME_WORDS) return fault;
  // A few hidden words, such as labels or the request to enable JavaScript, are not what is missing.
  const areFew = textSize(whole.facts) - textSize(page.facts) < LEAST_WORDS;
  if (areFew && (place === 'noscript' || !earnsNothing(fault))) return fault;
  // What it hides is the text of other pages: nothing fills it.
  if (faultOfWhole !== null && earnsNothing(fault) && isOfOthers(texts.whole(whole))) return 'repeated';
  const isHidden = faultOfWhole === null || (earnsNothing(fault) && !earnsNothing(faultOfWhole));
  return isHidden ? HIDDEN_FAULTS[place] : fault;
}

/** Returns whether a text is that of other pages, and next to nothing else. */
function isOfOthers(text: UniqueText): boolean {
  return textSize(text) < LEAST_WORDS && text.repeatedWords >= LEAST_WORDS;
}

function earnsNothing(fault: Fault): boolean {
  return EARNS_NOTHING.includes(fault);
}

/** The form that WordPress shows in place of a text. */
const PASSWORD_FORM = /<form[^>]{0,200}\bclass=["']?post-password-form/;

/** What a page shows until a script sends its reader to another one. */
const BESIDE_REDIRECTS: readonly ShellMarker['kind'][] = ['enable_javascript', 'placeholder'];

/** Returns why a page has too little text in one reading; null when it has enough. */
function findFault(page: Page, text: UniqueText): Fault | null {
  const { facts } = page;
  const { shell } = facts;
  if (page.kind !== 'home' && isClosedByLogin(page)) return 'login';
  if (textSize(text) >= ENOUGH_WORDS) return null;
  if (textSize(text) < SOME_WORDS && PASSWORD_FORM.test(page.exchange.body ?? '')) return 'login';
  if (isSecondary(page) && textSize(text) >= FEW_WORDS && textSize(text) >= facts.fillerWords) return null;
  const isMarked = shell.markers.length > 0;
  const areContainersMost = isMarked && (shell.areOnlyContainers || shell.areMostlyContainers);
  const hasSome = textSize(text) >= LEAST_WORDS || shell.asideCharacters >= ASIDE_CHARACTERS;
  if (hasSome && isReadable(facts) && !areContainersMost)
    return isFilledInPart(facts) ? 'thin_shell' : littleText(facts);
  if (shell.isRedirect && shell.markers.every(({ kind }) => BESIDE_REDIRECTS.includes(kind))) return 'redirect';
  // A script module may serve for a button alone.
  if (isMarked && shell.frames > 0 && shell.markers.every(({ kind }) => kind === 'scripts_without_text'))
    return 'framed';
  if (isMarked) return shell.markers.every(({ kind }) => kind === 'bare_container') ? 'empty' : 'shell';
  if (hasSome) return littleText(facts);
  if (textSize(facts) + facts.fillerWords >= LEAST_WORDS) {
    // A summary that stands twice on the page is not filler; one sentence again and again is.
    const filler = facts.fillerWords + Math.max(0, text.secondWords - textSize(text));
    if (filler > text.repeatedWords) return 'filler';
    if (text.repeatedWords > 0) return 'repeated';
  }
  return shell.frames > 0 ? 'framed' : 'no_text';
}

function littleText({ fillerWords }: Page['facts']): Fault {
  return fillerWords >= LEAST_WORDS ? 'part_filler' : 'little_text';
}

/**
 * Returns whether a page has so much text that one sign of scripts does not make it a shell. Text that it shares with other
 * pages counts here.
 */
function isReadable(facts: Page['facts']): boolean {
  return textSize(facts) >= SOME_WORDS || facts.shell.asideCharacters >= ASIDE_CHARACTERS;
}

/** Returns whether scripts fill a part of a page that has some text. One empty element beside text proves nothing. */
function isFilledInPart({ shell, blocks }: Page['facts']): boolean {
  const isPart = shell.markers.some(({ kind }) => kind === 'empty_root' || kind === 'placeholder');
  return isPart || (shell.emptyContainers >= SEVERAL_CONTAINERS && 2 * shell.emptyContainers >= blocks.length);
}
