import type { Observation } from '../audit/check.ts';
import { whereToFix } from '../audit/fix.ts';
import type { Finding, Report } from '../audit/report.ts';
import { count } from '../audit/wording.ts';
import { type Problem, problemsOf } from './problems.ts';

/** The report as Markdown, for an issue or a pull request: a table of findings, then what to fix. */
export function markdownReport(report: Report, { evidence }: { readonly evidence: boolean }): string {
  const title = `# AEO audit of ${report.domain}`;
  if (report.failure !== null)
    return `${title}\n\nThe site could not be audited. ${escapeMarkdown(report.failure.message)}\n`;
  const problems = problemsOf(report);
  return `${[
    title,
    `**${report.score} of 100** by rubric ${report.rubricVersion}, ${count(report.pages.length, 'page')} judged.`,
    ...report.gates.map((gate) => `Gate ${gate.id} caps the score at ${gate.cap}. ${escapeMarkdown(gate.reason)}`),
    [
      '| Finding | | Points | |',
      '|---|---|---|---|',
      ...report.findings.map(
        ({ label, severity, points, maxPoints, details }) =>
          `| ${label} | ${severity} | ${points}/${maxPoints} | ${escapeMarkdown(details)} |`,
      ),
    ].join('\n'),
    ...(problems.length === 0
      ? []
      : ['## What to fix', ...problems.map((problem, i) => problemSection(problem, i + 1, report))]),
    ...(evidence ? ['## Evidence', ...report.findings.map(evidenceSection)] : []),
  ].join('\n\n')}\n`;
}

function problemSection({ finding, question, worth }: Problem, n: number, report: Report): string {
  const { fix } = question;
  return [
    `### ${n}. ${question.ask} (${finding.key}, +${count(worth, 'point')})`,
    question.observed.map(item).join('\n'),
    ...(fix === null
      ? []
      : [
          `${fix.instruction} ${whereToFix(fix.place, report.stack)}`,
          ...(fix.lines === null ? [] : [fence(fix.lines)]),
          `This shows that it worked; it prints ${fix.proof.expect}:`,
          fence(fix.proof.command),
        ]),
  ].join('\n\n');
}

function evidenceSection(finding: Finding): string {
  const questions = finding.questions.map(
    ({ ask, points, maxPoints, notApplicable, observed }) =>
      `- ${points}/${maxPoints} ${ask}${notApplicable === null ? '' : ` Not asked: ${escapeMarkdown(notApplicable)}`}${observed.map((one) => `\n  ${item(one)}`).join('')}`,
  );
  const notes = finding.notes.map((note) => `- Not scored: ${escapeMarkdown(note)}`);
  return [`### ${finding.label}`, [...questions, ...notes].join('\n')].join('\n\n');
}

function item({ url, line, header, note, text }: Observation): string {
  const where = [code(url), line === null ? null : `line ${line}`, header === null ? null : `header ${code(header)}`]
    .filter((part) => part !== null)
    .join(', ');
  return `- ${where}: ${escapeMarkdown(note)}${text === null || text === '' ? '' : ` ${code(text)}`}`;
}

/** Text that Markdown must not read: a character of its syntax is preceded by a backslash (CommonMark §2.4). */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&');
}

/** A code span whose fence is longer than any run of backticks inside (CommonMark §6.1). */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = '`'.repeat(longest + 1);
  // A table cell or a line break would end it: both characters are replaced, the text is only being shown.
  const oneLine = text.replace(/[\r\n]+/g, ' ').replaceAll('|', '¦');
  return longest > 0 || oneLine.startsWith(' ') ? `${ticks} ${oneLine} ${ticks}` : `${ticks}${oneLine}${ticks}`;
}

function fence(lines: string): string {
  const longest = Math.max(2, ...(lines.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}\n${lines}\n${ticks}`;
}
