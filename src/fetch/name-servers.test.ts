import { expect, onTestFinished, test } from 'vitest';
import { RCODE, startNameServer } from '../../test/support/name-server.ts';
import { nameServers } from './name-servers.ts';

const NAME = 'crawl-192-0-2-1.vendor.example';

async function asking(zone: Parameters<typeof startNameServer>[0]) {
  const { address, close } = await startNameServer(zone);
  onTestFinished(close);
  return nameServers([address]);
}

test('the names of an address and the addresses of a name are told, of each version by itself', async () => {
  const dns = await asking({
    '1.2.0.192.in-addr.arpa': { names: [NAME, 'other.example'] },
    '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': { names: [NAME] },
    [NAME]: { v4: [[192, 0, 2, 1]], v6: [[0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]] },
  });
  expect(await dns.namesOf('192.0.2.1')).toEqual([NAME, 'other.example']);
  expect(await dns.namesOf('2001:db8::1')).toEqual([NAME]);
  expect(await dns.addressesOf(NAME, 4)).toEqual(['192.0.2.1']);
  expect(await dns.addressesOf(NAME, 6)).toEqual(['2001:db8::1']);
});

test('the texts of a name are told, each put together from its parts', async () => {
  const dns = await asking({ [NAME]: { texts: [['one'], ['two ', 'parts']] }, 'none.example': {} });
  expect((await dns.textsOf(NAME)).toSorted()).toEqual(['one', 'two parts']);
  expect(await dns.textsOf('none.example')).toEqual([]);
});

test('nothing is told of what is not there, and a server that fails is no answer', async () => {
  const dns = await asking({
    '1.2.0.192.in-addr.arpa': { code: RCODE.noSuchName },
    '2.2.0.192.in-addr.arpa': {},
    '3.2.0.192.in-addr.arpa': { code: RCODE.serverFailure },
    [NAME]: { code: { v4: RCODE.serverFailure, v6: RCODE.noError } },
  });
  expect(await dns.namesOf('192.0.2.1')).toEqual([]);
  expect(await dns.namesOf('192.0.2.2')).toEqual([]);
  await expect(dns.namesOf('192.0.2.3')).rejects.toThrow();
  await expect(dns.addressesOf(NAME, 4)).rejects.toThrow();
  expect(await dns.addressesOf(NAME, 6)).toEqual([]);
});
