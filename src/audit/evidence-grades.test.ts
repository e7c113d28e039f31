import { expect, test } from 'vitest';
import { evidenceFor } from './evidence-grades.ts';
import { CHECKS, RUBRIC_VERSION } from './rubric.ts';

const QUESTIONS = CHECKS.flatMap(({ key, questions }) => Object.keys(questions).map((id) => [key, id] as const));

test.each(QUESTIONS)('the grade of %s.%s fits its source and figure', (key, id) => {
  const evidence = evidenceFor(key, id);
  expect(evidence?.says).toMatch(/^[^\n]+\.$/);
  for (const { url } of evidence?.sources ?? []) expect(new URL(url).protocol).toBe('https:');
  // Grades B and C have a measured figure. Grade A says what a vendor documents.
  if (evidence?.grade === 'B' || evidence?.grade === 'C') expect(evidence.figure).toMatch(/\d/);
  if (evidence?.grade === 'A') expect(evidence.says).toContain('document');
});

test('a question of another version, or of no check, has no grade', () => {
  expect(evidenceFor('answer_content', 'opening', RUBRIC_VERSION - 1)).toBeNull();
  expect(evidenceFor('answer_content', 'statement')).toBeNull();
  expect(evidenceFor('toString', 'opening')).toBeNull();
});
