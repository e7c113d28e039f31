import type { Landmarks, TextBlock } from '../page/page-facts.ts';
import { type Attributes, NAMING, PLACING } from './attributes.ts';
import { ClassNames } from './class-names.ts';
import { byType } from './element-types.ts';
import type { OpenElement } from './open-element.ts';

// Bits for the place of an element in the page, inherited by its contents.
/** Page furniture: nav, footer. */
export const CHROME = 1;
/** Form controls, dialogs, consent banners, fallbacks of media, the title. */
const DROPPED = 2;
/** hidden, aria-hidden, display:none. */
export const HIDDEN = 4;
export const NOSCRIPT = 8;
/** Not part of the document's own text at all: script, style, template. */
export const INERT = 16;
export const SVG = 32;
export const MAIN = 64;
export const ARTICLE = 128;
const SECTION = 256;
export const COMMENTS = 512;
const QUOTATION = 1024;
/** The footer of an article or of the main content: not main text, but its date often is there. */
const COLOPHON = 2048;
/** Inside a link. */
export const LINK = 4096;
/** The page's header, and asides: not main text, unless most of the page's text is there. */
export const HEADER = 8192;
export const ASIDE = 16384;
/** Class or id names something beside an article: comments, related pages, sharing. Not inherited. */
export const BESIDE = 32768;
export const BESIDE_BY_ID = 65536;
/** Contexts that keep text out of the main text of every page. */
export const NEVER_TEXT = CHROME | DROPPED | HIDDEN | NOSCRIPT | INERT | SVG;
/** Contexts that keep text out of the main text of most pages. */
export const NOT_TEXT = NEVER_TEXT | HEADER | ASIDE;
/** Contexts that make an element a part (`parts.ts`). */
export const PART_CONTEXT = MAIN | ARTICLE | COMMENTS | HEADER | ASIDE | BESIDE | BESIDE_BY_ID;

/** Bits for the use that the class or id of an element names. */
export const NAMES_BYLINE = 1;
export const NAMES_DATE = 2;

/** Returns the context for dates: a colophon counts as part of the content that it ends. */
export function datedContext(context: number): number {
  return (context & COLOPHON) === 0 ? context : context & ~CHROME;
}

/** Kinds of block; a frame has the index. */
export const KINDS = [
  'other',
  'heading',
  'paragraph',
  'list_item',
  'table_cell',
  'quotation',
  'definition',
  'preformatted',
] as const satisfies readonly TextBlock['kind'][];
export const HEADING = KINDS.indexOf('heading');
const PARAGRAPH = KINDS.indexOf('paragraph');
const TABLE_CELL = KINDS.indexOf('table_cell');

const OWN_CONTEXT = byType<number>([
  ['script style template', INERT],
  ['noscript', NOSCRIPT],
  ['svg', SVG],
  ['nav', CHROME],
  ['aside', ASIDE],
  // rt and rp spell a word out a second time; the others are controls, or what old browsers show instead of media.
  ['title dialog button select option optgroup datalist textarea rt rp annotation annotation-xml', DROPPED],
  ['iframe object video audio canvas noembed noframes frameset', DROPPED],
  ['article', ARTICLE],
  ['section', SECTION],
  ['blockquote', QUOTATION],
]);
const OWN_KIND = byType<number>([
  ['h1 h2 h3 h4 h5 h6', HEADING],
  ['li', KINDS.indexOf('list_item')],
  ['td th caption', TABLE_CELL],
  ['blockquote', KINDS.indexOf('quotation')],
  ['dt dd', KINDS.indexOf('definition')],
  ['pre listing xmp plaintext', KINDS.indexOf('preformatted')],
  ['ul ol dl menu table tr article body', KINDS.indexOf('other')],
]);

const FURNITURE_ROLES = new Map([
  ['banner', HEADER],
  ['navigation', CHROME],
  ['contentinfo', CHROME],
  ['complementary', ASIDE],
]);
const DISPLAY_NONE = /display\s*:\s*none/i;

/**
 * Decides what the place of each element means for its text, and counts landmarks.
 *
 * An `<aside>` (role=complementary) is left out of most pages, as in Readability and trafilatura. A `<header>` in main,
 * article or section belongs to that content (HTML-AAM: it is not a banner there), as does a `<footer>` in a blockquote,
 * which names the source. A `<main>` is never part of a nav or footer around it, which was left unclosed. A button in a
 * heading is the heading's text (an accordion). Attributes of html and body that hide them are ignored, because scripts
 * remove these.
 */
export class Places {
  readonly #classNames = new ClassNames();
  readonly landmarks: { -readonly [Name in keyof Landmarks]: number } = {
    main: 0,
    article: 0,
    nav: 0,
    header: 0,
    footer: 0,
  };

  /** Sets context, block kind and id of a frame. Returns the uses that its class and id name: NAMES_BYLINE, NAMES_DATE. */
  place(frame: OpenElement, parent: OpenElement, attributes: Attributes): number {
    frame.context = (frame.context & ~(BESIDE | BESIDE_BY_ID)) | (OWN_CONTEXT[frame.type.id] ?? 0);
    if (frame.type.name === 'a' && leadsToPage(attributes.get('href'))) frame.context |= LINK;
    if (frame.type.isStructural) this.#placeByName(frame, parent);
    const names = (attributes.groups & (NAMING | PLACING)) === 0 ? 0 : this.#placeByAttributes(frame, attributes);
    if (isComment(frame, parent)) frame.context = (frame.context & ~ARTICLE) | SECTION;
    if (frame.isBlock) setKind(frame);
    return names;
  }

