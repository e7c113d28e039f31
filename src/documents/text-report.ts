import { whereToFix } from '../audit/fixes/places.ts';
import { count } from '../audit/formatting.ts';
import type { PageTable } from '../audit/pages/page-table.ts';
import { reachableScore } from '../audit/report/gains.ts';
import { type Finding, isJudged, type JudgedQuestion, type Report, type Severity } from '../audit/report/report.ts';
import { demonstrationText } from './demonstration-text.ts';
import { headlineOf } from './headlines.ts';
import { omittedText } from './observations.ts';
import { pagesText } from './pages/pages-text.ts';
import { pagesRead, tooFewRead } from './pages-read.ts';
import { heldText } from './reach.ts';
import { gainText, statementsOf, type Task, tasksOf } from './tasks.ts';
import {
  observationLines,
  type Style,
  seen,
  type Terminal,
  type TerminalOptions,
  terminalOf,
  wrap,
} from './terminal-text.ts';
import { capText, VERDICT_NAMES, type Verdict, verdictOf } from './verdict.ts';

export interface TextReportOptions extends TerminalOptions {
  /** Show every question with its points and observations, not only what to fix. */
  readonly evidence: boolean;
  /** Null where nothing is known of the pages together. */
  readonly pages?: PageTable | null;
}

const COLOR: Record<Severity, Style> = { pass: 'green', warn: 'yellow', fail: 'red' };
const BAND_COLOR = {
  good: 'green',
  middling: 'yellow',
  poor: 'red',
  unknown: 'dim',
} as const satisfies Record<Verdict, Style>;
const MARK: Record<Severity, string> = { pass: '✓', warn: '!', fail: '✗' };
const BAR_CELLS = 20;

