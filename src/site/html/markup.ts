import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { MAX_DEPTH, MAX_UNKNOWN_ELEMENTS } from '../page/page-limits.ts';
import { Attributes } from './attributes.ts';
import { type ElementType, KNOWN_TYPES, knownType, unknownType } from './element-types.ts';
import { inherit, OpenElement } from './open-element.ts';

/** Begins a CDATA section in svg and math alone; elsewhere a comment that ends at the next `>` (§13.2.5.42). */
const CDATA = '<![CDATA[';
const BOGUS_COMMENT = '<!?';

const UNKNOWN = unknownType('', -1);
const TABLE = knownType('table')?.id ?? -1;
const CAPTION = knownType('caption')?.id ?? -1;
const LI = knownType('li')?.id ?? -1;
const LISTS = ['ul', 'ol'].map((name) => knownType(name)?.id ?? -1);

/** What happens while a page is read, in document order. Every opened element is closed, voids and unclosed ones too. */
export interface MarkupHandler {
  opened(frame: OpenElement, parent: OpenElement, attributes: Attributes): void;
  /** `at` is the offset where its end is known. */
  closed(frame: OpenElement, at: number): void;
  text(start: number, end: number, parent: OpenElement): void;
  codePoint(codePoint: number, end: number, parent: OpenElement): void;
}

/**
 * Reads HTML with htmlparser2's tokenizer and keeps the open elements, closing what the standard closes where a page
 * does not (WHATWG HTML §13.2.6, as far as text depends on it). Its own stack, for htmlparser2's `Parser` searches and
 * moves its whole stack at every tag, which a hostile page makes quadratic; here every step is constant or pays for
 * what it closes. Never throws.
 *
 * @returns how many elements were nested too deeply to be followed
 */
