import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTargetGuard, type TargetPolicy } from './target-guard.ts';

const guardWith = (policy: Partial<TargetPolicy> = {}) =>
  createTargetGuard({ allowPrivate: false, allowTargets: [], denyTargets: [], ownAddresses: [], ...policy });

/** Has the system say that this machine has these addresses. */
function onMachine(list: () => readonly string[]): void {
  const { networkInterfaces } = os;
  const replace = (by: () => unknown) => {
    Object.assign(os, { networkInterfaces: by });
    syncBuiltinESMExports();
  };
  replace(() => ({ lo: undefined, eth0: list().map((address) => ({ address })) }));
  onTestFinished(() => replace(networkInterfaces));
}

const NOT_PUBLIC = 'site.example leads to an address that is not on the public internet, and was not connected to.';
const OWN = 'site.example leads to an address of the machine that audits, and was not connected to.';
const METADATA =
  'site.example leads to an address that is link-local or for cloud metadata, which only ALLOW_TARGETS opens, and was not connected to.';
const DENIED =
  'site.example leads to an address that the operator of this service has excluded, and was not connected to.';

const said = (guard: ReturnType<typeof guardWith>, addresses: readonly string[], chosen = false) => {
  const failure = guard('site.example', addresses, chosen);
  expect(failure?.kind ?? 'guard').toBe('guard');
  return failure?.message ?? null;
};

describe('an address of the machine itself', () => {
  test.each([
    [['8.8.4.3'], null],
    [['8.8.4.4'], OWN],
    [['8.8.4.5'], null],
    [['::ffff:8.8.4.4'], OWN],
    [['64:ff9b::808:404'], OWN],
    [['2a00::1'], OWN],
    [['2a00::2'], null],
    [['1.1.1.1', '8.8.4.4'], OWN],
    [['10.0.0.1'], NOT_PUBLIC],
  ])('%j: %s', (addresses, message) => {
    onMachine(() => ['127.0.0.1', '10.0.0.1', '8.8.4.4', '2a00::1', 'fe80::1']);
    expect(said(guardWith(), addresses)).toBe(message);
  });

  test('is refused from the moment an interface has it', () => {
    const addresses: string[] = [];
    onMachine(() => addresses);
    const guard = guardWith();
    expect(said(guard, ['8.8.4.4'])).toBeNull();
    addresses.push('8.8.4.4');
    expect(said(guard, ['8.8.4.4'])).toBe(OWN);
  });

  test('may be connected to where the operator allows private targets, or chose it for that host', () => {
    onMachine(() => ['8.8.4.4']);
    expect(said(guardWith({ allowPrivate: true }), ['8.8.4.4'])).toBeNull();
    expect(said(guardWith(), ['8.8.4.4'], true)).toBeNull();
  });

  test('may be configured without an interface', () => {
    const guard = guardWith({ ownAddresses: ['8.8.4.4'] });
    expect([said(guard, ['8.8.4.4']), said(guard, ['8.8.4.5'])]).toEqual([OWN, null]);
  });

  test('is unknown when the system lists none, so nothing is connected to', () => {
    onMachine(() => {
      throw new Error('EAFNOSUPPORT');
    });
    expect(said(guardWith(), ['8.8.8.8'])).toBe(
      'The addresses of the machine that audits could not be read, so site.example was not connected to.',
    );
    expect(said(guardWith({ allowPrivate: true }), ['8.8.8.8'])).toBeNull();
  });
});

