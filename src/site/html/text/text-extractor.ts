import type { TextBlock } from '../../page/page-facts.ts';
import { FACT_LIMITS, MAX_BLOCK } from '../../page/page-limits.ts';
import { countCjk, WordCounter } from '../../page/words.ts';
import { OpenElement } from '../open-element.ts';
import { ARTICLE, ASIDE, HEADER, HEADING, INERT, KINDS, LINK, MAIN, NEVER_TEXT } from '../element-context.ts';
import { chooseMainText } from './main-text.ts';
import type { Part } from './page-regions.ts';
import { Parts } from './parts.ts';
import { isWhiteSpace, TextBuilder } from './text-builder.ts';
import type { TextLog } from './text-log.ts';

/** OpenElement of text outside all elements. */
const DOCUMENT = new OpenElement();

/** Least size of a block that reads like a paragraph: about twelve words. */
const PROSE_BLOCK = 65;

/** Most characters of scripts without spaces that are split into words when only the size of the text is wanted. */
const MAX_SEGMENTED = 100_000;

/** Amount of stored text of `main`, of the articles, or of everything. */
class Region {
  readonly bit: number;
  blocks = 0;
  characters = 0;

  constructor(bit: number) {
    this.bit = bit;
  }

  /** Returns whether a block in this context can still be stored, and counts it. */
  takes(context: number, length: number): boolean {
    if (this.bit !== 0 && (context & this.bit) === 0) return false;
    const hasRoom = this.blocks < FACT_LIMITS.blocks.items && this.characters <= FACT_LIMITS.blocks.characters;
    this.blocks++;
    this.characters += length;
    return hasRoom;
  }
}

interface KeptBlock {
  readonly kind: number;
  readonly level: number;
  readonly part: Part;
  /** The offset of its first character that is no white space. */
  readonly offset: number;
  readonly text: string;
  words: number;
  readonly cjkCharacters: number;
}

/** Amount of main text of a page. */
export interface TextSize {
  readonly words: number;
  readonly cjkCharacters: number;
  /** Its characters (UTF-16 code units), blocks joined by line feeds. */
  readonly textLength: number;
}

export interface MainText extends TextSize {
  /** The first blocks, up to the limit. */
  readonly blocks: readonly TextBlock[];
  /** Offset of the first block; for a page without text, its end. */
  readonly start: number;
  /** Number of blocks beyond the limit, and of blocks that were cut. */
  readonly unread: number;
  /** Returns whether a place is in the main text, by its context bits and its part. */
  includes(place: { readonly context: number; readonly part: Part | null }): boolean;
}

/**
 * The one text extractor. It collects the text that a reader would call the page's own, in blocks. It leaves out what
 * `place.ts` never counts as text: script, style, template, svg, noscript, hidden elements, nav, footers, dialogs, consent
 * banners, form controls, fallbacks of media. `main-text.ts` chooses the main text from the rest at the end.
 *
 * All text is counted, however long. Blocks are stored up to their limit.
 */
export class TextExtractor {
  readonly #html: string;
  readonly #log: TextLog | null;
  readonly #words: WordCounter;
  readonly #text = new TextBuilder();
  readonly #parts = new Parts();
  readonly #regions = [new Region(0), new Region(MAIN), new Region(ARTICLE)];
  readonly #blocks: KeptBlock[] = [];
  #hasText = false;
  #textContext = 0;
  #textPart = this.#parts.of(DOCUMENT);
  /** Characters of the block that are in links. */
  #linkLength = 0;
  #textOffset = 0;
  /** A line break with no text after it: another one ends the block. */
  #afterLineBreak = false;
  /** Offset of the last text. */
  #lastText = -1;
  /** True when the last text ended with a link: another link begins a new word. */
  #afterLink = false;

  /** @param log receives the text as it is read; null when only its size is wanted, and no blocks are stored */
  constructor(html: string, log: TextLog | null) {
    this.#html = html;
    this.#log = log;
    this.#words = log === null ? new WordCounter(MAX_SEGMENTED) : new WordCounter();
  }

