import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, readFixture } from '../../test/support/fixture-web.ts';
import { judge } from '../audit/judge.ts';
import { gather } from '../site/gather/gather.ts';
import { readCsvLine } from '../values/csv.ts';
import { csvReport } from './csv-report.ts';
import { listTasks } from './tasks.ts';

test('a report as CSV has a row for each question, with the change that fixes it', async () => {
  const fetcher = fixtureFetcher(readFixture('sites/shell'));
  const report = judge(await gather(exampleDomain, { fetcher, now: new Date('2026-11-01T12:00:00Z') }));
  const [header = [], ...rows] = csvReport(report)
    .trim()
    .split('\r\n')
    .map((line) => readCsvLine(line) ?? []);
  const cell = (row: readonly string[], name: string) => row[header.indexOf(name)];
  expect(rows).toHaveLength(report.findings.flatMap(({ questions }) => questions).length);
  const tasks = listTasks(report);
  const changes = rows.map((row) => cell(row, 'change')).filter((change) => change !== '');
  expect(new Set(changes)).toEqual(new Set(tasks.map((_, i) => String(i + 1))));
  const home = rows.find((row) => cell(row, 'question') === 'content_without_js.home') ?? [];
  expect([cell(home, 'domain'), cell(home, 'result'), cell(home, 'change')]).toEqual(['example.com', 'fail', '1']);
  expect(cell(home, 'score_before')).toBe('25');
  expect(cell(home, 'urls')).toBe('https://example.com/');
});
