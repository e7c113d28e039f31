import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTargetGuard, type TargetPolicy } from './target-guard.ts';

const guardWith = (policy: Partial<TargetPolicy> = {}) =>
  createTargetGuard({ allowPrivate: false, denyTargets: [], ownAddresses: [], ...policy });

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
    expect(said(guard, ['169.254.169.253'], chosen)).toBeNull();
  });
});
