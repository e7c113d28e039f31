import type { Landmarks, TextBlock } from '../page-facts.ts';
import { countWords } from '../words.ts';
import { type Attributes, NAMING, PLACING } from './attributes.ts';
import { ClassNames } from './class-names.ts';
import { type ElementType, knownType } from './element-types.ts';
import type { Frame } from './markup.ts';
import { isWhiteSpace, TextLog } from './text-log.ts';

// What the place of an element in the page means for its text; inherited by what stands in it.
/** Page furniture: nav, aside, footer, the page's header. */
export const CHROME = 1;
/** Form controls, dialogs, consent banners, fallbacks of media, the title. */
export const DROPPED = 2;
/** hidden, aria-hidden, display:none. */
export const HIDDEN = 4;
export const NOSCRIPT = 8;
/** Not part of the document's own text at all: script, style, template. */
export const INERT = 16;
export const SVG = 32;
const MAIN = 64;
const ARTICLE = 128;
const SECTION = 256;
export const COMMENTS = 512;
const QUOTATION = 1024;
/** Any of these keeps text out of the main text. */
export const NOT_TEXT = CHROME | DROPPED | HIDDEN | NOSCRIPT | INERT | SVG;

const KINDS = [
  'other',
  'heading',
  'paragraph',
  'list_item',
  'table_cell',
  'quotation',
  'definition',
  'preformatted',
] as const satisfies readonly TextBlock['kind'][];
const HEADING = KINDS.indexOf('heading');
const PARAGRAPH = KINDS.indexOf('paragraph');
const TABLE_CELL = KINDS.indexOf('table_cell');

const CONTEXT_BY_NAME: readonly (readonly [string, number])[] = [
  ['script style template', INERT],
  ['noscript', NOSCRIPT],
  ['svg', SVG],
  ['nav aside', CHROME],
  // rt and rp spell a word out a second time; the others are controls, or what old browsers show instead of media.
  ['title dialog button select option optgroup datalist textarea rt rp annotation annotation-xml', DROPPED],
  ['iframe object video audio canvas noembed noframes frameset', DROPPED],
  ['article', ARTICLE],
  ['section', SECTION],
  ['blockquote', QUOTATION],
];
const KIND_BY_NAME: readonly (readonly [string, TextBlock['kind']])[] = [
  ['h1 h2 h3 h4 h5 h6', 'heading'],
  ['li', 'list_item'],
  ['td th caption', 'table_cell'],
  ['blockquote', 'quotation'],
  ['dt dd', 'definition'],
  ['pre listing xmp plaintext', 'preformatted'],
  ['ul ol dl menu table tr article body', 'other'],
];
const OWN_CONTEXT = byType(CONTEXT_BY_NAME);
const OWN_KIND = byType(KIND_BY_NAME.map(([names, kind]) => [names, KINDS.indexOf(kind)]));

const CHROME_ROLES = new Set(['banner', 'navigation', 'contentinfo', 'complementary']);
const DISPLAY_NONE = /display\s*:\s*none/i;

interface BlockRange {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
  readonly level: number;
  readonly context: number;
}

/** The main text, and where in the log each of its blocks begins. */
export interface MainText {
  readonly text: string;
  readonly words: number;
  readonly blocks: readonly TextBlock[];
  /** The log entry that each block begins with. */
  readonly starts: readonly number[];
  /** Whether what has these context bits stands in the main text. */
  includes(context: number): boolean;
}

/**
 * The one text extractor: decides which text a reader would call the page's own, and cuts it into blocks.
 *
 * Left out: script, style, template, svg, noscript, what is hidden, nav, footers, the page's header, dialogs, consent
 * banners, form controls, fallbacks of media. `<aside>` (role=complementary) is left out as Readability and trafilatura
 * leave it out. A `<header>` in main, article or section belongs to that content (HTML-AAM: it is no banner there), as
 * does a `<footer>` in a blockquote (it names the source). A `<main>` is never part of a nav or footer around it: that
 * one was left unclosed. A button in a heading is the heading's text (an accordion).
 */
