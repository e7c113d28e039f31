import { expect, test } from 'vitest';
import { createExchange } from '../../test/support/exchanges.ts';
import { availability, type FailureKind } from '../fetch/exchange.ts';
import { parseRobotsTxt } from '../site/robots/robots-txt.ts';
import { robotsAccess } from './robots-access.ts';

const URL = 'https://example.com/robots.txt';

function judgeResponse(answer: Parameters<typeof createExchange>[1], isHtml = false) {
  const exchange = createExchange(URL, answer);
  return robotsAccess({ exchange, availability: availability(exchange), isHtml, file: parseRobotsTxt('') });
}

test.each([
  [200, 'rules'],
  [204, 'rules'],
  [400, 'unavailable'],
  [401, 'unavailable'],
  [403, 'unavailable'],
  [404, 'absent'],
  [410, 'absent'],
  [428, 'unavailable'],
  [429, 'unreachable'],
  [499, 'unavailable'],
  [500, 'unreachable'],
  [503, 'unreachable'],
])('status %i reads as %s', (status, reading) => {
  expect(judgeResponse({ status })).toBe(reading);
});

test.each<[FailureKind, string]>([
  ['timeout', 'unreachable'],
  ['connection_refused', 'unreachable'],
  ['tls', 'unreachable'],
  ['too_many_redirects', 'unavailable'],
  ['redirect_loop', 'unavailable'],
  ['bad_redirect', 'unavailable'],
  ['challenge', 'unavailable'],
  ['too_large', 'rules'],
  ['request_budget', 'unknown'],
  ['egress_proxy', 'unknown'],
  ['guard', 'unknown'],
  ['name_lookup_failed', 'unknown'],
])('the failure %s reads as %s', (failure, reading) => {
  expect(judgeResponse({ failure })).toBe(reading);
});

test('an HTML page is not rules', () => {
  expect(judgeResponse({ status: 200 }, true)).toBe('html');
});
