import type { Landmarks, TextBlock } from '../page/page-facts.ts';
import { wordSet } from '../word-set.ts';
import type { Attributes } from './attributes.ts';
import { classMeaning } from './class-names.ts';
import {
  APART,
  ARIA_HIDDEN,
  ARTICLE,
  ASIDE,
  BOILERPLATE,
  BOILERPLATE_BY_ID,
  BUTTON,
  CHROME,
  COMMENTS,
  CONTENT_FOOTER,
  CONTROL,
  HEADER,
  HIDDEN,
  LINK,
  MAIN,
  MODAL,
  NAMED,
  NO_SNIPPET,
  NOSCRIPT,
  NOT_RENDERED,
  QUOTATION,
  REVIEWS,
  SECTION,
  SHADOW,
  STREAMED,
  SVG,
  UNCOVERED,
} from './context-bits.ts';
import { byType } from './element-types.ts';
import { HiddenUses, isApart, isWindow, type Reading } from './hidden-uses.ts';
import { memoized } from './names-memo.ts';
import type { OpenElement } from './open-element.ts';

const CONTEXTS = byType<number>([
  ['script style template', NOT_RENDERED],
  ['noscript', NOSCRIPT],
  ['svg', SVG],
  ['nav', CHROME],
  ['aside', ASIDE],
  // rt and rp spell a word a second time.
  ['title dialog button select option optgroup datalist textarea rt rp annotation annotation-xml', CONTROL],
  ['iframe object video audio canvas noembed noframes frameset', CONTROL],
  ['article', ARTICLE],
  ['section', SECTION],
  ['blockquote', QUOTATION],
]);
const KINDS = byType<TextBlock['kind']>([
  ['h1 h2 h3 h4 h5 h6', 'heading'],
  ['li', 'list_item'],
  ['td th caption', 'table_cell'],
  ['blockquote', 'quotation'],
  ['dt dd', 'definition'],
  ['pre listing xmp plaintext', 'preformatted'],
  ['figcaption', 'caption'],
  ['ul ol dl menu table tr article body', 'other'],
]);

const LANDMARK_ROLES = new Map([
  ['banner', HEADER],
  ['navigation', CHROME],
  ['contentinfo', CHROME],
  ['complementary', ASIDE],
]);
/** Elements on which Google documents `data-nosnippet`. */
const MAY_HAVE_NO_SNIPPET = wordSet('span div section');
const DISPLAY_NONE = /display\s*:\s*none/i;

/** Meaning of the class and id of an element. */
export interface NamedUse {
  readonly isByline: boolean;
  readonly isDate: boolean;
  /** True for a button, a closing mark, or a link that leads nowhere. */
  readonly isControl: boolean;
}

const NO_USE: NamedUse = { isByline: false, isDate: false, isControl: false };

const LIST_PARTS = wordSet('ul ol menu dl li dt');
/** Elements around the content of a page. */
const FRAME = wordSet('nav header footer aside');

/** Names of those without an end tag that have a part of the content in them, by the offset of the start tag. Found only once a page was read. */
export type UnclosedElements = Map<number, string>;

const findMeaning = memoized(classMeaning);

/**
 * Sets the context of each element, and counts landmarks.
 *
 * An `<aside>` is excluded from the main text of most pages, as in Readability and trafilatura. A `<header>` in main,
 * article or section belongs to that content (HTML-AAM: there it is not a banner), as does one below the h1, and a `<footer>` in a
 * blockquote, which names the source. A `<main>` is never part of an unclosed nav or footer around it, nor is what a nav, header, footer or
 * aside without an end tag contains where the page's article, footer or h1 is in it. A button in a heading is text of
 * the heading (an accordion). Attributes that hide html or body are ignored, because scripts remove them. So are those that hide
 * what a control of the page opens.
 */