/** The report as a person reads it in a terminal: the score, a bar for each check, then what to fix. */
export function textReport(report: Report, { evidence, pages = null, ...options }: TextReportOptions): string {
  const terminal = terminalOf(options);
  const { columns, paint } = terminal;
  if (report.failure !== null) {
    return `${paint('bold', report.domain)} could not be audited.\n${wrap(report.failure.message, columns, '')}\n`;
  }
  const tasks = tasksOf(report);
  const sections = [
    heading(report, terminal),
    ...demonstrationText(report).map((statement) => paint('bold', wrap(statement, columns, '  '))),
    ...tooFewRead(report).map((sentence) => paint('bold', wrap(sentence, columns, '  '))),
    scoreLines(report.findings, terminal),
    ...capText(report).map((sentence) => wrap(sentence, columns, '  ')),
    tasks.length === 0 ? '  Nothing to fix: every point was earned.' : taskList(tasks, report, terminal),
    ...(pages === null ? [] : [pagesText(pages, terminal)]),
    ...(evidence ? [evidenceLines(report, terminal)] : []),
    paint(
      'dim',
      wrap(
        'The score says whether answer engines can reach, read and understand the site. It promises no citations: relevance, authority and mentions decide those.',
        columns,
        '',
      ),
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}

function heading(report: Report, { paint }: Terminal): string {
  const verdict = verdictOf(report);
  const style = BAND_COLOR[verdict];
  return `${paint('bold', report.domain)}  ${paint(['bold', style], `AEO score ${report.score} of 100, ${VERDICT_NAMES[verdict].toLowerCase()}`)}  ${paint('dim', `rubric ${report.rubricVersion}, ${pagesRead(report)}`)}`;
}

function scoreLines(findings: readonly Finding[], { columns, paint }: Terminal): string {
  const widest = Math.max(...findings.map((finding) => finding.label.length));
  return findings
    .map((finding) => {
      const { severity, label, earned, maxPoints } = finding;
      if (!isJudged(finding)) {
        const indent = ' '.repeat(widest + 6);
        const first = `  – ${label.padEnd(widest)}  `;
        return paint('dim', wrap(`Not judged. ${headlineOf(finding)}`, columns, indent, first));
      }
      const cells = Math.round((earned / maxPoints) * BAR_CELLS);
      const bar = paint(COLOR[severity], '█'.repeat(cells)) + paint('dim', '░'.repeat(BAR_CELLS - cells));
      const score = `${String(earned).padStart(2)}/${String(maxPoints).padEnd(2)}`;
      return `  ${paint(COLOR[severity], MARK[severity])} ${label.padEnd(widest)}  ${bar}  ${score}`;
    })
    .join('\n');
}

function taskList(tasks: readonly Task[], report: Report, terminal: Terminal): string {
  const gain = `${report.score} → ${reachableScore(report)}`;
  const head = `What to fix, in this order: ${count(tasks.length, 'change')} (${gain})`;
  const lines = tasks.map((task, i) => taskLines(task, i + 1, report, terminal));
  const held = heldText(report).map((sentence) => wrap(sentence, terminal.columns, '  '));
  return [terminal.paint('bold', head), ...lines, ...held].join('\n\n');
}

function taskLines(task: Task, n: number, report: Report, terminal: Terminal): string {
  const { columns, paint } = terminal;
  const { level, parts } = task;
  const indent = '    ';
  const keys = [...new Set(parts.map(({ key }) => key))].join(', ');
  const color = COLOR[level === 'FAIL' ? 'fail' : 'warn'];
  const [headline, ...others] = statementsOf(parts);
  const title = `${`${n}.`.padStart(3)} ${paint('bold', headline)} ${paint(color, gainText(task))} ${paint('dim', keys)}`;
  return [
    title,
    ...(others.length === 0 ? [] : [wrap(`Also: ${others.join(' ')}`, columns, indent)]),
    ...observationLines(task, indent, '--evidence', terminal),
    ...fixLines(task, report, terminal),
  ].join('\n');
}

/** Returns where and how to fix a problem, and the command that proves the fix. */
export function fixLines(
  { fix }: Pick<Task, 'fix'>,
  { stack }: Pick<Report, 'stack'>,
  { columns, paint }: Terminal,
): readonly string[] {
  if (fix === null) return [];
  const indent = '    ';
  return [
    wrap(fix.instruction, columns, indent, `${indent}Fix: `),
    wrap(whereToFix(fix.place, stack), columns, indent),
    ...(fix.lines === null ? [] : fix.lines.split('\n').map((line) => paint('cyan', `${indent}  ${line}`))),
    ...(fix.proof === null
      ? []
      : [
          `${indent}Check: ${paint('cyan', fix.proof.command)}`,
          wrap(`prints ${fix.proof.expect}`, columns, `${indent}       `),
        ]),
  ];
}

function evidenceLines(report: Report, terminal: Terminal): string {
  const { columns, paint } = terminal;
  const blocks = report.findings.map((finding) =>
    [
      isJudged(finding)
        ? `${paint(COLOR[finding.severity], MARK[finding.severity])} ${paint('bold', finding.label)} ${finding.earned}/${finding.maxPoints}`
        : `– ${paint('bold', finding.label)}`,
      wrap(finding.details, columns, '    '),
      ...finding.questions.map((question) => questionLines(question, terminal)),
      ...finding.notes.map((note) => wrap(`Note, not scored: ${note}`, columns, '    ')),
    ].join('\n'),
  );
  return `${paint('bold', 'Evidence')}\n\n${blocks.join('\n\n')}`;
}

function questionLines(question: JudgedQuestion, { columns, paint }: Terminal): string {
  const points = question.notApplicable === null ? `${question.earned}/${question.maxPoints}` : '–';
  const head = `    ${paint('dim', points)} ${question.ask}`;
  const details =
    question.notApplicable === null
      ? [
          ...question.observed.map((observation) => wrap(seen(observation), columns, '        ')),
          ...omittedText(question).map((one) => wrap(one, columns, '        ')),
        ]
      : [wrap(`Does not apply: ${question.notApplicable}`, columns, '        ')];
  return [head, ...details].join('\n');
}
