import type { TextBlock } from '../page-facts.ts';
import { countWords } from '../words.ts';
import { Frame } from './frame.ts';
import { ARTICLE, COMMENTS, HEADING, INERT, KINDS, MAIN, NOT_TEXT } from './place.ts';
import { isWhiteSpace, TextLog } from './text-log.ts';

/** What text stands in that stands in no element. */
const DOCUMENT = new Frame();

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
 * The one text extractor: keeps the text that a reader would call the page's own, and cuts it into blocks. Left out is
 * what `place.ts` says is not text: script, style, template, svg, noscript, what is hidden, nav, aside, footers, the
 * page's header, dialogs, consent banners, form controls, fallbacks of media.
 */
export class TextExtractor {
  readonly log: TextLog;
  readonly #html: string;
  readonly #blocks: BlockRange[] = [];
  #from = 0;
  #hasText = false;
  #textContext = 0;
  /** A line break with no text after it: another one ends the block. */
  #afterLineBreak = false;

  constructor(html: string) {
    this.#html = html;
    this.log = new TextLog(html);
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

  /** Chooses where the main text stands, and cuts it into blocks; to be called when all is read. */
  mainText(lineAt: (offset: number) => number): MainText {
    this.#endBlock(DOCUMENT, this.#html.length);
    const region = this.#region();
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

  /**
   * main, where it has text; else the articles, where they hold at least half of the text; else 0, everything. Teasers are
   * articles too, and what stands around them is then the page's own text.
   */
  #region(): number {
    const hasText = (bit: number): boolean => this.#blocks.some((block) => (block.context & bit) !== 0);
    if (hasText(MAIN)) return MAIN;
    if (!hasText(ARTICLE)) return 0;
    let inside = 0;
    let outside = 0;
    for (const { from, to, context } of this.#blocks) {
      // A short article stays the page's own text however much is said about it.
      if ((context & COMMENTS) !== 0) continue;
      const characters = this.log.text(from, to, NOT_TEXT).replaceAll(' ', '').length;
      if ((context & ARTICLE) === 0) outside += characters;
      else inside += characters;
    }
    return inside > 0 && inside >= outside ? ARTICLE : 0;
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
}
