import { describe, expect, test } from 'vitest';
import { AddressSet, addressKey } from './address-set.ts';
import { parseIpRanges } from './vendor-files.ts';

const json = (...prefixes: unknown[]) => JSON.stringify({ creationTime: '2026-11-01T00:00:00', prefixes });

function parseAddresses(text: string): AddressSet {
  const parsed = parseIpRanges(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return new AddressSet(parsed.ranges);
}

describe('the addresses of a crawler are read from', () => {
  const page = (list: string) =>
    `<!DOCTYPE html>\n<html><head><script>let a = 1 < 2;</script></head><body><pre>${list}</pre></body></html>`;
  test.each([
    ['the JSON that most publish', json({ ipv4Prefix: '192.0.2.0/24' }, { ipv6Prefix: '2001:db8::/32' })],
    ['the same with more in it', json({ ipv4Prefix: '192.0.2.0/24', region: 'x' }, { ipv6Prefix: '2001:db8::/32' })],
    [
      'the JSON of a cloud',
      '{"syncToken":"1","prefixes":[{"ip_prefix":"192.0.2.0/24"}],"ipv6_prefixes":[{"ipv6_prefix":"2001:db8::/32"}]}',
    ],
    ['texts in a list', json('192.0.2.0/24', ' 2001:db8::/32 ')],
    ['a list alone', '["192.0.2.0/24", "2001:db8::/32"]'],
    ['a mark of the order of bytes before it', `\ufeff${json('192.0.2.0/24', '2001:db8::/32')}`],
    ['JSON in a page', page(json({ ip_prefix: '192.0.2.0/24' }, { ip_prefix: '2001:db8::/32' }))],
    ['JSON in a page, with entities', page(json('192.0.2.0/24', '2001:db8::/32').replaceAll('"', '&quot;'))],
    ['JSON in a page, with marks', page(json('192.0.2.0/24', '2001:db8::/32').replaceAll('"', '<span>"</span>'))],
    ['two lists in a page', page(`${json('192.0.2.0/24')} and ${json('2001:db8::/32')}`)],
    ['lines', '# LinkupBot\r\n192.0.2.0/24 # one\r\n\r\n2001:db8::/32\n'],
    ['lines with commas', '192.0.2.0/24,\n2001:db8::/32'],
  ])('%s', (_name, text) => {
    const addresses = parseAddresses(text);
    const isIn = (address: string) => addresses.has(addressKey(address) ?? '');
    expect(['192.0.2.9', '2001:db8::9', '192.0.3.0', '2001:db9::'].map(isIn)).toEqual([true, true, false, false]);
  });

  test('addresses without a prefix', () => {
    expect(parseAddresses(json({ ip_prefix: '192.0.2.1' }, { ip_prefix: '192.0.2.3' })).ipv4Size).toBe(2);
  });
});

describe('a file is refused', () => {
  test.each([
    ['that is empty', '', 'it has no address range'],
    ['whose list is', json(), 'it has no address range'],
    ['of comments alone', '# nothing\n', 'it has no address range'],
    ['that says sorry', '<html><body>Sorry</body></html>', 'it is not a list of address ranges'],
    ['of words', 'Not found', 'it is not a list of address ranges'],
    ['of other JSON', '{"error":"not found"}', 'it is not a list of address ranges'],
    ['of broken JSON', json('192.0.2.0/24').slice(0, -1), 'it is not a list of address ranges'],
    ['whose list is not a list', '{"prefixes":{}}', 'it is not a list of address ranges'],
    ['with an entry of another kind', json('192.0.2.0/24', 7), 'it is not a list of address ranges'],
    [
      'with an entry of other names',
      json({ ipv4Prefix: '192.0.2.0/24' }, { net: '192.0.3.0/24' }),
      'it is not a list of address ranges',
    ],
    [
      'with an entry that is not a range',
      json('192.0.2.0/24', 'example.com'),
      'one of its entries is not an address range',
    ],
    ['with a line that is not a range', '192.0.2.0/24\nexample.com', 'one of its entries is not an address range'],
    ['that names everybody', json('0.0.0.0/0'), 'one of its address ranges is wider than /8'],
    ['that names too many', json('11.0.0.0/7'), 'one of its address ranges is wider than /8'],
    ['that names too many of IPv6', json('2000::/18'), 'one of its address ranges is wider than /19'],
    [
      'that names too many in pieces',
      json('11.0.0.0/8', '12.0.0.0/8', '13.0.0.0/32'),
      'it has more than 33554432 addresses',
    ],
    ['that names all of IPv4 as IPv6', json('::ffff:0:0/96'), 'it has more than 33554432 addresses'],
    [
      'that is too long',
      Array.from({ length: 20_001 }, (_, n) => `10.0.${n >> 8}.${n & 255}`).join('\n'),
      'it has more than 20000 address ranges',
    ],
  ])('%s', (_name, text, problem) => {
    expect(parseIpRanges(text)).toEqual({ ok: false, problem });
  });

  test.each([json('11.0.0.0/8', '12.0.0.0/8'), json('2000::/19')])('and not before: %s', (text) => {
    expect(parseIpRanges(text).ok).toBe(true);
  });
});
