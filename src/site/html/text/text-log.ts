import type { OpenElement } from '../open-element.ts';
import type { Range } from './range.ts';
import { TextBuilder } from './text-builder.ts';

const FIELDS = 3;
/** Entries of one array: a power of two. */
const CHUNK_BITS = 10;
const CHUNK = 1 << CHUNK_BITS;

/**
 * Most entries and characters read for one nested text; less when the texts of a page together took this many times its
 * length.
 */
const MAX_NESTED = 10_000;
const NESTED_TIMES = 4;
const LEAST_NESTED = 100;

/**
 * The text of a page as places in its HTML, in document order: each entry is a stretch of the HTML, one code point
 * that a character reference stood for, or a break between blocks. Whatever has a text (a heading, a link) is a range of
 * entries, so that nothing is copied before it is asked for. Only what stands in an open range is logged.
 */
export class TextLog {
  readonly #html: string;
  readonly #chunks: Int32Array[] = [];
  readonly #builder = new TextBuilder();
  /** The number of entries. */
  size = 0;
  #openRanges = 0;
  /** Entries and characters read, for all texts together. */
  #looked = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** Begins the range of an element. Whoever begins it ends it, once. */
  open({ start, context, part }: OpenElement): Range {
    this.#openRanges++;
    return { start, context, part, from: this.size, to: this.size };
  }

  /** Ends a range: its text is what was logged since it began. */
  close(range: Range): void {
    this.#openRanges--;
    range.to = this.size;
  }

  /** @param context bits of `place.ts` that say where the text stands */
  add(start: number, end: number, context: number): void {
    if (this.#openRanges > 0) this.#push(start, end, context);
  }

  addCodePoint(codePoint: number, end: number, context: number): void {
    if (this.#openRanges > 0) this.#push(-codePoint - 1, end, context);
  }

  addBreak(at: number): void {
    if (this.#openRanges > 0 && !(this.size > 0 && this.#isBreak(this.size - 1))) this.#push(at, at, 0);
  }

  /**
   * The text of a range, white space collapsed and trimmed, without the entries that have one of the bits `skip`.
   *
   * @param maxLength where the text is cut
   * @param maxWork how many entries and characters of them are looked at
   */
  text(from: number, to: number, skip: number, maxLength = Number.MAX_SAFE_INTEGER, maxWork = maxLength): string {
    const out = this.#builder;
    let work = 0;
    for (let i = from; i < to && out.length < maxLength && work < maxWork; i++) {
      const start = this.#field(i, 0);
      const end = start < 0 ? this.#field(i, 1) : Math.min(this.#field(i, 1), start + maxWork - work);
      work += start < 0 ? 1 : 1 + end - start;
      if (start === end) out.addSpace();
      else if ((this.#field(i, 2) & skip) !== 0) continue;
      else if (start >= 0) out.add(this.#html, start, end);
      else out.addCodePoint(-start - 1);
    }
    this.#looked += work;
    const text = out.take();
    return text.length > maxLength ? text.slice(0, maxLength).trimEnd() : text;
  }

  /**
   * The same, of a range that a page may nest in others, thousands deep: little is looked at for each, and very little when
   * they took long together. What is beyond that is cut.
   */
  nestedText(from: number, to: number, skip: number, maxLength: number): string {
    const left = Math.max(LEAST_NESTED, NESTED_TIMES * this.#html.length - this.#looked);
    return this.text(from, to, skip, maxLength, Math.min(MAX_NESTED, left));
  }

  #field(entry: number, field: number): number {
    return this.#chunks[entry >> CHUNK_BITS]?.[(entry & (CHUNK - 1)) * FIELDS + field] ?? 0;
  }

  #isBreak(entry: number): boolean {
    return this.#field(entry, 0) === this.#field(entry, 1);
  }

  #push(start: number, end: number, context: number): void {
    const index = this.size >> CHUNK_BITS;
    let chunk = this.#chunks[index];
    if (chunk === undefined) {
      chunk = new Int32Array(CHUNK * FIELDS);
      this.#chunks[index] = chunk;
    }
    const at = (this.size & (CHUNK - 1)) * FIELDS;
    chunk[at] = start;
    chunk[at + 1] = end;
    chunk[at + 2] = context;
    this.size++;
  }
}
