import type { AgentFinding } from '../audit/agents/agent-findings.ts';
import { whereToFix } from '../audit/fixes/places.ts';
import { count } from '../audit/formatting.ts';
import type { PageTable } from '../audit/pages/page-table.ts';
import type { RenderedAudit } from '../audit/rendered/rendered-site.ts';
import { reachableScore } from '../audit/report/gains.ts';
import { type Finding, isJudged, type JudgedQuestion, type Report, type Severity } from '../audit/report/report.ts';
import { inOwnScript } from '../values/domain-name.ts';
import { agentsText } from './agents-text.ts';
import { demonstrationText } from './demonstration-text.ts';
import { writeHeadline } from './headlines.ts';
import { omittedText } from './observations.ts';
import { pagesBasis, pagesText, unfoundText } from './pages/pages-text.ts';
import { nothingToFix, pagesRead, tooFewRead, tooLargeText } from './pages-read.ts';
import { type RenderedTextOptions, renderedText } from './rendered-text.ts';
import { shortNotes, shortTaskLines } from './short-report.ts';
import { gainText, heldText, listStatements, listTasks, type Task } from './tasks.ts';
import {
  createTerminal,
  observationLines,
  type Style,
  seen,
  type Terminal,
  type TerminalOptions,
  wrap,
} from './terminal-text.ts';
import { capText, decideVerdict, VERDICT_NAMES, type Verdict, withheldText } from './verdict.ts';

