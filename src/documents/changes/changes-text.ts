import type { ChangedQuestion, ComparedFinding } from '../../audit/report/compare-reports.ts';
import { escapeMarkdown, observationItems } from '../markdown-report.ts';
import { createTerminal, observationLines, type Terminal, type TerminalOptions, wrap } from '../terminal-text.ts';
import { type Changes, describeQuestion, GROUPS, generalSentences, pointsText } from './changes-between.ts';

const INDENT = '    ';

/** Returns a text for the terminal on the changes from one audit of a site to another. */
export function changesText(changes: Changes, options: TerminalOptions): string {
  const { before, after, comparison, findings, questions } = changes;
  const terminal = createTerminal(options);
  const { columns, paint } = terminal;
  const score = `AEO score ${comparison.scores.before} → ${comparison.scores.after} of 100`;
  const rubric =
    before.rubricVersion === after.rubricVersion
      ? `rubric ${after.rubricVersion}`
      : `rubric ${before.rubricVersion} → ${after.rubricVersion}`;
  const groups = GROUPS.flatMap(({ title, mark, style, has }) => {
    const ofGroup = questions.filter(has);
    if (ofGroup.length === 0) return [];
    const items = ofGroup.map((one) => itemLines(one, paint(style, mark), terminal));
    return [[paint('bold', `${title} (${ofGroup.length})`), ...items].join('\n')];
  });
  const sections = [
    `${paint('bold', after.domain)}  ${paint('bold', score)}  ${paint('dim', rubric)}`,
    ...generalSentences(changes).map((sentence) => wrap(sentence, columns, '  ')),
    ...(findings.length === 0 ? [] : [findings.map(findingLine).join('\n')]),
    ...groups,
  ];
  return `${sections.join('\n\n')}\n`;
}

function findingLine({ label, before, after, maxPoints }: ComparedFinding): string {
  const difference = after - before;
  return `  ${`${difference > 0 ? '+' : ''}${difference}`.padStart(3)}  ${label} (${after} of ${maxPoints})`;
}

function itemLines(question: ChangedQuestion, mark: string, terminal: Terminal): string {
  const { columns, paint } = terminal;
  const { key, id, later } = question;
  const head = `  ${mark} ${paint('bold', describeQuestion(question))} ${pointsText(question)} ${paint('dim', `${key}.${id}`)}`;
  if (later.notApplicable !== null)
    return [head, wrap(`It does not apply: ${later.notApplicable}`, columns, INDENT)].join('\n');
  return [head, ...observationLines(later, INDENT, '--format json', terminal)].join('\n');
}

/** Returns the changes from one audit of a site to another as Markdown, for a comment or an issue. */
export function changesMarkdown(changes: Changes): string {
  const { after, comparison, findings, questions } = changes;
  const { scores } = comparison;
  const rows = findings.map(
    (one) => `| ${escapeMarkdown(one.label)} | ${one.before} | ${one.after} | ${one.maxPoints} |`,
  );
  return `${[
    `# What changed on ${escapeMarkdown(after.domain)}`,
    `**${scores.before} → ${scores.after} of 100** by rubric ${after.rubricVersion}.`,
    ...generalSentences(changes).map(escapeMarkdown),
    ...(rows.length === 0 ? [] : [['| Check | Before | Now | Of |', '|---|--:|--:|--:|', ...rows].join('\n')]),
    ...GROUPS.flatMap(({ title, has }) => {
      const ofGroup = questions.filter(has);
      return ofGroup.length === 0 ? [] : [`## ${title} (${ofGroup.length})`, ofGroup.map(markdownItem).join('\n')];
    }),
  ].join('\n\n')}\n`;
}

function markdownItem(question: ChangedQuestion): string {
  const { key, id, later } = question;
  const observed = observationItems(later, '--format json').map((one) => `\n  ${one}`);
  const why = later.notApplicable === null ? observed.join('') : `\n  - ${escapeMarkdown(later.notApplicable)}`;
  return `- **${escapeMarkdown(describeQuestion(question))}** ${pointsText(question)} (\`${key}.${id}\`)${why}`;
}