describe('link-local and metadata addresses', () => {
  // The first and last address of each range, and the neighbours just outside it.
  test.each([
    ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
    ['100.100.100.199', '100.100.100.200', '100.100.100.200', '100.100.100.201'],
    ['192.0.0.191', '192.0.0.192', '192.0.0.192', '192.0.0.193'],
    ['fe7f:ffff::1', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fec0::'],
    ['fd00:ec1:ffff::1', 'fd00:ec2::', 'fd00:ec2:ffff:ffff:ffff:ffff:ffff:ffff', 'fd00:ec3::'],
    ['fd20:ce::253', 'fd20:ce::254', 'fd20:ce::254', 'fd20:ce::255'],
    ['fd00:c1::a9fe:a9fd', 'fd00:c1::a9fe:a9fe', 'fd00:c1::a9fe:a9fe', 'fd00:c1::a9fe:a9ff'],
    ['fd00:a9fe:a9fe::', 'fd00:a9fe:a9fe::1', 'fd00:a9fe:a9fe::1', 'fd00:a9fe:a9fe::2'],
    ['fd00:42::41', 'fd00:42::42', 'fd00:42::42', 'fd00:42::43'],
    ['fd00:100::100:1ff', 'fd00:100::100:200', 'fd00:100::100:200', 'fd00:100::100:201'],
    ...[
      ['mapped', '::ffff:'],
      ['compatible', '::'],
      ['translated', '::ffff:0:'],
      ['NAT64', '64:ff9b::'],
      ['local NAT64', '64:ff9b:1::'],
      ['ISATAP', '2a00::5efe:'],
      ['ISATAP, universal', '2a00::200:5efe:'],
    ].map(([, prefix]) =>
      ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'].map((ip) => prefix + ip),
    ),
    // 6to4, Teredo by its server and by its client.
    ['2002:a9fd:ffff::1', '2002:a9fe::1', '2002:a9fe:ffff::1', '2002:a9ff::1'],
    ['2001:0:a9fd:ffff::1', '2001:0:a9fe::1', '2001:0:a9fe:ffff::1', '2001:0:a9ff::1'],
    ['2001::5602:0', '2001::5601:ffff', '2001::5601:0', '2001::5600:ffff'],
  ])('beside %s, up to %s and %s, are refused, and %s is not', (before = '', first = '', last = '', after = '') => {
    const asPrivate = guardWith({ allowPrivate: true });
    for (const address of [first, last]) {
      expect(said(asPrivate, [address])).toBe(METADATA);
      expect(said(asPrivate, ['10.0.0.1', address])).toBe(METADATA);
      expect(said(guardWith(), [address], true)).toBe(METADATA);
      expect([NOT_PUBLIC, METADATA]).toContain(said(guardWith(), [address]));
    }
    for (const address of [before, after]) {
      expect(said(asPrivate, [address])).toBeNull();
      expect(said(guardWith(), [address], true)).toBeNull();
    }
  });

  test('a zone hides none', () => {
    expect(said(guardWith({ allowPrivate: true }), ['fe80::1%eth0'])).toBe(METADATA);
  });

  test.each([
    ['169.254.1.5', ['169.254.1.5'], null],
    ['169.254.1.5', ['169.254.1.4'], METADATA],
    ['169.254.1.5', ['169.254.1.5', '169.254.169.254'], METADATA],
    ['169.254.1.5', ['::ffff:169.254.1.5'], METADATA],
    ['fe80::a', ['fe80::a%eth0'], null],
    ['fe80::a', ['fe80::b'], METADATA],
    ['site.example', ['169.254.1.4'], null],
    ['site.example', ['10.0.0.1', 'fe80::b'], null],
    ['other.example', ['169.254.1.4'], METADATA],
  ])('with %s allowed by name, %j: %s', (allowed, addresses, message) => {
    expect(said(guardWith({ allowPrivate: true, allowTargets: [allowed] }), addresses)).toBe(message);
  });

  test('a private address is allowed by name, and its neighbour is not', () => {
    const guard = guardWith({ allowTargets: ['10.0.0.1'] });
    expect([said(guard, ['10.0.0.1']), said(guard, ['10.0.0.2'])]).toEqual([null, NOT_PUBLIC]);
  });

  test('what the operator excluded stays excluded', () => {
    const guard = guardWith({ allowTargets: ['site.example', '169.254.1.5'], denyTargets: ['169.254.1.5'] });
    expect(said(guard, ['169.254.1.5'])).toBe(DENIED);
  });
});

describe('an address that the operator has excluded', () => {
  const denyTargets = ['8.8.8.0/24', '169.254.169.254', '2a00:1450::/32'];

  test.each([
    [['8.8.7.255'], null],
    [['8.8.8.0'], DENIED],
    [['8.8.8.255'], DENIED],
    [['8.8.9.0'], null],
    [['::ffff:8.8.8.8'], DENIED],
    [['64:ff9b::8.8.8.8'], DENIED],
    [['2a00:1450::1'], DENIED],
    [['2a00:1451::1'], null],
    [['1.1.1.1', '8.8.8.8'], DENIED],
    [['10.0.0.1'], NOT_PUBLIC],
  ])('%j: %s', (addresses, message) => {
    expect(said(guardWith({ denyTargets }), addresses)).toBe(message);
  });

  test.each([
    [{ allowPrivate: true }, false],
    [{}, true],
  ])('stays excluded whatever else is allowed (%j, chosen: %s)', (policy, chosen) => {
    const guard = guardWith({ ...policy, denyTargets });
    expect(said(guard, ['169.254.169.254'], chosen)).toBe(DENIED);
    expect(said(guard, ['::ffff:169.254.169.254'], chosen)).toBe(DENIED);
    expect(said(guard, ['localhost'], chosen)).toBe(DENIED);
    expect(said(guard, ['169.254.169.253'], chosen)).toBe(METADATA);
  });
});
