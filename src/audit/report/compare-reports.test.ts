import { describe, expect, test } from 'vitest';
import { report as sampleReport } from '../../../test/support/reports.ts';
import { compareReports, isWorse } from './compare-reports.ts';
import type { Finding, JudgedQuestion, Report } from './report.ts';

/** A Report in which a check's only question was answered so. */
function reportWith(
  key: string,
  { points, ...answer }: Partial<JudgedQuestion & Pick<Finding, 'points'>>,
  others: Partial<Report> = {},
): Report {
  const report = sampleReport('example.com');
  const findings = report.findings.map((finding) => {
    if (finding.key !== key) return finding;
    const questions = finding.questions.map((question) => {
      const { earned = question.earned, maxPoints } = { ...question, ...answer };
      return { ...question, share: { earned, of: maxPoints }, ...answer };
    });
    return { ...finding, questions, points: points ?? finding.points };
  });
  return { ...report, findings, score: findings.reduce((sum, { points }) => sum + points, 0), ...others };
}

function compareQuestions(before: Report, after: Report) {
  const comparison = compareReports(before, after);
  return comparison.comparable ? comparison.questions : null;
}

describe('compareReports', () => {
  test('finds nothing between a Report and itself, but every check', () => {
    const report = sampleReport('example.com');
    const comparison = compareReports(report, report);
    expect(comparison).toMatchObject({ comparable: true, scoreDifference: 0, questions: [] });
    expect(comparison).toMatchObject({ gates: { closed: [], opened: [] } });
    if (!comparison.comparable) throw new Error('It is comparable.');
    expect(comparison.findings.map(({ key }) => key)).toEqual(report.findings.map(({ key }) => key));
    expect(comparison.findings.every(({ before, after }) => before === after)).toBe(true);
  });

  test('gives the difference of the scores and the points of each check before and after', () => {
    const before = reportWith('sitemap', { points: 2 });
    const after = reportWith('sitemap', { points: 6 });
    const comparison = compareReports(before, after);
    expect(comparison).toMatchObject({ scoreDifference: 4 });
    expect(compareReports(after, before)).toMatchObject({ scoreDifference: -4 });
    if (!comparison.comparable) throw new Error('It is comparable.');
    expect(comparison.findings.find(({ key }) => key === 'sitemap')).toEqual({
      key: 'sitemap',
      label: 'The check sitemap',
      before: 2,
      after: 6,
      maxPoints: 6,
    });
  });

  test.each([
    ['better', { earned: 3 }, { earned: 4 }, 3, 4],
    ['better', { share: { earned: 6, of: 14 }, earned: 3 }, { share: { earned: 7, of: 14 }, earned: 3 }, 3, 3],
    ['worse', { earned: 4 }, { earned: 3 }, 4, 3],
    ['new', { earned: 6, notApplicable: 'No sitemap is needed.' }, { earned: 6 }, null, 6],
    ['gone', { earned: 0 }, { earned: 6, notApplicable: 'No sitemap is needed.' }, 0, null],
  ] as const)('a question is %s', (change, respondEarly, answerAfter, before, after) => {
    const [earlier, later] = [reportWith('sitemap', respondEarly), reportWith('sitemap', answerAfter)];
    const only = ({ findings }: Report) => findings.find(({ key }) => key === 'sitemap')?.questions[0];
    expect(compareQuestions(earlier, later)).toEqual([
      {
        ...{ key: 'sitemap', id: 'only', ask: 'Is it there?', change, before, after, maxPoints: 6 },
        ...{ earlier: only(earlier), later: only(later) },
      },
    ]);
  });

  test.each([
    ['earned as much', { earned: 3 }, { earned: 3 }],
    ['applied neither time, whatever it says', { notApplicable: 'One reason.' }, { notApplicable: 'Another.' }],
    ['lost points to a gate alone', { earned: 6, points: 6 }, { earned: 6, points: 0 }],
  ])('a question has not changed that %s', (_, before, after) => {
    expect(compareQuestions(reportWith('sitemap', before), reportWith('sitemap', after))).toEqual([]);
  });

  test('tells which gates hold now alone, and which held before', () => {
    const gate = { id: 'G1', cap: 25, key: 'crawler_access', reason: 'Crawlers are shut out.', opensWith: [] } as const;
    const before = reportWith('sitemap', {});
    const after = reportWith('sitemap', {}, { gates: [gate] });
    expect(compareReports(before, after)).toMatchObject({ gates: { closed: [gate], opened: before.gates } });
    const sameGate = reportWith('sitemap', {}, { gates: [{ ...gate, reason: 'Another reason.' }] });
    expect(compareReports(after, sameGate)).toMatchObject({ gates: { closed: [], opened: [] } });
  });

  test.each([
    ['nothing changed', {}, {}, {}, false],
    ['a question earns less', { earned: 4 }, { earned: 3 }, {}, true],
    ['a question earns more', { earned: 3 }, { earned: 4 }, {}, false],
    ['a question applies now, and passes', { notApplicable: 'None.' }, { earned: 6 }, {}, false],
    ['a question applies now, and loses points', { notApplicable: 'None.' }, { earned: 2 }, {}, true],
    ['a question applies no more', { earned: 6 }, { notApplicable: 'None.' }, {}, false],
    ['the score is lower', {}, {}, { score: 1 }, true],
    ['a gate applies no more', {}, {}, { gates: [] }, false],
    ['the rubric changed', { earned: 4 }, { earned: 3 }, { rubricVersion: 3 }, false],
  ] as const)('a site is worse or not when %s', (_, before, after, others, worse) => {
    const comparison = compareReports(reportWith('sitemap', before), reportWith('sitemap', after, others));
    expect(isWorse(comparison)).toBe(worse);
  });

  test('a site is worse when a gate applies that did not', () => {
    const before = reportWith('sitemap', {}, { gates: [] });
    expect(isWorse(compareReports(before, reportWith('sitemap', {})))).toBe(true);
  });

  test('names the pages that were judged only once', () => {
    const [before, after] = [
      reportWith('sitemap', {}, { pages: ['/', '/a'] }),
      reportWith('sitemap', {}, { pages: ['/', '/b'] }),
    ];
    expect(compareReports(before, after)).toMatchObject({ pages: { added: ['/b'], notRead: ['/a'] } });
  });

  test('compares nothing by two versions of the rubric', () => {
    const after = reportWith('sitemap', {}, { rubricVersion: 3 });
    const rubricVersions = { before: 2, after: 3 };
    expect(compareReports(reportWith('sitemap', {}), after)).toMatchObject({ comparable: false, rubricVersions });
  });
});
