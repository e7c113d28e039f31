import { expect, test } from 'vitest';
import { RUBRIC_VERSION } from '../../audit/rubric.ts';
import { BulkTally } from './bulk-tally.ts';

test('results of another rubric version are counted apart', () => {
  const tally = new BulkTally(0);
  tally.add({ status: 'done', aeo_score: 80, rubric_version: RUBRIC_VERSION });
  const summary = () => tally.describe({ total: 2, before: { file: 'results.jsonl', results: 1 }, duplicates: 0 });
  expect(summary()).not.toContain('version of the rubric');
  tally.add({ status: 'done', aeo_score: 80, rubric_version: RUBRIC_VERSION - 1 });
  expect(summary()).toContain(`1 of them used another version of the rubric than ${RUBRIC_VERSION}`);
});
