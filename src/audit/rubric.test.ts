import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkPage } from '../documents/check-markdown.ts';
import { CHECKS, evidenceFor, maxPointsFor, RUBRIC_VERSION } from './rubric.ts';
import { RUNNABLE_CHECKS } from './runnable-checks.ts';

const root = new URL('../../', import.meta.url);

test('the maxima of the checks sum to 100', () => {
  expect(CHECKS.reduce((sum, check) => sum + maxPointsFor(check), 0)).toBe(100);
});

test('every check can be run, in the same order', () => {
  expect(RUNNABLE_CHECKS.map(({ key }) => key)).toEqual(CHECKS.map(({ key }) => key));
});

test('the evidence for every question fits its grade', () => {
  for (const { key, questions } of CHECKS) {
    for (const [id, { evidence }] of Object.entries(questions)) {
      const question = `${key}.${id}`;
      expect(evidence.says, question).toMatch(/^[^\n]+\.$/);
      for (const { url } of evidence.sources) expect(new URL(url).protocol, question).toBe('https:');
      // Grades B and C have a measured figure. Grade A says what a vendor documents.
      if (evidence.grade === 'B' || evidence.grade === 'C') expect(evidence.figure, question).toMatch(/\d/);
      if (evidence.grade === 'A') expect(evidence.says, question).toContain('document');
    }
  }
});

test('a question of another version, or of no check, has no evidence', () => {
  expect(evidenceFor('answer_content', 'opening')).not.toBeNull();
  expect(evidenceFor('answer_content', 'opening', RUBRIC_VERSION - 1)).toBeNull();
  expect(evidenceFor('answer_content', 'statement')).toBeNull();
  expect(evidenceFor('answer_content', 'toString')).toBeNull();
  expect(evidenceFor('toString', 'opening')).toBeNull();
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
