import { expect, test } from 'vitest';

import { CHECKS, evidenceFor, RUBRIC_VERSION } from './rubric.ts';

test('every grade fits its source and figure', () => {
  const evidence = CHECKS.flatMap((check) => Object.values(check.evidence));
  expect(evidence.length).toBeGreaterThan(CHECKS.length);
  for (const { grade, says, figure, sources } of evidence) {
    expect(says).toMatch(/^[^\n]+\.$/);
    for (const { url } of sources) expect(new URL(url).protocol).toBe('https:');
    // Grades B and C have a measured figure. Grade A says what a vendor documents.
    if (grade === 'B' || grade === 'C') expect(figure).toMatch(/\d/);
    if (grade === 'A') expect(says).toContain('document');
  }
});

test('each question has evidence, and nothing else has', () => {
  for (const { questions, evidence } of CHECKS) expect(Object.keys(evidence)).toEqual(Object.keys(questions));
});

test('a question of another version, or of no check, has no grade', () => {
  expect(evidenceFor('answer_content', 'opening', RUBRIC_VERSION - 1)).toBeNull();
  expect(evidenceFor('answer_content', 'statement')).toBeNull();
  expect(evidenceFor('toString', 'opening')).toBeNull();
});
