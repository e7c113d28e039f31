import { z } from 'zod';
import { isFull } from '../../audit/check.ts';
import { isJudged, type JudgedQuestion } from '../../audit/report/report.ts';
import { problemStatement } from '../../audit/rubric.ts';
import { AuditIdInput, findingNamed, toolInput } from '../inputs.ts';
import { detailsBlock, paragraphs, UntrustedText, untrustedText } from '../site-data.ts';
import { READS_REPORTS, tool } from '../tool.ts';

export const readFinding = tool({
  name: 'read_finding',
  title: 'Read the finding of one check',
  description:
    'Returns what one check of an audit found: its points, and each of its questions with the points it earned. Call read_evidence for what a question rests on.',
  input: toolInput({
    audit_id: AuditIdInput,
    check: z
      .string()
      .trim()
      .min(1)
      .max(50)
      .meta({ description: 'The name of a check', examples: ['metadata'] }),
  }),
  output: z.object({
    check: z.string(),
    label: z.string(),
    severity: z.enum(['pass', 'warn', 'fail', 'not_judged']),
    points: z.number().describe('Counted in the score, after any gate'),
    max_points: z.number(),
    untrusted_details: UntrustedText,
    questions: z.array(
      z.object({
        question: z.string(),
        ask: z.string(),
        earned: z.number().describe('Before any gate'),
        max_points: z.number(),
        problem: z.string().nullable(),
        untrusted_not_applicable: UntrustedText.nullable(),
      }),
    ),
    untrusted_notes: z.array(UntrustedText).describe('Reported and never scored'),
  }),
  annotations: READS_REPORTS,
  run: async ({ audit_id, check }, backend) => {
    const record = await backend.find(audit_id);
    const finding = findingNamed(record, check);
    const questions = finding.questions.map((question) => toQuestion(check, question));
    const severity = isJudged(finding) ? finding.severity : ('not_judged' as const);
    const lines = questions.map(
      ({ question, ask, earned, max_points: most, untrusted_not_applicable: reason }) =>
        `${question}: ${reason === null ? `${earned}/${most}` : 'does not apply'}. ${ask}`,
    );
    return {
      structured: {
        check,
        label: finding.label,
        severity,
        points: finding.points,
        max_points: finding.maxPoints,
        untrusted_details: untrustedText(finding.details),
        questions,
        untrusted_notes: finding.notes.map(untrustedText),
      },
      text: paragraphs(
        `${check}, ${finding.label}: ${severity}, ${finding.points} of ${finding.maxPoints} points.`,
        lines.join('\n'),
        detailsBlock(record.report.pages[0] ?? '', [finding.details, ...finding.notes]),
      ),
    };
  },
});

function toQuestion(check: string, question: JudgedQuestion) {
  const { id, ask, earned, maxPoints, notApplicable } = question;
  return {
    question: `${check}.${id}`,
    ask,
    earned,
    max_points: maxPoints,
    problem: isFull(question) ? null : problemStatement(check, question),
    untrusted_not_applicable: notApplicable === null ? null : untrustedText(notApplicable),
  };
}