export interface TextReportOptions extends TerminalOptions {
  /** Show how to fix each problem, where it was seen, and what the pages lose. Default: one line for each problem. */
  readonly details?: boolean;
  /** Show the details, and every question with its points and observations. */
  readonly evidence: boolean;
  /** Null where nothing is known of the pages together. */
  readonly pages?: PageTable | null;
  /** What agents find, and what a browser made of the pages; null where none was asked for. */
  readonly agents?: readonly AgentFinding[] | null;
  readonly rendered?: (RenderedAudit & Pick<RenderedTextOptions, 'origin' | 'locatePicture'>) | null;
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
const PROMISE =
  'The score says whether answer engines can reach, read and understand the site. It promises no citations: relevance, authority and mentions decide those.';

/** Returns the report as a person reads it in a terminal: the score, a bar for each check, then what to fix. */
export function textReport(
  report: Report,
  { details = false, evidence, pages = null, agents = null, rendered = null, ...options }: TextReportOptions,
): string {
  const terminal = createTerminal(options);
  const { columns, paint } = terminal;
  if (report.failure !== null) {
    return `${paint('bold', inOwnScript(report.domain))} could not be audited.\n${wrap(report.failure.message, columns, '')}\n`;
  }
  const tasks = listTasks(report);
  const sections = [
    heading(report, terminal),
    ...demonstrationText(report).map((statement) => paint('bold', wrap(statement, columns, '  '))),
    ...tooFewRead(report).map((sentence) => paint('bold', wrap(sentence, columns, '  '))),
    scoreLines(report.findings, terminal),
    ...[
      ...tooLargeText(report),
      ...capText(report),
      ...withheldText(report),
      ...(pages === null ? [] : unfoundText(pages)),
    ].map((sentence) => wrap(sentence, columns, '  ')),
    ...(details || evidence
      ? detailSections(tasks, report, pages, terminal)
      : shortSections(tasks, report, pages, terminal)),
    // The evidence has the notes with their checks.
    ...(evidence ? [evidenceLines(report, terminal)] : details ? noteLines(report, terminal) : []),
    ...(rendered === null ? [] : [renderedText(rendered, { ...rendered, details: details || evidence }, terminal)]),
    ...(agents === null ? [] : [agentsText(agents, terminal)]),
    paint('dim', wrap(PROMISE, columns, '')),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Returns what fits a screen: a line for each problem, and the notes. */
function shortSections(
  tasks: readonly Task[],
  report: Report,
  pages: PageTable | null,
  terminal: Terminal,
): readonly string[] {
  const { columns, paint } = terminal;
  const more =
    '--details shows how to fix them and where they are. `citable fix-guide` writes that for a coding agent.';
  return [
    ...(tasks.length === 0
      ? [wrap(nothingToFix(report), columns, '  ')]
      : [
          `${paint('bold', tasksHead(tasks, report))}\n${shortTaskLines(tasks, report, terminal)}`,
          ...heldLines(report, terminal),
        ]),
    ...shortNotes(report, terminal),
    ...(pages !== null && hasMoreThanScored(pages)
      ? [wrap(`All pages: ${pagesBasis(pages, report.choice)}`, columns, '  ')]
      : []),
    ...(tasks.length === 0 ? [] : [wrap(more, columns, '')]),
  ];
}

/** Returns the fix of each problem, where it was seen, and what the pages together show. */
function detailSections(
  tasks: readonly Task[],
  report: Report,
  pages: PageTable | null,
  terminal: Terminal,
): readonly string[] {
  return [
    tasks.length === 0 ? wrap(nothingToFix(report), terminal.columns, '  ') : taskList(tasks, report, terminal),
    ...(pages === null ? [] : [pagesText(pages, report.choice, terminal)]),
  ];
}

function hasMoreThanScored({ counts: { read, scored } }: PageTable): boolean {
  return read > scored;
}

function heading(report: Report, { paint }: Terminal): string {
  const verdict = decideVerdict(report);
  const style = BAND_COLOR[verdict];
  return `${paint('bold', inOwnScript(report.domain))}  ${paint(['bold', style], `AEO score ${report.score} of 100, ${VERDICT_NAMES[verdict].toLowerCase()}`)}  ${paint('dim', `rubric ${report.rubricVersion}, ${pagesRead(report)}`)}`;
}

function scoreLines(findings: readonly Finding[], { columns, paint }: Terminal): string {
  const widest = Math.max(...findings.map((finding) => finding.label.length));
  return findings
    .map((finding) => {
      const { severity, label, earned, maxPoints } = finding;
      if (!isJudged(finding)) {
        const indent = ' '.repeat(widest + 6);
        const first = `  – ${label.padEnd(widest)}  `;
        return paint('dim', wrap(`Not judged. ${writeHeadline(finding)}`, columns, indent, first));
      }
      const cells = Math.round((earned / maxPoints) * BAR_CELLS);
      const bar = paint(COLOR[severity], '█'.repeat(cells)) + paint('dim', '░'.repeat(BAR_CELLS - cells));
      const score = `${String(earned).padStart(2)}/${String(maxPoints).padEnd(2)}`;
      return `  ${paint(COLOR[severity], MARK[severity])} ${label.padEnd(widest)}  ${bar}  ${score}`;
    })
    .join('\n');
}

function taskList(tasks: readonly Task[], report: Report, terminal: Terminal): string {
  const lines = tasks.map((task, i) => taskLines(task, i + 1, report, terminal));
  return [terminal.paint('bold', tasksHead(tasks, report)), ...lines, ...heldLines(report, terminal)].join('\n\n');
}

function tasksHead(tasks: readonly Task[], report: Report): string {
  return `What to fix, in this order: ${count(tasks.length, 'change')} (${report.score} → ${reachableScore(report)})`;
}

function heldLines(report: Report, { columns }: Terminal): readonly string[] {
  return heldText(report).map((sentence) => wrap(sentence, columns, '  '));
}

function taskLines(task: Task, n: number, report: Report, terminal: Terminal): string {
  const { columns, paint } = terminal;
  const { level, parts } = task;
  const indent = '    ';
  const keys = [...new Set(parts.map(({ key }) => key))].join(', ');
  const color = COLOR[level === 'FAIL' ? 'fail' : 'warn'];
  const [headline, ...others] = listStatements(parts);
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
  { columns, isOfFolder, paint }: Terminal,
): readonly string[] {
  if (fix === null) return [];
  const indent = '    ';
  return [
    wrap(fix.instruction, columns, indent, `${indent}Fix: `),
    wrap(whereToFix(fix.place, stack), columns, indent),
    ...(fix.lines === null ? [] : fix.lines.split('\n').map((line) => paint('cyan', `${indent}  ${line}`))),
    ...(fix.proof === null || isOfFolder
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

/** Returns what the checks tell and do not score; empty where they tell nothing. */
function noteLines({ findings }: Report, { columns, paint }: Terminal): readonly string[] {
  const notes = [...new Set(findings.flatMap((finding) => finding.notes))];
  if (notes.length === 0) return [];
  const lines = notes.map((note) => wrap(note, columns, '    ', '  - '));
  return [[paint('bold', 'Told, not scored'), ...lines].join('\n')];
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
