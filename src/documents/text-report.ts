import { styleText } from 'node:util';
import type { Observation } from '../audit/check.ts';
import { whereToFix } from '../audit/fixes/places.ts';
import { count } from '../audit/formatting.ts';
import { reachableScore } from '../audit/report/gains.ts';
import { type Finding, isJudged, type JudgedQuestion, type Report, type Severity } from '../audit/report/report.ts';
import { readableUrl } from '../readable-url.ts';
import { headlineOf } from './headlines.ts';
import { gainText, statementsOf, type Task, tasksOf } from './tasks.ts';
import { capText, VERDICT_NAMES, type Verdict, verdictOf } from './verdict.ts';

export interface TextReportOptions {
  readonly color: boolean;
  /** Columns of the terminal; the report uses 60 to 100 of them. */
  readonly width: number;
  /** Show every question with its points and observations, not only what to fix. */
  readonly evidence: boolean;
}

export type Style = Parameters<typeof styleText>[0];

const COLOR: Record<Severity, Style> = { pass: 'green', warn: 'yellow', fail: 'red' };
const BAND_COLOR = { good: 'green', middling: 'yellow', poor: 'red' } as const satisfies Record<Verdict, Style>;
const MARK: Record<Severity, string> = { pass: '✓', warn: '!', fail: '✗' };
const BAR_CELLS = 20;
/** Observations of one problem that are shown without `evidence`. */
const SHOWN_OBSERVATIONS = 3;

/** The report as a person reads it in a terminal: the score, a bar for each check, then what to fix. */
export function textReport(report: Report, { color, width, evidence }: TextReportOptions): string {
  const columns = Math.min(100, Math.max(60, width));
  const paint = (style: Style, text: string) => (color ? styleText(style, text, { validateStream: false }) : text);
  if (report.failure !== null) {
    return `${paint('bold', report.domain)} could not be audited.\n${wrap(report.failure.message, columns, '')}\n`;
  }
  const tasks = tasksOf(report);
  const sections = [
    heading(report, paint),
    scoreLines(report.findings, columns, paint),
    ...capText(report).map((sentence) => wrap(sentence, columns, '  ')),
    tasks.length === 0
      ? '  Nothing to fix: every point was earned.'
      : `${paint('bold', `What to fix: ${count(tasks.length, 'change')}, most gained first (${report.score} → ${reachableScore(report)})`)}\n\n${tasks.map((task, i) => taskLines(task, i + 1, report, columns, paint)).join('\n\n')}`,
    ...(evidence ? [evidenceLines(report, columns, paint)] : []),
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

function heading(report: Report, paint: Paint): string {
  const verdict = verdictOf(report);
  const style = BAND_COLOR[verdict];
  const pages = count(report.pages.length, 'page');
  return `${paint('bold', report.domain)}  ${paint(['bold', style], `AEO score ${report.score} of 100, ${VERDICT_NAMES[verdict].toLowerCase()}`)}  ${paint('dim', `rubric ${report.rubricVersion}, ${pages} judged`)}`;
}

export type Paint = (style: Style, text: string) => string;

function scoreLines(findings: readonly Finding[], columns: number, paint: Paint): string {
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

function taskLines(task: Task, n: number, report: Report, columns: number, paint: Paint): string {
  const { level, parts, observed } = task;
  const indent = '    ';
  const keys = [...new Set(parts.map(({ key }) => key))].join(', ');
  const color = COLOR[level === 'FAIL' ? 'fail' : 'warn'];
  const [headline, ...others] = statementsOf(parts);
  const title = `${`${n}.`.padStart(3)} ${paint('bold', headline)} ${paint(color, gainText(task))} ${paint('dim', keys)}`;
  const more = observed.length - SHOWN_OBSERVATIONS;
  return [
    title,
    ...(others.length === 0 ? [] : [wrap(`Also: ${others.join(' ')}`, columns, indent)]),
    ...observed.slice(0, SHOWN_OBSERVATIONS).map((observation) => wrap(seen(observation), columns, indent)),
    ...(more > 0 ? [paint('dim', `${indent}and ${more} more of the kind (--evidence shows them)`)] : []),
    ...fixLines(task, report, columns, paint),
  ].join('\n');
}

/** Returns where and how to fix a problem, and the command that proves the fix. */
export function fixLines(
  { fix }: Pick<Task, 'fix'>,
  { stack }: Pick<Report, 'stack'>,
  columns: number,
  paint: Paint,
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

function evidenceLines(report: Report, columns: number, paint: Paint): string {
  const blocks = report.findings.map((finding) =>
    [
      isJudged(finding)
        ? `${paint(COLOR[finding.severity], MARK[finding.severity])} ${paint('bold', finding.label)} ${finding.earned}/${finding.maxPoints}`
        : `– ${paint('bold', finding.label)}`,
      wrap(finding.details, columns, '    '),
      ...finding.questions.map((question) => questionLines(question, columns, paint)),
      ...finding.notes.map((note) => wrap(`Note, not scored: ${note}`, columns, '    ')),
    ].join('\n'),
  );
  return `${paint('bold', 'Evidence')}\n\n${blocks.join('\n\n')}`;
}

function questionLines(question: JudgedQuestion, columns: number, paint: Paint): string {
  const points = question.notApplicable === null ? `${question.earned}/${question.maxPoints}` : '–';
  const head = `    ${paint('dim', points)} ${question.ask}`;
  const details =
    question.notApplicable === null
      ? question.observed.map((observation) => wrap(seen(observation), columns, '        '))
      : [wrap(`Does not apply: ${question.notApplicable}`, columns, '        ')];
  return [head, ...details].join('\n');
}

/** Returns one observation as a sentence: where, what, and the site's own words in quotation marks. */
export function seen({ url, line, header, note, text }: Observation): string {
  const where = [readableUrl(url), line === null ? null : `line ${line}`, header === null ? null : `header ${header}`]
    .filter((part) => part !== null)
    .join(', ');
  return `${where}: ${note}${text === null || text === '' ? '' : ` “${text}”`}`;
}

/** Breaks at spaces to fit the columns; a word that is longer stays whole. */
export function wrap(text: string, columns: number, indent: string, first: string = indent): string {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(' ')) {
    if (!empty && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = indent + word;
    } else {
      line += empty ? word : ` ${word}`;
    }
    empty = false;
  }
  return [...lines, line].join('\n');
}
