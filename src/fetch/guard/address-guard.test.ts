import { describe, expect, test } from 'vitest';
import { checkUrl, isPublicAddress, listAddressForms } from './address-guard.ts';

describe('isPublicAddress', () => {
  // First and last address of each refused range, and the neighbours just outside it; null where there is none or
  // where the neighbour belongs to another refused range.
  test.each([
    ['0/8', null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['10/8', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.64/10', '100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['127/8', '126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['168.63.129.16/32', '168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
    ['169.254/16', '169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.16/12', '172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['192.0.0/24', '191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.2/24', '192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.31.196/24', '192.31.195.255', '192.31.196.0', '192.31.196.255', '192.31.197.0'],
    ['192.52.193/24', '192.52.192.255', '192.52.193.0', '192.52.193.255', '192.52.194.0'],
    ['192.88.99/24', '192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.168/16', '192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['192.175.48/24', '192.175.47.255', '192.175.48.0', '192.175.48.255', '192.175.49.0'],
    ['198.18/15', '198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.100/24', '198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['199.36.153.4/30 and .8/30', '199.36.153.3', '199.36.153.4', '199.36.153.11', '199.36.153.12'],
    ['203.0.113/24', '203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['224/4 and 240/4', '223.255.255.255', '224.0.0.0', '239.255.255.255', null],
    ['broadcast', null, '240.0.0.0', '255.255.255.255', null],
    ['below 2000::/3', null, '100::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
    ['above 2000::/3', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '4000::', 'ffff::', null],
    ['2001::/23', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001::', '2001:1ff:ffff::ffff', '2001:200::'],
    ['2620:4f:8000::/48', '2620:4f:7fff:ffff::1', '2620:4f:8000::', '2620:4f:8000:ffff::ffff', '2620:4f:8001::'],
    ['2600:2d00:2:1000::/56', '2600:2d00:2:fff::1', '2600:2d00:2:1000::', '2600:2d00:2:10ff::1', '2600:2d00:2:1100::'],
    ['2600:2d00:2:2000::/56', '2600:2d00:2:1fff::1', '2600:2d00:2:2000::', '2600:2d00:2:20ff::1', '2600:2d00:2:2100::'],
    ['2001:db8::/32', '2001:db7:ffff::1', '2001:db8::', '2001:db8:ffff::ffff', '2001:db9::'],
    ['2002::/16', '2001:ffff:ffff::1', '2002::', '2002:ffff:ffff::1', '2003::'],
    ['3fff::/20', '3ffe:ffff::1', '3fff::', '3fff:fff:ffff::1', '3fff:1000::'],
    [
      '64:ff9b::/96 is by the address inside',
      '64:ff9b::9.255.255.255',
      '64:ff9b::a00:0',
      '64:ff9b::10.255.255.255',
      '64:ff9b::b00:0',
    ],
    ['::ffff:0:0/96', '::ffff:126.255.255.255', '::ffff:7f00:0', '::ffff:127.255.255.255', '::ffff:8000:0'],
    ['::/96', '::126.255.255.255', '::7f00:0', '::127.255.255.255', '::128.0.0.0'],
    [
      '64:ff9b:1::/48 as a /96',
      '64:ff9b:1::172.15.255.255',
      '64:ff9b:1::ac10:0',
      '64:ff9b:1::172.31.255.255',
      '64:ff9b:1::172.32.0.0',
    ],
    [
      '64:ff9b:1::/48 as a /48',
      '64:ff9b:1:9ff:ff:ff00::',
      '64:ff9b:1:a00::',
      '64:ff9b:1:aff:ff:ff00::',
      '64:ff9b:1:b00::',
    ],
  ])('%s is refused from end to end, and its neighbours are allowed', (_range, before, first, last, after) => {
    expect(isPublicAddress(first)).toBe(false);
    expect(isPublicAddress(last)).toBe(false);
    if (before !== null) expect(isPublicAddress(before)).toBe(true);
    if (after !== null) expect(isPublicAddress(after)).toBe(true);
  });

  test.each([
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    '2a00::1%1',
    'fc00::1',
    'fdff::1',
    'ff02::1',
    '64:ff9a:ffff::8.8.8.8',
    '64:ff9b:0:0:0:1:808:808',
    '64:ff9b:1:808:8:800:0:1',
    '64:ff9b:2::808:808',
    '::ffff:0:808:808',
    '::fffe:8.8.8.8',
    // What the registry calls globally reachable in 2001::/23, and neighbours of each.
    ...['2001:1::1', '2001:1::2', '2001:1::3', '2001:1::4', '2001:2::1', '2001:3::1', '2001:4::1', '2001:4:112::1'],
    ...['2001:10::1', '2001:20::1', '2001:2f:ffff::1', '2001:30::1', '2001:3f:ffff::1', '2001:40::1'],
    ...['5f00::1', '100::1', '100:0:0:1::1', 'fd00:ec2::254', 'fd20:ce::254'],
    ...['::ffff:168.63.129.16', '64:ff9b::a83f:8110', '64:ff9b:1:a83f:81:1000::'],
  ])('%s is refused', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '2a00:1450:4001::200e', '::8.8.8.8', '::ffff:8.8.8.8', '64:ff9b:1:808:8:800::'])(
    '%s is allowed',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each([
    '',
    'example.com',
    '[2a00::1]',
    '8.8.8',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8 ',
    '8.8.8.8/32',
    '1.2.3.4.5',
  ])('what is not an address in its usual notation is refused: "%s"', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

describe('listAddressForms', () => {
  test.each([
    ['8.8.8.8', ['8.8.8.8']],
    ['2a00:1450:4001::200e', ['2a00:1450:4001::200e']],
    ['::ffff:10.0.0.1', ['::ffff:a00:1', '10.0.0.1']],
    ['::a00:1', ['::a00:1', '10.0.0.1']],
    ['64:ff9b::10.0.0.1', ['64:ff9b::a00:1', '10.0.0.1']],
    ['2002:a00:1::5', ['2002:a00:1::5', '10.0.0.1']],
    ['fe80::1%eth0', ['fe80::1']],
  ])('%s is %j', (address, forms) => {
    expect(listAddressForms(address)?.map(String)).toEqual(forms);
  });

  test.each(['64:ff9b:1::10.0.0.1', '64:ff9b:1:a00:0:100::', '64:ff9b:1:a:0:1::', '64:ff9b:1:0:a:0:100:0'])(
    '%s is 10.0.0.1 in one of the layouts of NAT64',
    (address) => {
      expect(listAddressForms(address)?.map(String)).toContain('10.0.0.1');
    },
  );

  test.each(['', 'localhost', '[::1]', '127.1', '8.8.8.8 '])('"%s" is not an address', (text) => {
    expect(listAddressForms(text)).toBeNull();
  });
});

describe('checkUrl', () => {
  test.each([
    ['http://example.com/', null],
    ['https://example.com/a?b#c', null],
    ['http://example.com:443/', null],
    ['https://example.com:80/', null],
    ['http://example.com:79/', 'port'],
    ['http://example.com:81/', 'port'],
    ['https://example.com:442/', 'port'],
    ['https://example.com:444/', 'port'],
    ['https://user@example.com/', 'credentials'],
    ['https://:word@example.com/', 'credentials'],
    ['https://@example.com/', null],
    ['file:///etc/passwd', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['ws://example.com/', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['gopher://example.com:80/', 'scheme'],
  ])('%s: %s', (url, refusal) => {
    expect(checkUrl(new URL(url), { allowPrivate: false })).toBe(refusal);
  });

  test('with private targets allowed, every port is, and nothing else', () => {
    const policy = { allowPrivate: true };
    expect(checkUrl(new URL('http://localhost:8080/'), policy)).toBeNull();
    expect(checkUrl(new URL('http://a:b@localhost:8080/'), policy)).toBe('credentials');
    expect(checkUrl(new URL('file:///etc/passwd'), policy)).toBe('scheme');
  });
});
