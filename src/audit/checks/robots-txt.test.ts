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

test('a robots.txt that is too long, with a rule outside any group, is told of both, and how to mend it', () => {
  const body = 'Disallow: /basket\n';
  const exchange = answerOf('https://example.com/robots.txt', { body, bytes: 512_001 });
  const { answers, details } = robotsTxt.run({
    origin: 'https://example.com',
    robots: { exchange, availability: 'present', isHtml: false, file: parseRobotsTxt(body) },
  });
  expect(answers.readable).toMatchObject({
    observed: [{ note: expect.stringContaining('512,001 bytes') }],
    fix: { place: 'robots_txt', instruction: expect.stringContaining('500 KiB'), proof: { expect: 'at most 512000' } },
  });
  expect(answers.groups.fix).toMatchObject({ place: 'robots_txt', lines: 'User-agent: *', askFirst: true });
  expect(details).toMatch(/crawlers may ignore what comes after those\. Line 1 is a rule before any User-agent line/);
});
