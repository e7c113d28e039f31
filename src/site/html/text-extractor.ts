import type { TextBlock } from '../page-facts.ts';
import { FACT_LIMITS, MAX_BLOCK } from '../page-limits.ts';
import { countCjk, WordCounter } from '../words.ts';
import { Frame } from './frame.ts';
import { ARTICLE, COMMENTS, HEADING, INERT, KINDS, MAIN, NOT_TEXT } from './place.ts';
import { isWhiteSpace, TextBuilder } from './text-builder.ts';
import type { TextLog } from './text-log.ts';

/** What text stands in that stands in no element. */
const DOCUMENT = new Frame();

/** Most characters of scripts without spaces that are split into words when only the size of the text is wanted. */
const MAX_SEGMENTED = 100_000;

/** What was counted of the text of one part of a page: everything, `main`, or the articles. */
class Region {
  readonly bit: number;
  blocks = 0;
  words = 0;
  cjkCharacters = 0;
  characters = 0;

  constructor(bit: number) {
    this.bit = bit;
  }

  includes(context: number): boolean {
    return this.bit === 0 || (context & this.bit) !== 0;
  }

  /** Whether its next block is within the limit. */
  hasRoom(): boolean {
    return this.blocks < FACT_LIMITS.blocks.items && this.characters <= FACT_LIMITS.blocks.characters;
  }
}

interface KeptBlock {
  readonly kind: number;
  readonly level: number;
  readonly context: number;
  /** The offset of its first character that is no white space. */
  readonly offset: number;
  readonly text: string;
  words: number;
  readonly cjkCharacters: number;
}

/** How much main text a page has. */
export interface TextSize {
  readonly words: number;
  readonly cjkCharacters: number;
  /** Its characters (UTF-16 code units), blocks joined by line feeds. */
  readonly textLength: number;
}

export interface MainText extends TextSize {
  /** The first blocks, up to the limit. */
  readonly blocks: readonly TextBlock[];
  /** The offset of the first block; of a page without text, its end. */
  readonly start: number;
  /** Number of blocks beyond the limit, and of blocks that were cut. */
  readonly unread: number;
  /** Whether what has these context bits stands in the main text. */
  includes(context: number): boolean;
}

/**
 * The one text extractor: keeps the text that a reader would call the page's own, and cuts it into blocks. Left out is
 * what `place.ts` says is not text: script, style, template, svg, noscript, what is hidden, nav, aside, footers, the
 * page's header, dialogs, consent banners, form controls, fallbacks of media.
 *
 * All text is counted, however long; the blocks themselves are kept up to their limit.
 */
