import { expect, onTestFinished, test } from 'vitest';
import { type DnsRecords, RCODE, startNameServer } from '../../test/support/name-server.ts';
import { dnsLookup } from './dns-lookup.ts';

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
])('a name with addresses of %s gives all of them', async (_, records, addresses) => {
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
])('a name that %s is told from the others', async (_, records, code) => {
  const lookup = dnsLookup([await nameServer({ 'site.example': records })]);
  await expect(lookup('site.example')).rejects.toMatchObject({ code: expect.stringMatching(code) });
});

test('names whose servers are silent keep no other name waiting', async () => {
  const lookup = dnsLookup([await nameServer({ 'site.example': { v4: [[192, 0, 2, 1]] } })]);
  const ended: string[] = [];
  for (let n = 0; n < 20; n++) lookup(`silent-${n}.example`).catch(() => ended.push('silent'));
  ended.push(...(await lookup('site.example')).map(({ address }) => address));
  expect(ended).toEqual(['192.0.2.1']);
});
