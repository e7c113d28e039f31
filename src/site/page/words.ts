/**
 * Counting words as `Intl.Segmenter` does (UAX #29, English tailoring), many times faster: scripts whose word
 * boundaries follow from rules alone are counted here, all others are handed to the segmenter. The two agree exactly;
 * `words.test.ts` proves it for every character of the table and over random text.
 */

/** The value of the Word_Break property, as far as it decides where a word of these scripts ends. */
const COMPLEX = 0;
const BREAK = 1;
const LETTER = 2;
const HEBREW = 3;
const DIGIT = 4;
const MID_LETTER = 5;
const MID_NUMBER = 6;
const MID_BOTH = 7;
const DOUBLE_QUOTE = 8;
const IGNORED = 9;

/** What was read so far: a word that ends in a letter, a Hebrew letter or a digit, or one of these and a joiner. */
const OUTSIDE = 0;
const LETTER_AND_JOINER = 10;
const HEBREW_AND_QUOTE = 11;
const DIGIT_AND_JOINER = 12;

const SPACE = 0x20;
const APOSTROPHE = 0x27;
/** Code units from here on belong to scripts, symbols and surrogates that are left to the segmenter. */
const TABLE_SIZE = 0x2200;

const SIMPLE_SCRIPTS = /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{sc=Common}\p{sc=Inherited}]/u;
/** Beyond ASCII. */
const WORD_BREAK: readonly (readonly [RegExp, number])[] = [
  // Rare, and with rules of their own: ExtendNumLet, the emoji joiner, pictographs, letters that are not Alphabetic,
  // signs that stand before a number.
  [/[\u202f\u203f\u2040\u2054©®‼⁉™\u2139↔-↪]/u, COMPLEX],
  [/[\u00b8\u02c2-\u02ff\u05f3\u0600-\u0605\u06dd\u0890\u0891\u08e2\u200d]/u, COMPLEX],
  [/[\u05d0-\u05ea\u05ef-\u05f2]/u, HEBREW],
  [/[·\u0387\u055f\u05f4\u2027]/u, MID_LETTER],
  [/[\u037e\u0589\u060c\u060d\u066c\u07f8\u2044]/u, MID_NUMBER],
  [/[‘’\u2024]/u, MID_BOTH],
  [/[\p{Nd}\u066b]/u, DIGIT],
  [/[\u200b\u2028\u2029]/u, BREAK],
  [/[\p{M}\p{Cf}\u200c]/u, IGNORED],
  [/[\p{Alphabetic}]/u, LETTER],
  [/[\p{P}\p{S}\p{Z}\p{Cc}\p{No}]/u, BREAK],
];

/** The class of each code unit, found when it is first met: most pages need few, and the patterns are slow to compile. */
const UNKNOWN = 255;
const CLASSES = new Uint8Array(TABLE_SIZE).fill(UNKNOWN);
let segmenter: Intl.Segmenter | undefined;
/** The mark of a long vowel (ー, half as wide ｰ) is a letter of Japanese, though of no script by itself. */
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\uff70]/gu;

/** Texts per call of the segmenter: each call costs microseconds, and kilobytes until the next garbage collection. */
const BATCH = 1_024;
const BATCH_CHARACTERS = 65_536;

/** The number of word-like segments of `text` by UAX #29, as `Intl.Segmenter('en', { granularity: 'word' })` gives. */
export function countWords(text: string): number {
  let words = 0;
  const counter = new WordCounter();
  counter.count(text, (more) => {
    words += more;
  });
  counter.flush();
  return words;
}

/** Receives the number of words of a text, perhaps in several parts. */
type AddWords = (words: number) => void;

/** Counts the words of many texts, together where they need the segmenter. */
export class WordCounter {
  /** Parts of texts that the segmenter is to read. */
  #parts: string[] = [];
  #adds: AddWords[] = [];
  #characters = 0;
  #left: number;

