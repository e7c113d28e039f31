import type { TextBlock } from '../../page/page-facts.ts';
import { FACT_LIMITS, MAX_BLOCK } from '../../page/page-limits.ts';
import { countCjk, WordCounter } from '../../page/words.ts';
import {
  ALWAYS_EXCLUDED,
  ARIA_HIDDEN,
  ARTICLE,
  ASIDE,
  CHROME,
  CONTROL,
  HEADER,
  HIDDEN,
  LINK,
  MAIN,
  NO_SNIPPET,
  NOT_RENDERED,
} from '../context-bits.ts';
import type { NamedUse } from '../element-context.ts';
import { DOCUMENT, type OpenElement } from '../open-element.ts';
import type { LineIndex } from '../parsed-page.ts';
import { areApart, READ_OF_NEIGHBOURS } from './glued-words.ts';
import { chooseMainText, type MainText, type SourceRange } from './main-text.ts';
import { type PageRegion, PageRegions } from './page-regions.ts';
import type { TableShape } from './table-shape.ts';
import { isWhiteSpace, TextBuilder } from './text-builder.ts';
import type { TextLog } from './text-log.ts';

/** Minimum size of a block that reads like a paragraph: about twelve words. */
const MIN_PROSE = 65;

/** A number as on a counter: `27+`, `1,200`, `98 %`. */
const FIGURE = /^\s*[~+<>≈]?\s?\p{Nd}[\p{Nd}.,\s]*\s?[+%‰kKmM]?\s*$/u;
const MAX_FIGURE = 20;

/** Minimum share of a block of links, beside which only signs stand, that they make up. */
const LINK_SHARE = 0.9;

/** How an end tag of `main` begins. One in capitals is not looked for. */
const MAIN_END = '</main';

/** Limits the blocks that are stored of `main`, of the articles, or of everything. */
class BlockQuota {
  readonly context: number;
  #blocks = 0;
  #characters = 0;

  /** @param context 0 for everything */
  constructor(context: number) {
    this.context = context;
  }

  /** Returns whether a block in this context may be stored, and counts it. */
  takes(context: number, length: number): boolean {
    if (this.context !== 0 && (context & this.context) === 0) return false;
    const hasRoom = this.#blocks < FACT_LIMITS.blocks.items && this.#characters <= FACT_LIMITS.blocks.characters;
    this.#blocks++;
    this.#characters += length;
    return hasRoom;
  }
}

interface StoredBlock extends Pick<TextBlock, 'kind' | 'text' | 'cjkCharacters' | 'level' | 'isLink'> {
  readonly region: PageRegion;
  /** The table that contains it; null for none. */
  readonly table: TableShape | null;
  /** Offset of its first character that is not white space. */
  readonly offset: number;
  words: number;
  cjkWords: number;
}

/**
 * Extracts the text of a page in blocks. Leaves out what is never main text (see `element-context.ts`); `main-text.ts`
 * chooses the main text from the rest at the end. Counts all text, however long, and stores blocks up to their limit.
 */
export class TextExtractor {
  readonly #html: string;
  readonly #log: TextLog;
  readonly #builder = new TextBuilder();
  readonly #regions = new PageRegions();
  readonly #quotas = [new BlockQuota(0), new BlockQuota(MAIN), new BlockQuota(ARTICLE)];
  readonly #blocks: StoredBlock[] = [];
  readonly #words = new WordCounter();

  // The block being read.
  #hasText = false;
  #context = 0;
  #region = this.#regions.document;
  #offset = 0;
  /** Its characters that are in links. */
  #linkLength = 0;
  /** Its characters that are not to be quoted. */
  #unquotable = 0;

  /** True after a line break without text after it: another one ends the block. */
  #afterLineBreak = false;
  /** True when the last text ended with a link: another link begins a new word. */
  #afterLink = false;
  /** True when the last text was a figure that is hidden from screen readers. */
  #afterFigure = false;
  /** Offset of the last text, and of its end. */
  #lastText = -1;
  #lastEnd = -1;
  /** Offset at which an inline element around the last text ended; before that text for none. */
  #inlineEnd = -1;
  /** From the end tag of another element that ended `main` to its own, -1 for none; null where its own ended it. */
  #afterMain: SourceRange | null = null;

  /** @param log receives the text as it is read */
  constructor(html: string, log: TextLog) {
    this.#html = html;
    this.#log = log;
  }

