import type { Observation } from '../audit/check.ts';
import { whereToFix } from '../audit/fixes/places.ts';
import { count } from '../audit/formatting.ts';
import { reachableScore } from '../audit/report/gains.ts';
import { type Finding, isJudged, type Report } from '../audit/report/report.ts';
import { stagingNotes } from '../audit/source-notes.ts';
import type { Staging } from '../site/site.ts';
import { inOwnScript } from '../values/domain-name.ts';
import { demonstrationText } from './demonstration-text.ts';
import { writeHeadline } from './headlines.ts';
import { firstObservations, omittedText, type Seen } from './observations.ts';
import { pagesRead, tooFewRead, tooLargeText } from './pages-read.ts';
import { gainText, heldText, listStatements, listTasks, type Task } from './tasks.ts';
import { capText, decideVerdict, VERDICT_NAMES, withheldText } from './verdict.ts';

/** The report as Markdown, for an issue or a pull request: a table of findings, then what to fix. */
export function markdownReport(
  report: Report,
  { evidence, staging }: { readonly evidence: boolean; readonly staging?: Staging | undefined },
): string {
  const title = `# AEO audit of ${inOwnScript(report.domain)}`;
  if (report.failure !== null)
    return `${title}\n\nThe site could not be audited. ${escapeMarkdown(report.failure.message)}\n`;
  const tasks = listTasks(report);
  return `${[
    title,
    ...demonstrationText(report).map((statement) => `**${statement}**`),
    `**${report.score} of 100** (${VERDICT_NAMES[decideVerdict(report)]}) by rubric ${report.rubricVersion}, ${pagesRead(report)}.`,
    ...tooFewRead(report),
    ...(staging === undefined ? [] : stagingNotes(staging).map(escapeMarkdown)),
    ...[...tooLargeText(report), ...capText(report), ...withheldText(report)].map(escapeMarkdown),
    [
      '| Check | Result | Points | |',
      '|---|---|---|---|',
      ...report.findings.map(
        (finding) =>
          `| ${finding.label} | ${isJudged(finding) ? finding.severity : 'not judged'} | ${formatPoints(finding)} | ${escapeMarkdown(writeHeadline(finding))} |`,
      ),
    ].join('\n'),
    ...(tasks.length === 0
      ? []
      : [
          '## What to fix',
          `In this order: ${count(tasks.length, 'change')}. With all of them, the score is ${reachableScore(report)}.${heldText(report).map((sentence) => ` ${sentence}`)}`,
          ...tasks.map((task, i) => taskSection(task, i + 1, report)),
        ]),
    ...(evidence ? ['## Evidence', ...report.findings.map(evidenceSection)] : noteSection(report)),
  ].join('\n\n')}\n`;
}

/** Returns the points earned before any gate: the cap is stated once, above. */
function formatPoints(finding: Finding): string {
  return isJudged(finding) ? `${finding.earned}/${finding.maxPoints}` : '–';
}

function taskSection(task: Task, n: number, report: Report): string {
  const { parts, fix } = task;
  const keys = [...new Set(parts.map(({ key }) => key))].join(', ');
  const [headline, ...others] = listStatements(parts);
  return [
    `### ${n}. ${escapeMarkdown(headline)} (${keys}, ${gainText(task)})`,
    ...(others.length === 0 ? [] : [`Also: ${escapeMarkdown(others.join(' '))}`]),
    // Questions that wait for the same cause have the same observation.
    observationItems(task, '--evidence').join('\n'),
    ...(fix === null
      ? []
      : [
          `${fix.instruction} ${whereToFix(fix.place, report.stack)}`,
          ...(fix.lines === null ? [] : [fence(fix.lines)]),
          ...(fix.proof === null
            ? []
            : [`To check the fix, run this command. It prints ${fix.proof.expect}:`, fence(fix.proof.command)]),
        ]),
  ].join('\n\n');
}

/** Returns what the checks tell and do not score; the evidence has it with each check. */
function noteSection({ findings }: Report): readonly string[] {
  const notes = findings.flatMap((finding) => finding.notes);
  return notes.length === 0 ? [] : ['## Told, not scored', notes.map((note) => `- ${escapeMarkdown(note)}`).join('\n')];
}

function evidenceSection(finding: Finding): string {
  const questions = finding.questions.map(
    ({ ask, earned, maxPoints, notApplicable, ...seen }) =>
      `- ${notApplicable === null ? `${earned}/${maxPoints}` : '–'} ${ask}${notApplicable === null ? '' : ` Does not apply: ${escapeMarkdown(notApplicable)}`}${[...seen.observed.map(observationItem), ...omittedText(seen).map((text) => `- ${text}`)].map((one) => `\n  ${one}`).join('')}`,
  );
  const notes = finding.notes.map((note) => `- Not scored: ${escapeMarkdown(note)}`);
  return [`### ${finding.label}`, [...questions, ...notes].join('\n')].join('\n\n');
}

/** Returns the first observations of a problem as items of a list. @param option option of the command that shows all */
export function observationItems(problem: Seen, option: string): readonly string[] {
  const { first, more } = firstObservations(problem);
  return [...first.map(observationItem), ...(more > 0 ? [`- and ${more} more (\`${option}\` shows them)`] : [])];
}

/** Returns one observation as an item of a list. */
function observationItem({ url, line, header, note, text }: Observation): string {
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
