import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { MAX_DEPTH, MAX_UNKNOWN_ELEMENTS } from '../page/page-limits.ts';
import { Attributes } from './attributes.ts';
import { type ElementType, KNOWN_TYPES, knownType, unknownType } from './element-types.ts';
import { DOCUMENT, OpenElement } from './open-element.ts';

/** Begins a CDATA section in svg and math alone; elsewhere a comment that ends at the next `>` (§13.2.5.42). */
const CDATA = '<![CDATA[';
const BOGUS_COMMENT = '<!?';

const UNKNOWN = unknownType('', -1);
const TABLE = knownType('table')?.id ?? -1;
const CAPTION = knownType('caption')?.id ?? -1;
const LI = knownType('li')?.id ?? -1;
const TEMPLATE = knownType('template')?.id ?? -1;
const LISTS = ['ul', 'ol'].map((name) => knownType(name)?.id ?? -1);

/** Receives the events of a page in document order. Every opened element is closed, void and unclosed ones too. */
export interface MarkupHandler {
  opened(element: OpenElement, parent: OpenElement, attributes: Attributes): void;
  /** @param at offset where the end of the element is known */
  closed?(element: OpenElement, at: number): void;
  text(start: number, end: number, parent: OpenElement): void;
  /** Receives a character reference. */
  codePoint?(codePoint: number, end: number, parent: OpenElement): void;
}

/**
 * Reads HTML with htmlparser2's tokenizer, and closes the elements that the standard closes where a page does not (WHATWG
 * HTML §13.2.6, as far as text depends on it). Never throws. htmlparser2's own `Parser` searches and moves its whole stack at
 * every tag, which is quadratic on a hostile page. Here every step takes constant time for each element that it closes.
 *
 * @returns the number of elements that were nested too deeply to be followed
 */
export function readMarkup(html: string, handler: MarkupHandler): number {
  const markup = new Markup(html, handler);
  const tokenizer = new Tokenizer({}, markup);
  let from = 0;
  for (let at = html.indexOf(CDATA); at !== -1; at = html.indexOf(CDATA, at + CDATA.length)) {
    tokenizer.write(html.slice(from, at));
    from = at;
    if (markup.isInForeignElement()) continue;
    // The tokenizer knows CDATA sections everywhere, so it gets as many characters that begin a comment.
    tokenizer.write(BOGUS_COMMENT);
    from += BOGUS_COMMENT.length;
  }
  tokenizer.write(html.slice(from));
  tokenizer.end();
  return markup.notFollowed;
}

class Markup implements TokenizerCallbacks {
  readonly #html: string;
  readonly #handler: MarkupHandler;
  readonly #attributes: Attributes;
  /** The open elements, innermost last. */
  readonly #open: OpenElement[] = [DOCUMENT];
  #top = DOCUMENT;
  /** Depth of the innermost open element of each type, by type id. */
  readonly #innermost: number[] = new Array<number>(KNOWN_TYPES + 1).fill(-1);
  readonly #unknownTypes = new Map<string, ElementType>();
  readonly #otherType = unknownType('', KNOWN_TYPES);
  /** The form element pointer (§13.2.4.4): false again after an end tag, even if the element stays open. */
  #isFormOpen = false;
  /** Number of elements beyond the greatest depth. */
  notFollowed = 0;
  /** Number of open elements beyond the greatest depth. */
  #tooDeep = 0;
  #type: ElementType = UNKNOWN;
  #tagStart = 0;

  constructor(html: string, handler: MarkupHandler) {
    this.#html = html;
    this.#handler = handler;
    this.#attributes = new Attributes(html);
  }

  onopentagname(start: number, end: number): void {
    this.#tagStart = start - 1;
    this.#type = this.#findType(start, end);
    this.#attributes.begin();
  }

  onattribname(start: number, end: number): void {
    this.#attributes.beginAttribute(start, end);
  }

  onattribdata(start: number, end: number): void {
    this.#attributes.value(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#attributes.codePoint(codePoint);
  }

  onattribend(): void {
    // The value is complete.
  }