  #placeByName(frame: OpenElement, parent: OpenElement): void {
    if ((frame.context & INERT) !== 0) return;
    const isInContent = (parent.context & (MAIN | ARTICLE | SECTION)) !== 0;
    switch (frame.type.name) {
      case 'main':
        this.landmarks.main++;
        frame.context = (parent.context & ~(CHROME | HEADER | ASIDE)) | MAIN;
        return;
      case 'article':
        this.landmarks.article++;
        frame.context &= ~COLOPHON;
        return;
      case 'nav':
        this.landmarks.nav++;
        frame.context &= ~COLOPHON;
        return;
      case 'aside':
        frame.context &= ~COLOPHON;
        return;
      case 'header':
        if (isInContent) return;
        this.landmarks.header++;
        frame.context |= HEADER;
        return;
      case 'footer':
        if ((parent.context & QUOTATION) !== 0) return;
        if (!isInContent) this.landmarks.footer++;
        else if ((parent.context & CHROME) === 0) frame.context |= COLOPHON;
        frame.context |= CHROME;
        return;
      case 'button':
        if (parent.level > 0) frame.context = parent.context;
    }
  }

  #placeByAttributes(frame: OpenElement, attributes: Attributes): number {
    const { name } = frame.type;
    if (name === 'body' || name === 'html') return 0;
    if ((attributes.groups & PLACING) !== 0) this.#hideOrPlace(frame, attributes);
    if ((attributes.groups & NAMING) === 0) return 0;
    frame.id = attributes.get('id');
    return this.#placeByNames(frame, attributes.get('class'), true) | this.#placeByNames(frame, frame.id, false);
  }

  #placeByNames(frame: OpenElement, names: string | null, isClass: boolean): number {
    const { name } = frame.type;
    if (names === null || names === '' || name === 'main') return 0;
    const meaning = this.#classNames.meaning(names);
    if (meaning.isComments) frame.context |= COMMENTS;
    const isBeside = meaning.isComments || (meaning.isBeside && name !== 'article');
    const isHeading = frame.level + frame.type.headingLevel > 0;
    if (isBeside && frame.isBlock && !isHeading) frame.context |= isClass ? BESIDE : BESIDE_BY_ID;
    if (name === 'article') return 0;
    if (meaning.isConsent && frame.level === 0) frame.context |= DROPPED;
    return (meaning.isByline ? NAMES_BYLINE : 0) | (meaning.isDate ? NAMES_DATE : 0);
  }

  #hideOrPlace(frame: OpenElement, attributes: Attributes): void {
    const hidden = attributes.get('hidden');
    if (hidden !== null && hidden.toLowerCase() !== 'until-found') frame.context |= HIDDEN;
    if (attributes.get('aria-hidden')?.trim().toLowerCase() === 'true') frame.context |= HIDDEN;
    if (DISPLAY_NONE.test(attributes.get('style') ?? '')) frame.context |= HIDDEN;
    const role = attributes.get('role')?.trim().toLowerCase().split(/\s+/, 1)[0];
    if (role !== undefined && role !== '') this.#placeByRole(frame, role, attributes);
  }

  #placeByRole(frame: OpenElement, role: string, attributes: Attributes): void {
    const { name, headingLevel } = frame.type;
    const furniture = FURNITURE_ROLES.get(role);
    if (furniture !== undefined) {
      frame.context = (frame.context & ~COLOPHON) | furniture;
      if (role === 'navigation' && name !== 'nav') this.landmarks.nav++;
      if (role === 'banner' && name !== 'header') this.landmarks.header++;
      if (role === 'contentinfo' && name !== 'footer') this.landmarks.footer++;
    } else if (role === 'dialog' || role === 'alertdialog') {
      frame.context |= DROPPED;
    } else if (role === 'main' && name !== 'main') {
      this.landmarks.main++;
      frame.context = (frame.context & ~(CHROME | HEADER | ASIDE)) | MAIN;
    } else if (role === 'article' && name !== 'article') {
      this.landmarks.article++;
      frame.context |= ARTICLE;
    } else if (role === 'heading' && headingLevel === 0) {
      const level = Number.parseInt(attributes.get('aria-level') ?? '2', 10);
      frame.level = level >= 1 && level <= 6 ? level : 2;
      frame.kind = HEADING;
      frame.isBlock = true;
    }
  }
}

/** Returns whether a link leads to a page. A telephone number or an email address is text of the page itself. */
function leadsToPage(href: string | null): boolean {
  return href !== null && !/^\s*(?:tel|mailto|sms):/i.test(href);
}

/** An article among comments is one of them, and none of what the page says; in an article it is part of that one. */
function isComment({ context }: OpenElement, parent: OpenElement): boolean {
  return (context & ARTICLE) !== 0 && (context & COMMENTS) !== 0 && (parent.context & ARTICLE) === 0;
}

function setKind(frame: OpenElement): void {
  const { type } = frame;
  // In a heading, by role or by element, all text is the heading's.
  if (frame.kind === HEADING && frame.level > 0 && type.headingLevel === 0) return;
  if (type.name === 'p') {
    if (frame.kind === 0 || frame.kind === TABLE_CELL) frame.kind = PARAGRAPH;
    return;
  }
  frame.kind = OWN_KIND[type.id] ?? frame.kind;
  frame.level = type.headingLevel;
}