export class TextExtractor {
  readonly #html: string;
  readonly #log: TextLog | null;
  readonly #words: WordCounter;
  readonly #text = new TextBuilder();
  readonly #everything = new Region(0);
  readonly #main = new Region(MAIN);
  readonly #articles = new Region(ARTICLE);
  /** The regions that a block stands in: of one in neither, in `main`, in an article, in both. */
  readonly #regionsOf: readonly (readonly Region[])[] = [
    [this.#everything],
    [this.#everything, this.#main],
    [this.#everything, this.#articles],
    [this.#everything, this.#main, this.#articles],
  ];
  readonly #blocks: KeptBlock[] = [];
  /** Characters but spaces inside and outside of articles, without comments. */
  #inArticles = 0;
  #outsideArticles = 0;
  #hasText = false;
  #textContext = 0;
  #textOffset = 0;
  /** A line break with no text after it: another one ends the block. */
  #afterLineBreak = false;

  /** @param log receives the text as it is read; null when only its size is wanted, and no blocks are stored */
  constructor(html: string, log: TextLog | null) {
    this.#html = html;
    this.#log = log;
    this.#words = log === null ? new WordCounter(MAX_SEGMENTED) : new WordCounter();
  }

  /** An element was opened, and placed. */
  opened(frame: Frame, parent: Frame): void {
    if (frame.isBlock) this.#endBlock(parent, frame.start);
    else if (frame.type.name === 'br') this.#lineBreak(parent, frame.start);
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
      this.#break(start);
      return;
    }
    this.#log?.add(start, end, context);
    if ((context & NOT_TEXT) !== 0) return;
    this.#sawText(context, at);
    this.#text.add(this.#html, start, end);
  }

  codePoint(codePoint: number, end: number, parent: Frame): void {
    const { context } = parent;
    if ((context & INERT) !== 0) return;
    this.#log?.addCodePoint(codePoint, end, context);
    if ((context & NOT_TEXT) !== 0) return;
    if (!isWhiteSpace(codePoint)) this.#sawText(context, end - 1);
    this.#text.addCodePoint(codePoint);
  }

  /** Returns the size of the main text. Call when the page was read. */
  size(): TextSize {
    this.#end();
    return sizeOf(this.#region());
  }

  /** Chooses the region of the main text. Call when the page was read. */
  mainText(lineAt: (offset: number) => number): MainText {
    this.#end();
    const region = this.#region();
    const { items, characters } = FACT_LIMITS.blocks;
    const blocks: TextBlock[] = [];
    let start = this.#html.length;
    let so = 0;
    let whole = 0;
    for (const { kind, level, context, offset, text, words, cjkCharacters } of this.#blocks) {
      if (!region.includes(context)) continue;
      if (blocks.length === items || so > characters) break;
      if (blocks.length === 0) start = offset;
      so += text.length;
      if (text.length < MAX_BLOCK) whole++;
      const isHeading = kind === HEADING;
      blocks.push({
        kind: KINDS[kind] ?? 'other',
        text,
        line: lineAt(offset),
        words,
        cjkCharacters,
        level: isHeading ? level : null,
      });
    }
    return {
      ...sizeOf(region),
      blocks,
      start,
      unread: region.blocks - whole,
      includes: (context) => (context & NOT_TEXT) === 0 && region.includes(context),
    };
  }

  /**
   * main, where it has text; else the articles, where they hold at least half of the text; else everything. Teasers are
   * articles too, and what stands around them is then the page's own text.
   */
  #region(): Region {
    if (this.#main.blocks > 0) return this.#main;
    const areMost = this.#inArticles > 0 && this.#inArticles >= this.#outsideArticles;
    return areMost ? this.#articles : this.#everything;
  }

  #sawText(context: number, offset: number): void {
    if (!this.#hasText) {
      this.#textContext = context;
      this.#textOffset = offset;
    }
    this.#hasText = true;
    this.#afterLineBreak = false;
  }

  #break(at: number): void {
    this.#log?.addBreak(at);
    this.#text.addSpace();
  }

  #lineBreak(parent: Frame, at: number): void {
    if (this.#afterLineBreak) this.#endBlock(parent, at);
    else this.#break(at);
    this.#afterLineBreak = this.#hasText;
  }

  #end(): void {
    this.#endBlock(DOCUMENT, this.#html.length);
    this.#words.flush();
  }

  /** Ends the block that stands before `at` in `frame`. */
  #endBlock(frame: Frame, at: number): void {
    if (this.#hasText) this.#count(this.#text.take(), frame);
    this.#log?.addBreak(at);
    this.#hasText = false;
    this.#afterLineBreak = false;
  }

  #count(text: string, { kind, level }: Frame): void {
    const context = this.#textContext;
    const cjkCharacters = countCjk(text);
    const regions = this.#regionsOf[((context & MAIN) === 0 ? 0 : 1) + ((context & ARTICLE) === 0 ? 0 : 2)] ?? [];
    const isKept = this.#log !== null && regions.some((region) => region.hasRoom());
    const block: KeptBlock | null = isKept
      ? { kind, level, context, offset: this.#textOffset, text: cut(text), words: 0, cjkCharacters }
      : null;
    if (block !== null) this.#blocks.push(block);
    for (const region of regions) {
      region.blocks++;
      region.characters += text.length;
      region.cjkCharacters += cjkCharacters;
    }
    this.#words.count(text, (words) => {
      if (block !== null) block.words += words;
      for (const region of regions) region.words += words;
    });
    // A short article stays the page's own text however much is said about it.
    if ((context & COMMENTS) !== 0) return;
    const characters = charactersButSpaces(text);
    if ((context & ARTICLE) === 0) this.#outsideArticles += characters;
    else this.#inArticles += characters;
  }
}

function sizeOf({ words, cjkCharacters, characters, blocks }: Region): TextSize {
  return { words, cjkCharacters, textLength: characters + Math.max(0, blocks - 1) };
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