export class ContextReader {
  readonly #reading: Reading;
  readonly #hidden: HiddenUses;
  readonly #html: string;
  readonly #unclosed: UnclosedElements;
  /** True after an h1 outside the header of the page. */
  #sawTitle = false;
  /** Offset of the last article or footer, or of the last h1 in a menu or aside. */
  #lastContent = 0;
  readonly landmarks: { -readonly [Name in keyof Landmarks]: number } = {
    main: 0,
    article: 0,
    nav: 0,
    header: 0,
    footer: 0,
  };

  /** @param unclosed what an earlier reading found; this one adds to it */
  constructor(html: string, reading: Reading, unclosed: UnclosedElements) {
    this.#reading = reading;
    this.#hidden = new HiddenUses(html);
    this.#html = html;
    this.#unclosed = unclosed;
  }

  /** Takes the end of an element, by a tag that ends at `at`. */
  closed({ type: { name }, start }: OpenElement, at: number): void {
    if (start >= this.#lastContent || !FRAME.has(name)) return;
    const tag = this.#html.lastIndexOf('<', at - 1);
    if (this.#html.slice(tag + 1, at).toLowerCase() !== `/${name}`) this.#unclosed.set(start, name);
  }

  /** Sets context, block kind, heading level and id of an element. Returns what its class and id name. */
  read(element: OpenElement, parent: OpenElement, attributes: Attributes): NamedUse {
    const { type } = element;
    element.context &= ~NAMED;
    if (this.#unclosed.has(element.start)) return NO_USE;
    element.context |= CONTEXTS[type.id] ?? 0;
    if (type.name === 'a' && isPageLink(attributes.get('href'), parent)) element.context |= LINK;
    if (type.name === 'template') this.#readTemplate(element, parent, attributes);
    else if (type.name === 'noscript' && this.#reading === 'all') {
      element.context = (element.context & ~NOSCRIPT) | UNCOVERED;
    }
    if (type.isStructural) this.#readType(element, parent);
    if (type.name === 'dialog' && !isApart(element, attributes) && this.#hidden.isOpened(attributes)) {
      element.context = (element.context & ~CONTROL) | (parent.context & CONTROL);
    }
    const isRoot = type.name === 'body' || type.name === 'html';
    const use = attributes.isEmpty || isRoot ? NO_USE : this.#readAttributes(element, attributes);
    if (isComment(element, parent)) element.context = (element.context & ~ARTICLE) | SECTION;
    if (element.isBlock) setKind(element, attributes);
    return use;
  }

  #readType(element: OpenElement, parent: OpenElement): void {
    if ((element.context & NOT_RENDERED) !== 0) return;
    const isInContent = (parent.context & (MAIN | ARTICLE | SECTION)) !== 0;
    switch (element.type.name) {
      case 'main':
        this.landmarks.main++;
        element.context = (parent.context & ~(CHROME | HEADER | ASIDE | NAMED)) | MAIN;
        return;
      case 'article':
        this.#lastContent = element.start;
        this.landmarks.article++;
        element.context &= ~CONTENT_FOOTER;
        return;
      case 'nav':
        this.landmarks.nav++;
        element.context &= ~CONTENT_FOOTER;
        return;
      case 'aside':
        element.context &= ~CONTENT_FOOTER;
        return;
      case 'header':
        if (isInContent) return;
        this.landmarks.header++;
        // Below the h1 of the content, a header has the byline.
        if (!this.#sawTitle) element.context |= HEADER;
        return;
      case 'h1':
        if ((parent.context & (CHROME | ASIDE)) !== 0) this.#lastContent = element.start;
        this.#sawTitle ||= (parent.context & (CHROME | HEADER | ASIDE)) === 0;
        return;
      case 'footer':
        this.#lastContent = element.start;
        if ((parent.context & QUOTATION) !== 0) return;
        if (!isInContent) this.landmarks.footer++;
        else if ((parent.context & CHROME) === 0) element.context |= CONTENT_FOOTER;
        element.context |= CHROME;
        return;
      case 'button':
        if (parent.level > 0) element.context = parent.context & ~NAMED;
        else if ((parent.context & CONTROL) === 0) element.context |= BUTTON;
    }
  }

  /** A template with `shadowrootmode` is a declarative shadow root (WHATWG HTML §13.2.6.4.4): browsers render its content. */
  #readTemplate(element: OpenElement, parent: OpenElement, attributes: Attributes): void {
    this.#hidden.openedTemplate(attributes, parent);
    if (!/^\s*(?:open|closed)\s*$/i.test(attributes.get('shadowrootmode') ?? '')) return;
    element.context |= SHADOW;
    if (this.#reading === 'all') {
      element.context = (element.context & ~NOT_RENDERED) | (parent.context & NOT_RENDERED) | UNCOVERED;
    }
  }

  #readAttributes(element: OpenElement, attributes: Attributes): NamedUse {
    this.#readVisibility(element, attributes);
    if (MAY_HAVE_NO_SNIPPET.has(element.type.name) && attributes.has('data-nosnippet')) element.context |= NO_SNIPPET;
    const role = attributes.get('role')?.trim().toLowerCase().split(/\s+/, 1)[0];
    if (role !== undefined && role !== '') this.#readRole(element, role, attributes);
    element.id = attributes.get('id');
    const byClass = this.#readNames(element, attributes.get('class'), BOILERPLATE, attributes);
    const byId = this.#readNames(element, element.id, BOILERPLATE_BY_ID, attributes);
    const isControl = isOfControl(element, role, attributes);
    if (byId === NO_USE && byClass === NO_USE && !isControl) return NO_USE;
    return { isByline: byClass.isByline || byId.isByline, isDate: byClass.isDate || byId.isDate, isControl };
  }

  #readVisibility(element: OpenElement, attributes: Attributes): void {
    const hidden = attributes.get('hidden');
    const isUnseen =
      (hidden !== null && hidden.toLowerCase() !== 'until-found') || DISPLAY_NONE.test(attributes.get('style') ?? '');
    const isAriaHidden = attributes.get('aria-hidden')?.trim().toLowerCase() === 'true';
    if (!isUnseen && !isAriaHidden) return;
    if (isApart(element, attributes) && !this.#isOpenedWindow(attributes)) element.context |= HIDDEN | APART;
    else if (this.#hidden.isOpened(attributes)) return;
    else this.#readHidden(element, attributes, isUnseen);
  }

  #isOpenedWindow(attributes: Attributes): boolean {
    return isWindow(attributes) && this.#hidden.isOpened(attributes);
  }

  #readHidden(element: OpenElement, attributes: Attributes, isUnseen: boolean): void {
    const place = isUnseen ? this.#hidden.findPlace(attributes) : null;
    if (this.#reading === 'all') {
      element.context = (place ?? element.context) | (element.isBlock ? UNCOVERED : 0);
      return;
    }
    const isScreenOnly = !isUnseen && (element.context & HIDDEN) === 0;
    if (isUnseen) element.context &= ~ARIA_HIDDEN;
    element.context |= HIDDEN | (place === null ? 0 : STREAMED) | (isScreenOnly ? ARIA_HIDDEN : 0);
  }

