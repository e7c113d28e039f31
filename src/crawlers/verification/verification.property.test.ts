import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText, mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { IP_RANGE_WORDS, SIGNATURE_WORDS } from '../../../test/support/words.ts';
import { AddressSet, addressKey, parseIpRange } from './address-set.ts';
import { botSignatures, type SignedRequest, signatureBase } from './signed-request.ts';
import { parseIpRanges } from './vendor-files.ts';

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

test('an address set contains exactly the addresses of its ranges', () => {
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

test('a range goes from its prefix with zeros to its prefix with ones', () => {
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

describe('any file of a vendor', () => {
  test('gives ranges within the limits, or is refused without its text', () => {
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

  test('gives all of its ranges in each format', () => {
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

test('any header fields are read without throwing, and a signature that is found can be verified', () => {
  const value = fc.oneof(mangled(SIGNATURE_WORDS), anyText);
  fc.assert(
    fc.property(value, value, value, (input, signature, agent) => {
      const fields: Readonly<Record<string, string>> = {
        'signature-input': input,
        signature,
        'signature-agent': agent,
      };
      const request: SignedRequest = {
        method: 'GET',
        scheme: 'https',
        authority: 'site.example',
        target: '/',
        field: (name) => [fields[name] ?? ''],
      };
      for (const { components } of botSignatures(request)) signatureBase(request, components);
    }),
    runs(2_000),
  );
});
