import { beforeAll, describe, expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, readFixture } from '../../test/support/fixture-web.ts';
import { judge } from '../audit/judge.ts';
import type { Report } from '../audit/report.ts';
import { gather } from '../site/gather.ts';
import { markdownReport } from './markdown-report.ts';
import { problemsOf } from './problems.ts';
import { textReport } from './text-report.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const reportOn = async (path: string): Promise<Report> =>
  judge(await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture(path)), now: NOW }));

const plain = { color: false, width: 100, evidence: false };

let good: Report;
let shell: Report;
let dead: Report;
beforeAll(async () => {
  good = await reportOn('base/good');
  shell = await reportOn('sites/shell');
  dead = await reportOn('sites/dead-host');
});

describe('the text report', () => {
  test('says the score and has a line with a bar for each finding', () => {
    const text = textReport(shell, plain);
    expect(text).toMatch(/^example\.com {2}AEO score 50 of 100/);
    const bars = text.split('\n').filter((line) => /[█░]{20}/.test(line));
    expect(bars).toHaveLength(9);
    expect(bars.map((line) => line.replace(/.* (\d+)\/(\d+) *$/, '$1/$2'))).toEqual(
      shell.findings.map(({ points, maxPoints }) => `${points}/${maxPoints}`),
    );
    expect(bars[1]).toContain('░'.repeat(20));
  });

  test('names the gate that caps the score', () => {
    expect(textReport(shell, plain)).toMatch(/Gate G3 caps the score at 50\./);
  });

  test('lists what to fix, most points first, each remedy once', () => {
    const worths = problemsOf(shell).map(({ worth }) => worth);
    expect(worths).toEqual([...worths].sort((a, b) => b - a));
    const text = textReport(shell, plain);
    const titles = [...text.matchAll(/^ *(\d+)\. .* \+(\d+) points? /gm)];
    expect(titles.map(([, number]) => Number(number))).toEqual(worths.map((_, i) => i + 1));
    expect(titles.map(([, , worth]) => Number(worth))).toEqual(worths);
    const instructions = problemsOf(shell).map(({ question }) => question.fix?.instruction);
    expect(text.match(/ {4}Fix: (?!as for)/g)).toHaveLength(new Set(instructions).size);
  });

  test('says so when there is nothing to fix', () => {
    expect(textReport(good, plain)).toContain('Nothing to fix: every point was earned.');
  });

  test('of a site that could not be read has no score', () => {
    const text = textReport(dead, plain);
    expect(text).toMatch(/^example\.com could not be audited\.\n/);
    expect(text).not.toMatch(/\d+ of 100|█/);
  });

  test('is coloured only when asked, and says the same', () => {
    const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
    const coloured = textReport(shell, { ...plain, color: true });
    expect(coloured).toMatch(escapes);
    expect(coloured.replace(escapes, '')).toBe(textReport(shell, plain));
  });

  test('with evidence shows every question with its points', () => {
    const text = textReport(good, { ...plain, evidence: true });
    for (const { ask, points, maxPoints } of good.findings.flatMap((finding) => finding.questions)) {
      expect(text).toContain(`${points}/${maxPoints} ${ask}`);
    }
  });
});

describe('the Markdown report', () => {
  test('has a table row for each finding, and a section for each problem', () => {
    const markdown = markdownReport(shell, { evidence: false });
    expect(markdown).toMatch(/^# AEO audit of example\.com\n\n\*\*50 of 100\*\*/);
    expect(markdown.match(/^\| .* \| (?:pass|warn|fail) \| \d+\/\d+ \| .* \|$/gm)).toHaveLength(9);
    expect(markdown.match(/^### \d+\. /gm)).toHaveLength(problemsOf(shell).length);
  });

  test('escapes what a site says, and fences it beyond its own backticks', () => {
    const finding = shell.findings[1];
    if (finding === undefined) throw new Error('The second finding is missing.');
    const [question] = finding.questions;
    if (question === undefined) throw new Error('It asks nothing.');
    const text = '``` </details> | **bold** [x](y)';
    const observed = [{ url: 'https://example.com/', status: 200, line: 1, header: null, note: 'A *note*.', text }];
    const hostile = { ...shell, findings: [{ ...finding, questions: [{ ...question, observed }] }] };
    const markdown = markdownReport(hostile, { evidence: true });
    expect(markdown).toContain('A \\*note\\*.');
    expect(markdown).toContain('```` ``` </details> ¦ **bold** [x](y) ````');
  });

  test('of a site that could not be read has no score', () => {
    expect(markdownReport(dead, { evidence: true })).not.toMatch(/of 100|\| Points/);
  });
});
