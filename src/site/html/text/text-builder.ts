/** Number of parts after which a string is flattened: a string of millions of parts takes many times the memory of its characters. */
const PARTS = 64;

/** Builds a text with white space collapsed and trimmed. */
export class TextBuilder {
  /** The text: copied strings, then strings of many parts, then the parts that are being added. */
  readonly #copied: string[] = [];
  readonly #joined: string[] = [];
  #text = '';
  #parts = 0;
  #hasSpace = false;
  /** Characters so far, without a space that may follow. */
  length = 0;

  /** A space, unless the text begins or ends here. */
  addSpace(): void {
    this.#hasSpace = true;
  }

  addCodePoint(codePoint: number): void {
    if (isWhiteSpace(codePoint)) this.#hasSpace = true;
    else this.#add(String.fromCodePoint(codePoint));
  }

  /** The characters of `html` from `start` to `end`. */
  add(html: string, start: number, end: number): void {
    let i = start;
    while (i < end) {
      while (i < end && isWhiteSpace(html.charCodeAt(i))) {
        this.#hasSpace = true;
        i++;
      }
      if (i === end) return;
      // A piece holds single spaces, so that most text is cut out of the HTML at once.
      const pieceStart = i++;
      while (i < end) {
        const unit = html.charCodeAt(i);
        if (unit > 0xa0 && unit !== 0x3000) i++;
        else if (isWhiteSpace(unit) && (unit !== 0x20 || i + 1 === end || isWhiteSpace(html.charCodeAt(i + 1)))) break;
        else i++;
      }
      this.#add(html.slice(pieceStart, i));
    }
  }

  /** Returns the text and begins another one. */
  take(): string {
    let text = this.#text;
    if (this.#joined.length + this.#copied.length > 0) {
      text = [...this.#copied, ...this.#joined, text].join('');
      this.#copied.length = 0;
      this.#joined.length = 0;
    }
    this.#text = '';
    this.#parts = 0;
    this.#hasSpace = false;
    this.length = 0;
    return text;
  }

  #add(piece: string): void {
    if (this.length === 0) {
      this.#text = piece;
      this.length = piece.length;
    } else if (this.#hasSpace) {
      this.#text = `${this.#text} ${piece}`;
      this.length += piece.length + 1;
    } else {
      this.#text += piece;
      this.length += piece.length;
    }
    this.#hasSpace = false;
    if (++this.#parts === PARTS) this.#copyParts();
  }

  #copyParts(): void {
    this.#joined.push(this.#text);
    this.#text = '';
    this.#parts = 0;
    if (this.#joined.length < PARTS) return;
    this.#copied.push(this.#joined.join(''));
    this.#joined.length = 0;
  }
}

/** Spaces, controls, no-break and ideographic space: what is collapsed to one space. */
export function isWhiteSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0 || unit === 0x3000;
}
