/** Builds a text with white space collapsed and trimmed. */
export class TextBuilder {
  readonly #pieces: string[] = [];
  #hasSpace = false;
  /** Characters so far, without a space that may follow. */
  length = 0;

  /** Adds a space, unless the text begins or ends here. */
  addSpace(): void {
    this.#hasSpace = true;
  }

  addCodePoint(codePoint: number): void {
    if (isWhiteSpace(codePoint)) this.#hasSpace = true;
    else this.#add(String.fromCodePoint(codePoint));
  }

  /** Adds the characters of `html` from `start` to `end`. */
  add(html: string, start: number, end: number): void {
    let i = start;
    while (i < end) {
      while (i < end && isWhiteSpace(html.charCodeAt(i))) {
        this.#hasSpace = true;
        i++;
      }
      if (i === end) return;
      // A piece contains single spaces, so that most text is cut out of the HTML at once.
      const pieceStart = i++;
      while (i < end) {
        const unit = html.charCodeAt(i);
        if (isWhiteSpace(unit) && (unit !== 0x20 || i + 1 === end || isWhiteSpace(html.charCodeAt(i + 1)))) break;
        i++;
      }
      this.#add(html.slice(pieceStart, i));
    }
  }

  /** Returns the text and begins another one. */
  take(): string {
    const text = this.#pieces.join('');
    this.#pieces.length = 0;
    this.#hasSpace = false;
    this.length = 0;
    return text;
  }

  #add(piece: string): void {
    if (this.#hasSpace && this.length > 0) {
      this.#pieces.push(' ');
      this.length++;
    }
    this.#pieces.push(piece);
    this.length += piece.length;
    this.#hasSpace = false;
  }
}

/** Returns whether a code unit is a space, a control, a no-break or an ideographic space: these collapse to one space. */
export function isWhiteSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0 || unit === 0x3000;
}
