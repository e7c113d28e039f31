import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Config } from '../../values/config.ts';
import { findClientAddress, toClient, trustedProxies } from './client-address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:c000:201]:80', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['fe80::2%eth1', 'fe80::/64'],
  ['::1', '::/64'],
])('%s is counted as %s', (address, client) => {
  expect(toClient(address)).toBe(client);
});

test.each([
  '',
  'unknown',
  '_hidden',
  'example.com',
  '192.0.2',
  '192.0.2.256',
  '0x7f.0.0.1',
  '2130706433',
  '[::1',
  'x'.repeat(16_000),
])('what is not an address is one client: %.20s', (text) => {
  expect(toClient(text)).toBe('unknown');
});

const FORWARDED = [
  undefined,
  '',
  '203.0.113.9',
  '203.0.113.9:4711',
  '198.51.100.1, 203.0.113.9',
  '198.51.100.1,10.0.0.1 ,  10.0.0.2',
  '198.51.100.1, 127.0.0.1, 203.0.113.9, 10.0.0.1',
  '198.51.100.1, ::ffff:10.0.0.1',
  '2001:db8::1, fd00::1',
  '[2001:db8::1]:4711, 10.0.0.1',
  'unknown, 10.0.0.1',
  ', 10.0.0.1',
  '198.51.100.1,, 10.0.0.1',
  '10.0.0.1, 10.0.0.2, 10.0.0.3',
];

test.each<Config['TRUST_PROXY']>(['off', 1, 2, 3, '10.0.0.0/8', '127.0.0.1, 10.0.0.0/8, fd00::/8', '::1,fd00::/8'])(
  'the client of a request is whom the framework takes for it: TRUST_PROXY=%s',
  async (setting) => {
    const trust = trustedProxies(setting);
    const app = Fastify({ trustProxy: trust });
    const found: [string, string][] = [];
    app.get('/', async ({ ip, raw }) => {
      found.push([toClient(findClientAddress(raw, trust)), toClient(ip)]);
      return '';
    });
    for (const remoteAddress of ['127.0.0.1', '::ffff:10.0.0.9', '::1', '203.0.113.200']) {
      for (const value of FORWARDED) {
        await app.inject({ url: '/', remoteAddress, headers: value === undefined ? {} : { 'x-forwarded-for': value } });
      }
    }
    expect(found).toHaveLength(4 * FORWARDED.length);
    expect(found.filter(([ours, theirs]) => ours !== theirs)).toEqual([]);
  },
);