  /**
   * Takes an element whose context is set.
   *
   * @param use what its class and id name
   */
  opened(element: OpenElement, parent: OpenElement, { isByline, isDate, isControl }: NamedUse): void {
    this.#regions.opened(element, parent);
    if (isByline || isDate || element.type.name === 'time') this.#findRegion(element).own.isSigned = true;
    if (isControl || element.type.name === 'button') this.#findRegion(element).own.controls++;
    if ((element.context & ~parent.context & LINK) !== 0) this.#findRegion(element).own.links++;
    if (element.isBlock) this.#endBlock(parent, element.start);
    else if (element.type.name === 'a' && this.#afterLink) this.#break(element.start);
    else if (element.type.name === 'br') this.#lineBreak(parent, element.start);
  }

  closed(element: OpenElement, at: number): void {
    if (element.isBlock && !element.type.isVoid) this.#endBlock(element, at);
    else {
      const hasText = this.#lastText >= element.start;
      if (hasText) this.#inlineEnd = at;
      if (element.type.name === 'a') this.#afterLink = hasText;
    }
    if (element.type.name === 'main') this.#closedMain(at);
  }

  text(start: number, end: number, parent: OpenElement): void {
    const { context } = parent;
    if ((context & NOT_RENDERED) !== 0) return;
    let at = start;
    while (at < end && isWhiteSpace(this.#html.charCodeAt(at))) at++;
    if (at === end) {
      this.#break(start);
      return;
    }
    const isFigure = (context & ALWAYS_EXCLUDED) !== 0;
    const isShown = !isFigure || this.#isFigure(start, end, context);
    if (isShown && this.#hasText && this.#isApart(at, parent)) this.#break(start);
    this.#log.add(start, end, context);
    if (!isShown) return;
    // Beside a counter that screen readers skip, they have the number again.
    if (this.#afterFigure && !isFigure && isDigit(this.#html.charCodeAt(at))) this.#break(start);
    this.#sawText(parent, at, end);
    this.#afterFigure = isFigure;
    const before = this.#builder.length;
    this.#builder.add(this.#html, start, end);
    if ((context & LINK) !== 0) this.#linkLength += this.#builder.length - before;
    if ((context & NO_SNIPPET) !== 0) this.#unquotable += this.#builder.length - before;
  }

  codePoint(codePoint: number, end: number, parent: OpenElement): void {
    const { context } = parent;
    if ((context & NOT_RENDERED) !== 0) return;
    this.#log.addCodePoint(codePoint, end, context);
    if ((context & ALWAYS_EXCLUDED) !== 0) return;
    if (!isWhiteSpace(codePoint)) this.#sawText(parent, end - 1, end);
    this.#builder.addCodePoint(codePoint);
    if ((context & LINK) !== 0) this.#linkLength++;
    if ((context & NO_SNIPPET) !== 0) this.#unquotable++;
  }

  /** Chooses the main text. Call when the whole page was read. */
  mainText(lines: LineIndex): MainText {
    this.#endBlock(DOCUMENT, this.#html.length);
    this.#words.finish();
    const isOfMain = chooseMainText(this.#regions.list, this.#afterMain);
    const { items, characters } = FACT_LIMITS.blocks;
    const blocks: TextBlock[] = [];
    let start = this.#html.length;
    let length = 0;
    let whole = 0;
    for (const { region, offset, table, ...block } of this.#blocks) {
      if (!region.isMain) continue;
      if (blocks.length === items || length > characters) break;
      if (blocks.length === 0) start = offset;
      length += block.text.length;
      if (block.text.length < MAX_BLOCK) whole++;
      // What is laid out in a table is text like any other.
      const isLaidOut = block.kind === 'table_cell' && table?.isData === false;
      blocks.push({ ...block, ...(isLaidOut && { kind: 'paragraph' }), line: lines.at(offset) });
    }
    const regions = this.#regions.list.filter(({ isMain }) => isMain);
    const inside = (kind: number) => regions.filter(({ context }) => (context & kind) !== 0);
    const total = (
      count: 'blocks' | 'words' | 'cjkWords' | 'cjkCharacters' | 'characters' | 'unquotable',
      of = regions,
    ) => of.reduce((sum, region) => sum + region[count], 0);
    return {
      words: total('words'),
      cjkWords: total('cjkWords'),
      cjkCharacters: total('cjkCharacters'),
      textLength: Math.max(0, total('characters') + total('blocks') - 1),
      inMainLength: total('characters', isOfMain ? regions : inside(MAIN)),
      articleLength: total('characters', inside(ARTICLE)),
      unquotable: total('unquotable'),
      blocks,
      start,
      unread: total('blocks') - whole,
      isApart: ({ context, region }) => (context & (CHROME | CONTROL)) !== 0 || region?.isApart === true,
      includes: ({ context, region }) => (context & ALWAYS_EXCLUDED) === 0 && (region ?? this.#regions.document).isMain,
    };
  }

  /** Returns whether a text is a figure that readers of the screen see: a counter that is hidden from screen readers alone. */
  #isFigure(start: number, end: number, context: number): boolean {
    const isSeen = (context & ALWAYS_EXCLUDED) === HIDDEN && (context & ARIA_HIDDEN) !== 0;
    return isSeen && end - start <= MAX_FIGURE && FIGURE.test(this.#html.slice(start, end));
  }

  /** Takes the end of `main`, by a tag that ends at `at`. Where the end tag of another element ends it, it goes on up to its own for those who wrote it. */
  #closedMain(at: number): void {
    const tag = this.#html.lastIndexOf('<', at - 1);
    if (this.#afterMain !== null || this.#html.startsWith(MAIN_END, tag)) return;
    this.#afterMain = { start: at, end: this.#html.lastIndexOf(MAIN_END) };
  }

  #findRegion({ region }: OpenElement): PageRegion {
    return region ?? this.#regions.document;
  }

  /** Returns whether the text at an offset is in another inline element than the last text, and apart from it. */
  #isApart(at: number, { type, kind, start }: OpenElement): boolean {
    if (this.#inlineEnd <= this.#lastText || start < this.#inlineEnd) return false;
    if (kind === 'preformatted' || type.name === 'sub' || type.name === 'sup') return false;
    const [after = ''] = this.#html.slice(at, at + READ_OF_NEIGHBOURS).split('<', 1);
    return areApart(
      this.#html.slice(Math.max(this.#lastText, this.#lastEnd - READ_OF_NEIGHBOURS), this.#lastEnd),
      after,
    );
  }

  #sawText(element: OpenElement, offset: number, end: number): void {
    const { context } = element;
    // A block ends where the header or an aside begins or ends.
    if (this.#hasText && ((context ^ this.#context) & (HEADER | ASIDE)) !== 0) this.#endBlock(DOCUMENT, offset);
    if (!this.#hasText) {
      this.#context = context;
      this.#region = this.#findRegion(element);
      this.#offset = offset;
    }
    this.#hasText = true;
    this.#afterLineBreak = false;
    this.#afterLink = false;
    this.#afterFigure = false;
    this.#lastText = offset;
    this.#lastEnd = end;
  }

  #break(at: number): void {
    this.#log.addBreak(at);
    this.#builder.addSpace();
  }

  #lineBreak(parent: OpenElement, at: number): void {
    if (this.#afterLineBreak) this.#endBlock(parent, at);
    else this.#break(at);
    this.#afterLineBreak = this.#hasText;
  }

  /** Ends the block before `at` in `element`. */
  #endBlock(element: OpenElement, at: number): void {
    if (this.#hasText) this.#addBlock(this.#builder.take(), element);
    this.#log.addBreak(at);
    this.#hasText = false;
    this.#afterLineBreak = false;
  }

  #addBlock(text: string, { kind, level, table }: OpenElement): void {
    const region = this.#region;
    const cjkCharacters = countCjk(text);
    const headingLevel = kind === 'heading' ? level : null;
    const hasRoom = this.#quotas.filter((quota) => quota.takes(this.#context, text.length)).length > 0;
    const block: StoredBlock | null = hasRoom
      ? {
          kind,
          text: cut(text),
          words: 0,
          cjkWords: 0,
          cjkCharacters,
          level: headingLevel,
          ...(this.#linkLength >= LINK_SHARE * text.length && { isLink: true }),
          region,
          table,
          offset: this.#offset,
        }
      : null;
    if (block !== null) this.#blocks.push(block);
    table?.sawText(text.length, Math.min(this.#linkLength, text.length));
    if (headingLevel !== null) table?.sawPart();
    region.blocks++;
    region.characters += text.length;
    region.unquotable += Math.min(this.#unquotable, text.length);
    this.#unquotable = 0;
    region.cjkCharacters += cjkCharacters;
    this.#measure(text, cjkCharacters, headingLevel ?? 0);
    this.#words.add(text, (words, cjkWords) => {
      region.words += words;
      region.cjkWords += cjkWords;
      if (block === null) return;
      block.words += words;
      block.cjkWords += cjkWords;
    });
  }

  #measure(text: string, cjkCharacters: number, level: number): void {
    const { own } = this.#region;
    const size = text.length - countSpaces(text) + 2 * cjkCharacters;
    const linkSize = Math.round((size * Math.min(this.#linkLength, text.length)) / text.length);
    this.#linkLength = 0;
    own.size += size;
    own.linkSize += linkSize;
    if (level > 0) this.#sawHeading(level, linkSize === size);
    if (level > 0 || size < MIN_PROSE || 2 * linkSize > size) return;
    own.prose += size - linkSize;
    own.firstProse = Math.min(own.firstProse, this.#offset);
    own.lastProse = this.#offset;
  }

  #sawHeading(level: number, isLink: boolean): void {
    const region = this.#region;
    const heading = { at: this.#offset, isLink };
    region.own.heading ??= heading;
    if (level > 1) return;
    region.anyH1 ??= heading;
    if (!isLink) region.h1 ??= heading;
  }
}

/** Returns a copy of the beginning: a substring would retain the whole string. */
function cut(text: string): string {
  return text.length < MAX_BLOCK ? text : structuredClone(text.slice(0, MAX_BLOCK));
}

function countSpaces(text: string): number {
  let spaces = 0;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) spaces++;
  return spaces;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
