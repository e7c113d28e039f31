import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { countCjk, countWords, WordCounter } from './words.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const bySegmenter = (text: string): number => [...segmenter.segment(text)].filter((s) => s.isWordLike).length;

/** Characters that the rules of word boundaries (UAX #29) treat apart, and some of each script. */
const letters = [
  ...`abzÉßœαΩжЯıİאבתعربيلاکپ٠١٢۴٣09 .,;:'’"·_-–—…!?()[]{}<>@#$%&*+=/\\|~^\`©™®°½²\t\n\r\v\f`,
  ...'\u00a0\u00ad\u0300\u0301\u064b\u0651\u05b0\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202f\u2060\ufeff\u3000',
  ...'漢字ひらカタ한국어ไทยລາວខ្មែរမြန်मक्षিবাங்தమ്ംᠮሀԱა、。「」ー々〇ｱａ１',
  '👩‍👩‍👧',
  '👍🏽',
  '🇫🇷',
  '1️⃣',
  '𝒜',
  '𠮷',
  '\ud83d',
  '\ude00',
];

describe('countWords', () => {
  it.each([
    ['', 0],
    ['   ', 0],
    ["It's 3.14, isn't it?", 4],
    ['Straße für Fußgänger', 3],
    ['في السوق المحلي', 3],
    ['שלום עולם', 2],
    ['日本語の文章', 3],
  ])('counts the words of %j', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it('counts scripts without spaces by the dictionary and not as one word', () => {
    expect(countWords('กรุงเทพมหานครเป็นเมืองหลวง')).toBeGreaterThan(3);
  });
});

it('counts a word of ten million letters without a fault', () => {
  expect(countWords('a'.repeat(10_000_000))).toBeLessThan(200);
});

it('counts no word twice where a long text has spaces', () => {
  expect(countWords('words '.repeat(100_000))).toBe(100_000);
});

it('counts common letters and punctuation as the segmenter does, in every position', () => {
  const around = [
    ['', ''],
    ['a', 'b'],
    ['1', '2'],
    ['a', '1'],
    ['_', '_'],
    ['a.', 'b'],
    ['a', '.b'],
  ];
  for (let code = 0; code <= 0x2100; code += 1) {
    const character = String.fromCharCode(code);
    const texts = around.map(([before, after]) => `${before}${character}${after}`);
    expect([code, ...texts.map(countWords)]).toEqual([code, ...texts.map(bySegmenter)]);
  }
});

describe('WordCounter', () => {
  const wordsOfEach = (texts: readonly string[]) => {
    const counts = texts.map(() => 0);
    const counter = new WordCounter();
    for (const [index, text] of texts.entries()) {
      counter.add(text, (words) => {
        counts[index] = (counts[index] ?? 0) + words;
      });
    }
    counter.finish();
    return counts;
  };

  it('gives each text the words that it has by itself', () => {
    const text = fc.array(fc.constantFrom(...letters)).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        expect(wordsOfEach(texts)).toEqual(texts.map(bySegmenter));
      }),
      runs(300),
    );
  });

  it('counts texts that are given to the segmenter in several batches', () => {
    const long = '日本語の文章 '.repeat(20_000);
    expect(wordsOfEach([long, 'a b', long])).toEqual([bySegmenter(long), 2, bySegmenter(long)]);
  });
});

describe('countCjk', () => {
  it.each([
    ['', 0],
    ['plain “quoted” text', 0],
    ['漢字かなカナ한글', 8],
    ['a漢、b𠮷。', 2],
    ['サーバー', 4],
    ['ᄀ', 1],
    ['ᇿ', 1],
    ['⺀', 1],
  ])('counts the Han, Kana and Hangul characters of %j', (text, count) => {
    expect(countCjk(text)).toBe(count);
  });

  it('counts what the script properties count', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...letters)).map((parts) => parts.join('')),
        (text) => {
          const characters = [...text].filter((c) =>
            /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ーｰ]/u.test(c),
          );
          expect(countCjk(text)).toBe(characters.length);
        },
      ),
      runs(100),
    );
  });
});