  onopentagend(end: number): void {
    if (this.#openElement(this.#type, end) && this.#type.isVoid) this.#closeTo(this.#depth, end);
  }

  onselfclosingtag(end: number): void {
    if (!this.#openElement(this.#type, end)) return;
    // A self-closed element of svg or math ends here, even if its content would be HTML (§13.2.6.5).
    if (this.#type.isVoid || this.isInForeignElement()) this.#closeTo(this.#depth, end);
  }

  onclosetag(start: number, end: number): void {
    const type = this.#findType(start, end);
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    // These two end tags make an element where there is none (§13.2.6.4.7).
    if (type.name === 'br' || (type.name === 'p' && this.#top.scopes.paragraph === -1)) {
      this.#attributes.begin();
      this.#tagStart = start - 2;
      if (this.#openElement(type, end)) this.#closeTo(this.#depth, end);
      return;
    }
    if (type.isVoid) return;
    const depth = this.#depthToClose(type);
    const isOfForeign = depth > this.#top.innermostHtml;
    if (type.name === 'form' && !isOfForeign && this.#innermost[TEMPLATE] === -1) this.#isFormOpen = false;
    if (depth > 0) this.#closeTo(depth, end);
  }

  ontext(start: number, end: number): void {
    if (this.#isCutTag(start, end)) return;
    this.#handler.text(start, end, this.#top);
  }

  ontextentity(codePoint: number, end: number): void {
    this.#handler.codePoint?.(codePoint, end, this.#top);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.#handler.text(start, end - endOffset, this.#top);
  }

  oncomment(): void {
    // Not text of the page.
  }

  ondeclaration(): void {
    // Not text of the page.
  }

  onprocessinginstruction(): void {
    // A comment in HTML.
  }

  onend(): void {
    if (this.#depth > 0) this.#closeTo(1, this.#html.length);
  }

  /** Called by the tokenizer: in svg and math, elements such as title have no raw text. */
  isInForeignContext(): boolean {
    return this.#top.isForeign;
  }

  /** Returns whether the innermost element belongs to svg or math. Includes elements whose content is HTML. */
  isInForeignElement(): boolean {
    return this.#top.innermostHtml < this.#depth;
  }

  /**
   * Returns whether the tokenizer took a cut tag at the end of the file for text: one cut behind its slash, with no start, or
   * one cut in a name that begins like title or script.
   */
  #isCutTag(start: number, end: number): boolean {
    if (start < 0) return true;
    return end === this.#html.length && this.#html[start - 1] === '<' && /[a-z]/i.test(this.#html[start] ?? '');
  }

  #findType(start: number, end: number): ElementType {
    const written = this.#html.slice(start, end);
    const known = knownType(written);
    if (known !== undefined) return known;
    const name = written.toLowerCase();
    const type = knownType(name) ?? this.#unknownTypes.get(name);
    if (type !== undefined) return type;
    // All further names share one type. Where such elements are well nested, end tags still close the right ones.
    if (this.#unknownTypes.size === MAX_UNKNOWN_ELEMENTS) return this.#otherType;
    const id = KNOWN_TYPES + 1 + this.#unknownTypes.size;
    const added = unknownType(name, id);
    this.#unknownTypes.set(name, added);
    this.#innermost[id] = -1;
    return added;
  }

  get #depth(): number {
    return this.#open.length - 1;
  }

  /** Opens an element. Returns false when it is nested too deeply, or cannot be here. */
  #openElement(type: ElementType, end: number): boolean {
    if (this.#top.isForeign && type.leavesForeign) this.#leaveForeign(end);
    // Parts of a table are ignored outside of one (§13.2.6.4.7).
    if (type.isTablePart && this.#innermost[TABLE] === -1 && !this.#top.isForeign) return false;
    const isForm = type.name === 'form' && !this.#top.isForeign && this.#innermost[TEMPLATE] === -1;
    // A form in a form is ignored (§13.2.6.4.7).
    if (isForm && this.#isFormOpen) return false;
    if (!this.#top.isForeign) this.#closeImplied(type, end);
    if (this.#depth >= MAX_DEPTH) {
      this.notFollowed++;
      if (!type.isVoid) this.#tooDeep++;
      return false;
    }
    if (isForm) this.#isFormOpen = true;
    const parent = this.#top;
    const depth = this.#open.length;
    this.#top = new OpenElement(type, this.#tagStart, depth, this.#innermost[type.id] ?? -1, parent);
    this.#open.push(this.#top);
    this.#innermost[type.id] = depth;
    this.#handler.opened(this.#top, parent, this.#attributes);
    return true;
  }

  /** Closes the elements whose end tags the start tag of `type` implies. */
  #closeImplied(type: ElementType, end: number): void {
    const depth = this.#impliedDepth(type);
    if (depth > 0) this.#closeTo(depth, end);
    const { paragraph } = this.#top.scopes;
    if (type.endsParagraph && paragraph > 0) this.#closeTo(paragraph, end);
    if (type.headingLevel > 0 && this.#top.type.headingLevel > 0) this.#closeTo(this.#depth, end);
  }

  #impliedDepth(type: ElementType): number {
    const top = this.#top;
    const { scopes } = top;
    if (type.isTablePart) {
      // A caption is ended by the next part of its table (§13.2.6.4.11).
      const caption = this.#innermost[CAPTION] ?? -1;
      if (caption > scopes.table) return caption;
    }
    switch (type.name) {
      case 'li':
        return scopes.listItem;
      case 'dd':
      case 'dt':
        return scopes.definition;
      case 'td':
      case 'th':
        return scopes.cell;
      case 'tr':
        return scopes.row;
      case 'tbody':
      case 'thead':
      case 'tfoot':
        return scopes.rowGroup > 0 ? scopes.rowGroup : scopes.row;
      case 'a':
      case 'option':
        return top.type === type ? this.#depth : -1;
      case 'button': {
        const depth = this.#innermost[type.id] ?? -1;
        return depth > scopes.boundary ? depth : -1;
      }
      default:
        return -1;
    }
  }

  /** Returns the depth of the element that the end tag of `type` closes; -1 when it closes none. */
  #depthToClose(type: ElementType): number {
    const { name } = type;
    const { scopes, lasting } = this.#top;
    // What follows these end tags still belongs to the body, and to what is open in it (§13.2.6.4.7).
    if (name === 'body' || name === 'html') return -1;
    const depth = this.#innermost[type.id] ?? -1;
    // In svg and math, an end tag ends the element of theirs that it names, with all that is in it (§13.2.6.5).
    if (depth > this.#top.innermostHtml) return depth;
    if (name === 'p') return scopes.paragraph;
    if (name === 'li') return this.#listItemInScope();
    if (type.headingLevel > 0) return scopes.heading > scopes.boundary ? scopes.heading : -1;
    // In HTML, an end tag ends nothing of the svg or math around it (§13.2.6.4.7).
    if (this.#open[depth]?.innermostHtml !== depth) return -1;
    // A form that contains open elements other than p, li, dd and dt leaves these open (§13.2.6.4.7).
    if (name === 'form' && depth > 0 && lasting > depth) return -1;
    if (name === 'template') return depth;
    // Not a colgroup: anything but a column has ended it (§13.2.6.4.12), though it is still on this stack.
    if (name === 'table' || (type.isTablePart && name !== 'colgroup')) return depth >= scopes.table ? depth : -1;
    if (depth < scopes.boundary) return -1;
    return type.isBlock || type.isStructural || depth >= scopes.block ? depth : -1;
  }

  /** Returns the depth of the innermost li in list item scope (§13.2.4.2); -1 for none. */
  #listItemInScope(): number {
    const depth = this.#innermost[LI] ?? -1;
    const isOutsideList = LISTS.some((list) => (this.#innermost[list] ?? -1) > depth);
    return isOutsideList || depth < this.#top.scopes.boundary ? -1 : depth;
  }

  #leaveForeign(end: number): void {
    this.#closeTo(this.#open.findLastIndex(({ isForeign }) => !isForeign) + 1, end);
  }

  /** Closes the elements from the innermost one up to the one at `depth`. */
  #closeTo(depth: number, end: number): void {
    while (this.#depth >= depth && this.#depth > 0) {
      const element = this.#top;
      element.notifyClosed(end);
      this.#handler.closed?.(element, end);
      this.#innermost[element.type.id] = element.outer;
      this.#open.pop();
      this.#top = this.#open.at(-1) ?? DOCUMENT;
    }
  }
}
