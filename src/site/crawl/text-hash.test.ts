import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { hashDistance, textHash } from './text-hash.ts';

const words = fc.array(fc.stringMatching(/^[a-z]{2,8}$/), { minLength: 200, maxLength: 300 });

test('a text has a hash near that of its copy with one word more, and far from that of another text', () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      const hash = textHash(one.join(' ')) ?? '';
      expect(hashDistance(hash, textHash(`${one.join(' ')} extra`) ?? '')).toBeLessThanOrEqual(6);
      expect(hashDistance(hash, textHash(other.join(' ')) ?? '')).toBeGreaterThan(10);
    }),
    runs(50),
  );
});

test('case, punctuation and white space do not count, and a text without words has no hash', () => {
  expect(textHash('One, two:\nthree – FOUR')).toBe(textHash('one two three four'));
  expect(textHash('日本語の文章')).toMatch(/^[0-9a-f]{16}$/);
  expect(textHash(' … ')).toBeNull();
});
