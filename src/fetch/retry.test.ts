import { describe, expect, test } from 'vitest';
import type { FetchFailure } from './exchange.ts';
import { failed } from './failure.ts';
import { mayPass, pause, retryDelay } from './retry.ts';

describe('mayPass', () => {
  test.each([
    [429, true],
    [500, true],
    [501, false],
    [502, true],
    [503, true],
    [504, true],
    [505, false],
    [200, false],
    [404, false],
    [403, false],
    [428, false],
    [430, false],
    [499, false],
  ])('status %d: %s', (status, expected) => {
    expect(mayPass(null, status)).toBe(expected);
  });

  test.each<[FetchFailure, boolean]>([
    [failed('timeout', '', { stage: 'dns' }), true],
    [failed('timeout', '', { stage: 'first_byte' }), true],
    [failed('timeout', '', { stage: 'body' }), false],
    [failed('timeout', '', { stage: 'rate' }), false],
    [failed('timeout', '', { stage: 'audit' }), false],
    [failed('connection_reset', ''), true],
    [failed('name_lookup_failed', ''), true],
    [failed('name_not_found', ''), false],
    [failed('connection_refused', ''), false],
    [failed('unreachable', ''), false],
    [failed('guard', ''), false],
    [failed('tls', ''), false],
    [failed('too_large', '', { limit: 'body' }), false],
    [failed('challenge', ''), false],
    [failed('request_budget', ''), false],
  ])('%o: %s', (failure, expected) => {
    expect(mayPass(failure, 503)).toBe(expected);
  });
});

describe('retryDelay', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');

  test.each<[number, string | undefined, number]>([
    [1, undefined, 2000],
    [2, undefined, 4000],
    [2, '0', 0],
    [1, '3', 3000],
    [1, ' 10 ', 10_000],
    [1, '11', 10_000],
    [1, '99999999999999999999', 10_000],
    [1, 'Tue, 01 Jan 2030 00:00:05 GMT', 5000],
    [1, 'Tue, 01 Jan 2030 00:01:00 GMT', 10_000],
    [1, 'Mon, 31 Dec 2029 23:00:00 GMT', 0],
    [1, 'Tuesday, 01-Jan-30 00:00:05 GMT', 5000],
    [1, '-1', 2000],
    [1, '1.5', 2000],
    [1, 'soon', 2000],
    [1, '', 2000],
    [1, 'Tue, 99 Foo', 2000],
  ])('after try %d, Retry-After %s: %d ms', (tries, retryAfter, expected) => {
    expect(retryDelay(tries, retryAfter, 2000, now)).toBe(expected);
  });
});

describe('pause', () => {
  test('is over when its time is', async () => {
    expect(await pause(0, new AbortController().signal)).toBe(true);
  });

  test('is broken off by the signal, before and during', async () => {
    const life = new AbortController();
    const during = pause(1e6, life.signal);
    life.abort();
    expect(await during).toBe(false);
    expect(await pause(1e6, life.signal)).toBe(false);
  });
});
