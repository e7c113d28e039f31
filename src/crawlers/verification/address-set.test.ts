import { describe, expect, test } from 'vitest';
import { AddressSet, addressKey, parseIpRange } from './address-set.ts';

const createSet = (...ranges: string[]) =>
  new AddressSet(
    ranges.map((text) => {
      const range = parseIpRange(text);
      if (range === null) throw new Error(`${text} is not a range.`);
      return range;
    }),
  );
const has = (set: AddressSet, address: string) => set.has(addressKey(address) ?? 'none');

describe('a range', () => {
  test.each([
    ['192.0.2.0/24', 4, 24],
    ['192.0.2.77/24', 4, 24],
    ['192.0.2.7', 4, 32],
    ['0.0.0.0/0', 4, 0],
    ['2001:db8::/32', 6, 32],
    ['2001:DB8::1', 6, 128],
    ['::ffff:192.0.2.0/120', 6, 120],
  ])('%s is of version %i and has a prefix of %i', (text, version, prefix) => {
    expect(parseIpRange(text)).toMatchObject({ version, prefix });
  });

  test.each([
    '',
    'example.com',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/',
    '192.0.2/24',
    '192.0.2.256',
    '0x7f.0.0.1',
    '192.0.2.0/24 ',
    '2001:db8::/129',
    '2001:db8:::/32',
    'fe80::1%eth0',
    '[2001:db8::1]',
    '1/8',
    '192.0.2.0/24/24',
  ])('%j is none', (text) => {
    expect(parseIpRange(text)).toBeNull();
  });
});

describe('a set of addresses', () => {
  test.each([
    ['192.0.2.0', true],
    ['192.0.2.255', true],
    ['192.0.3.0', false],
    ['192.0.1.255', false],
    ['::ffff:192.0.2.1', true],
    ['::ffff:c000:0201', true],
    ['::192.0.2.1', false],
    ['198.51.100.7', true],
    ['198.51.100.6', false],
    ['198.51.100.8', false],
    ['2001:db8::', true],
    ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', false],
    ['2001:db9::', false],
    ['::', false],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', false],
    ['nonsense', false],
  ])('%s is in it: %s', (address, isIn) => {
    expect(has(createSet('2001:db8::/32', '192.0.2.0/24', '198.51.100.7'), address)).toBe(isIn);
  });

  test('ranges may lie in, over and beside each other, in any order', () => {
    const set = createSet('10.0.1.0/24', '10.0.0.0/16', '10.0.0.0/30', '10.1.0.0/16', '9.255.255.255');
    for (const address of ['9.255.255.255', '10.0.0.0', '10.0.200.1', '10.1.255.255'])
      expect(has(set, address)).toBe(true);
    for (const address of ['9.255.255.254', '10.2.0.0']) expect(has(set, address)).toBe(false);
    expect(set.ipv4Size).toBe(2 * 65_536 + 1);
  });

  test('of nothing holds nothing', () => {
    expect(has(createSet(), '192.0.2.1')).toBe(false);
    expect(createSet().ipv4Size).toBe(0);
  });

  test('counts what it holds of IPv4 however that is spelt', () => {
    expect(createSet('::/0').ipv4Size).toBe(2 ** 32);
    expect(createSet('::ffff:0:0/97', '2001:db8::/32').ipv4Size).toBe(2 ** 31);
  });
});
