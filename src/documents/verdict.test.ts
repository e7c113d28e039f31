import { describe, expect, test } from 'vitest';
import { report as sampleReport } from '../../test/support/reports.ts';
import type { Finding, Report } from '../audit/report/report.ts';
import { pagesRead } from './pages-read.ts';
import { decideVerdict, storedVerdict, withheldText } from './verdict.ts';

/** A report of 95 points without a gate, in which one finding is otherwise. */
function reportWith(key: string, change: Partial<Finding>, more: Partial<Report> = {}): Report {
  const report = sampleReport('example.com');
  const findings = report.findings.map((finding) => (finding.key === key ? { ...finding, ...change } : finding));
  return { ...report, rubricVersion: 3, score: 95, gates: [], findings, ...more };
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
    expect(decideVerdict(reportWith('sitemap', {}, { score }))).toBe(verdict);
  });

  test.each([
    ['a criterion of crawler_access applies', reportWith('crawler_access', { failure: 'It fails.' })],
    ['a criterion of structured_data applies', reportWith('structured_data', { failure: 'It fails.' })],
    ['a gate holds', reportWith('sitemap', {}, { gates: sampleReport('example.com').gates })],
  ])('is never good while %s', (_, report) => {
    expect(decideVerdict(report)).toBe('middling');
    expect(decideVerdict({ ...report, score: 20 })).toBe('poor');
    // Version 1 went by the score alone.
    expect(decideVerdict({ ...report, rubricVersion: 1 })).toBe('good');
  });

  test.each([
    ['crawler_access fails', reportWith('crawler_access', { failure: 'It fails.' }), 'middling'],
    ['pages may not be used', reportWith('metadata', { failure: 'It fails.', questions: eligible(true) }), 'middling'],
    ['another check fails', reportWith('sitemap', { failure: 'It fails.' }), 'good'],
    [
      'metadata fails by something else',
      reportWith('metadata', { failure: 'It fails.', questions: eligible(false) }),
      'good',
    ],
  ])('by version 2, while %s, is as it was', (_, report, verdict) =>
    expect(decideVerdict({ ...report, rubricVersion: 2 })).toBe(verdict),
  );

  test('says what withholds the word good, where no gate does', () => {
    const failing = reportWith('structured_data', { failure: 'It fails.' });
    expect(withheldText(failing)).toEqual([
      'Not called good, although the score is 95, because of The check structured_data: It fails.',
    ]);
    expect(withheldText({ ...failing, score: 79 })).toEqual([]);
    expect(withheldText(reportWith('sitemap', {}))).toEqual([]);
  });

  test('names every check that withholds it', () => {
    const failing = reportWith('sitemap', { failure: 'It fails.' });
    const findings = failing.findings.map((one) =>
      one.key === 'metadata' ? { ...one, label: 'Metadata', failure: 'It fails too.' } : one,
    );
    const [sentence] = withheldText({ ...failing, findings });
    expect(sentence).toMatch(/: It fails\./);
    expect(sentence).toMatch(/Metadata: It fails too\./);
  });

  test.each([
    [80, false],
    [79, true],
  ])(
    'is that of the chosen pages; that all pages have %d points in place of 94 is told: %j',
    (allPagesScore, isTold) => {
      const choice = { known: 90, isAtLeast: false, read: 25, shut: 0, closedToCitable: 0, unread: 0, allPagesScore };
      const report = reportWith('sitemap', {}, { choice, score: 94 });
      expect(decideVerdict(report)).toBe('good');
      expect(pagesRead(report).includes(`by all pages that were read, it would be ${allPagesScore}`)).toBe(isTold);
    },
  );

  test('of an audit without a stored one follows the score', () => {
    expect(storedVerdict({ score: 91, verdict: null })).toBe('good');
    expect(storedVerdict({ score: 91, verdict: 'middling' })).toBe('middling');
  });
});