  #readRole(element: OpenElement, role: string, attributes: Attributes): void {
    const { name, headingLevel } = element.type;
    const landmark = LANDMARK_ROLES.get(role);
    if (landmark !== undefined) {
      element.context = (element.context & ~CONTENT_FOOTER) | landmark;
      if (role === 'navigation' && name !== 'nav') this.landmarks.nav++;
      if (role === 'banner' && name !== 'header') this.landmarks.header++;
      if (role === 'contentinfo' && name !== 'footer') this.landmarks.footer++;
    } else if (role === 'list' || role === 'listitem') {
      element.listPart = LIST_PARTS.has(name) ? null : role === 'list' ? 'ul' : 'li';
    } else if (role === 'dialog' || role === 'alertdialog') {
      if (!this.#isOpenedWindow(attributes)) element.context |= CONTROL;
    } else if (role === 'main' && name !== 'main') {
      this.landmarks.main++;
      element.context = (element.context & ~(CHROME | HEADER | ASIDE)) | MAIN;
    } else if (role === 'article' && name !== 'article') {
      this.landmarks.article++;
      element.context |= ARTICLE;
    } else if (role === 'heading' && headingLevel === 0) {
      const level = Number.parseInt(attributes.get('aria-level') ?? '2', 10);
      element.level = level >= 1 && level <= 6 ? level : 2;
      element.kind = 'heading';
      element.isBlock = true;
    }
  }

