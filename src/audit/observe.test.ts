import { describe, expect, test } from 'vitest';
import { createExchange } from '../../test/support/exchanges.ts';
import type { FailureKind } from '../fetch/exchange.ts';
import { guardNotes, isInconclusive } from './observe.ts';

const URL_OF = 'https://example.com/';

describe('an answer says', () => {
  test.each<[FailureKind, boolean]>([
    ['guard', true],
    ['name_lookup_failed', true],
    ['challenge', true],
    ['request_budget', true],
    ['egress_proxy', true],
    ['timeout', false],
    ['connection_refused', false],
    ['name_not_found', false],
    ['tls', false],
    ['too_large', false],
  ])('nothing of the site after %s: %s', (failure, expected) => {
    expect(isInconclusive(createExchange(URL_OF, { failure }))).toBe(expected);
  });

  test.each([
    [429, true],
    [200, false],
    [403, false],
    [404, false],
    [428, false],
    [430, false],
    [503, false],
  ])('nothing of the site with status %d: %s', (status, expected) => {
    expect(isInconclusive(createExchange(URL_OF, { status }))).toBe(expected);
  });
});

test.each([
  [0, []],
  [1, [expect.stringMatching(/^1 address that the site leads to was not connected to/)]],
  [2, [expect.stringMatching(/^2 addresses that the site leads to were not connected to/)]],
])('a report says that %d addresses were refused', (refused, notes) => {
  const exchanges = Array.from({ length: refused }, () => createExchange(URL_OF, { failure: 'guard' }));
  expect(guardNotes([createExchange(URL_OF), ...exchanges, createExchange(URL_OF, { failure: 'timeout' })])).toEqual(
    notes,
  );
});
