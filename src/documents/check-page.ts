import type { Check, Question } from '../audit/check.ts';
import { maxPointsOf, RUBRIC_VERSION } from '../audit/rubric.ts';

/** What a check asks, why, and how its points are given, as a page of Markdown: `docs/checks/<key>.md`. */
export function checkPage(check: Check): string {
  return `${[
    `# ${check.label}`,
    `\`${check.key}\`, at most ${maxPointsOf(check)} of 100 points, rubric version ${RUBRIC_VERSION}.`,
    check.asks,
    `## Why\n\n${check.why}`,
    `## How points are given\n\n${questionTable(Object.entries(check.questions))}`,
    bullets('It fails when', check.failsWhen),
    bullets('Seen and told, never scored', check.neverScored),
    bullets(
      'Sources',
      check.sources.map(({ title, url }) => `[${title}](${url})`),
    ),
    '<!-- Made by `npm run docs` from the check itself. -->',
  ].join('\n\n')}\n`;
}

function questionTable(questions: readonly (readonly [string, Question])[]): string {
  return [
    '| Question | Points | What must be true |',
    '|---|---|---|',
    ...questions.map(([id, { ask, maxPoints, must }]) => `| \`${id}\` ${cell(ask)} | ${maxPoints} | ${cell(must)} |`),
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function bullets(title: string, items: readonly string[]): string {
  return `## ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}