  /** An element was opened, and placed. */
  opened(frame: OpenElement, parent: OpenElement): void {
    this.#parts.opened(frame, parent);
    if ((frame.context & ~parent.context & LINK) !== 0) this.#parts.of(frame).own.links++;
    if (frame.isBlock) this.#endBlock(parent, frame.start);
    else if (frame.type.name === 'a' && this.#afterLink) this.#break(frame.start);
    else if (frame.type.name === 'br') this.#lineBreak(parent, frame.start);
  }

  closed(frame: OpenElement, at: number): void {
    if (frame.isBlock && !frame.type.isVoid) this.#endBlock(frame, at);
    else if (frame.type.name === 'a') this.#afterLink = this.#lastText >= frame.start;
  }

  text(start: number, end: number, parent: OpenElement): void {
    const { context } = parent;
    if ((context & INERT) !== 0) return;
    let at = start;
    while (at < end && isWhiteSpace(this.#html.charCodeAt(at))) at++;
    if (at === end) {
      this.#break(start);
      return;
    }
    this.#log?.add(start, end, context);
    if ((context & NEVER_TEXT) !== 0) return;
    this.#sawText(parent, at);
    const before = this.#text.length;
    this.#text.add(this.#html, start, end);
    if ((context & LINK) !== 0) this.#linkLength += this.#text.length - before;
  }

  codePoint(codePoint: number, end: number, parent: OpenElement): void {
    const { context } = parent;
    if ((context & INERT) !== 0) return;
    this.#log?.addCodePoint(codePoint, end, context);
    if ((context & NEVER_TEXT) !== 0) return;
    if (!isWhiteSpace(codePoint)) this.#sawText(parent, end - 1);
    this.#text.addCodePoint(codePoint);
    if ((context & LINK) !== 0) this.#linkLength++;
  }

  /** Returns the size of the main text. Call when the page was read. */
  size(): TextSize {
    this.#end();
    chooseMainText(this.#parts.list);
    return this.#sizeOfMainText();
  }

  /** Chooses the parts of the main text. Call after the whole page was read. */
  mainText(lineAt: (offset: number) => number): MainText {
    this.#end();
    chooseMainText(this.#parts.list);
    const { items, characters } = FACT_LIMITS.blocks;
    const blocks: TextBlock[] = [];
    let start = this.#html.length;
    let soFar = 0;
    let whole = 0;
    for (const { kind, level, part, offset, text, words, cjkCharacters } of this.#blocks) {
      if (!part.isMain) continue;
      if (blocks.length === items || soFar > characters) break;
      if (blocks.length === 0) start = offset;
      soFar += text.length;
      if (text.length < MAX_BLOCK) whole++;
      blocks.push({
        kind: KINDS[kind] ?? 'other',
        text,
        line: lineAt(offset),
        words,
        cjkCharacters,
        level: kind === HEADING ? level : null,
      });
    }
    const total = this.#parts.list.reduce((sum, part) => sum + (part.isMain ? part.blocks : 0), 0);
    return {
      ...this.#sizeOfMainText(),
      blocks,
      start,
      unread: total - whole,
      includes: ({ context, part }) => (context & NEVER_TEXT) === 0 && (part ?? this.#parts.of(DOCUMENT)).isMain,
    };
  }

  #sizeOfMainText(): TextSize {
    let [words, cjkCharacters, textLength] = [0, 0, 0];
    for (const part of this.#parts.list) {
      if (!part.isMain) continue;
      words += part.words;
      cjkCharacters += part.cjkCharacters;
      textLength += part.characters + part.blocks;
    }
    return { words, cjkCharacters, textLength: Math.max(0, textLength - 1) };
  }

  #sawText(frame: OpenElement, offset: number): void {
    const { context } = frame;
    // A block ends where the header or an aside begins or ends.
    if (this.#hasText && ((context ^ this.#textContext) & (HEADER | ASIDE)) !== 0) this.#endBlock(DOCUMENT, offset);
    if (!this.#hasText) {
      this.#textContext = context;
      this.#textPart = this.#parts.of(frame);
      this.#textOffset = offset;
    }
    this.#hasText = true;
    this.#afterLineBreak = false;
    this.#afterLink = false;
    this.#lastText = offset;
  }

  #break(at: number): void {
    this.#log?.addBreak(at);
    this.#text.addSpace();
  }

  #lineBreak(parent: OpenElement, at: number): void {
    if (this.#afterLineBreak) this.#endBlock(parent, at);
    else this.#break(at);
    this.#afterLineBreak = this.#hasText;
  }

  #end(): void {
    this.#endBlock(DOCUMENT, this.#html.length);
    this.#words.flush();
  }

  /** Ends the block before `at` in `frame`. */
  #endBlock(frame: OpenElement, at: number): void {
    if (this.#hasText) this.#count(this.#text.take(), frame);
    this.#log?.addBreak(at);
    this.#hasText = false;
    this.#afterLineBreak = false;
  }

  #count(text: string, { kind, level }: OpenElement): void {
    const cjkCharacters = countCjk(text);
    let isStored = false;
    for (const region of this.#regions) if (region.takes(this.#textContext, text.length)) isStored = true;
    const block: KeptBlock | null =
      isStored && this.#log !== null
        ? { kind, level, part: this.#textPart, offset: this.#textOffset, text: cut(text), words: 0, cjkCharacters }
        : null;
    if (block !== null) this.#blocks.push(block);
    const part = this.#textPart;
    part.blocks++;
    part.characters += text.length;
    part.cjkCharacters += cjkCharacters;
    this.#weigh(part, text, cjkCharacters, kind === HEADING ? level : 0);
    this.#words.count(text, (words) => {
      if (block !== null) block.words += words;
      part.words += words;
    });
  }

  #weigh({ own }: Part, text: string, cjkCharacters: number, level: number): void {
    const size = charactersButSpaces(text) + 2 * cjkCharacters;
    const linkSize = Math.round((size * Math.min(this.#linkLength, text.length)) / text.length);
    this.#linkLength = 0;
    own.size += size;
    own.linkSize += linkSize;
    if (level === 1) this.#sawHeadline(linkSize === size);
    if (level > 0 || size < PROSE_BLOCK || 2 * linkSize > size) return;
    own.prose += size - linkSize;
    own.firstProse = Math.min(own.firstProse, this.#textOffset);
    own.lastProse = this.#textOffset;
  }

  #sawHeadline(isLink: boolean): void {
    const part = this.#textPart;
    if (part.anyH1 === -1) part.anyH1 = this.#textOffset;
    if (part.h1 === -1 && !isLink) part.h1 = this.#textOffset;
  }
}

/** Returns a copy of the beginning: a substring would keep the whole string in memory. */
function cut(text: string): string {
  return text.length < MAX_BLOCK ? text : structuredClone(text.slice(0, MAX_BLOCK));
}

function charactersButSpaces(text: string): number {
  let spaces = 0;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) spaces++;
  return text.length - spaces;
}
