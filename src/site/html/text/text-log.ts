import { USUALLY_EXCLUDED } from '../context-bits.ts';
import type { OpenElement } from '../open-element.ts';
import type { PageRegion } from './page-regions.ts';
import { TextBuilder } from './text-builder.ts';

/** Numbers of one entry: start, end and context. */
const FIELDS = 3;

/**
 * Maximum number of entries and characters read for the text of one range. Fewer when the texts of a page together took several times
 * its length: ranges may be nested thousands deep.
 */
const MAX_WORK = 10_000;
const MIN_WORK = 100;
const TIMES_LENGTH = 4;

/** Position of an element in its page. */
export interface ElementPosition {
  /** Offset of its start tag. */
  readonly start: number;
  /** Bits of `element-context.ts`. */
  readonly context: number;
  readonly region: PageRegion | null;
}

/** Text of an element, as entries of a {@link TextLog}. */
export interface TextRange extends ElementPosition {
  readonly from: number;
  /** The entry after its last; null while the element is open. */
  to: number | null;
}

/**
 * The text of a page as positions in its HTML, in document order. Each entry is a part of the HTML, the code point of a
 * character reference, or a break between blocks. The text of a heading or link is a range of entries, so that nothing is
 * copied before it is needed. Only text in open ranges is logged.
 */
export class TextLog {
  readonly #html: string;
  #entries = new Int32Array(FIELDS * 1024);
  readonly #builder = new TextBuilder();
  /** Number of entries. */
  size = 0;
  #openRanges = 0;
  /** Entries and characters read, for all texts together. */
  #work = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /**
   * Begins the range of an element. It ends when the element closes.
   *
   * @param onEnd called with the complete range
   */
  record<Details extends object>(
    element: OpenElement,
    details: Details,
    onEnd?: (range: TextRange & Details) => void,
  ): TextRange & Details {
    this.#openRanges++;
    const { start, context, region } = element;
    const range = { ...details, start, context, region, from: this.size, to: null };
    element.onClose(() => {
      this.end(range);
      onEnd?.(range);
    });
    return range;
  }

  /** Ends a range before its element closes. */
  end(range: TextRange): void {
    if (range.to !== null) return;
    this.#openRanges--;
    range.to = this.size;
  }

  /** @param context bits of `element-context.ts` */
  add(start: number, end: number, context: number): void {
    if (this.#openRanges > 0) this.#push(start, end, context);
  }

  addCodePoint(codePoint: number, end: number, context: number): void {
    if (this.#openRanges > 0) this.#push(-codePoint - 1, end, context);
  }

  addBreak(at: number): void {
    const last = FIELDS * (this.size - 1);
    const isAfterBreak = this.size > 0 && this.#entries[last] === this.#entries[last + 1];
    if (this.#openRanges > 0 && !isAfterBreak) this.#push(at, at, 0);
  }

  /**
   * Returns the text of a range, cut at `maxLength`. Leaves out what main text usually excludes, unless the whole element is
   * in such a context: a link in a nav has its text.
   */
  usualText(range: TextRange, maxLength: number): string {
    const left = Math.max(MIN_WORK, TIMES_LENGTH * this.#html.length - this.#work);
    return this.text(range, USUALLY_EXCLUDED & ~range.context, maxLength, Math.min(MAX_WORK, left));
  }

  /**
   * Returns the text of a range, with white space collapsed and trimmed.
   *
   * @param excluded bits of the contexts whose text is left out
   * @param maxWork most entries, and characters of these, that are read
   */
  text(
    { from, to }: Pick<TextRange, 'from' | 'to'>,
    excluded: number,
    maxLength = Number.MAX_SAFE_INTEGER,
    maxWork = maxLength,
  ): string {
    const out = this.#builder;
    let work = 0;
    for (let at = FIELDS * from; at < FIELDS * (to ?? from) && out.length < maxLength && work < maxWork; at += FIELDS) {
      const start = this.#entries[at] ?? 0;
      const isCodePoint = start < 0;
      const end = isCodePoint ? start : Math.min(this.#entries[at + 1] ?? 0, start + maxWork - work);
      work += 1 + end - start;
      if (start === end && !isCodePoint) out.addSpace();
      else if (((this.#entries[at + 2] ?? 0) & excluded) !== 0) continue;
      else if (isCodePoint) out.addCodePoint(-start - 1);
      else out.add(this.#html, start, end);
    }
    this.#work += work;
    const text = out.take();
    return text.length > maxLength ? text.slice(0, maxLength).trimEnd() : text;
  }

  #push(start: number, end: number, context: number): void {
    const at = FIELDS * this.size++;
    if (at === this.#entries.length) {
      const grown = new Int32Array(2 * at);
      grown.set(this.#entries);
      this.#entries = grown;
    }
    this.#entries[at] = start;
    this.#entries[at + 1] = end;
    this.#entries[at + 2] = context;
  }
}
