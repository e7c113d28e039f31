import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText, mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { IP_RANGE_WORDS, SIGNATURE_WORDS } from '../../../test/support/words.ts';
import { AddressSet, addressKey, parseIpRange } from './address-set.ts';
import { parseIpRanges } from './ip-range-file.ts';
import { parseDictionary, serializeInnerList, serializeItem } from './structured-fields.ts';

const RANGES = fc.oneof(
  fc.tuple(fc.ipV4(), fc.nat(32)).map(([address, prefix]) => `${address}/${prefix}`),
  fc.tuple(fc.ipV6(), fc.nat(128)).map(([address, prefix]) => `${address}/${prefix}`),
  // Near each other, so that they touch and overlap.
  fc.tuple(fc.nat(255), fc.integer({ min: 24, max: 32 })).map(([last, prefix]) => `192.0.2.${last}/${prefix}`),
);
const ADDRESSES = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.nat(255).map((last) => `192.0.2.${last}`),
  fc.nat(255).map((last) => `::ffff:192.0.2.${last}`),
);

test('a set of addresses holds what one of its ranges does, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(RANGES, { maxLength: 30 }), ADDRESSES, (texts, address) => {
      const ranges = texts.map((text) => parseIpRange(text)).filter((range) => range !== null);
      expect(ranges).toHaveLength(texts.length);
      const key = addressKey(address) ?? '';
      expect(new AddressSet(ranges).has(key)).toBe(ranges.some(({ first, last }) => first <= key && key <= last));
    }),
    runs(2_000),
  );
});

test('an address is in the range of its own bits, and not in that of others', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(128), (address, length) => {
      const prefix = address.includes(':') ? length : length % 33;
      const bits = (text: string) =>
        BigInt(`0x${addressKey(text)}`)
          .toString(2)
          .padStart(128, '0');
      const range = parseIpRange(`${address}/${prefix}`);
      const all = (address.includes(':') ? 0 : 96) + prefix;
      const [first, last] = [range?.first, range?.last].map((key) => BigInt(`0x${key}`).toString(2).padStart(128, '0'));
      expect(first).toBe(bits(address).slice(0, all).padEnd(128, '0'));
      expect(last).toBe(bits(address).slice(0, all).padEnd(128, '1'));
    }),
    runs(),
  );
});

describe('whatever a vendor sends', () => {
  test('is read to ranges that are no wider than they may be, or refused without its words', () => {
    fc.assert(
      fc.property(fc.oneof(mangled(IP_RANGE_WORDS), anyText, fc.json()), (text) => {
        const parsed = parseIpRanges(text);
        if (!parsed.ok) {
          expect(parsed.problem).toMatch(/^(?:it has|it is|one of its) [\w /]+$/);
          return;
        }
        expect(parsed.ranges.length).toBeGreaterThan(0);
        for (const { version, prefix } of parsed.ranges) expect(prefix).toBeGreaterThanOrEqual(version === 4 ? 8 : 19);
      }),
      runs(2_000),
    );
  });

  test('lists of ranges are read whole, however they are written', () => {
    const narrow = fc
      .tuple(fc.ipV4(), fc.integer({ min: 24, max: 32 }))
      .map(([address, prefix]) => `${address}/${prefix}`);
    fc.assert(
      fc.property(fc.array(narrow, { minLength: 1 }), (texts) => {
        const json = JSON.stringify({ prefixes: texts.map((ipv4Prefix) => ({ ipv4Prefix })) });
        const expected = { ok: true, ranges: texts.map((text) => parseIpRange(text)) };
        for (const file of [json, texts.join('\n'), `<p>${json.replaceAll('"', '&quot;')}</p>`]) {
          expect(parseIpRanges(file)).toEqual(expected);
        }
      }),
      runs(),
    );
  });
});

test('a dictionary that is read and written again is read alike', () => {
  fc.assert(
    fc.property(fc.oneof(mangled(SIGNATURE_WORDS), anyText), (text) => {
      const members = parseDictionary(text);
      if (members === null) return;
      const written = [...members]
        .map(([key, member]) => `${key}=${'list' in member ? serializeInnerList(member) : serializeItem(member)}`)
        .join(', ');
      expect(parseDictionary(written)).toEqual(members);
    }),
    runs(2_000),
  );
});
