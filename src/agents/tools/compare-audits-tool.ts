import { z } from 'zod';
import { type ChangedQuestion, isLoss, isWorse } from '../../audit/report/compare-reports.ts';
import { changesBetween, describeQuestion, pointsText } from '../../documents/changes/changes-between.ts';
import { type AuditRecord, ToolRefusal } from '../backend.ts';
import { AuditIdInput, limitInput, moreText, NextOffset, OffsetInput, paginate, toolInput } from '../inputs.ts';
import { paragraphs } from '../site-data.ts';
import { READS_REPORTS, tool } from '../tool.ts';

export const compareAudits = tool({
  name: 'compare_audits',
  title: 'Compare two audits',
  description:
    'Compares two audits of one site without a new audit: the scores, the gates, and the questions that earn more or less than before.',
  input: toolInput({
    before: AuditIdInput.describe('The audit_id of the earlier audit'),
    after: AuditIdInput.describe('The audit_id of the later audit'),
    offset: OffsetInput,
    limit: limitInput(20, 40),
  }),
  output: z.object({
    is_comparable: z.boolean().describe('False when the rubric has changed between the audits'),
    is_worse: z.boolean().describe('Whether the later audit lost anything: score, gate or question'),
    score_before: z.number(),
    score_after: z.number(),
    gates_new: z.array(z.string()),
    gates_gone: z.array(z.string()),
    change_count: z.number(),
    changes: z.array(
      z.object({
        question: z.string(),
        change: z.enum(['better', 'worse', 'new', 'gone']),
        is_loss: z.boolean(),
        statement: z.string().describe('The present problem; the question itself where there is none'),
        points: z.string(),
      }),
    ),
    next_offset: NextOffset,
  }),
  annotations: READS_REPORTS,
  run: async ({ before, after, offset, limit }, backend) => {
    const [earlier, later] = [await backend.find(before), await backend.find(after)];
    requireOneSite(earlier, later);
    const { comparison, questions } = changesBetween(earlier.report, later.report);
    const gates = comparison.comparable ? comparison.gates : { closed: [], opened: [] };
    const { page, nextOffset } = paginate(questions, { offset, limit });
    const scores = `The score was ${comparison.scores.before} and is ${comparison.scores.after}.`;
    return {
      structured: {
        is_comparable: comparison.comparable,
        is_worse: isWorse(comparison),
        score_before: comparison.scores.before,
        score_after: comparison.scores.after,
        gates_new: gates.closed.map(({ id }) => id),
        gates_gone: gates.opened.map(({ id }) => id),
        change_count: questions.length,
        changes: page.map((question) => ({
          question: `${question.key}.${question.id}`,
          change: question.change,
          is_loss: isLoss(question),
          statement: describeQuestion(question),
          points: pointsText(question),
        })),
        next_offset: nextOffset,
      },
      text: paragraphs(
        comparison.comparable ? scores : `${scores} The rubric has changed: nothing can be compared.`,
        gates.closed.map(({ id, cap }) => `Gate ${id} caps the score at ${cap} now.`).join('\n'),
        gates.opened.map(({ id }) => `Gate ${id} no longer applies.`).join('\n'),
        page.map(formatChange).join('\n'),
        moreText(nextOffset),
      ),
    };
  },
});

function requireOneSite(earlier: AuditRecord, later: AuditRecord): void {
  const [one, other] = [earlier.report.domain, later.report.domain];
  if (one !== other) throw new ToolRefusal(`The two audits are of different sites: ${one} and ${other}.`);
}

function formatChange(question: ChangedQuestion): string {
  return `${question.change}: ${question.key}.${question.id}, ${pointsText(question)}. ${describeQuestion(question)}`;
}
