import { expect, test } from 'vitest';
import { clientOf } from './client-address.ts';

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
  expect(clientOf(address)).toBe(client);
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
])('what is no address is one client: %.20s', (text) => {
  expect(clientOf(text)).toBe('unknown');
});
