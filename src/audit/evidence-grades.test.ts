import { expect, test } from 'vitest';
import { evidenceFor } from './evidence-grades.ts';
import { CHECKS, RUBRIC_VERSION } from './rubric.ts';

const QUESTIONS = CHECKS.flatMap(({ key, questions }) => Object.keys(questions).map((id) => [key, id] as const));

test.each(QUESTIONS)('%s.%s has a grade that its source and figure fit', (key, id) => {
  const evidence = evidenceFor(key, id);
  expect(evidence?.says).toMatch(/^[^\n]+\.$/);
  for (const { url } of evidence?.sources ?? []) expect(new URL(url).protocol).toBe('https:');
  // What was observed has a figure, and what a vendor is said to document is said to be documented.
  if (evidence?.grade === 'B' || evidence?.grade === 'C') expect(evidence.figure).toMatch(/\d/);
  if (evidence?.grade === 'A') expect(evidence.says).toContain('document');
});

test('a question of another version, or of no check, has no grade', () => {
  expect(evidenceFor('answer_content', 'opening', RUBRIC_VERSION - 1)).toBeNull();
  expect(evidenceFor('answer_content', 'statement')).toBeNull();
  expect(evidenceFor('toString', 'opening')).toBeNull();
});
