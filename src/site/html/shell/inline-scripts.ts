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
const LEAST_TEXT = 20;
const LEAST_SPACES = 3;
const LEAST_CJK = 10;
/** Most characters in a hundred that are not letters, spaces or punctuation of sentences. A string with more is code. */
const MOST_SIGNS = 8;
const QUOTES = new Set([0x22, 0x27, 0x60]);
const SENTENCE_SIGNS = new Set([...' .,!?:…’'].map((sign) => sign.charCodeAt(0)));

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Collects the inline scripts of a page. They are searched only when the page has little text. */
export class InlineScripts {
  readonly #html: string;
  readonly #scripts: Stretch[] = [];
  readonly #data: Stretch[] = [];
  #searched: readonly string[] | null = null;

  constructor(html: string) {
    this.#html = html;
  }

  /** @param isData a block of JSON, or a script that only assigns such a block */
  add(start: number, end: number, isData: boolean): void {
    const stretches = isData ? this.#data : this.#scripts;
    if (start < end && stretches.length < MAX_SCRIPTS) stretches.push({ start, end });
  }

  /** Returns whether a script puts elements into the page. */
  buildsPage(): boolean {
    return this.#texts().some((text) => BUILDS_PAGE.test(text));
  }

  /** Returns whether a script that puts elements into the page names the element with this id. */
  fills(id: string): boolean {
    return this.#texts().some((text) => names(text, id) && FILLS.test(text));
  }

  /** Returns the characters of text in JSON. */
  textInData(): number {
    return this.#textIn(this.#data);
  }

  /** Returns the characters of text in scripts that run. */
  textInScripts(): number {
    return this.#textIn(this.#scripts);
  }

  #texts(): readonly string[] {
    if (this.#searched !== null) return this.#searched;
    let left = MAX_SEARCHED;
    this.#searched = this.#scripts.map(({ start, end }) => {
      const text = this.#html.slice(start, Math.min(end, start + left));
      left -= text.length;
      return text;
    });
    return this.#searched;
  }

  #textIn(stretches: readonly Stretch[]): number {
    let left = MAX_COUNTED;
    let sum = 0;
    for (const { start, end } of stretches) {
      const to = Math.min(end, start + left);
      sum += countText(this.#html, start, to);
      left -= to - start;
    }
    return sum;
  }
}

function names(text: string, id: string): boolean {
  return [`'${id}'`, `"${id}"`, `\`${id}\``, `#${id}'`, `#${id}"`, `#${id}\``].some((one) => text.includes(one));
}

/** Counts the characters between quotation marks that read as text. */
function countText(html: string, start: number, end: number): number {
  let sum = 0;
  let pieceStart = start;
  for (let at = start; at <= end; at++) {
    if (at < end && !QUOTES.has(html.charCodeAt(at))) continue;
    if (at - pieceStart >= LEAST_CJK && isText(html, pieceStart, at)) sum += at - pieceStart;
    pieceStart = at + 1;
  }
  return sum;
}

function isText(html: string, start: number, end: number): boolean {
  let spaces = 0;
  let cjk = 0;
  let signs = 0;
  for (let at = start; at < end; at++) {
    let unit = html.charCodeAt(at);
    if (unit === 0x5c && html.charCodeAt(at + 1) === 0x75) {
      // An escape such as \u4f60 is one character.
      unit = Number.parseInt(html.slice(at + 2, at + 6), 16);
      at += 5;
    }
    if (unit === 0x20) spaces++;
    else if (unit >= 0x2e80) cjk++;
    else if (unit < 0xc0 && !isAsciiLetter(unit) && !SENTENCE_SIGNS.has(unit)) signs++;
  }
  const length = end - start;
  if (signs * 100 > length * MOST_SIGNS) return false;
  return cjk >= LEAST_CJK || (length >= LEAST_TEXT && spaces >= LEAST_SPACES);
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}
