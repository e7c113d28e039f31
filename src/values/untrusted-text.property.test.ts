import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText, mangled } from '../../test/support/arbitraries.ts';
import { runs } from '../../test/support/properties.ts';
import { quote } from './untrusted-text.ts';

const TEXT = fc.oneof(
  anyText,
  mangled([
    '\u001b[',
    '\u009b',
    '\u001b]0;t\u0007',
    '31m',
    '\u202e',
    'e\u0301',
    ' ',
    '\u00a0',
    'word',
    '\u{e0041}',
    '\u{1d173}',
    '\n',
  ]),
);

test('the result is one visible line within the limit, and quoting it again does not change it', () => {
  fc.assert(
    fc.property(TEXT, fc.integer({ min: 1, max: 60 }), (text, max) => {
      const shown = quote(text, max);
      expect(shown.length).toBeLessThanOrEqual(max);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|^ | $| {2}/u);
      expect(quote(shown, max)).toBe(shown);
    }),
    runs(2_000),
  );
});
