import { describe, expect, test } from 'vitest';
import { report as sampleReport } from '../../test/support/reports.ts';
import type { Finding, Report } from '../audit/report/report.ts';
import { storedVerdictOf, verdictOf } from './verdict.ts';

/** A report of 95 points without a gate, in which one finding is otherwise. */
function reportWith(key: string, change: Partial<Finding>, more: Partial<Report> = {}): Report {
  const report = sampleReport('example.com');
  const findings = report.findings.map((finding) => (finding.key === key ? { ...finding, ...change } : finding));
  return { ...report, score: 95, gates: [], findings, ...more };
}

const eligible = (isLost: boolean) =>
  sampleReport('example.com').findings.flatMap(({ questions }) =>
    questions
      .slice(0, 1)
      .map((question) => ({ ...question, id: 'eligible', share: { earned: isLost ? 0 : 1, of: 1 } })),
  );

describe('the verdict', () => {
  test.each([
    [80, 'good'],
    [79, 'middling'],
    [50, 'middling'],
    [49, 'poor'],
  ])('of %d points without a decisive fault is %s', (score, verdict) => {
    expect(verdictOf(reportWith('sitemap', {}, { score }))).toBe(verdict);
  });

  test.each([
    ['a criterion of crawler_access applies', reportWith('crawler_access', { failure: 'It fails.' })],
    ['a criterion of content_without_js applies', reportWith('content_without_js', { failure: 'It fails.' })],
    ['pages may not be used', reportWith('metadata', { failure: 'It fails.', questions: eligible(true) })],
    ['a gate holds', reportWith('sitemap', {}, { gates: sampleReport('example.com').gates })],
  ])('is never good while %s', (_, report) => {
    expect(verdictOf(report)).toBe('middling');
    expect(verdictOf({ ...report, score: 20 })).toBe('poor');
    // Version 1 went by the score alone.
    expect(verdictOf({ ...report, rubricVersion: 1 })).toBe('good');
  });

  test.each([
    ['a criterion of another check applies', reportWith('sitemap', { failure: 'It fails.' })],
    ['metadata fails by something else', reportWith('metadata', { failure: 'It fails.', questions: eligible(false) })],
  ])('may be good while %s', (_, report) => expect(verdictOf(report)).toBe('good'));

  test('of an audit without a stored one follows the score', () => {
    expect(storedVerdictOf({ score: 91, verdict: null })).toBe('good');
    expect(storedVerdictOf({ score: 91, verdict: 'middling' })).toBe('middling');
  });
});
