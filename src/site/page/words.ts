// Counts words as `Intl.Segmenter` does (UAX #29, English tailoring), several times faster: words of scripts whose rules
// are regular are matched by a pattern, and only the others are given to the segmenter.

/** Characters of scripts whose words the pattern below does not find. */
const OTHER_SCRIPT = String.raw`[^\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{sc=Common}\p{sc=Inherited}\u0590-\u05ff]`;
/** Characters with rules of their own: ExtendNumLet, pictographs, joiners, signs before a number, unassigned ones. */
const SPECIAL = String.raw`[_\u202f\u203f\u2040\u2054©®‼⁉™\u2139↔-↪\u00b8\u02c2-\u02ff\u05f3\u0600-\u0605\u06dd\u0890\u0891\u08e2\u200d\u2200-\u{10ffff}\p{Cn}]`;

// Values of the Word_Break property (UAX #29, table 3).
const HEBREW = String.raw`[\u05d0-\u05ea\u05ef-\u05f2]`;
const LETTER = String.raw`[\p{Alphabetic}--\p{M}]`;
const DIGIT = String.raw`[\p{Nd}\u066b]`;
/** Marks and format characters, which belong to the character before them. */
const IGNORED = String.raw`[[\p{M}\p{Cf}]--[\u200b\u200d\u0600-\u0605\u06dd\u0890\u0891\u08e2]]*`;
const MID_LETTER = String.raw`[:·\u0387\u055f\u05f4\u2027.'‘’\u2024]`;
const MID_NUMBER = String.raw`[,;\u037e\u0589\u060c\u060d\u066c\u07f8\u2044.'‘’\u2024]`;

/** A word of more than 1,000 letters counts as several: the pattern would run out of stack on one of millions. */
const WORD = new RegExp(
  `(?:${HEBREW}${IGNORED}"${IGNORED}(?=${HEBREW})` +
    `|${LETTER}${IGNORED}(?:${MID_LETTER}${IGNORED}(?=${LETTER}))?` +
    `|${DIGIT}${IGNORED}(?:${MID_NUMBER}${IGNORED}(?=${DIGIT}))?){1,1000}`,
  'gv',
);
/** Needs the segmenter. An apostrophe with a mark behind a Hebrew letter ends something that is no word. */
const IRREGULAR = new RegExp(`${OTHER_SCRIPT}|${SPECIAL}|${HEBREW}${IGNORED}'[\\p{M}\\p{Cf}]`, 'v');
/** The mark of a long vowel (ー, half as wide ｰ) is a letter of Japanese, though of no script by itself. */
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\uff70]/gu;

/** Most characters passed to the segmenter at once: it takes fifty times the memory of its text. */
const BATCH = 65_536;
let segmenter: Intl.Segmenter | undefined;

/** Part of a text for the segmenter. */
interface Part {
  readonly text: string;
  /** Index of the whole text. */
  readonly index: number;
}

/** Returns the number of word-like segments of a text. */
export function countWords(text: string): number {
  return countWordsOfEach([text])[0] ?? 0;
}

/** Returns the number of word-like segments of each text. Faster than text by text where the segmenter is needed. */
export function countWordsOfEach(texts: readonly string[]): readonly number[] {
  const counts = texts.map(() => 0);
  let batch: Part[] = [];
  let length = 0;
  for (const [index, text] of texts.entries()) {
    // A space is a boundary whatever its neighbours are.
    for (const part of IRREGULAR.test(text) ? text.split(' ') : [text]) {
      if (!IRREGULAR.test(part)) {
        counts[index] = (counts[index] ?? 0) + countMatches(WORD, part);
        continue;
      }
      // Where a long part is cut, one word may count twice.
      for (let at = 0; at < part.length; at += BATCH) {
        batch.push({ text: part.slice(at, at + BATCH), index });
        length += Math.min(BATCH, part.length - at);
        if (length < BATCH) continue;
        addSegments(batch, counts);
        batch = [];
        length = 0;
      }
    }
  }
  addSegments(batch, counts);
  return counts;
}

/** Counts the Han, Hiragana, Katakana and Hangul characters (code points) of a text, long vowel marks included. */
export function countCjk(text: string): number {
  return countMatches(CJK, text);
}

function countMatches(pattern: RegExp, text: string): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count++;
  return count;
}

/** Adds the words of each part to the count of its text. */
function addSegments(parts: readonly Part[], counts: number[]): void {
  if (parts.length === 0) return;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  let part = 0;
  let end = parts[0]?.text.length ?? 0;
  // A line feed is a boundary whatever its neighbours are.
  for (const segment of segmenter.segment(parts.map(({ text }) => text).join('\n'))) {
    while (segment.index > end) {
      part++;
      end += 1 + (parts[part]?.text.length ?? 0);
    }
    const index = parts[part]?.index ?? 0;
    if (segment.isWordLike) counts[index] = (counts[index] ?? 0) + 1;
  }
}