  /** @param most characters that the segmenter is given in all: a part beyond it counts as one word */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#left = most;
  }

  /** @param add is called with all words of the text by the next `flush` at the latest */
  count(text: string, add: AddWords): void {
    const words = this.#countSimple(text, add);
    if (words > 0) add(words);
  }

  flush(): void {
    if (this.#parts.length === 0) return;
    const counts = segmentWords(this.#parts);
    for (const [index, add] of this.#adds.entries()) add(counts[index] ?? 0);
    this.#parts = [];
    this.#adds = [];
    this.#characters = 0;
  }

  /** Counts words that need no segmenter, and collects the rest for it. */
  #countSimple(text: string, add: AddWords): number {
    const { length } = text;
    let words = 0;
    let state = OUTSIDE;
    // A space is a boundary whatever stands beside it, so a run for the segmenter may begin and end at one.
    let runStart = 0;
    let wordsAtRunStart = 0;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === SPACE) {
        state = OUTSIDE;
        runStart = i;
        wordsAtRunStart = words;
        continue;
      }
      const kind = unit < TABLE_SIZE ? CLASSES[unit] : COMPLEX;
      if (kind === LETTER) {
        if (state !== LETTER && state !== DIGIT && state !== HEBREW && state !== LETTER_AND_JOINER) words++;
        state = LETTER;
      } else if (
        kind === COMPLEX ||
        (unit === APOSTROPHE && state === HEBREW && classOf(text.charCodeAt(i + 1)) === IGNORED)
      ) {
        // Behind a Hebrew letter, the segmenter takes an apostrophe with a mark for the end of something that is no word.
        const end = endOfComplexRun(text, i);
        words = wordsAtRunStart;
        this.#defer(text.slice(runStart, end), add);
        state = OUTSIDE;
        i = end - 1;
      } else if (kind === BREAK) {
        state = OUTSIDE;
      } else if (kind === UNKNOWN) {
        // Classed now, it is read once more.
        classify(unit);
        i--;
      } else if (kind !== IGNORED && kind !== undefined) {
        if (startsWord(kind, state)) words++;
        state = nextState(kind, state);
      }
    }
    return words;
  }

  #defer(part: string, add: AddWords): void {
    if (this.#left < part.length) {
      add(1);
      return;
    }
    this.#left -= part.length;
    // The segmenter takes fifty times the memory of its text. Where a longer part is cut, one word may count twice.
    for (let at = 0; at < part.length; at += BATCH_CHARACTERS) {
      const piece = part.slice(at, at + BATCH_CHARACTERS);
      this.#parts.push(piece);
      this.#adds.push(add);
      this.#characters += piece.length;
      if (this.#parts.length >= BATCH || this.#characters >= BATCH_CHARACTERS) this.flush();
    }
  }
}

/** Counts the Han, Hiragana, Katakana and Hangul characters (code points) of `text`, long vowel marks included. */
export function countCjk(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    if (mayBeCjk(text.charCodeAt(i))) {
      CJK.lastIndex = i;
      while (CJK.test(text)) count++;
      break;
    }
  }
  return count;
}

/** Hangul Jamo, or from the CJK radicals on, surrogates included: nothing else is Han, Kana or Hangul. */
function mayBeCjk(unit: number): boolean {
  return unit >= 0x2e80 || (unit >= 0x1100 && unit < 0x1200);
}

function startsWord(kind: number, state: number): boolean {
  if (kind === HEBREW)
    return !(state >= LETTER && state <= DIGIT) && state !== LETTER_AND_JOINER && state !== HEBREW_AND_QUOTE;
  return kind === DIGIT && !(state >= LETTER && state <= DIGIT) && state !== DIGIT_AND_JOINER;
}

function nextState(kind: number, state: number): number {
  if (kind === HEBREW || kind === DIGIT) return kind;
  const afterLetter = state === LETTER || state === HEBREW;
  if (kind === DOUBLE_QUOTE) return state === HEBREW ? HEBREW_AND_QUOTE : OUTSIDE;
  if (afterLetter && kind !== MID_NUMBER) return LETTER_AND_JOINER;
  return state === DIGIT && kind !== MID_LETTER ? DIGIT_AND_JOINER : OUTSIDE;
}

/** From a character of a complex script to the space after it, and on while the next word begins with another. */
function endOfComplexRun(text: string, from: number): number {
  let end = from;
  do {
    end = text.indexOf(' ', end + 1);
    if (end === -1) return text.length;
  } while (isComplex(text.charCodeAt(end + 1)));
  return end;
}

function isComplex(unit: number): boolean {
  return unit >= TABLE_SIZE || classOf(unit) === COMPLEX;
}

/** Undefined beyond the table, and where there is no character. */
function classOf(unit: number): number | undefined {
  return CLASSES[unit] === UNKNOWN ? classify(unit) : CLASSES[unit];
}

/** The words of each part, which line feeds keep apart: a line feed is a boundary whatever stands beside it. */
function segmentWords(parts: readonly string[]): number[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const counts = parts.map(() => 0);
  let part = 0;
  let end = parts[0]?.length ?? 0;
  for (const { index, isWordLike } of segmenter.segment(parts.join('\n'))) {
    while (index > end) {
      part++;
      end += 1 + (parts[part]?.length ?? 0);
    }
    if (isWordLike) counts[part] = (counts[part] ?? 0) + 1;
  }
  return counts;
}

function classify(unit: number): number {
  const kind = unit < 0x80 ? classifyAscii(String.fromCharCode(unit)) : classifyByScript(unit);
  CLASSES[unit] = kind;
  return kind;
}

function classifyAscii(character: string): number {
  if (/[a-z]/i.test(character)) return LETTER;
  if (/\d/.test(character)) return DIGIT;
  switch (character) {
    case '_':
      return COMPLEX;
    case ':':
      return MID_LETTER;
    case ',':
    case ';':
      return MID_NUMBER;
    case '.':
    case "'":
      return MID_BOTH;
    case '"':
      return DOUBLE_QUOTE;
    default:
      return BREAK;
  }
}

function classifyByScript(unit: number): number {
  const character = String.fromCharCode(unit);
  const isKnown = SIMPLE_SCRIPTS.test(character) || (unit >= 0x590 && unit <= 0x5ff);
  return (isKnown ? WORD_BREAK.find(([pattern]) => pattern.test(character))?.[1] : undefined) ?? COMPLEX;
}
