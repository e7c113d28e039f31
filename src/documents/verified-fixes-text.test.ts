import { beforeAll, expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, readFixture } from '../../test/support/fixture-web.ts';
import { judge } from '../audit/judge.ts';
import { verifyFixes } from '../audit/report/fix-verification.ts';
import type { JudgedQuestion, Report } from '../audit/report/report.ts';
import { gather } from '../site/gather/gather.ts';
import { verifiedFixesText } from './verified-fixes-text.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const reportOn = async (path: string): Promise<Report> =>
  judge(await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture(path)), now: NOW }));

let good: Report;
let shell: Report;
let flawed: Report;
beforeAll(async () => {
  good = await reportOn('base/good');
  shell = await reportOn('sites/shell');
  flawed = await reportOn('fix_guide/hugo-unlabelled');
});

const writeText = (before: Report, after: Report) =>
  verifiedFixesText(verifyFixes(before, after), after, { color: false, width: 100 });
const titlesIn = (text: string) => text.match(/^[A-Z][^(\n]* \(\d+\)$/gm)?.map((title) => title.replace(/ \(.*/, ''));

test('the text on a fixed site shows the score before and after, and each fixed question', () => {
  const text = writeText(shell, good);
  expect(text).toMatch(new RegExp(`^example\\.com {2}AEO score ${shell.score} → ${good.score} of 100`));
  expect(text).toContain('Gate G3, which caps the score at 25, no longer applies.');
  expect(titlesIn(text)).not.toContain('Not yet fixed');
  expect(text).toMatch(/^ {2}✓ Is the home page’s content .* 0\/\d+ → ([\d.]+)\/\1 content_without_js\.home$/m);
  expect(text).toMatch(/\n {2}No question loses points\.\n$/);
});

test('a question that is not yet fixed shows its evidence, its fix once, and its proof', () => {
  const text = writeText(flawed, flawed);
  const { questions } = verifyFixes(flawed, flawed);
  expect(titlesIn(text)).toEqual(['Not yet fixed']);
  expect(text.match(/^ {2}! /gm)).toHaveLength(questions.length);
  const fixes = new Set(questions.map(({ question: { fix } }) => `${fix?.place} ${fix?.instruction}`));
  expect(text.match(/^ {4}Fix: /gm)).toHaveLength(fixes.size);
  const proofs = new Set(questions.flatMap(({ question: { fix } }) => fix?.proof?.command ?? []));
  expect(text.match(/^ {4}Check: /gm)).toHaveLength(proofs.size);
  expect(text).toMatch(/^ {4}https:\/\/example\.com\/[^ ]*(?:, line \d+)?: /m);
  expect(text).toContain(`${questions.length} questions still lose points.`);
});

test('a new problem is listed beside questions that did not apply before', () => {
  const text = writeText(good, flawed);
  expect(titlesIn(text)).toEqual(['New']);
  expect(text).toMatch(/ \d+\/\d+, worse than (\d+)\/\1 before /);
});

test('a page that is not judged again is named', () => {
  const page = 'https://example.com/gone';
  expect(writeText(flawed, flawed)).not.toContain('not judged again');
  expect(writeText({ ...flawed, pages: [...flawed.pages, page] }, flawed).replace(/\s+/g, ' ')).toContain(
    `1 page of the earlier audit was not judged again, so nothing on it counts as fixed: ${page}.`,
  );
});

test('the score of the later audit is told where pages that are not compared change it', () => {
  const own = 'the later audit scores';
  expect(writeText(flawed, good)).not.toContain(own);
  expect(verifiedFixesText(verifyFixes(flawed, good), { ...good, score: 61 }, { color: false, width: 100 })).toContain(
    `${own} 61 of 100.`,
  );
});

test('a question with pages in several states says how many are in each', () => {
  const pages = ['https://example.com/', 'https://example.com/a'];
  const withH1 = (report: Report, ofHome: 0 | 1): Report => ({
    ...report,
    pages,
    findings: report.findings.map((finding) => ({
      ...finding,
      questions: finding.questions.map((question): JudgedQuestion => {
        if (question.id !== 'h1') return question;
        return {
          ...question,
          share: { earned: ofHome, of: 2 },
          byPage: [
            [0, ofHome, 1],
            [1, 0, 1],
          ],
        };
      }),
    })),
  });
  expect(writeText(withH1(flawed, 0), withH1(flawed, 1))).toContain('Of 2 pages: 1 fixed, 1 not yet.');
  expect(writeText(withH1(flawed, 0), withH1(flawed, 0))).not.toContain('Of 2 pages');
});

test('reports of two rubric versions are not compared, and no earlier points are shown', () => {
  const text = writeText({ ...flawed, rubricVersion: 1, score: 77 }, flawed);
  expect(text.replace(/\s+/g, ' ')).toContain(
    'The rubric changed: the earlier audit was judged by version 1, this one by version 3.',
  );
  expect(titlesIn(text)).toEqual(['Open']);
  expect(text).not.toMatch(/→|before|77/);
});
