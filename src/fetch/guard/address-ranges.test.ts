import { describe, expect, test } from 'vitest';
import { inRanges, parseAddressRanges } from './address-ranges.ts';

describe('parseAddressRanges', () => {
  test.each([
    ['', []],
    [' , ', []],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, 2a00::/16 ,::1', ['10.0.0.0/8', '2a00::/16', '::1']],
    ['0.0.0.0/0,::/0', ['0.0.0.0/0', '::/0']],
    ['::ffff:10.0.0.0/104', ['::ffff:10.0.0.0/104']],
  ])('accepts "%s"', (text, ranges) => {
    expect(parseAddressRanges(text)).toEqual({ ok: true, ranges });
  });

  test.each([
    '10.0.0.0/33',
    '::/129',
    '10.0.0/8',
    '010.0.0.1',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    'example.com',
    'fe80::1%lo',
    '[::1]',
    '10.0.0.1-10.0.0.9',
    '10.0.0.0/255.0.0.0',
  ])('refuses "%s" and says so in one sentence', (text) => {
    expect(parseAddressRanges(`8.8.8.8,${text}`)).toEqual({
      ok: false,
      problem: `"${text}" is not an IP address or a CIDR range such as 10.0.0.0/8.`,
    });
  });

  test('repeats nothing of a bad range that could confuse a terminal', () => {
    expect(parseAddressRanges('\u001b[31m\n')).toMatchObject({ problem: expect.not.stringMatching(/[\u001b\n]/) });
  });
});

describe('inRanges', () => {
  test.each([
    ['10.1.2.0/23', '10.1.1.255', '10.1.2.0', '10.1.3.255', '10.1.4.0'],
    ['10.1.2.3/23', '10.1.1.255', '10.1.2.0', '10.1.3.255', '10.1.4.0'],
    ['8.8.8.8', '8.8.8.7', '8.8.8.8', '8.8.8.8', '8.8.8.9'],
    ['2a00:1450::/32', '2a00:144f:ffff::1', '2a00:1450::', '2a00:1450:ffff::ffff', '2a00:1451::'],
    ['2a00::1', '2a00::', '2a00::1', '2a00:0:0:0:0:0:0:1', '2a00::2'],
    ['::ffff:10.0.0.0/104', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['64:ff9b::/96', '64:ff9a:ffff::1', '64:ff9b::', '64:ff9b::8.8.8.8', '64:ff9b:0:0:0:1::'],
    ['10.0.0.0/8 inside', '::ffff:9.0.0.1', '::ffff:10.0.0.1', '64:ff9b::10.9.9.9', '64:ff9b::11.0.0.0'],
    ['10.0.0.0/8 inside', '2002:900:1::', '2002:a00:1::', '64:ff9b:1:a00:0:100::', '64:ff9b:1:b00:0:100::'],
    ['0.0.0.0/0', '2a00::1', '0.0.0.0', '255.255.255.255', '::1:0:0:1'],
    ['::/0', '8.8.8.8', '::', 'ffff::', '9.9.9.9'],
  ])('%s contains its first and last address, and not their neighbours', (range, before, first, last, after) => {
    const isIn = inRanges(['192.0.2.7', range.replace(' inside', '')]);
    expect([first, last, before, after].map(isIn)).toEqual([true, true, false, false]);
  });

  test('a zone does not hide an address', () => {
    expect(inRanges(['fe80::/10'])('fe80::1%eth0')).toBe(true);
  });

  test('text that is not an address is in, unless there is no range', () => {
    expect(inRanges(['10.0.0.0/8'])('localhost')).toBe(true);
    expect(inRanges([])('localhost')).toBe(false);
  });

  test('a malformed range is an error', () => {
    expect(() => inRanges(['10.0.0.0/33'])).toThrow(RangeError);
  });
});
