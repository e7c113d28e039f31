import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkPage } from '../documents/check-page.ts';
import { CHECKS, maxPointsOf, RUBRIC } from './rubric.ts';

const root = new URL('../../', import.meta.url);

test('the maxima sum to 100', () => {
  expect(RUBRIC.reduce((sum, { maxPoints }) => sum + maxPoints, 0)).toBe(100);
});

test.each(RUBRIC.map(({ check, maxPoints }) => ({ key: check.key, check, maxPoints })))(
  'the questions of $key sum to its maximum',
  ({ check, maxPoints }) => expect(maxPointsOf(check)).toBe(maxPoints),
);

test.each(CHECKS.map((check) => check.key))('%s has one name everywhere: file, fixtures, documentation', (key) => {
  expect(existsSync(new URL(`src/audit/checks/${key.replaceAll('_', '-')}.ts`, root))).toBe(true);
  expect(readdirSync(new URL(`test/fixtures/${key}`, root)).length).toBeGreaterThan(0);
  expect(existsSync(new URL(`docs/checks/${key}.md`, root))).toBe(true);
});

test.each(CHECKS)('the page of $key is what `npm run docs` writes', (check) => {
  expect(readFileSync(new URL(`docs/checks/${check.key}.md`, root), 'utf8')).toBe(checkPage(check));
});

test('there is no check file, fixture folder or page beside the rubric', () => {
  const keys = CHECKS.map((check) => check.key).sort();
  const files = readdirSync(new URL('src/audit/checks/', root))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => file.replace(/\.ts$/, '').replaceAll('-', '_'));
  expect(files.sort()).toEqual(keys);
  expect(
    readdirSync(new URL('docs/checks/', root))
      .map((file) => file.replace(/\.md$/, ''))
      .sort(),
  ).toEqual(keys);
});
