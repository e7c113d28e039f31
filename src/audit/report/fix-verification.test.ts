import { describe, expect, test } from 'vitest';
import { report as sampleReport } from '../../../test/support/reports.ts';
import { verifyFixes } from './fix-verification.ts';
import { listImprovements } from './gains.ts';
import type { JudgedQuestion, Report } from './report.ts';

const LOST = { share: { earned: 0, of: 6 }, earned: 0 };
const HALF = { share: { earned: 3, of: 6 }, earned: 3 };
const FULL = { share: { earned: 6, of: 6 }, earned: 6 };
const NOT_APPLICABLE = { ...FULL, notApplicable: 'No sitemap is needed.' };

/** Returns a Report whose check `sitemap` has one question with this answer. */
function reportWith(answer: Partial<JudgedQuestion>, others: Partial<Report> = {}): Report {
  const report = sampleReport('example.com');
  const findings = report.findings.map((finding) => ({
    ...finding,
    questions: finding.questions.map((question) => (finding.key === 'sitemap' ? { ...question, ...answer } : question)),
  }));
  return { ...report, gates: [], findings, ...others };
}

describe('a question', () => {
  test.each([
    ['fixed', LOST, FULL, 'better'],
    ['fixed', HALF, FULL, 'better'],
    ['not_yet', LOST, LOST, 'same'],
    ['not_yet', LOST, HALF, 'better'],
    ['not_yet', HALF, LOST, 'worse'],
    ['not_yet', { ...LOST, share: { earned: 1, of: 60 } }, LOST, 'worse'],
    ['new', FULL, HALF, 'worse'],
    ['new', NOT_APPLICABLE, LOST, null],
    ['not_asked', LOST, NOT_APPLICABLE, null],
  ] as const)('is %s', (state, then, now, change) => {
    const { questions, isAllFixed } = verifyFixes(reportWith(then), reportWith(now));
    expect(questions).toEqual([
      expect.objectContaining({
        state,
        finding: { key: 'sitemap', label: 'The check sitemap' },
        before: 'notApplicable' in then ? null : { earned: then.earned, maxPoints: 6 },
        after: 'notApplicable' in now ? null : { earned: now.earned, maxPoints: 6 },
        change,
      }),
    ]);
    expect(isAllFixed).toBe(state === 'fixed' || state === 'not_asked');
  });

  test.each([
    ['earned all both times', FULL, FULL],
    ['never applied', NOT_APPLICABLE, NOT_APPLICABLE],
    ['did not apply, and earns all now', NOT_APPLICABLE, FULL],
    ['lost points to a gate alone', FULL, { ...FULL, points: 0 }],
  ])('is not listed that %s', (_, then, now) => {
    const { questions, isAllFixed } = verifyFixes(reportWith(then), reportWith(now));
    expect([questions, isAllFixed]).toEqual([[], true]);
  });

  test('that the earlier audit did not have is new where it loses points', () => {
    const before = { ...reportWith(FULL), findings: [] };
    expect(verifyFixes(before, reportWith(LOST)).questions).toMatchObject([{ state: 'new', before: null }]);
  });

  test('states the problem in the words of its cause, else of the rubric, else as a question', () => {
    const findProblem = (id: string, answer: Partial<JudgedQuestion>) =>
      verifyFixes(reportWith(LOST), reportWith({ id, ...LOST, ...answer })).questions[0]?.problem;
    expect(findProblem('valid', { problem: 'The sitemap is cut short.' })).toBe('The sitemap is cut short.');
    expect(findProblem('valid', {})).toMatch(/sitemap/);
    expect(findProblem('only', {})).toBe('Is it there?');
    expect(verifyFixes(reportWith(LOST), reportWith(FULL)).questions[0]?.problem).toBeNull();
  });
});

test('fixed questions come first, then the others in the order of their gains', () => {
  const before = reportWith(LOST);
  const lose = (report: Report, keys: readonly string[]): Report => ({
    ...report,
    findings: report.findings.map((finding) => ({
      ...finding,
      questions: finding.questions.map((question) =>
        keys.includes(finding.key) ? { ...question, share: { earned: 0, of: 1 }, earned: 0, fix: null } : question,
      ),
    })),
  });
  const after = lose(reportWith(FULL), ['robots_txt', 'llms_txt', 'metadata']);
  const keys = verifyFixes(before, after).questions.map(({ finding, state }) => `${state} ${finding.key}`);
  const gains = listImprovements(after).flatMap(({ problems }) => problems.map(({ finding }) => `new ${finding.key}`));
  expect(keys).toEqual(['fixed sitemap', ...gains]);
  expect(gains[0]).toBe('new metadata');
});

test('a gate is fixed, not yet, or new', () => {
  const gate = (id: 'G1' | 'G2' | 'G5', cap: number) => ({ id, cap, key: 'k', reason: `${id} holds.`, opensWith: [] });
  const before = reportWith(FULL, { gates: [gate('G2', 30), gate('G5', 70)] });
  const after = reportWith(FULL, { gates: [gate('G1', 40), gate('G5', 70)] });
  expect(verifyFixes(before, after).gates).toEqual([
    { id: 'G1', cap: 40, state: 'new', reason: 'G1 holds.' },
    { id: 'G5', cap: 70, state: 'not_yet', reason: 'G5 holds.' },
    { id: 'G2', cap: 30, state: 'fixed', reason: null },
  ]);
});

test('a page that is not judged again is named, because fixes there are not verified', () => {
  const [home, gone, added] = ['https://example.com/', 'https://example.com/gone', 'https://example.com/new'];
  const before = reportWith(LOST, { pages: [home, gone] });
  const after = reportWith(FULL, { pages: [home, added] });
  expect(verifyFixes(before, after).pages).toMatchObject({ same: [home], notRead: [gone], added: [added] });
  expect(verifyFixes(before, before).pages).toMatchObject({ notRead: [], added: [] });
  expect(verifyFixes({ ...before, rubricVersion: 1 }, after).pages.notRead).toEqual([]);
});

test('reports of two rubric versions are not compared: lost questions are open', () => {
  const gates = [{ id: 'G1', cap: 40, key: 'k', reason: 'It holds.', opensWith: [] }] as const;
  const after = reportWith(LOST, { rubricVersion: 3, gates, score: 70 });
  const before = reportWith(HALF, { gates: [{ ...gates[0], id: 'G2' }] });
  expect(verifyFixes(before, after)).toMatchObject({
    isComparable: false,
    isAllFixed: false,
    before: { rubricVersion: 2 },
    after: { rubricVersion: 3, score: 70 },
    gates: [{ id: 'G1', state: 'open' }],
    questions: [{ state: 'open', before: null, after: { earned: 0 }, change: null }],
  });
  expect(verifyFixes(before, { ...after, findings: reportWith(FULL).findings }).isAllFixed).toBe(true);
});

test('a Report compared with itself has nothing fixed and nothing new', () => {
  const report = reportWith(HALF);
  const states = verifyFixes(report, report).questions.map(({ state, change }) => [state, change]);
  expect(states).toEqual([['not_yet', 'same']]);
});
