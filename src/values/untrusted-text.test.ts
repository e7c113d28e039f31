import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/properties.ts';
import { MAX_QUOTE, quote } from './untrusted-text.ts';

describe('quote', () => {
  test.each([
    ['plain text stays', 'Hello, world', 'Hello, world'],
    ['white space is one space', ' a\r\n\t b c ', 'a b c'],
    ['terminal colours go', 'a\u001b[31mred\u001b[0m', 'ared'],
    ['a terminal title goes whole', 'a\u001b]0;owned\u0007b', 'ab'],
    ['a C1 control sequence goes', 'a\u009b31mb', 'ab'],
    ['bidi overrides go', 'a\u202eb\u2066c\u2069', 'abc'],
    ['zero-width characters go', 'i\u200bg\u2060n\ufeffore', 'ignore'],
    ['tag characters go', 'a\u{e0041}\u{e007f}b', 'ab'],
    ['lone surrogates go', 'a\ud800b\udc00c', 'abc'],
    ['letters are composed', 'e\u0301', 'é'],
    ['other scripts stay', '日本語 العربية ไทย', '日本語 العربية ไทย'],
    ['emoji stay', 'ok 👍', 'ok 👍'],
  ])('%s', (_, text, shown) => expect(quote(text)).toBe(shown));

  test('a long text is cut with an ellipsis, never inside a surrogate pair', () => {
    expect(quote('x'.repeat(MAX_QUOTE))).toBe('x'.repeat(MAX_QUOTE));
    expect(quote('x'.repeat(MAX_QUOTE + 1))).toBe(`${'x'.repeat(MAX_QUOTE - 1)}…`);
    expect(quote('👍👍👍', 4)).toBe('👍…');
  });

  test('any input gives one short line without controls', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        const shown = quote(text);
        expect(shown.length).toBeLessThanOrEqual(MAX_QUOTE);
        expect(shown).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(shown.isWellFormed()).toBe(true);
      }),
      runs(100),
    );
  });
});
