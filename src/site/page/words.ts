/** Most characters segmented at once: the segmenter takes fifty times the memory of its text. */
const BATCH = 65_536;
let segmenter: Intl.Segmenter | undefined;

/** Returns the number of word-like segments of a text (UAX #29, English tailoring). */
export function countWords(text: string): number {
  let words = 0;
  const counter = new WordCounter();
  counter.add(text, (counted) => {
    words += counted;
  });
  counter.finish();
  return words;
}

/** Part of a text that is not counted yet. */
interface Part {
  readonly text: string;
  words: number;
  readonly onCounted: (words: number) => void;
}

/** Counts the words of many texts. Segments them in batches, because each call of the segmenter has a cost. */
export class WordCounter {
  #parts: Part[] = [];
  #length = 0;

  /** Adds a text. Calls `onCounted` once for each of its parts, at the latest in `finish`. */
  add(text: string, onCounted: (words: number) => void): void {
    let start = 0;
    do {
      const part = text.length - start > BATCH ? wholeWords(text.slice(start, start + BATCH)) : text.slice(start);
      this.#parts.push({ text: part, words: 0, onCounted });
      this.#length += part.length;
      start += part.length;
      if (this.#length >= BATCH) this.finish();
    } while (start < text.length);
  }

  /** Counts what was added. */
  finish(): void {
    const parts = this.#parts;
    let index = 0;
    let end = parts[0]?.text.length ?? 0;
    segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
    // A line feed is a boundary whatever its neighbours are.
    for (const segment of segmenter.segment(parts.map(({ text }) => text).join('\n'))) {
      while (segment.index > end) end += 1 + (parts[++index]?.text.length ?? 0);
      const part = parts[index];
      if (segment.isWordLike === true && part !== undefined) part.words++;
    }
    for (const { words, onCounted } of parts) onCounted(words);
    this.#parts = [];
    this.#length = 0;
  }
}

/** Cuts a text behind its last space. Where it has none, a word may count twice. */
function wholeWords(text: string): string {
  return text.slice(0, text.lastIndexOf(' ') + 1) || text;
}

/** The mark of a long vowel (ー, half as wide ｰ) is a letter of Japanese, though of no script by itself. */
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\uff70]/gu;

/** Counts the Han, Hiragana, Katakana and Hangul characters (code points) of a text, long vowel marks included. */
export function countCjk(text: string): number {
  let count = 0;
  CJK.lastIndex = 0;
  while (CJK.test(text)) count++;
  return count;
}
