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

const eligible = (fails: boolean) =>
  sampleReport('example.com').findings.flatMap(({ questions }) =>
    questions.slice(0, 1).map((question) => ({ ...question, id: 'eligible', fails })),
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
    ['crawler_access fails', reportWith('crawler_access', { severity: 'fail' })],
    ['content_without_js fails', reportWith('content_without_js', { severity: 'fail' })],
    ['pages may not be used', reportWith('metadata', { severity: 'fail', questions: eligible(true) })],
    ['a gate holds', reportWith('sitemap', {}, { gates: sampleReport('example.com').gates })],
  ])('is never good while %s', (_, report) => {
    expect(verdictOf(report)).toBe('middling');
    expect(verdictOf({ ...report, score: 20 })).toBe('poor');
    // Version 1 went by the score alone.
    expect(verdictOf({ ...report, rubricVersion: 1 })).toBe('good');
  });

  test.each([
    ['another check fails', reportWith('sitemap', { severity: 'fail' })],
    ['metadata fails by something else', reportWith('metadata', { severity: 'fail', questions: eligible(false) })],
  ])('may be good while %s', (_, report) => expect(verdictOf(report)).toBe('good'));

  test('of an audit without a stored one follows the score', () => {
    expect(storedVerdictOf({ score: 91, verdict: null })).toBe('good');
    expect(storedVerdictOf({ score: 91, verdict: 'middling' })).toBe('middling');
  });
});
