import { MAX_BLOCK } from '../../page/page-limits.ts';
import { countCjk } from '../../page/words.ts';

/** Maximum number of characters of inline scripts that are searched on one page, and maximum number of scripts stored. */
const MAX_SEARCHED = 200_000;
const MAX_SCRIPTS = 200;
/** Maximum number of characters in which embedded text is counted. */
const MAX_COUNTED = 2_000_000;

/** Code that puts elements into the page. Code that only adds a script or rules of style, or sets one line of text, does not match. */
const BUILDS_PAGE =
  /(?<!css|styles?)\.innerHTML\s*\+?=|insertAdjacentHTML|replaceChildren|createRoot|createApp|ReactDOM|\.render\(|\.mount\(|\bimport\s*\(/;
const FILLS =
  /\.innerHTML\s*\+?=|insertAdjacentHTML|replaceChildren|createRoot|createApp|\.render\(|\.mount\(|\.append\(|\.appendChild\(|\.html\(/;

/** Sends the browser to another page. */
const REDIRECTS = /(?:^|[\s;{}(.])location(?:\.href)?\s*=\s*["'`\w]|(?:^|[\s;{}(.])location\.(?:replace|assign)\s*\(/;
/** What Next.js writes into the data of a page that was built beforehand, and that calls `redirect()`. */
const REDIRECT_OF_NEXT = 'NEXT_REDIRECT;';
/** The property of schema.org with the whole text of a page, and its value in JSON. */
const BODIES = /"articleBody"\s*:\s*"(?:[^"\\]|\\.)*"/g;
/** Minimum number of characters of a text that reads like a paragraph. */
const MIN_PARAGRAPH = 65;
const MIN_PARAGRAPH_CJK = 30;
/** Minimum number of characters of text in scripts that run which can be a page's content. */
const MIN_IN_SCRIPTS = 2_000;
/** Maximum characters and number of texts that are returned, and characters of each that are compared. */
const MAX_TEXT = 200_000;
const MAX_TEXTS = 500;
const COMPARED = 60;
/** Minimum size of a text between quotation marks. Shorter ones are keys, names and classes. */
const MIN_TEXT = 20;
const MIN_SPACES = 3;
const MIN_CJK = 10;
/** Maximum number of characters in a hundred that are not letters, spaces or punctuation of sentences. A string with more is code. */
const MAX_SIGNS = 8;
/** The same for a long text: an address, telephone numbers and hours have more. */
const MAX_SIGNS_OF_LONG = 12;
const LONG = 200;
/** Ends a string of JSON, or a paragraph of Markdown. */
const STRING_OR_PARAGRAPH = /"|\n[ \t]{0,9}\n/;
/** Comments, regular expressions and strings of JavaScript. One that does not end goes to the end of its line, or of the script. */
const TOKENS = [
  /(?<![^\s;{},])\/\/.*/,
  /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/,
  /(?<=[=(,:;!&|?{}[]\s{0,9})\/(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.){1,200}\]){1,300}\//,
  /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?/,
  /'[^'\\\n]*(?:\\.[^'\\\n]*)*'?/,
  /`[^`\\]*(?:\\[\s\S][^`\\]*)*`?/,
];
const TOKEN = new RegExp(TOKENS.map(({ source }) => source).join('|'), 'g');
/** What stands before and after a value of an object or an array. Other strings are the program's own: messages, markup, errors. */
const BEFORE_VALUE = /[:,[]\s{0,100}$/;
const AFTER_VALUE = /^\s{0,100}[,\]}+]/;
const AROUND = 101;
const UNICODE_ESCAPE = /\\{1,8}u([\da-f]{4})/gi;
const CLASS_NAME = /^[!-]?[a-z][a-z\d]*[-:][^\s]*[a-z\d\])]$/;
const LETTER = /[\p{L}\p{N}]/gu;
/** HTML writes some signs as references: `&#39;`. */
const NO_LETTER = /&#?\w{1,10};|[^\p{L}\p{N}]/gu;
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
  #textsOfScripts: readonly string[] | null = null;

  constructor(html: string) {
    this.#html = html;
  }

  /** @param isData true for a block of JSON or Markdown, or a script that only assigns such a block */
  add(start: number, end: number, isData: boolean): void {
    const spans = isData ? this.#data : this.#scripts;
    if (start < end && spans.length < MAX_SCRIPTS) spans.push({ start, end });
  }

  /** Takes the bodies of articles in a block of JSON-LD. */
  addBodies(start: number, end: number): void {
    for (const { index, 0: body } of this.#html.slice(start, end).matchAll(BODIES)) {
      this.add(start + index, start + index + body.length, true);
    }
  }

  /** Returns whether a script puts elements into the page. */
  buildsPage(): boolean {
    return this.#searchedScripts().some((script) => BUILDS_PAGE.test(script));
  }

  /** Returns whether a script that puts elements into the page names the element with this id. */
  fills(id: string): boolean {
    return this.#searchedScripts().some((script) => names(script, id) && FILLS.test(script));
  }

  /** Returns whether a script leads to another page. */
  redirects(): boolean {
    const isInData = () => this.#read(this.#data, MAX_SEARCHED).some((data) => data.includes(REDIRECT_OF_NEXT));
    return this.#searchedScripts().some((script) => REDIRECTS.test(script)) || isInData();
  }

  /** Returns the characters of text in scripts that run. */
  textInScripts(): number {
    return this.#textsInScripts().reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Returns the different texts that read like paragraphs, in JSON and, where they have much text, in scripts that run.
   *
   * @param written what the page says outside scripts: texts in it are left out
   */
  texts(written: string): readonly string[] {
    const data = this.#read(this.#data, MAX_COUNTED).flatMap((script) => script.split(STRING_OR_PARAGRAPH));
    const scripts = this.textInScripts() >= MIN_IN_SCRIPTS ? this.#textsInScripts() : [];
    if (data.length === 0 && scripts.length === 0) return [];
    const known = letters(written);
    const texts = new Set<string>();
    let left = MAX_TEXT;
    for (const piece of [...data, ...scripts]) {
      if (piece.length < MIN_CJK || !isText(piece)) continue;
      const text = isParagraph(plain(piece)) ? unwritten(plain(piece), known) : '';
      if (!isParagraph(text) || texts.has(text)) continue;
      left -= text.length;
      if (left < 0 || texts.size === MAX_TEXTS) break;
      texts.add(text);
    }
    return [...texts];
  }

  #textsInScripts(): readonly string[] {
    this.#textsOfScripts ??= this.#read(this.#scripts, MAX_COUNTED).flatMap(valuesIn).filter(isText);
    return this.#textsOfScripts;
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

/** Returns the strings of a script that are values of objects and arrays. */
function valuesIn(script: string): readonly string[] {
  return [...script.matchAll(TOKEN)].flatMap(({ index, 0: found }) => {
    const end = index + found.length;
    const isValue =
      found.length > MIN_CJK &&
      !found.startsWith('/') &&
      BEFORE_VALUE.test(script.slice(Math.max(0, index - AROUND), index)) &&
      AFTER_VALUE.test(script.slice(end, end + AROUND));
    return isValue ? found.slice(1, -1) : [];
  });
}

function names(script: string, id: string): boolean {
  return [`'${id}'`, `"${id}"`, `\`${id}\``, `#${id}'`, `#${id}"`, `#${id}\``].some((one) => script.includes(one));
}

function isText(piece: string): boolean {
  if (piece.length < MIN_CJK) return false;
  const text = plain(piece);
  const signs = text.replace(LETTERS_AND_PUNCTUATION, '').length;
  if (signs * 100 > text.length * (text.length < LONG ? MAX_SIGNS : MAX_SIGNS_OF_LONG)) return false;
  if (isClassList(text)) return false;
  const cjk = text.match(/[\u2e80-\uffff]/g)?.length ?? 0;
  return cjk >= MIN_CJK || (piece.length >= MIN_TEXT && text.split(' ').length > MIN_SPACES);
}

/** Returns whether a third of the words are joined by hyphens or colons, as classes are: `inline-flex hover:border items-center`. */
function isClassList(text: string): boolean {
  const words = text.split(' ');
  return 3 * words.filter((word) => CLASS_NAME.test(word)).length >= words.length;
}

function isParagraph(text: string): boolean {
  return text.length >= MIN_PARAGRAPH || countCjk(text) >= MIN_PARAGRAPH_CJK;
}

/** Returns a text without its beginning, as far as that is among the letters that are known: a description may repeat it. */
function unwritten(text: string, known: string): string {
  let rest = text;
  for (;;) {
    const head = letters(rest.slice(0, COMPARED));
    if (head === '') return '';
    const at = known.indexOf(head);
    if (at === -1) return rest.replace(/^[^\p{L}\p{N}]+/u, '');
    rest = withoutLetters(rest, known.slice(at, at + rest.length));
  }
}

/** Returns a text from its first letter or digit that is not the next one of `known`. */
function withoutLetters(text: string, known: string): string {
  let next = 0;
  for (const { index, 0: letter } of text.matchAll(LETTER)) {
    if (!known.startsWith(letter, next)) return text.slice(index);
    next += letter.length;
  }
  return '';
}

function letters(text: string): string {
  return text.replace(NO_LETTER, '');
}

/** Returns a string of JSON as text: without escapes and tags, with white space collapsed. */
function plain(piece: string): string {
  return piece
    .slice(0, MAX_BLOCK)
    .replace(UNICODE_ESCAPE, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\{1,8}[nrt]/g, ' ')
    .replace(/\\/g, '')
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
