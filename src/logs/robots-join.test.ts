import { expect, test } from 'vitest';
import { namesWithDigits, RobotsDecider } from './robots-join.ts';

const DAY = 86_400_000;

/** Decides by one robots.txt. */
function decide(text: string, token: string | null, target: string): string {
  return new RobotsDecider([{ readAt: DAY, text }]).decide(token, target, DAY);
}

test.each([
  ['Disallow: /a', '/a/b', '2 Disallow: /a'],
  ['Disallow: /a', '/b', '+'],
  ['Disallow: /*.pdf$', '/a.pdf', '2 Disallow: /*.pdf$'],
  ['Disallow: /*.pdf$', '/a.pdf?x=1', '+'],
  ['Disallow: /*?', '/a?x=1', '2 Disallow: /*?'],
  ['Disallow: /a\nAllow: /a?page=', '/a?page=2', '+'],
  ['Disallow: /café', '/caf%C3%A9?x', '2 Disallow: /café'],
  ['Disallow: /caf%c3%a9', '/caf\xc3\xa9', '2 Disallow: /caf%c3%a9'],
  ['Disallow: /', '*', '+'],
  ['Disallow: /', '/robots.txt', '+'],
  [`Disallow: /${'a'.repeat(500)}`, `/${'a'.repeat(500)}`, `2 Disallow: /${'a'.repeat(198)}…`],
])('%j on %s is %s', (rules, target, verdict) => {
  expect(decide(`User-agent: *\n${rules}`, 'GPTBot', target)).toBe(verdict);
});

test('each crawler obeys its own group, or that of the crawler it follows', () => {
  const file = 'User-agent: Googlebot\nDisallow: /g\n\nUser-agent: *\nDisallow: /s\n';
  const verdicts = (token: string | null) => ['/g', '/s'].map((path) => decide(file, token, path));
  expect(verdicts('Applebot')).toEqual(['2 Disallow: /g', '+']);
  expect(verdicts('ClaudeBot')).toEqual(['+', '5 Disallow: /s']);
  expect(verdicts(null)).toEqual(['', '']);
});

test('a name with digits is matched as its owner meant it, and told', () => {
  const file = 'User-agent: AI2Bot/1.0\nUser-agent: GPTBot/1.2\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n';
  const verdicts = (token: string) => ['/a', '/b'].map((path) => decide(file, token, path));
  expect(verdicts('AI2Bot')).toEqual(['3 Disallow: /a', '+']);
  expect(verdicts('Ai2Bot-Dolma')).toEqual(['+', '6 Disallow: /b']);
  expect(verdicts('GPTBot')).toEqual(['3 Disallow: /a', '+']);
  expect([namesWithDigits(file), namesWithDigits('User-agent: AI\nDisallow: /')]).toEqual([['AI2Bot'], []]);
});

test('the file that was valid at the time of a request decides, the first one also before', () => {
  const versions = ['', '/a', '/b'].map((path, at) => ({
    readAt: (at + 1) * DAY,
    text: `User-agent: *\nDisallow: ${path}\n`,
  }));
  const verdict = (time: number | null) => new RobotsDecider(versions).decide('GPTBot', '/a', time);
  expect([0, DAY, 2 * DAY - 1].map(verdict)).toEqual(['+', '+', '+']);
  expect([2 * DAY, 3 * DAY - 1].map(verdict)).toEqual(['2 Disallow: /a', '2 Disallow: /a']);
  expect([3 * DAY, null].map(verdict)).toEqual(['+', '+']);
  expect(new RobotsDecider([]).decide('GPTBot', '/a', DAY)).toBe('');
});

test('requests beyond the bound of comparisons are not decided', () => {
  const decider = new RobotsDecider([{ readAt: 0, text: 'User-agent: *\nDisallow: /a\nDisallow: /b\n' }], 4);
  expect(['/a', '/b', '/a'].map((path) => decider.decide('GPTBot', path, 0))).toEqual([
    ...['2 Disallow: /a', '3 Disallow: /b', ''],
  ]);
});
