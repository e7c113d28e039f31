import { beforeAll, describe, expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, readFixture } from '../../test/support/fixture-web.ts';
import { judge } from '../audit/judge.ts';
import { reachableScore } from '../audit/report/gains.ts';
import { isJudged, type Report } from '../audit/report/report.ts';
import { CHECKS } from '../audit/rubric.ts';
import { gather } from '../site/gather/gather.ts';
import { markdownReport } from './markdown-report.ts';
import { gainText, listStatements, listTasks } from './tasks.ts';
import { textReport } from './text-report.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const reportOn = async (path: string): Promise<Report> =>
  judge(await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture(path)), now: NOW }));

const plain = { color: false, width: 100, evidence: false };
const detailed = { ...plain, details: true };

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
    expect(text).toMatch(/^example\.com {2}AEO score 25 of 100, poor/);
    const bars = text.split('\n').filter((line) => /[█░]{20}/.test(line));
    const judged = shell.findings.filter(isJudged);
    expect(bars).toHaveLength(judged.length);
    expect(bars.map((line) => line.replace(/.* (\d+)\/(\d+) *$/, '$1/$2'))).toEqual(
      judged.map(({ earned, maxPoints }) => `${earned}/${maxPoints}`),
    );
    expect(bars[1]).toContain('░'.repeat(20));
  });

  test('names the gate that caps the score', () => {
    expect(textReport(shell, plain).replaceAll(/\s+/g, ' ')).toMatch(
      /look for it\. Fix this first: it alone holds the score at 25 \(the checks earned \d+\)\. Gate G3\./,
    );
  });

  test('lists what to fix in the one order, the cause of the cap first, each fix once', () => {
    const text = textReport(shell, detailed);
    const gains = listTasks(shell).map(gainText);
    const titles = [...text.matchAll(/^ *(\d+)\. .*?(\d+ → \d+|\+[\d.]+ points?|no points by itself) [a-z_, ]+$/gm)];
    expect(titles.map(([, number]) => Number(number))).toEqual(gains.map((_, i) => i + 1));
    expect(titles.map(([, , gain]) => gain)).toEqual(gains);
    expect(gains[0]).toMatch(/^25 → \d+$/);
    expect(text).toContain(`(25 → ${reachableScore(shell)})`);
    expect(text.match(/ {4}Fix: /g)).toHaveLength(gains.length);
  });

  test('shows an observation once, though two questions of a change rest on it', () => {
    const task = listTasks(shell).find(({ parts }) => parts[0]?.key === 'sitemap');
    const [first, second] = task?.parts ?? [];
    expect(second?.question.observed).toEqual(first?.question.observed);
    const note = first?.question.observed[0]?.note ?? 'none';
    expect(textReport(shell, detailed).split(note)).toHaveLength(2);
  });

  test('shows no place of what can be judged only after a change beside those that it gains', () => {
    const [task] = listTasks(shell);
    const [now, later] = [true, false].map((is) =>
      task?.parts.filter(({ isPromised }) => isPromised === is).flatMap(({ question }) => question.observed),
    );
    expect(later).not.toHaveLength(0);
    expect(task?.observed.every((one) => now?.includes(one))).toBe(true);
  });

  test('tells the cap once, and shows what was earned', () => {
    const text = textReport(shell, plain);
    expect(text.match(/Gate G\d/g)).toHaveLength(1);
    for (const { earned, maxPoints } of shell.findings.filter(isJudged)) {
      expect(text).toContain(`${earned}/${maxPoints}`);
    }
  });

  test('shows a check that does not apply as not judged', () => {
    const details = 'Not applicable: The site is one page. It needs none.';
    const findings = good.findings.map((one) =>
      one.key === 'sitemap' ? { ...one, maxPoints: 0, earned: 0, details } : one,
    );
    expect(textReport({ ...good, findings }, plain)).toMatch(/^ {2}– Sitemap +Not judged\. The site is one page\.$/m);
    expect(markdownReport({ ...good, findings }, { evidence: false })).toContain(
      '| Sitemap | not judged | – | The site is one page. |',
    );
  });

  test('says so when there is nothing to fix', () => {
    expect(textReport(good, plain)).toContain('Nothing to fix: every point was earned.');
    const choice = { read: 1, known: 5, isAtLeast: false, shut: 0, closedToCitable: 4, unread: 0 };
    const few = textReport({ ...good, choice }, plain);
    expect(few).toContain('No problem was seen, but most of the chosen pages could not be judged.');
    expect(few).not.toContain('Nothing to fix');
  });

  test('of a site that could not be read has no score', () => {
    const text = textReport(dead, plain);
    expect(text).toMatch(/^example\.com could not be audited\.\n/);
    expect(text).not.toMatch(/\d+ of 100|█/);
  });

  test('is one line for each problem, with its gain and its first place, and no command of a shell', () => {
    const tasks = listTasks(shell);
    for (const width of [80, 120]) {
      const text = textReport(shell, { ...plain, width });
      const [, list = ''] = text.split(/^What to fix.*\n/m);
      const entries = list
        .split('\n\n', 1)
        .join('')
        .split(/\n(?= *\d+\. )/);
      expect(entries.map((entry) => entry.replaceAll(/\s+/g, ' ').trim())).toEqual(
        tasks.map((task, i) => {
          const gain = task.opensGate ? gainText(task) : `+${task.gain.points}`;
          return expect.stringContaining(`${i + 1}. ${gain} ${listStatements(task.parts)[0]}`);
        }),
      );
      expect(entries.filter((entry) => entry.includes('\n')).length).toBeLessThan(2);
      expect(entries.some((entry) => entry.endsWith('  /sitemap.xml'))).toBe(true);
      expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(width);
      expect(text).not.toMatch(/curl|\| grep|Fix: /);
      expect(text).toContain('--details shows how to fix them');
    }
  });

  test('has the notes that are not scored, a line each', () => {
    const notes = shell.findings.flatMap((finding) => finding.notes);
    const many = shell.findings.map((one, i) =>
      i === 0 ? { ...one, notes: ['A '.repeat(90), 'B.', 'C.', 'D.'] } : one,
    );
    const text = textReport({ ...shell, findings: many }, { ...plain, width: 80 });
    expect(text).toMatch(/^ {2}- (?:A )+A…$/m);
    expect(text).toContain('  - B.\n  - C.\n');
    expect(text).toMatch(/^ {2}and \d+ more notes? \(--evidence shows them\)$/m);
    expect(textReport(shell, plain).includes('Not scored')).toBe(notes.length > 0);
  });

  test('is coloured only when asked, and says the same', () => {
    const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
    const coloured = textReport(shell, { ...plain, color: true });
    expect(coloured).toMatch(escapes);
    expect(coloured.replace(escapes, '')).toBe(textReport(shell, plain));
  });

  test('with evidence shows every question with its points', () => {
    const text = textReport(good, { ...plain, evidence: true });
    for (const { ask, earned, maxPoints, notApplicable } of good.findings.flatMap((finding) => finding.questions)) {
      expect(text).toContain(notApplicable === null ? `${earned}/${maxPoints} ${ask}` : `– ${ask}`);
    }
  });
});

describe('the Markdown report', () => {
  test('has a table row for each finding, and a section for each problem', () => {
    const markdown = markdownReport(shell, { evidence: false });
    expect(markdown).toMatch(/^# AEO audit of example\.com\n\n\*\*25 of 100\*\* \(Poor\)/);
    expect(markdown.match(/^\| .* \| (?:pass|warn|fail|not judged) \| (?:\d+\/\d+|–) \| .* \|$/gm)).toHaveLength(
      CHECKS.length,
    );
    expect(markdown.match(/^### \d+\. /gm)).toHaveLength(listTasks(shell).length);
  });

  test('lists an observation of a problem once, although several questions rest on it', () => {
    const sections = markdownReport(shell, { evidence: false }).split(/^### /m).slice(1);
    for (const section of sections) {
      const items = section.match(/^- .*$/gm) ?? [];
      expect(new Set(items).size).toBe(items.length);
    }
    expect(sections[0]).toMatch(/^- /m);
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
