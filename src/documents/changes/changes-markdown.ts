import type { ChangedQuestion } from '../../audit/report/compare-reports.ts';
import { escapeMarkdown, observationItems } from '../markdown-report.ts';
import { type Changes, GROUPS, generalSentences, nameOf, pointsText } from './changes-between.ts';

/** Returns the changes from one audit of a site to another as Markdown, for a comment or an issue. */
export function changesMarkdown(changes: Changes): string {
  const { after, comparison } = changes;
  const { scores } = comparison;
  return `${[
    `# What changed on ${escapeMarkdown(after.domain)}`,
    `**${scores.before} → ${scores.after} of 100** by rubric ${after.rubricVersion}.`,
    ...changesSections(changes),
  ].join('\n\n')}\n`;
}

/** Returns the same without a title and the scores. */
export function changesSections(changes: Changes): readonly string[] {
  const { findings, questions } = changes;
  const rows = findings.map(
    ({ label, before, after, maxPoints }) => `| ${escapeMarkdown(label)} | ${before} | ${after} | ${maxPoints} |`,
  );
  return [
    ...generalSentences(changes).map(escapeMarkdown),
    ...(rows.length === 0 ? [] : [['| Check | Before | Now | Of |', '|---|--:|--:|--:|', ...rows].join('\n')]),
    ...GROUPS.flatMap(({ title, has }) => {
      const ofGroup = questions.filter(has);
      return ofGroup.length === 0 ? [] : [`## ${title} (${ofGroup.length})`, ofGroup.map(item).join('\n')];
    }),
  ];
}

function item(question: ChangedQuestion): string {
  const { key, id, later } = question;
  const observed = observationItems(later, '--format json').map((one) => `\n  ${one}`);
  const why = later.notApplicable === null ? observed.join('') : `\n  - ${escapeMarkdown(later.notApplicable)}`;
  return `- **${escapeMarkdown(nameOf(question))}** ${pointsText(question)} (\`${key}.${id}\`)${why}`;
}
