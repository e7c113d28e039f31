import { describe, expect, test } from 'vitest';
import { AddressSet, addressKey, parseIpRange } from './address-set.ts';
import { isUnder, judgeAddress, type KnownRanges } from './judge-visit.ts';

const [ONE, OTHER] = ['https://vendor.example/one.json', 'https://vendor.example/other.json'];
const known = (text: string, isCurrent = true): KnownRanges => ({
  addresses: new AddressSet([parseIpRange(text) ?? []].flat()),
  isCurrent,
});
const BOTH = { [ONE]: known('192.0.2.0/25'), [OTHER]: known('192.0.2.128/25') };

function judge(
  address: string,
  files: Readonly<Record<string, KnownRanges>>,
  more: { comesFromNowhereElse?: boolean; reverseDns?: string[]; ipRanges?: string[] } = {},
): string {
  const crawler = { ipRanges: [ONE, OTHER], comesFromNowhereElse: true, reverseDns: [], ...more };
  return judgeAddress(crawler, addressKey(address) ?? '', (url) => files[url]);
}

describe('a visit from an address', () => {
  test('that the vendor publishes is verified, whichever file has it, however old it is', () => {
    expect(judge('192.0.2.1', BOTH)).toBe('verified');
    expect(judge('192.0.2.200', BOTH)).toBe('verified');
    expect(judge('192.0.2.1', { [ONE]: known('192.0.2.0/24', false) })).toBe('verified');
    expect(judge('192.0.2.1', BOTH, { comesFromNowhereElse: false, reverseDns: ['vendor.example'] })).toBe('verified');
  });

  test('that it does not is spoofed, if all that it publishes is known and there is nothing else', () => {
    expect(judge('192.0.3.1', BOTH)).toBe('spoofed');
    expect(judge('192.0.3.1', BOTH, { comesFromNowhereElse: false })).toBe('unverified');
    expect(judge('192.0.3.1', { [ONE]: known('192.0.2.0/24') })).toBe('unverified');
    expect(judge('192.0.3.1', { ...BOTH, [ONE]: known('192.0.2.0/24', false) })).toBe('unverified');
    expect(judge('192.0.3.1', {})).toBe('unverified');
  });

  test('is looked up where the vendor names its addresses in the DNS', () => {
    expect(judge('192.0.3.1', BOTH, { reverseDns: ['vendor.example'] })).toBe('ask the DNS');
    expect(judge('192.0.3.1', {}, { ipRanges: [], reverseDns: ['vendor.example'] })).toBe('ask the DNS');
  });

  test('of a crawler of which nothing is published is unverified', () => {
    expect(judge('192.0.3.1', BOTH, { ipRanges: [] })).toBe('unverified');
  });
});

test.each([
  ['a.crawl.example.com', true],
  ['A.CRAWL.example.com.', true],
  ['a.b.crawl.example.com', true],
  ['crawl.example.com', false],
  ['evilcrawl.example.com', false],
  ['a.crawl.example.com.evil.example', false],
  ['', false],
])('%j is under crawl.example.com: %s', (name, is) => {
  expect(isUnder(name, ['other.example', 'crawl.example.com'])).toBe(is);
});
