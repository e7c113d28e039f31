import { z } from 'zod';
import { GRADES } from '../../audit/check.ts';
import { CHECKS, findQuestion, RUBRIC_VERSION } from '../../audit/rubric.ts';
import { ToolRefusal } from '../backend.ts';
import { QuestionInput, toolInput } from '../inputs.ts';
import { paragraphs } from '../site-data.ts';
import { READS_REPORTS, tool } from '../tool.ts';

export const explainQuestion = tool({
  name: 'explain_question',
  title: 'Explain a question of the rubric',
  description:
    'Explains one question of the rubric: what must be true, how many points it has, why it matters to answer engines, and how good the evidence for that is. Needs no audit.',
  input: toolInput({ question: QuestionInput }),
  output: z.object({
    question: z.string(),
    rubric_version: z.number(),
    check: z.string(),
    ask: z.string(),
    must: z.string().describe('What must be true for all points'),
    points: z.number().describe('When every question of the rubric applies'),
    why: z.string().describe('Why the check matters to answer engines'),
    evidence_grade: z.enum(['A', 'B', 'C', 'D']),
    evidence_grade_meaning: z.string(),
    evidence: z.string(),
    figure: z.string().nullable(),
    sources: z.array(z.object({ title: z.string(), url: z.string() })),
  }),
  annotations: READS_REPORTS,
  run: ({ question: name }) => {
    const [key = '', id = ''] = name.split('.');
    const check = CHECKS.find((one) => one.key === key);
    if (check === undefined) {
      throw new ToolRefusal(`There is no such check. The checks are ${CHECKS.map((one) => one.key).join(', ')}.`);
    }
    const question = findQuestion(key, id);
    if (question === undefined) {
      const names = Object.keys(check.questions).map((one) => `${key}.${one}`);
      throw new ToolRefusal(`There is no such question. The questions of ${key} are ${names.join(', ')}.`);
    }
    const { ask, must, weight, evidence } = question;
    const { grade, says, figure = null, sources } = evidence;
    return {
      structured: {
        question: name,
        rubric_version: RUBRIC_VERSION,
        check: check.label,
        ask,
        must: must.join(' '),
        points: weight,
        why: check.why,
        evidence_grade: grade,
        evidence_grade_meaning: GRADES[grade],
        evidence: says,
        figure,
        sources: sources.map(({ title, url }) => ({ title, url })),
      },
      text: paragraphs(
        `${name} (rubric ${RUBRIC_VERSION}, ${weight} points): ${ask}`,
        `Must be true:\n\n${must.map((statement) => `- ${statement}`).join('\n')}`,
        `Why: ${check.why}`,
        `Evidence, grade ${grade} (${GRADES[grade]}): ${says}${figure === null ? '' : ` ${figure}`}`,
        sources.map(({ title, url }) => `- ${title}: ${url}`).join('\n'),
      ),
    };
  },
});
