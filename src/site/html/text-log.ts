const FIELDS = 3;

/** What is looked at for one nested text, in entries and characters: less when all of a page took this many times its length. */
const MAX_NESTED = 10_000;
const NESTED_TIMES = 4;
const LEAST_NESTED = 100;

/**
 * The text of a page as places in its HTML, in document order: each entry is a stretch of the HTML, one code point
 * that a character reference stood for, or a break between blocks. Whatever has a text (a block, a heading, a link) is a
 * range of entries, so that nothing is copied before it is asked for.
 */
export class TextLog {
  readonly #html: string;
  #entries = new Int32Array(FIELDS * 1024);
  /** The number of entries. */
  size = 0;
  /** Entries and characters of them that were looked at, for all texts together. */
  #looked = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** @param context bits of `text-extractor.ts` that say where the text stands */
  add(start: number, end: number, context: number): void {
    const at = this.size * FIELDS;
    if (at === this.#entries.length) this.#grow();
    const entries = this.#entries;
    entries[at] = start;
    entries[at + 1] = end;
    entries[at + 2] = context;
    this.size++;
  }

  addCodePoint(codePoint: number, end: number, context: number): void {
    this.add(-codePoint - 1, end, context);
  }

  addBreak(at: number): void {
    if (this.size > 0 && this.#isBreak(this.size - 1)) return;
    this.add(at, at, 0);
  }

  /**
   * The offset at which the first text of the range stands that has none of the bits `skip` and is no white space; -1
   * when there is none. Of a character reference it is the last character.
   */
  offset(from: number, to: number, skip: number): number {
    for (let i = from; i < to; i++) {
      const start = this.#field(i, 0);
      const end = this.#field(i, 1);
      if ((this.#field(i, 2) & skip) !== 0 || start === end) continue;
      if (start < 0) {
        if (isWhiteSpace(-start - 1)) continue;
        return end - 1;
      }
      for (let at = start; at < end; at++) if (!isWhiteSpace(this.#html.charCodeAt(at))) return at;
    }
    return -1;
  }

  /**
   * The text of a range, white space collapsed and trimmed, without the entries that have one of the bits `skip`.
   *
   * @param maxLength where the text is cut
   * @param maxWork how many entries and characters of them are looked at
   */
  text(from: number, to: number, skip: number, maxLength = Number.MAX_SAFE_INTEGER, maxWork = maxLength): string {
    let out = '';
    let hasSpace = false;
    let work = 0;
    for (let i = from; i < to && out.length < maxLength && work < maxWork; i++) {
      const start = this.#field(i, 0);
      const end = start < 0 ? this.#field(i, 1) : Math.min(this.#field(i, 1), start + maxWork - work);
      work += start < 0 ? 1 : 1 + end - start;
      if (start === end) {
        hasSpace = true;
      } else if ((this.#field(i, 2) & skip) === 0) {
        if (start >= 0) {
          out = this.#append(out, start, end, hasSpace);
          hasSpace = isWhiteSpace(this.#html.charCodeAt(end - 1));
        } else if (isWhiteSpace(-start - 1)) {
          hasSpace = true;
        } else {
          out = join(out, String.fromCodePoint(-start - 1), hasSpace);
          hasSpace = false;
        }
      }
    }
    this.#looked += work;
    return out.length > maxLength ? out.slice(0, maxLength).trimEnd() : out;
  }

  /**
   * The same, of a range that a page may nest in others, thousands deep: little is looked at for each, and very little when
   * they took long together. What is beyond that is cut.
   */
  nestedText(from: number, to: number, skip: number, maxLength: number): string {
    const left = Math.max(LEAST_NESTED, NESTED_TIMES * this.#html.length - this.#looked);
    return this.text(from, to, skip, maxLength, Math.min(MAX_NESTED, left));
  }

  #append(before: string, start: number, end: number, spaceBefore: boolean): string {
    const html = this.#html;
    let out = before;
    let hasSpace = spaceBefore;
    let i = start;
    while (i < end) {
      while (i < end && isWhiteSpace(html.charCodeAt(i))) {
        hasSpace = true;
        i++;
      }
      if (i === end) break;
      // A piece holds single spaces, so that most text is cut out of the HTML at once.
      const pieceStart = i++;
      while (i < end) {
        const unit = html.charCodeAt(i);
        if (unit > 0xa0 && unit !== 0x3000) i++;
        else if (isWhiteSpace(unit) && (unit !== 0x20 || i + 1 === end || isWhiteSpace(html.charCodeAt(i + 1)))) break;
        else i++;
      }
      out = join(out, html.slice(pieceStart, i), hasSpace);
      hasSpace = false;
    }
    return out;
  }

  #field(entry: number, field: number): number {
    return this.#entries[entry * FIELDS + field] ?? 0;
  }

  #isBreak(entry: number): boolean {
    return this.#field(entry, 0) === this.#field(entry, 1);
  }

  #grow(): void {
    const entries = new Int32Array(this.#entries.length * 2);
    entries.set(this.#entries);
    this.#entries = entries;
  }
}

/** Spaces, controls, no-break and ideographic space: what is collapsed to one space. */
export function isWhiteSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0 || unit === 0x3000;
}

function join(before: string, piece: string, hasSpace: boolean): string {
  if (before === '') return piece;
  return hasSpace ? `${before} ${piece}` : before + piece;
}
