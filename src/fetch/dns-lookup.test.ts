import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { dnsLookup } from './dns-lookup.ts';

const A = 1;
const AAAA = 28;
const [NO_ERROR, SERVFAIL, NXDOMAIN] = [0, 2, 3];

interface Records {
  /** What is answered when there is something wrong, for both families or for one. */
  readonly code?: number | { readonly v4: number; readonly v6: number };
  readonly v4?: readonly (readonly number[])[];
  readonly v6?: readonly (readonly number[])[];
}

/** A name server on loopback (RFC 1035 §4.1). It says nothing about names that are not in `zone`. */
async function nameServer(zone: Readonly<Record<string, Records>>): Promise<string> {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const records = zone[labels.join('.').toLowerCase()];
    if (records === undefined) return;
    const type = query.readUInt16BE(at + 1);
    const family = type === A ? 'v4' : 'v6';
    const addresses = (type === A || type === AAAA ? records[family] : []) ?? [];
    const { code = NO_ERROR } = records;
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (typeof code === 'number' ? code : code[family]), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    const answers = addresses.map((bytes) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    );
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

const ONE = [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

test.each<[string, Records, readonly string[]]>([
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
  ['does not exist', { code: NXDOMAIN }, /^ENOTFOUND$/],
  ['has no address', {}, /^ENODATA$/],
  ['the name server fails at', { code: SERVFAIL }, /^ESERVFAIL$/],
  ['the name server fails at for IPv6, and that has no IPv4,', { code: { v4: NO_ERROR, v6: SERVFAIL } }, /^ESERVFAIL$/],
  ['the name server fails at for IPv4, and that has no IPv6,', { code: { v4: SERVFAIL, v6: NO_ERROR } }, /^ESERVFAIL$/],
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