  /** @param boilerplate context of an element that these names call boilerplate */
  #readNames(
    element: OpenElement,
    names: string | null,
    boilerplate: number,
    attributes: Attributes,
  ): Omit<NamedUse, 'isControl'> {
    const { name, headingLevel } = element.type;
    if (names === null || names === '' || name === 'main') return NO_USE;
    const meaning = findMeaning(names);
    if (meaning.isComments) element.context |= COMMENTS;
    if (meaning.isReviews) element.context |= REVIEWS;
    const isBoilerplate = meaning.isComments || (meaning.isBoilerplate && name !== 'article');
    const isHeading = element.level + headingLevel > 0;
    if (isBoilerplate && element.isBlock && !isHeading) element.context |= boilerplate;
    if (name === 'article') return NO_USE;
    if (element.level > 0) return meaning;
    if (meaning.isControl) element.context |= CONTROL;
    if (element.isBlock) element.context |= this.#withoutOpenedWindow(meaning.over, attributes);
    return meaning;
  }

  /** Returns what lies over the page, without a window that a control of the page opens. */
  #withoutOpenedWindow(over: number, attributes: Attributes): number {
    return over === MODAL && this.#hidden.isOpened(attributes) ? 0 : over;
  }
}

/** Returns whether an element is a button, a closing mark, or a link that leads nowhere: with these, notices are accepted and closed. */
function isOfControl({ type: { name } }: OpenElement, role: string | undefined, attributes: Attributes): boolean {
  if (name === 'button' || name === 'input' || role === 'button') return true;
  if (name === 'a') return /^\s*(?:#\s*$|javascript:)/i.test(attributes.get('href') ?? '');
  return /(?:^|[\s_-])close(?:$|[\s_-])/i.test(attributes.get('class') ?? '');
}

/** Returns whether a link leads to a page. A telephone number or an email address is text of the page itself, as is a heading that links to itself. */
function isPageLink(href: string | null, { level, id }: OpenElement): boolean {
  if (href === null || /^\s*(?:tel|mailto|sms):/i.test(href)) return false;
  return level === 0 || !(id ? /#[^/!]/ : /^\s*#[^/!]/).test(href);
}

/** Returns whether an article is a comment. An article among comments is one, unless it is in another article. */
function isComment({ context }: OpenElement, parent: OpenElement): boolean {
  return (context & ARTICLE) !== 0 && (context & COMMENTS) !== 0 && (parent.context & ARTICLE) === 0;
}

function setKind(element: OpenElement, attributes: Attributes): void {
  const { type } = element;
  // In a heading, by role or by element, all text is the heading's.
  if (element.kind === 'heading' && element.level > 0 && type.headingLevel === 0) return;
  if (type.name === 'p') {
    if (element.kind === 'other') element.kind = 'paragraph';
    return;
  }
  // A verse block of WordPress is text.
  const isVerse = type.name === 'pre' && /\bwp-block-verse\b/.test(attributes.get('class') ?? '');
  element.kind = isVerse ? 'paragraph' : (KINDS[type.id] ?? element.kind);
  // A heading of another level may be said to be the main one (ARIA in HTML).
  const isFirst = type.headingLevel > 0 && attributes.get('aria-level')?.trim() === '1';
  element.level = isFirst ? 1 : type.headingLevel;
}
