/** Most characters of inline scripts that are searched on one page, and most scripts stored. */
const MAX_SEARCHED = 200_000;
const MAX_SCRIPTS = 200;
/** Most characters in which embedded text is counted. */
const MAX_COUNTED = 2_000_000;

/** Code that puts elements into the page. Code that only adds a script or sets one line of text does not match. */
const BUILDS_PAGE =
  /\.innerHTML\s*\+?=|insertAdjacentHTML|replaceChildren|createRoot|createApp|ReactDOM|\.render\(|\.mount\(/;
const FILLS =
  /\.innerHTML\s*\+?=|insertAdjacentHTML|replaceChildren|createRoot|createApp|\.render\(|\.mount\(|\.append\(|\.appendChild\(|\.html\(/;

/** Least size of a text between quotation marks. Shorter ones are keys, names and classes. */
const MIN_TEXT = 20;
const MIN_SPACES = 3;
const MIN_CJK = 10;
/** Most characters in a hundred that are not letters, spaces or punctuation of sentences. A string with more is code. */
const MAX_SIGNS = 8;
const QUOTATION_MARK = /["'`]/;
const UNICODE_ESCAPE = /\\u([\da-f]{4})/gi;
const LETTERS_AND_PUNCTUATION = /[A-Za-z .,!?:\u00c0-\uffff]/g;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Collects the inline scripts of a page. They are searched only when the page has little text. */
export class InlineScripts {
  readonly #html: string;
  readonly #scripts: Span[] = [];
  readonly #data: Span[] = [];
  #searched: readonly string[] | null = null;

  constructor(html: string) {
    this.#html = html;
  }

  /** @param isData true for a block of JSON, or a script that only assigns such a block */
  add(start: number, end: number, isData: boolean): void {
    const spans = isData ? this.#data : this.#scripts;
    if (start < end && spans.length < MAX_SCRIPTS) spans.push({ start, end });
  }

  /** Returns whether a script puts elements into the page. */
  buildsPage(): boolean {
    return this.#searchedScripts().some((script) => BUILDS_PAGE.test(script));
  }

  /** Returns whether a script that puts elements into the page names the element with this id. */
  fills(id: string): boolean {
    return this.#searchedScripts().some((script) => names(script, id) && FILLS.test(script));
  }

  /** Returns the characters of text in JSON. */
  textInData(): number {
    return textIn(this.#read(this.#data, MAX_COUNTED));
  }

  /** Returns the characters of text in scripts that run. */
  textInScripts(): number {
    return textIn(this.#read(this.#scripts, MAX_COUNTED));
  }

  #searchedScripts(): readonly string[] {
    this.#searched ??= this.#read(this.#scripts, MAX_SEARCHED);
    return this.#searched;
  }

  #read(spans: readonly Span[], maxLength: number): readonly string[] {
    let left = maxLength;
    return spans.map(({ start, end }) => {
      const text = this.#html.slice(start, Math.min(end, start + left));
      left -= text.length;
      return text;
    });
  }
}

function names(script: string, id: string): boolean {
  return [`'${id}'`, `"${id}"`, `\`${id}\``, `#${id}'`, `#${id}"`, `#${id}\``].some((one) => script.includes(one));
}

/** Counts the characters between quotation marks that read as text. */
function textIn(scripts: readonly string[]): number {
  const pieces = scripts.flatMap((script) => script.split(QUOTATION_MARK).filter(isText));
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function isText(piece: string): boolean {
  if (piece.length < MIN_CJK) return false;
  const text = piece.replace(UNICODE_ESCAPE, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const signs = text.replace(LETTERS_AND_PUNCTUATION, '').length;
  if (signs * 100 > piece.length * MAX_SIGNS) return false;
  const cjk = text.match(/[\u2e80-\uffff]/g)?.length ?? 0;
  return cjk >= MIN_CJK || (piece.length >= MIN_TEXT && text.split(' ').length > MIN_SPACES);
}
