import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, readFixture } from '../../../../test/support/fixture-web.ts';
import { isFull } from '../../../audit/check.ts';
import { judge } from '../../../audit/judge.ts';
import { gather } from '../../../site/gather/gather.ts';
import { filterFindings, NO_FILTER, parseReportFilter, problemsOn } from './report-filter.tsx';

const report = judge(
  await gather(exampleDomain, {
    fetcher: fixtureFetcher(readFixture('sites/shell')),
    now: new Date('2026-11-01T12:00:00Z'),
  }),
);
const HOME = 'https://example.com/';

test('without a filter, all findings are shown as they are', () => {
  expect(filterFindings(report, NO_FILTER)).toEqual(report.findings);
});

test('what the report does not have is not filtered by', () => {
  const query = { severity: 'toString', check: 'tides', page: 'https://elsewhere.example/' };
  expect(parseReportFilter(query, report)).toEqual(NO_FILTER);
});

test.each(['fail', 'warn', 'pass'])('only checks of severity %s are shown', (severity) => {
  const shown = filterFindings(report, parseReportFilter({ severity }, report));
  const judged = report.findings.filter(({ maxPoints }) => maxPoints > 0);
  expect(shown.map(({ key }) => key)).toEqual(
    judged.filter((finding) => finding.severity === severity).map(({ key }) => key),
  );
});

test('problems are the questions that lost points', () => {
  const questions = filterFindings(report, parseReportFilter({ severity: 'lost' }, report)).flatMap(
    (finding) => finding.questions,
  );
  expect(questions.length).toBeGreaterThan(0);
  expect(questions.some(isFull)).toBe(false);
});

test('of a page, only what was seen there is shown', () => {
  const shown = filterFindings(report, parseReportFilter({ page: HOME, severity: 'lost' }, report));
  const questions = shown.flatMap((finding) => finding.questions);
  expect(questions).toHaveLength(problemsOn(report, HOME));
  expect(questions.flatMap(({ observed }) => observed).every(({ url }) => url === HOME)).toBe(true);
  expect(shown.some(({ key }) => key === 'robots_txt')).toBe(false);
});
