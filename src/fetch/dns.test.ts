import { expect, onTestFinished, test } from 'vitest';
import { type DnsRecords, RCODE, startNameServer } from '../../test/support/name-server.ts';
import { dnsLookup, nameServers } from './dns.ts';

async function nameServer(zone: Readonly<Record<string, DnsRecords>>): Promise<string> {
  const { address, close } = await startNameServer(zone);
  onTestFinished(close);
  return address;
}

const ONE = [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

test.each<[string, DnsRecords, readonly string[]]>([
  [
    'both families',
    {
      v4: [
        [192, 0, 2, 1],
        [192, 0, 2, 2],
      ],
      v6: [ONE],
    },
    ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
  ],
  ['IPv4 alone', { v4: [[192, 0, 2, 1]] }, ['192.0.2.1']],
  ['IPv6 alone', { v6: [ONE] }, ['2001:db8::1']],
])('the look-up of a name with addresses of %s returns all of them', async (_, records, addresses) => {
  const lookup = dnsLookup([await nameServer({ 'site.example': records })]);
  expect(await lookup('site.example')).toEqual(
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
});

test.each([
  ['does not exist', { code: RCODE.noSuchName }, /^ENOTFOUND$/],
  ['has no address', {}, /^ENODATA$/],
  ['the name server fails at', { code: RCODE.serverFailure }, /^ESERVFAIL$/],
  [
    'the name server fails at for IPv6, and that has no IPv4,',
    { code: { v4: RCODE.noError, v6: RCODE.serverFailure } },
    /^ESERVFAIL$/,
  ],
  [
    'the name server fails at for IPv4, and that has no IPv6,',
    { code: { v4: RCODE.serverFailure, v6: RCODE.noError } },
    /^ESERVFAIL$/,
  ],
])('the look-up of a name that %s rejects with its own code', async (_, records, code) => {
  const lookup = dnsLookup([await nameServer({ 'site.example': records })]);
  await expect(lookup('site.example')).rejects.toMatchObject({ code: expect.stringMatching(code) });
});

test('silent name servers do not delay the look-up of another name', async () => {
  const lookup = dnsLookup([await nameServer({ 'site.example': { v4: [[192, 0, 2, 1]] } })]);
  const ended: string[] = [];
  for (let n = 0; n < 20; n++) lookup(`silent-${n}.example`).catch(() => ended.push('silent'));
  ended.push(...(await lookup('site.example')).map(({ address }) => address));
  expect(ended).toEqual(['192.0.2.1']);
});

const NAME = 'crawl-192-0-2-1.vendor.example';

async function serving(zone: Readonly<Record<string, DnsRecords>>) {
  return nameServers([await nameServer(zone)]);
}

test('PTR, A and AAAA records are returned', async () => {
  const dns = await serving({
    '1.2.0.192.in-addr.arpa': { names: [NAME, 'other.example'] },
    '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': { names: [NAME] },
    [NAME]: { v4: [[192, 0, 2, 1]], v6: [[0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]] },
  });
  expect(await dns.resolveNames('192.0.2.1')).toEqual([NAME, 'other.example']);
  expect(await dns.resolveNames('2001:db8::1')).toEqual([NAME]);
  expect(await dns.resolveAddresses(NAME, 4)).toEqual(['192.0.2.1']);
  expect(await dns.resolveAddresses(NAME, 6)).toEqual(['2001:db8::1']);
});

test('TXT records are returned, each joined from its parts', async () => {
  const dns = await serving({ [NAME]: { texts: [['one'], ['two ', 'parts']] }, 'none.example': {} });
  expect((await dns.resolveTexts(NAME)).toSorted()).toEqual(['one', 'two parts']);
  expect(await dns.resolveTexts('none.example')).toEqual([]);
});

test('a missing record gives an empty list, and a failed name server rejects', async () => {
  const dns = await serving({
    '1.2.0.192.in-addr.arpa': { code: RCODE.noSuchName },
    '2.2.0.192.in-addr.arpa': {},
    '3.2.0.192.in-addr.arpa': { code: RCODE.serverFailure },
    [NAME]: { code: { v4: RCODE.serverFailure, v6: RCODE.noError } },
  });
  expect(await dns.resolveNames('192.0.2.1')).toEqual([]);
  expect(await dns.resolveNames('192.0.2.2')).toEqual([]);
  await expect(dns.resolveNames('192.0.2.3')).rejects.toThrow();
  await expect(dns.resolveAddresses(NAME, 4)).rejects.toThrow();
  expect(await dns.resolveAddresses(NAME, 6)).toEqual([]);
});
