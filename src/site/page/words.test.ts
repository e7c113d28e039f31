import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { countCjk, countWords, countWordsOfEach } from './words.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const bySegmenter = (text: string): number => [...segmenter.segment(text)].filter((s) => s.isWordLike).length;

/** Characters that the rules of UAX #29 treat apart, and some of each script. */
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

  it.each<[what: string, text: string, words: number]>([
    ['a stop or a colon joins letters', 'a.b c:d א.ב', 3],
    ['a stop, a comma or a semicolon joins digits', '1.5 1,5 1;5', 3],
    ['a comma or a semicolon parts letters', 'a,b a;b', 4],
    ['a colon parts digits', '1:1', 2],
    ['a stop parts letters from digits', 'a.1 1.a 1.א א.1', 8],
    ['quotes join Hebrew letters', 'א"ב', 1],
    ['quotes part all others', 'a"b 1"1 א"a a"א', 8],
    ['an apostrophe behind a Hebrew letter belongs to it', "א' א'ב", 2],
    ['but with a mark the two are no word', "א'\u0332", 0],
    ['or one with the letters behind them', "א'\u0333ב", 1],
    ['a symbol beyond the table parts letters', 'a∀b', 2],
    ['what is no character yet parts letters', 'א\u05ffב', 2],
  ])('knows that %s: %j', (_what, text, words) => {
    expect(countWords(text)).toBe(words);
    expect(bySegmenter(text)).toBe(words);
  });

  it('agrees with Intl.Segmenter on every character of its table and some beyond, in the contexts that matter', () => {
    const contexts = [
      'x',
      'axa',
      '1x1',
      'ax1',
      '1xa',
      'אxא',
      ' xa',
      'axxa',
      "a'xb",
      'a.xb',
      '1.x',
      '\nxa',
      'א"x',
      '漢x字 x',
    ];
    const disagreements: string[] = [];
    for (let unit = 0; unit < 0x3100; unit++) {
      for (const context of contexts) {
        const text = context.replaceAll('x', String.fromCharCode(unit));
        if (countWords(text) !== bySegmenter(text)) disagreements.push(`U+${unit.toString(16)} in ${context}`);
      }
    }
    expect(disagreements).toEqual([]);
  });

  it('agrees with Intl.Segmenter on every mixture of four kinds of characters', () => {
    const kinds = [...'aא1\'’.:," -_\n\u0300\u00ad\u200d'];
    const disagreements: string[] = [];
    const ofPairs = kinds.flatMap((a) => kinds.map((b) => a + b));
    for (const start of ofPairs) {
      for (const end of ofPairs)
        if (countWords(start + end) !== bySegmenter(start + end)) disagreements.push(start + end);
    }
    expect(disagreements).toEqual([]);
  });

  it('agrees with Intl.Segmenter on random mixtures of scripts, joiners and marks', () => {
    const text = fc.array(fc.constantFrom(...letters), { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (mixed) => {
        expect(countWords(mixed)).toBe(bySegmenter(mixed));
      }),
      runs(5000),
    );
  });

  it('agrees with Intl.Segmenter on arbitrary strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(countWords(text)).toBe(bySegmenter(text));
      }),
      runs(2000),
    );
  });

  it('counts scripts without spaces by the dictionary and not as one word', () => {
    expect(countWords('กรุงเทพมหานครเป็นเมืองหลวง')).toBeGreaterThan(3);
  });
});

it('counts a word of ten million letters without a fault', () => {
  expect(countWords('a'.repeat(10_000_000))).toBe(10_000);
});

describe('countWordsOfEach', () => {
  it('gives each text the words that it has by itself', () => {
    const text = fc.array(fc.constantFrom(...letters)).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        expect(countWordsOfEach(texts)).toEqual(texts.map(bySegmenter));
      }),
      runs(300),
    );
  });

  it('counts texts that are given to the segmenter in several batches', () => {
    const long = '日本語の文章 '.repeat(20_000);
    expect(countWordsOfEach([long, 'a b', long])).toEqual([bySegmenter(long), 2, bySegmenter(long)]);
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
