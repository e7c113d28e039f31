import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkPage } from '../documents/check-page.ts';
import { CHECKS, maxPointsOf, RUBRIC } from './rubric.ts';

const root = new URL('../../', import.meta.url);

test('the maxima sum to 100', () => {
  expect(RUBRIC.reduce((sum, { maxPoints }) => sum + maxPoints, 0)).toBe(100);
});

test('the questions of every check sum to its maximum', () => {
  for (const { check, maxPoints } of RUBRIC) expect(maxPointsOf(check), check.key).toBe(maxPoints);
});

test('every check has a folder, fixtures and a page, and there are no others', () => {
  const keys = CHECKS.map(({ key }) => key).sort();
  const folders = readdirSync(new URL('src/audit/checks/', root), { withFileTypes: true });
  expect(folders.filter((one) => one.isDirectory()).map(({ name }) => name.replaceAll('-', '_'))).toEqual(keys);
  expect(readdirSync(new URL('docs/checks/', root)).map((file) => file.replace(/\.md$/, ''))).toEqual(keys);
  for (const key of keys) expect(readdirSync(new URL(`test/fixtures/${key}`, root)), key).not.toEqual([]);
});

test('the page of every check is what `npm run docs` writes', () => {
  for (const check of CHECKS) {
    expect(readFileSync(new URL(`docs/checks/${check.key}.md`, root), 'utf8')).toBe(checkPage(check));
  }
});
