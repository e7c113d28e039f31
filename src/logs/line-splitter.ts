/** Maximum length of a line that is read, in bytes. A longer one counts as bad, without being held in memory. */
export const MAX_LINE_BYTES = 64 * 1024;

const NEWLINE = 10;

/**
 * Splits the bytes of a log into lines, as Latin-1 strings in which each character is a byte. Tells how many bytes were consumed:
 * a line without its end is left for later, unless it is too long already.
 */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  /** The beginning of a line whose end has not come. */
  #rest = '';
  #isInLongLine: boolean;
  #consumed = 0;

  /** @param isInLongLine whether the first bytes belong to a line that was too long, and is counted */
  constructor(onLine: (line: string) => void, onTooLong: () => void, isInLongLine = false) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
    this.#isInLongLine = isInLongLine;
  }

  /** Bytes of complete lines, and of a line that is too long. In a callback: those before its line. */
  get consumed(): number {
    return this.#consumed;
  }

  /** Whether the next bytes belong to a line that was too long. */
  get isInLongLine(): boolean {
    return this.#isInLongLine;
  }

  add(chunk: Buffer): void {
    const text = chunk.toString('latin1');
    let at = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, at)) {
      this.#endLine(text.slice(at, end));
      at = end + 1;
    }
    if (this.#isInLongLine) this.#consumed += chunk.length - at;
    else this.#rest += text.slice(at);
    if (this.#rest.length > MAX_LINE_BYTES) {
      this.#onTooLong();
      this.#consumed += this.#rest.length;
      this.#rest = '';
      this.#isInLongLine = true;
    }
  }

  /** Takes what is left as a line. */
  end(): void {
    if (this.#rest !== '') this.#endLine('');
  }

  #endLine(text: string): void {
    const line = this.#rest + text;
    this.#rest = '';
    if (this.#isInLongLine) this.#isInLongLine = false;
    else if (line.length > MAX_LINE_BYTES) this.#onTooLong();
    else this.#onLine(withoutMark(line.endsWith('\r') ? line.slice(0, -1) : line));
    this.#consumed += line.length + 1;
  }
}

/** The byte order mark of UTF-8, with which some programs begin a file. */
const MARK = '\u00ef\u00bb\u00bf';

function withoutMark(line: string): string {
  return line.startsWith(MARK) ? line.slice(MARK.length) : line;
}
