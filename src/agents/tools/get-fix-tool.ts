import { z } from 'zod';
import { isFull } from '../../audit/check.ts';
import { BUILDER_NAMES, SERVER_NAMES } from '../../audit/fixes/places.ts';
import { linesToFix, placeToFix } from '../../audit/fixes/snippets.ts';
import { guidedSite } from '../../documents/fix-guide/guided-site.ts';
import { firstObservations } from '../../documents/observations.ts';
import { listQuestionNames, listTasks, type Task } from '../../documents/tasks.ts';
import { type AuditRecord, ToolRefusal } from '../backend.ts';
import { AuditIdInput, QuestionInput, questionNamed, toolInput } from '../inputs.ts';
import { Problem, problemLine, toProblem } from '../problems.ts';
import { evidenceBlock, paragraphs, UntrustedEvidence, untrustedEvidence } from '../site-data.ts';
import { READS_REPORTS, type ToolOutput, tool } from '../tool.ts';

const Lines = z.object({ where: z.string(), language: z.string(), lines: z.string() });

const Fix = z.object({
  problem: Problem,
  rules: z.array(z.object({ question: z.string(), must: z.string() })).describe('What must be true after the fix'),
  instruction: z.string(),
  where: z.string(),
  stack: z.object({ builder: z.string().nullable(), server: z.string().nullable() }),
  lines: Lines.nullable().describe('The lines to add or change to. Replace … with words of the page itself'),
  ask_owner: z
    .string()
    .nullable()
    .describe('Ask this before any change, and leave the problem where there is no answer'),
  proofs: z
    .array(z.object({ command: z.string(), expect: z.string() }))
    .describe('Shell commands that show whether the fix worked, and what each must print'),
  origin: z.string().describe('The value of ORIGIN in the commands'),
  proved_by_verify_fixes: z.array(z.string()).describe('Questions that no command proves: call verify_fixes'),
  untrusted_evidence: UntrustedEvidence,
  more_evidence: z.number().describe('Places beyond these: call read_evidence'),
});

export const getFix = tool({
  name: 'get_fix',
  title: 'Get the fix for a problem',
  description:
    'Returns how to fix one problem of an audit: what must be true, where to change it on this stack, the exact lines where they are known, what to ask the owner first, and commands that prove the fix. Commands take the site from the variable ORIGIN, and a path of the evidence from PAGE.',
  input: toolInput({ audit_id: AuditIdInput, question: QuestionInput }),
  output: Fix,
  annotations: READS_REPORTS,
  run: async ({ audit_id, question }, backend) => findFix(await backend.find(audit_id), question),
});

function findFix(record: AuditRecord, name: string): ToolOutput<z.input<typeof Fix>> {
  const { report } = record;
  const tasks = listTasks(report);
  const index = tasks.findIndex((task) => listQuestionNames(task).includes(name));
  const task = tasks[index];
  if (task === undefined) throw new ToolRefusal(whyNoFix(record, name));
  const { fix } = task;
  if (fix === null) throw new ToolRefusal('This audit has no fixes.');
  const { stack } = report;
  const site = guidedSite(report);
  const lines = findLines(record, task);
  const { first, more } = firstObservations(task);
  const seenAt = task.observed.map(({ url }) => url);
  const proofs = task.proofs.map(({ command, expect }) => ({ command: site.command(command, seenAt), expect }));
  const structured = {
    problem: toProblem(task, index),
    rules: task.parts.map(({ key, question }) => {
      return { question: `${key}.${question.id}`, must: site.words(question.must) };
    }),
    instruction: site.words(fix.instruction),
    where: placeToFix(fix, linesToFix(fix, stack, site.origin), stack),
    stack: { builder: BUILDER_NAMES[stack.builder] ?? null, server: SERVER_NAMES[stack.server] ?? null },
    lines,
    ask_owner: task.ask,
    proofs: [...new Map(proofs.map((proof) => [proof.command, proof])).values()],
    origin: site.origin,
    proved_by_verify_fixes: task.unproved.map(({ key, question }) => `${key}.${question.id}`),
    untrusted_evidence: untrustedEvidence(first),
    more_evidence: more,
  };
  return { structured, text: formatFix(structured, task, index) };
}

function findLines({ report }: AuditRecord, { fix }: Task): z.input<typeof Lines> | null {
  if (fix === null) return null;
  const site = guidedSite(report);
  const { lines } = fix;
  const exact = linesToFix(fix, report.stack, site.origin);
  if (exact !== null) return { where: exact.where, language: exact.language, lines: exact.lines };
  return lines === null ? null : { where: 'As they must come out', language: 'text', lines: site.words(lines) };
}

function formatFix(fix: z.input<typeof Fix>, task: Task, index: number): string {
  const { rules, instruction, where, lines, ask_owner: ask, proofs, origin, proved_by_verify_fixes: unproved } = fix;
  return paragraphs(
    problemLine(task, index),
    ask === null ? '' : `Ask the owner first: ${ask}`,
    `Do: ${instruction}`,
    `Where: ${where}`,
    lines === null
      ? ''
      : `Lines${lines.where === where ? '' : ` (${lines.where})`}:\n\n\`\`\`${lines.language}\n${lines.lines}\n\`\`\``,
    rules.map(({ question, must }) => `Must be true (${question}): ${must}`).join('\n'),
    proofs.length === 0 ? '' : `Proofs, with ORIGIN='${origin}' (or a staging host):`,
    proofs.map(({ command, expect }) => `\`\`\`sh\n${command}\n\`\`\`\n\nIt must print ${expect}.`).join('\n\n'),
    unproved.length === 0 ? '' : `verify_fixes must list as fixed: ${unproved.join(', ')}.`,
    evidenceBlock(firstObservations(task).first),
    fix.more_evidence === 0 ? '' : `And ${fix.more_evidence} more places: read_evidence lists them.`,
  );
}

function whyNoFix(record: AuditRecord, name: string): string {
  const question = questionNamed(record, name);
  if (question.notApplicable !== null) return `${name} does not apply to this site: there is nothing to fix.`;
  return isFull(question) ? `${name} earned all its points: there is nothing to fix.` : `${name} has no fix.`;
}
