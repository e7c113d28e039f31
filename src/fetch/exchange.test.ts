import { describe, expect, test } from 'vitest';
import { type Availability, availability, type Exchange, type FetchFailure } from './exchange.ts';
import { failed } from './failure.ts';

function exchange(status: number | null, failure: FetchFailure | null = null): Exchange {
  return {
    method: 'GET',
    url: 'https://site.example/',
    userAgent: 'CitableTest/1.0',
    redirects: [],
    finalUrl: 'https://site.example/',
    status,
    headers: {},
    body: null,
    charset: null,
    bytes: { wire: 0, decoded: 0 },
    failure,
    attempts: 1,
    timing: { start: 0, firstByte: null, end: 0 },
  };
}

describe('availability', () => {
  test.each<[number, Availability]>([
    [199, 'other_status'],
    [200, 'present'],
    [299, 'present'],
    [300, 'other_status'],
    [400, 'other_status'],
    [401, 'refused'],
    [402, 'other_status'],
    [403, 'refused'],
    [404, 'absent'],
    [407, 'refused'],
    [410, 'absent'],
    [411, 'other_status'],
    [428, 'other_status'],
    [429, 'server_error'],
    [451, 'refused'],
    [499, 'other_status'],
    [500, 'server_error'],
    [599, 'server_error'],
  ])('of status %d is %s', (status, expected) => {
    expect(availability(exchange(status))).toBe(expected);
  });

  test.each<[FetchFailure, number | null, Availability]>([
    [failed('name_not_found', ''), null, 'unreachable'],
    [failed('timeout', '', { stage: 'first_byte' }), null, 'unreachable'],
    [failed('timeout', '', { stage: 'body' }), 200, 'unreachable'],
    [failed('timeout', '', { stage: 'audit' }), null, 'not_asked'],
    [failed('request_budget', ''), null, 'not_asked'],
    [failed('egress_proxy', ''), null, 'not_asked'],
    [failed('challenge', '', { vendor: 'Cloudflare' }), 403, 'refused'],
    [failed('too_large', '', { limit: 'body' }), 200, 'present'],
    [failed('too_large', '', { limit: 'body' }), 404, 'absent'],
    [failed('too_large', '', { limit: 'headers' }), null, 'unreachable'],
    [failed('redirect_loop', ''), 302, 'unreachable'],
  ])('of %o under status %s is %s', (failure, status, expected) => {
    expect(availability(exchange(status, failure))).toBe(expected);
  });
});
