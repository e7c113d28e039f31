import { expect, test } from 'vitest';
import { answerOf } from '../../../test/support/answers.ts';
import { parseRobotsTxt } from '../../site/robots-txt.ts';
import { robotsTxt } from './robots-txt.ts';

test.each([
  { bytes: 512_000, points: 5 },
  { bytes: 512_001, points: 0 },
])('a robots.txt of $bytes bytes earns $points of 5 points for being readable', ({ bytes, points }) => {
  const body = 'User-agent: *\nDisallow: /basket\n';
  const exchange = answerOf('https://example.com/robots.txt', { body, bytes });
  const { answers, failure } = robotsTxt.run({
    origin: 'https://example.com',
    robots: { exchange, availability: 'present', isHtml: false, file: parseRobotsTxt(body) },
  });
  expect(answers.readable.points).toBe(points);
  expect(failure).toBeNull();
});