export class TextExtractor {
  readonly log: TextLog;
  readonly #html: string;
  readonly #classNames = new ClassNames();
  readonly #blocks: BlockRange[] = [];
  readonly #landmarks = { main: 0, article: 0, nav: 0, header: 0, footer: 0 };
  #from = 0;
  #hasText = false;
  #textContext = 0;
  /** A line break with no text after it: another one ends the block. */
  #afterLineBreak = false;

  constructor(html: string) {
    this.#html = html;
    this.log = new TextLog(html);
  }

  /** Sets the context, block kind and id of a frame. Returns whether its class or id names an author or byline. */
  opened(frame: Frame, parent: Frame, attributes: Attributes): boolean {
    const { type } = frame;
    frame.context |= OWN_CONTEXT[type.id] ?? 0;
    this.#place(frame, parent);
    const isByline = (attributes.groups & (NAMING | PLACING)) !== 0 && this.#readAttributes(frame, attributes);
    if (frame.isBlock) this.#endBlock(parent, frame.start);
    else if (type.name === 'br') this.#lineBreak(parent, frame.start);
    if (type.isBlock || frame.isBlock) this.#setKind(frame);
    return isByline;
  }

  closed(frame: Frame, at: number): void {
    if (frame.isBlock && !frame.type.isVoid) this.#endBlock(frame, at);
  }

  text(start: number, end: number, parent: Frame): void {
    const { context } = parent;
    if ((context & INERT) !== 0) return;
    let at = start;
    while (at < end && isWhiteSpace(this.#html.charCodeAt(at))) at++;
    if (at === end) {
      this.log.addBreak(start);
      return;
    }
    this.log.add(start, end, context);
    this.#sawText(context);
  }

  codePoint(codePoint: number, end: number, parent: Frame): void {
    const { context } = parent;
    if ((context & INERT) !== 0) return;
    this.log.addCodePoint(codePoint, end, context);
    if (!isWhiteSpace(codePoint)) this.#sawText(context);
  }

  landmarks(): Landmarks {
    return { ...this.#landmarks };
  }

  /** Chooses main, else article, else everything, whichever has text; to be called when all is read. */
  mainText(lineAt: (offset: number) => number): MainText {
    const hasText = (bit: number): boolean => this.#blocks.some((block) => (block.context & bit) !== 0);
    const region = hasText(MAIN) ? MAIN : hasText(ARTICLE) ? ARTICLE : 0;
    const includes = (context: number): boolean =>
      (context & NOT_TEXT) === 0 && (region === 0 || (context & region) !== 0);
    const blocks: TextBlock[] = [];
    const starts: number[] = [];
    let words = 0;
    for (const { from, to, kind, level, context } of this.#blocks) {
      if (!includes(context)) continue;
      starts.push(from);
      const text = this.log.text(from, to, NOT_TEXT);
      const blockWords = countWords(text);
      words += blockWords;
      blocks.push({
        kind: KINDS[kind] ?? 'other',
        text,
        line: lineAt(this.log.offset(from, to, NOT_TEXT)),
        words: blockWords,
        level: kind === HEADING ? level : null,
      });
    }
    return { text: blocks.map((block) => block.text).join('\n'), words, blocks, starts, includes };
  }

  #sawText(context: number): void {
    if ((context & NOT_TEXT) !== 0) return;
    if (!this.#hasText) this.#textContext = context;
    this.#hasText = true;
    this.#afterLineBreak = false;
  }

  #lineBreak(parent: Frame, at: number): void {
    if (this.#afterLineBreak) this.#endBlock(parent, at);
    else this.log.addBreak(at);
    this.#afterLineBreak = this.#hasText;
  }

  /** Ends the block that stands before `at` in `frame`. */
  #endBlock(frame: Frame, at: number): void {
    if (this.#hasText) {
      const to = this.log.size;
      this.#blocks.push({ from: this.#from, to, kind: frame.kind, level: frame.level, context: this.#textContext });
    }
    this.log.addBreak(at);
    this.#from = this.log.size;
    this.#hasText = false;
    this.#afterLineBreak = false;
  }

  /** What the name of an element means where it stands. */
  #place(frame: Frame, parent: Frame): void {
    const { name } = frame.type;
    if ((frame.context & INERT) !== 0) return;
    if (name === 'main') {
      this.#landmarks.main++;
      frame.context = (parent.context & ~CHROME) | MAIN;
    } else if (name === 'article') {
      this.#landmarks.article++;
    } else if (name === 'nav') {
      this.#landmarks.nav++;
    } else if (name === 'header') {
      if ((parent.context & (MAIN | ARTICLE | SECTION)) !== 0) return;
      this.#landmarks.header++;
      frame.context |= CHROME;
    } else if (name === 'footer') {
      if ((parent.context & QUOTATION) !== 0) return;
      if ((parent.context & (MAIN | ARTICLE | SECTION)) === 0) this.#landmarks.footer++;
      frame.context |= CHROME;
    } else if (name === 'button' && parent.level > 0) {
      frame.context = parent.context;
    }
  }

  #setKind(frame: Frame): void {
    const { type } = frame;
    if (frame.level !== 0 && frame.kind === HEADING && type.headingLevel === 0) return;
    if (type.name === 'p') {
      if (frame.kind === 0 || frame.kind === TABLE_CELL) frame.kind = PARAGRAPH;
      return;
    }
    frame.kind = OWN_KIND[type.id] ?? frame.kind;
    frame.level = type.headingLevel > 0 ? type.headingLevel : frame.kind === HEADING ? frame.level : 0;
  }

