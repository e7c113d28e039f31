import { type Check, GRADES, type GradedEvidence, type Question } from '../audit/check.ts';
import { evidenceFor, maxPointsFor, RUBRIC_VERSION } from '../audit/rubric.ts';

/** The parts of a check's page, in their order, on Markdown and on the web. */
export const CHECK_PARTS = {
  why: 'Why it matters',
  questions: 'How points are given',
  rules: 'The exact rules',
  evidence: 'The evidence for each question',
  failsWhen: 'The verdict is never “good” when',
  neverScored: 'Reported, but never scored',
  sources: 'Sources',
} as const;

/** Returns a page of Markdown on a check, its questions, reasons and points: `docs/checks/<key>.md`. */
export function checkPage(check: Check): string {
  return `${[
    `# ${check.label}`,
    `\`${check.key}\`, maximum ${maxPointsFor(check)} of 100 points, rubric version ${RUBRIC_VERSION}.`,
    check.asks,
    `## ${CHECK_PARTS.why}\n\n${check.why}`,
    `## ${CHECK_PARTS.questions}\n\n${questionTable(Object.entries(check.questions))}`,
    `## ${CHECK_PARTS.rules}`,
    ...Object.entries(check.questions).map(([id, { must }]) => `### \`${id}\`\n\n${bulletLines(must)}`),
    `## ${CHECK_PARTS.evidence}\n\nNone of the evidence proves cause and effect. Grades: ${GRADE_WORDS}.\n\n${evidenceTable(check)}`,
    bullets(CHECK_PARTS.failsWhen, check.failsWhen),
    bullets(CHECK_PARTS.neverScored, check.neverScored),
    bullets(
      CHECK_PARTS.sources,
      check.sources.map(({ title, url }) => `[${title}](${url})`),
    ),
    '<!-- Made by `npm run docs` from the check itself. -->',
  ].join('\n\n')}\n`;
}

function questionTable(questions: readonly (readonly [string, Question])[]): string {
  return [
    '| Question | Points | What must be true |',
    '|---|---|---|',
    ...questions.map(([id, { ask, weight, inShort }]) => `| \`${id}\` ${cell(ask)} | ${weight} | ${cell(inShort)} |`),
  ].join('\n');
}

const GRADE_WORDS = Object.entries(GRADES)
  .map(([grade, meaning]) => `${grade}, ${meaning}`)
  .join('; ');

function evidenceTable({ key, questions }: Check): string {
  const rows = Object.keys(questions).flatMap((id) => {
    const evidence = evidenceFor(key, id);
    return evidence === null ? [] : [evidenceRow(id, evidence)];
  });
  return ['| Question | Grade | What is known | Figure | Sources |', '|---|---|---|---|---|', ...rows].join('\n');
}

function evidenceRow(id: string, { grade, says, figure, sources }: GradedEvidence): string {
  const links = sources.map(({ title, url }) => `[${title}](${url})`).join(', ');
  return `| \`${id}\` | ${grade} | ${cell(says)} | ${cell(figure ?? '')} | ${cell(links)} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function bullets(title: string, items: readonly string[]): string {
  return `## ${title}\n\n${bulletLines(items)}`;
}

function bulletLines(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
