import { expect, test } from 'vitest';
import { answerOf } from '../../test/support/answers.ts';
import { availability, type FailureKind } from '../fetch/exchange.ts';
import { judgeProbe } from './crawler-entry.ts';

const HOME = 'https://example.com/';

function verdictOf(answer: Parameters<typeof answerOf>[1], textRatio: number | null) {
  const exchange = answerOf(HOME, answer);
  return judgeProbe({ productToken: 'bingbot', exchange, availability: availability(exchange), textRatio, words: null })
    ?.verdict;
}

test.each([
  [0, 'thin'],
  [0.599, 'thin'],
  [0.6, 'served'],
  [1, 'served'],
  [1.4, 'served'],
  [null, 'served'],
])('a probe that was given %s of the browser’s text is %s', (ratio, verdict) => {
  expect(verdictOf({ status: 200 }, ratio)).toBe(verdict);
});

test.each([401, 403, 404, 406, 410, 429, 451, 500, 503])('a probe answered %i is refused', (status) => {
  expect(verdictOf({ status }, null)).toBe('refused');
});

test('a bot challenge is a refusal', () => {
  expect(verdictOf({ failure: 'challenge' }, null)).toBe('refused');
});

test.each<FailureKind>(['timeout', 'connection_reset', 'tls', 'request_budget', 'guard'])(
  'a probe that failed by %s proves nothing',
  (failure) => {
    expect(verdictOf({ failure }, null)).toBeUndefined();
  },
);