  #readAttributes(frame: Frame, attributes: Attributes): boolean {
    const { name } = frame.type;
    if (name === 'body' || name === 'html') return false;
    if ((attributes.groups & PLACING) !== 0) this.#readPlacing(frame, attributes);
    if ((attributes.groups & NAMING) === 0) return false;
    frame.id = attributes.get('id');
    const isByline = this.#readNames(frame, attributes.get('class'));
    return this.#readNames(frame, frame.id) || isByline;
  }

  #readNames(frame: Frame, names: string | null): boolean {
    const { name } = frame.type;
    if (names === null || names === '' || name === 'main') return false;
    const meaning = this.#classNames.meaning(names);
    if (meaning.isComments) frame.context |= COMMENTS;
    if (name === 'article') return false;
    if (meaning.isConsent && frame.level === 0) frame.context |= DROPPED;
    return meaning.isByline;
  }

  #readPlacing(frame: Frame, attributes: Attributes): void {
    const hidden = attributes.get('hidden');
    if (hidden !== null && hidden.toLowerCase() !== 'until-found') frame.context |= HIDDEN;
    if (attributes.get('aria-hidden')?.trim().toLowerCase() === 'true') frame.context |= HIDDEN;
    if (DISPLAY_NONE.test(attributes.get('style') ?? '')) frame.context |= HIDDEN;
    const role = attributes.get('role');
    if (role !== null) this.#readRole(frame, role, attributes);
  }

  #readRole(frame: Frame, roles: string, attributes: Attributes): void {
    const role = roles.trim().toLowerCase().split(/\s+/, 1)[0] ?? '';
    if (CHROME_ROLES.has(role)) {
      frame.context |= CHROME;
      if (role === 'navigation' && frame.type.name !== 'nav') this.#landmarks.nav++;
      if (role === 'banner' && frame.type.name !== 'header') this.#landmarks.header++;
      if (role === 'contentinfo' && frame.type.name !== 'footer') this.#landmarks.footer++;
    } else if (role === 'dialog' || role === 'alertdialog') {
      frame.context |= DROPPED;
    } else if (role === 'main' && frame.type.name !== 'main') {
      this.#landmarks.main++;
      frame.context = (frame.context & ~CHROME) | MAIN;
    } else if (role === 'article' && frame.type.name !== 'article') {
      this.#landmarks.article++;
      frame.context |= ARTICLE;
    } else if (role === 'heading' && frame.type.headingLevel === 0) {
      const level = Number.parseInt(attributes.get('aria-level') ?? '2', 10);
      frame.level = level >= 1 && level <= 6 ? level : 2;
      frame.kind = HEADING;
      frame.isBlock = true;
    }
  }
}

function byType(rows: readonly (readonly [string, number])[]): (number | undefined)[] {
  const table: (number | undefined)[] = [];
  for (const [names, value] of rows) {
    for (const name of names.split(' ')) {
      const type: ElementType | undefined = knownType(name);
      if (type !== undefined) table[type.id] = value;
    }
  }
  return table;
}