export function readMarkup(html: string, handler: MarkupHandler): number {
  const markup = new Markup(html, handler);
  const tokenizer = new Tokenizer({}, markup);
  let from = 0;
  for (let at = html.indexOf(CDATA); at !== -1; at = html.indexOf(CDATA, at + CDATA.length)) {
    tokenizer.write(html.slice(from, at));
    from = at;
    if (markup.isInForeignElement()) continue;
    // The tokenizer takes it for a CDATA section everywhere, so it is shown as many characters that begin a comment.
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
  readonly #frames: OpenElement[] = [new OpenElement()];
  /** The depth of the innermost open element; 0 is the document. */
  #depth = 0;
  #top: OpenElement;
  /** The depth of the innermost open element by type id. */
  readonly #innermost: number[] = new Array<number>(KNOWN_TYPES + 1).fill(-1);
  readonly #unknownTypes = new Map<string, ElementType>();
  readonly #otherType = unknownType('', KNOWN_TYPES);
  /** Elements beyond the greatest depth. */
  notFollowed = 0;
  /** Start tags beyond the greatest depth that no end tag has answered. */
  #tooDeep = 0;
  #type: ElementType = UNKNOWN;
  #tagStart = 0;

  constructor(html: string, handler: MarkupHandler) {
    this.#html = html;
    this.#handler = handler;
    this.#attributes = new Attributes(html);
    this.#top = this.#frame(0);
  }

  onopentagname(start: number, end: number): void {
    this.#tagStart = start - 1;
    this.#type = this.#typeOf(start, end);
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
    // The value stands already.
  }

  onopentagend(end: number): void {
    if (this.#open(this.#type, end) && this.#type.isVoid) this.#closeTo(this.#depth, end);
  }

  onselfclosingtag(end: number): void {
    if (!this.#open(this.#type, end)) return;
    // A self-closed element of svg or math ends here, even if its content would be HTML (§13.2.6.5).
    if (this.#type.isVoid || this.isInForeignElement()) this.#closeTo(this.#depth, end);
  }

  onclosetag(start: number, end: number): void {
    const type = this.#typeOf(start, end);
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    // These two end tags make an element where there is none (§13.2.6.4.7).
    if (type.name === 'br' || (type.name === 'p' && this.#top.paragraph === -1)) {
      this.#attributes.begin();
      this.#tagStart = start - 2;
      if (this.#open(type, end)) this.#closeTo(this.#depth, end);
      return;
    }
    if (type.isVoid) return;
    const depth = this.#depthToClose(type);
    if (depth > 0) this.#closeTo(depth, end);
  }

  ontext(start: number, end: number): void {
    if (this.#isCutTag(start, end)) return;
    this.#handler.text(start, end, this.#top);
  }

  ontextentity(codePoint: number, end: number): void {
    this.#handler.codePoint(codePoint, end, this.#top);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.#handler.text(start, end - endOffset, this.#top);
  }

  oncomment(): void {
    // Comments are not part of what a page says.
  }

  ondeclaration(): void {
    // Nor is the doctype.
  }

  onprocessinginstruction(): void {
    // A comment in HTML.
  }

  onend(): void {
    if (this.#depth > 0) this.#closeTo(1, this.#html.length);
  }

  /** Returns whether a start tag at this place creates an element of svg or math. */
  isInForeignContext(): boolean {
    return this.#top.isForeign;
  }

  /** Returns whether the innermost element belongs to svg or math. Includes elements whose content is HTML. */
  isInForeignElement(): boolean {
    return this.#top.isForeign || (this.#depth > 0 && this.#frame(this.#depth - 1).isForeign);
  }

  /**
   * Returns whether the tokenizer took for text what a file ends with: a tag cut off behind its slash, which begins nowhere, or
   * in a name that could have become title, script or the like, which begins behind its `<`.
   */
  #isCutTag(start: number, end: number): boolean {
    if (start < 0) return true;
    return end === this.#html.length && this.#html[start - 1] === '<' && /[a-z]/i.test(this.#html[start] ?? '');
  }

  #typeOf(start: number, end: number): ElementType {
    const written = this.#html.slice(start, end);
    const known = knownType(written);
    if (known !== undefined) return known;
    const name = written.toLowerCase();
    const type = knownType(name) ?? this.#unknownTypes.get(name);
    if (type !== undefined) return type;
    // The rest is one type: where such elements are well nested, their end tags close the right ones still.
    if (this.#unknownTypes.size === MAX_UNKNOWN_ELEMENTS) return this.#otherType;
    const id = KNOWN_TYPES + 1 + this.#unknownTypes.size;
    const added = unknownType(name, id);
    this.#unknownTypes.set(name, added);
    this.#innermost[id] = -1;
    return added;
  }

  #frame(depth: number): OpenElement {
    let frame = this.#frames[depth];
    if (frame === undefined) {
      frame = new OpenElement();
      this.#frames[depth] = frame;
    }
    return frame;
  }

  /** Returns whether the element was opened: not when it stands too deep, or where it cannot be. */
  #open(type: ElementType, end: number): boolean {
    if (this.#top.isForeign && type.leavesForeign) this.#leaveForeign(end);
    // Outside a table its parts are no elements (§13.2.6.4.7).
    if (type.isTablePart && this.#innermost[TABLE] === -1 && !this.#top.isForeign) return false;
    if (!this.#top.isForeign) this.#closeImplied(type, end);
    if (this.#depth >= MAX_DEPTH) {
      this.notFollowed++;
      if (!type.isVoid) this.#tooDeep++;
      return false;
    }
    const parent = this.#top;
    const depth = ++this.#depth;
    const frame = this.#frame(depth);
    this.#top = frame;
    frame.type = type;
    frame.start = this.#tagStart;
    frame.outer = this.#innermost[type.id] ?? -1;
    this.#innermost[type.id] = depth;
    inherit(frame, parent, depth);
    this.#handler.opened(frame, parent, this.#attributes);
    return true;
  }

  /** Ends what the start tag of `type` ends without saying so. */
  #closeImplied(type: ElementType, end: number): void {
    const depth = this.#impliedDepth(type);
    if (depth > 0) this.#closeTo(depth, end);
    if (type.endsParagraph && this.#top.paragraph > 0) this.#closeTo(this.#top.paragraph, end);
    if (type.headingLevel > 0 && this.#top.type.headingLevel > 0) this.#closeTo(this.#depth, end);
  }

  #impliedDepth(type: ElementType): number {
    const top = this.#top;
    if (type.isTablePart) {
      // A caption is ended by the next part of its table (§13.2.6.4.11).
      const caption = this.#innermost[CAPTION] ?? -1;
      if (caption > top.tableScope) return caption;
    }
    switch (type.name) {
      case 'li':
        return top.listItem;
      case 'dd':
      case 'dt':
        return top.definition;
      case 'td':
      case 'th':
        return top.cell;
      case 'tr':
        return top.row;
      case 'tbody':
      case 'thead':
      case 'tfoot':
        return top.rowGroup > 0 ? top.rowGroup : top.row;
      case 'a':
      case 'option':
        return top.type === type ? this.#depth : -1;
      case 'button': {
        const depth = this.#innermost[type.id] ?? -1;
        return depth > top.boundary ? depth : -1;
      }
      default:
        return -1;
    }
  }

  /** The depth of the element that the end tag of `type` closes; -1 when it closes none. */
  #depthToClose(type: ElementType): number {
    const { name } = type;
    const top = this.#top;
    // What stands behind these end tags still belongs to the body, and to what is open in it (§13.2.6.4.7).
    if (name === 'body' || name === 'html') return -1;
    if (name === 'p') return top.paragraph;
    if (name === 'li') return this.#listItemInScope();
    if (type.headingLevel > 0) return top.heading > top.boundary ? top.heading : -1;
    const depth = this.#innermost[type.id] ?? -1;
    // A form that is not the innermost element, but for p, li, dd and dt, goes and leaves what is in it open (§13.2.6.4.7).
    if (name === 'form' && depth > 0 && top.lasting > depth) return -1;
    if (name === 'template') return depth;
    // Not a colgroup: whatever is no column has ended it (§13.2.6.4.12), though it stands on this stack still.
    if (name === 'table' || (type.isTablePart && name !== 'colgroup')) return depth >= top.tableScope ? depth : -1;
    // Right inside the part of an svg that holds HTML, end tags are still those of the svg (§13.2.6).
    const isAtEdge = !top.isForeign && this.#frame(this.#depth - 1).isForeign;
    if (depth < top.boundary && !(isAtEdge && this.#frame(depth).isForeign)) return -1;
    return type.isBlock || type.isStructural || depth >= top.block ? depth : -1;
  }

  /** The depth of the innermost li that no list, table or the like stands in (§13.2.4.2, "list item scope"). */
  #listItemInScope(): number {
    const depth = this.#innermost[LI] ?? -1;
    const isApart = LISTS.some((list) => (this.#innermost[list] ?? -1) > depth);
    return isApart || depth < this.#top.boundary ? -1 : depth;
  }

  #leaveForeign(end: number): void {
    let depth = this.#depth;
    while (depth > 0 && this.#frame(depth).isForeign) depth--;
    this.#closeTo(depth + 1, end);
  }

  /** Closes the elements from the innermost one up to the one at `depth`. */
  #closeTo(depth: number, end: number): void {
    while (this.#depth >= depth && this.#depth > 0) {
      const frame = this.#top;
      this.#handler.closed(frame, end);
      this.#innermost[frame.type.id] = frame.outer;
      this.#depth--;
      this.#top = this.#frame(this.#depth);
    }
  }
}
