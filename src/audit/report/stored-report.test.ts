import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { report as sampleReport } from '../../../test/support/reports.ts';
import { compareReports } from './compare-reports.ts';
import { listImprovements, reachableScore } from './gains.ts';
import { parseStoredReport } from './stored-report.ts';

/** As version 1 of the rubric stored it. */
const stored = (name: string) =>
  readFileSync(new URL(`../../../test/fixtures/stored/rubric-1-${name}.json`, import.meta.url), 'utf8');

describe('a stored report of rubric version 1', () => {
  test.each(['good', 'shell'])('of the site %s keeps its score, points, maxima and words', (name) => {
    const before = JSON.parse(stored(name));
    const report = parseStoredReport(stored(name), 'live');
    expect(report.score).toBe(before.score);
    expect(report).toMatchObject(before);
    expect(report.findings.map(({ maxPoints }) => maxPoints)).toEqual([20, 20, 14, 10, 10, 8, 7, 7, 4]);
  });

  test('tells what was earned before its gate, and the way out', () => {
    const report = parseStoredReport(stored('shell'), 'live');
    expect(report.score).toBe(50);
    expect(report.earned).toBeGreaterThan(50);
    const [first] = listImprovements(report);
    expect(first?.opens.map(({ id }) => id)).toEqual(['G3']);
    expect(first?.gain.before).toBe(50);
    expect(reachableScore(report)).toBe(100);
  });

  test('does not compare with one of version 2', () => {
    const comparison = compareReports(parseStoredReport(stored('good'), 'live'), sampleReport('example.com'));
    expect(comparison).toMatchObject({ comparable: false, rubricVersions: { before: 1, after: 2 } });
  });
});

test('a stored report of this version is read as it was written', () => {
  const report = sampleReport('example.com');
  expect(parseStoredReport(JSON.stringify(report), 'live')).toEqual(report);
});

test('a report that was stored without its kind has that of its row', () => {
  const { kind: _, ...stored } = sampleReport('example.com');
  for (const kind of ['live', 'demonstration'] as const)
    expect(parseStoredReport(JSON.stringify(stored), kind)).toEqual({ ...stored, kind });
});
