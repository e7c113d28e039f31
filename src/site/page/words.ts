/** Maximum number of characters segmented at once: the segmenter takes fifty times the memory of its text. */
const BATCH = 65_536;
let segmenter: Intl.Segmenter | undefined;

/** Returns the number of word-like segments of a text (UAX #29, English tailoring). */
export function countWords(text: string): number {
  return measureText(text).words;
}

type OnCounted = (words: number, cjkWords: number) => void;

/** Part of a text that is not counted yet. */
interface Part {
  readonly text: string;
  words: number;
  cjkWords: number;
  readonly onCounted: OnCounted;
}

/** Counts the words of many texts. Segments them in batches, because each call of the segmenter has a cost. */
export class WordCounter {
  #parts: Part[] = [];
  #length = 0;

  /** Adds a text. Calls `onCounted` once for each of its parts, at the latest in `finish`. */
  add(text: string, onCounted: OnCounted): void {
    let start = 0;
    do {
      const part = text.length - start > BATCH ? wholeWords(text.slice(start, start + BATCH)) : text.slice(start);
      this.#parts.push({ text: part, words: 0, cjkWords: 0, onCounted });
      this.#length += part.length;
      start += part.length;
      if (this.#length >= BATCH) this.finish();
    } while (start < text.length);
  }

  /** Counts what was added. */
  finish(): void {
    const parts: Part[] = [];
    for (const part of this.#parts) {
      if (SIMPLE.test(part.text)) part.onCounted(countSimpleWords(part.text), 0);
      else parts.push(part);
    }
    let index = 0;
    let end = parts[0]?.text.length ?? 0;
    segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
    // A line feed is a boundary whatever its neighbours are.
    for (const segment of segmenter.segment(parts.map(({ text }) => text).join('\n'))) {
      while (segment.index > end) end += 1 + (parts[++index]?.text.length ?? 0);
      const part = parts[index];
      if (segment.isWordLike !== true || part === undefined) continue;
      part.words++;
      if (BEGINS_WITH_CJK.test(segment.segment)) part.cjkWords++;
    }
    for (const { words, cjkWords, onCounted } of parts) onCounted(words, cjkWords);
    this.#parts = [];
    this.#length = 0;
  }
}

/** Texts of ASCII, Latin, Greek and Cyrillic letters, with common punctuation. */
const SIMPLE =
  /^[\0-\x7f\xa0-\xac\xae-\xb7\xb9-\u024f\u0386\u0388-\u03ff\u0400-\u0481\u048a-\u052f\u2010-\u2015\u2018-\u201e\u2022\u2026\u20ac]*$/;
const [OTHER, LETTER, DIGIT, JOINER, MIDDLE, MIDDLE_OF_LETTERS, MIDDLE_OF_NUMBER] = [0, 1, 2, 3, 4, 5, 6];
/** Classes of these characters in UAX #29: `_` joins letters and digits, the others may stand between two of a kind. */
const CLASSES = Uint8Array.from({ length: 0x20ad }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\p{L}/u.test(character)) return LETTER;
  if (/\d/.test(character)) return DIGIT;
  if (character === '_') return JOINER;
  if ("'.\u2018\u2019".includes(character)) return MIDDLE;
  return ':\xb7'.includes(character) ? MIDDLE_OF_LETTERS : ',;'.includes(character) ? MIDDLE_OF_NUMBER : OTHER;
});

/** Counts the words of a {@link SIMPLE} text as the segmenter does, in a fraction of its time. */
function countSimpleWords(text: string): number {
  let words = 0;
  let isInWord = false;
  let isCounted = false;
  let previous = OTHER;
  for (let i = 0; i < text.length; i += 1) {
    const kind = CLASSES[text.charCodeAt(i)] ?? OTHER;
    if (kind === LETTER || kind === DIGIT || kind === JOINER) {
      const isJoined = isInWord;
      if (!isInWord) isCounted = false;
      isInWord = true;
      // Two joiners alone count as a word, one does not.
      if (!isCounted && (kind !== JOINER || (isJoined && previous === JOINER))) {
        words += 1;
        isCounted = true;
      }
    } else if (isInWord) {
      const next = CLASSES[text.charCodeAt(i + 1)] ?? OTHER;
      const joins =
        previous === LETTER
          ? kind === MIDDLE || kind === MIDDLE_OF_LETTERS
          : previous === DIGIT && kind !== MIDDLE_OF_LETTERS;
      isInWord = joins && kind !== OTHER && next === previous;
    }
    previous = kind;
  }
  return words;
}

/** Cuts a text behind its last space. Where it has none, a word may count twice. */
function wholeWords(text: string): string {
  return text.slice(0, text.lastIndexOf(' ') + 1) || text;
}

/** An amount of text. */
export interface TextAmount {
  /** Word-like segments (UAX #29). */
  readonly words: number;
  /** Those of them that begin with a CJK character. */
  readonly cjkWords: number;
  readonly cjkCharacters: number;
}

/** CJK characters that count as one word: 300 of them are 150 words. */
const CJK_CHARACTERS_PER_WORD = 2;

/** Returns the length of a text in words. Two CJK characters count as one word, whatever is written beside them. */
export function textSize({ words, cjkWords, cjkCharacters }: TextAmount): number {
  return words - cjkWords + Math.floor(cjkCharacters / CJK_CHARACTERS_PER_WORD);
}

/** Returns the sum of amounts of text. */
export function sumOfTexts(texts: readonly TextAmount[]): TextAmount {
  const sum = { words: 0, cjkWords: 0, cjkCharacters: 0 };
  for (const { words, cjkWords, cjkCharacters } of texts) {
    sum.words += words;
    sum.cjkWords += cjkWords;
    sum.cjkCharacters += cjkCharacters;
  }
  return sum;
}

/** Returns what is left of an amount of text without a part of it. */
export function textWithout(all: TextAmount, part: TextAmount): TextAmount {
  return {
    words: all.words - part.words,
    cjkWords: all.cjkWords - part.cjkWords,
    cjkCharacters: all.cjkCharacters - part.cjkCharacters,
  };
}

/** Measures a text. */
export function measureText(text: string): TextAmount {
  const amount = { words: 0, cjkWords: 0, cjkCharacters: countCjk(text) };
  const counter = new WordCounter();
  counter.add(text, (words, cjkWords) => {
    amount.words += words;
    amount.cjkWords += cjkWords;
  });
  counter.finish();
  return amount;
}

/** The mark of a long vowel (ー, half as wide ｰ) is a letter of Japanese, though of no script by itself. */
const BEGINS_WITH_CJK = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\uff70]/u;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\uff70]/gu;

/** Counts the Han, Hiragana, Katakana and Hangul characters (code points) of a text, long vowel marks included. */
export function countCjk(text: string): number {
  let count = 0;
  CJK.lastIndex = 0;
  while (CJK.test(text)) count++;
  return count;
}
