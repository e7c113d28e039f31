import { isFull } from '../audit/check.ts';
import type { Finding, JudgedQuestion, Report } from '../audit/report/report.ts';
import { problemStatement } from '../audit/rubric.ts';
import { type CsvCell, toCsv } from '../values/csv.ts';
import { demonstrationText } from './demonstration-text.ts';
import { omittedText } from './observations.ts';
import { listTasks, type Task } from './tasks.ts';

const HEADER = [
  'domain',
  'score',
  'check',
  'question',
  'asks',
  'result',
  'earned',
  'max_points',
  'problem',
  'change',
  'score_before',
  'score_after',
  'urls',
  'fix',
];

/**
 * Returns a report as CSV, one row for each question in the rubric's order. `change` is the place of its fix in the list of
 * changes, and the two scores are those before and after that change. Each row of a demonstration begins with the notice that it
 * is one.
 */
export function csvReport(report: Report): string {
  const tasks = listTasks(report);
  const notice = demonstrationText(report);
  const rows = report.findings.flatMap((finding) =>
    finding.questions.map((question) => {
      const change = tasks.findIndex(({ parts }) => parts.some((part) => part.question === question));
      return [...notice, ...toRow(report, finding, question, change, tasks[change])];
    }),
  );
  return toCsv([...notice.map(() => 'notice'), ...HEADER], rows);
}

function toRow(
  { domain, score }: Report,
  { key, label }: Finding,
  question: JudgedQuestion,
  change: number,
  task: Task | undefined,
): CsvCell[] {
  const { id, ask, earned, maxPoints, observed, fix } = question;
  const isLost = !isFull(question);
  return [
    ...[domain, score, label, `${key}.${id}`, ask, toResult(question), earned, maxPoints],
    isLost ? [problemStatement(key, question), ...omittedText(question)].join(' ') : null,
    isLost ? change + 1 : null,
    task?.gain.before ?? null,
    task?.gain.after ?? null,
    isLost ? [...new Set(observed.map(({ url }) => url))].join(' ') : null,
    fix?.instruction ?? null,
  ];
}

function toResult(question: JudgedQuestion): string {
  if (question.notApplicable !== null) return 'not_applicable';
  if (isFull(question)) return 'pass';
  return question.fails ? 'fail' : 'warn';
}
