import { describe, expect, test } from 'vitest';
import type { FetchFailure } from './exchange.ts';
import { failed } from './failure.ts';
import { isRedirect, isTransient, redirectFrom, retryDelay } from './next-request.ts';

describe('isTransient', () => {
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
    expect(isTransient(null, status)).toBe(expected);
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
    expect(isTransient(failure, 503)).toBe(expected);
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
  ])('after attempt %d, Retry-After %s: %d ms', (attempts, retryAfter, expected) => {
    expect(retryDelay(attempts, retryAfter, 2000, now)).toBe(expected);
  });
});

const from = new URL('https://site.example/a');
const visited = (count: number) => new Set(Array.from({ length: count }, (_, i) => `https://site.example/${i}`));

test.each([300, 304, 305, 306, 309, 200, null])('status %j is not a redirect', (status) => {
  expect(isRedirect(status)).toBe(false);
});

test.each([301, 302, 303, 307, 308])('status %d is a redirect', (status) => expect(isRedirect(status)).toBe(true));

test.each([
  [['/b'], 5, 'https://site.example/b'],
  [['//other.example/#part'], 1, 'https://other.example/'],
])('a redirect to %j is followed after %d URLs', (locations, count, href) => {
  const redirect = redirectFrom(from, locations, visited(count));
  expect(redirect).toMatchObject({ ok: true, location: locations[0] });
  expect(redirect.ok && redirect.url.href).toBe(href);
});

test.each<[readonly string[], number, string, string]>([
  [[], 1, 'bad_redirect', 'sent a redirect that does not say where to.'],
  [[''], 1, 'bad_redirect', 'sent a redirect that does not say where to.'],
  [['/b', '/c'], 1, 'bad_redirect', 'sent a redirect to several places at once.'],
  [['https://['], 1, 'bad_redirect', 'sent a redirect to something that is not a URL.'],
  [['/0#again'], 1, 'redirect_loop', 'sent a redirect back to a URL that led to it.'],
  [['/b'], 6, 'too_many_redirects', 'sent another redirect after 5 had been followed.'],
])('a redirect to %j is refused after %d URLs: %s', (locations, count, kind, what) => {
  expect(redirectFrom(from, locations, visited(count))).toEqual({
    ok: false,
    failure: { kind, stage: null, limit: null, vendor: null, message: `site.example ${what}` },
  });
});
