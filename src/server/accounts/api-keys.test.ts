import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { hashOfApiKey, newApiKey, parseApiKey } from './api-keys.ts';

/** Its checksum computed apart from this code: CRC-32 of the rest in base62. */
const KNOWN = 'ctb_0000000000000000000000000000000000';

describe('a key', () => {
  test('is ctb_ and 40 base62 characters, and reads back', () => {
    const key = newApiKey();
    expect(key).toMatch(/^ctb_[0-9A-Za-z]{40}$/);
    expect(parseApiKey(key)).toBe(key);
  });

  test('is new each time', () => {
    expect(new Set(Array.from({ length: 100 }, newApiKey)).size).toBe(100);
  });

  test('is refused when any one character is changed', () => {
    const key = newApiKey();
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0aZ9_-'), (at, character) => {
        const typo = key.slice(0, at) + character + key.slice(at + 1);
        expect(parseApiKey(typo)).toBe(typo === key ? key : null);
      }),
      runs(100),
    );
  });

  test.each([
    ['empty', ''],
    ['without a checksum', KNOWN],
    ['with a wrong checksum', `${KNOWN}000000`],
    ['of another prefix', newApiKey().replace('ctb_', 'ctc_')],
    ['with a line break', `${newApiKey()}\n`],
    ['with a space before', ` ${newApiKey()}`],
    ['too long', `${newApiKey()}0`],
  ])('is refused when it is %s', (_what, text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  test('is stored as its SHA-256 in hexadecimal', () => {
    expect(hashOfApiKey(newApiKey())).toMatch(/^[0-9a-f]{64}$/);
  });
});
