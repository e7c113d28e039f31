import { describe, expect, test } from 'vitest';
import { readEgress } from './egress.ts';

test('without settings nothing is excluded, and there is no proxy', () => {
  expect(readEgress({})).toEqual({
    ok: true,
    egress: { allowTargets: [], denyTargets: [], ownAddresses: [], egressProxy: null },
  });
});

test('targets are allowed by name: a host or an address in any spelling', () => {
  const ALLOW_TARGETS = ' Printer.LOCAL., 169.254.1.5,[FE80::0:A] ,fd00:ec2::254,münchen.de';
  const allowTargets = ['printer.local', '169.254.1.5', 'fe80::a', 'fd00:ec2::254', 'xn--mnchen-3ya.de'];
  expect(readEgress({ ALLOW_TARGETS })).toMatchObject({ egress: { allowTargets } });
});

test.each([
  ['ALLOW_TARGETS', { ALLOW_TARGETS: '10.0.0.1,10.0.0.0/8' }],
  ['ALLOW_TARGETS', { ALLOW_TARGETS: 'https://printer.local/' }],
  ['ALLOW_TARGETS', { ALLOW_TARGETS: '*' }],
  ['ALLOW_TARGETS', { ALLOW_TARGETS: 'printer.local,*.internal' }],
  ['DENY_TARGETS', { DENY_TARGETS: '10.0.0.0/33' }],
  ['EGRESS_PROXY', { EGRESS_PROXY: 'https://me:hunter2@proxy:3128' }],
])('a bad %s is one line that names it', (name, settings) => {
  const read = readEgress(settings);
  const problem = read.ok ? '' : read.problem;
  expect(problem).toMatch(new RegExp(`^${name}: .*\\.$`));
  expect(problem).not.toMatch(/hunter2|\n/);
});

describe('addresses of the service itself', () => {
  test.each([
    [{ HOST: '8.8.4.4' }, ['8.8.4.4']],
    [{ HOST: '2a00::1', BASE_URL: 'https://citable.example' }, ['2a00::1']],
    [{ HOST: '0.0.0.0', BASE_URL: 'http://8.8.4.4:8080/under' }, ['0.0.0.0', '8.8.4.4']],
    [{ BASE_URL: 'http://[2a00::1]:8080' }, ['2a00::1']],
    // A reverse proxy on another machine may have that name.
    [{ HOST: 'localhost', BASE_URL: 'https://citable.example' }, []],
  ])('%j: %j', (settings, ownAddresses) => {
    expect(readEgress(settings)).toMatchObject({ egress: { ownAddresses } });
  });
});
