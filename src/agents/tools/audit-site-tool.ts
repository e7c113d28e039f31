import { z } from 'zod';
import { count } from '../../audit/formatting.ts';
import { reachableScore, reachableWithoutOwner } from '../../audit/report/gains.ts';
import { isJudged } from '../../audit/report/report.ts';
import { pagesRead } from '../../documents/pages-read.ts';
import { listTasks } from '../../documents/tasks.ts';
import type { AuditRecord } from '../backend.ts';
import { FolderInput, PagesInput, RenderInput, SITE_EXAMPLE, toolInput } from '../inputs.ts';
import { Problem, problemLine, toProblem } from '../problems.ts';
import { detailsBlock, paragraphs, UntrustedText, untrustedText } from '../site-data.ts';
import { READS_SITES, type ToolOutput, tool } from '../tool.ts';
import { summarizeWholeSite, WholeSite, wholeSiteText } from '../whole-site.ts';

/** Problems that a summary lists: small first, and `list_problems` has the others. */
const SHOWN = 5;

/** Schema of the summary of an audit. */
export const AuditSummary = z.object({
  audit_id: z.string().describe('For the other tools'),
  domain: z.string(),
  finished_at: z.string(),
  source: z.enum(['live', 'folder']),
  score: z.number().describe('0 to 100'),
  reachable_score: z.number().describe('The score with every problem fixed'),
  reachable_without_owner: z.number().describe('The score with every problem fixed that needs nothing from the owner'),
  rubric_version: z.number(),
  pages_judged: z.number(),
  pages_read: z.string().describe('`25 of at least 412 known pages read for the score`'),
  gates: z
    .array(z.object({ id: z.string(), cap: z.number(), check: z.string(), untrusted_reason: UntrustedText }))
    .describe('Faults that cap the whole score, the lowest cap first'),
  checks: z.array(
    z.object({
      check: z.string(),
      severity: z.enum(['pass', 'warn', 'fail', 'not_judged']),
      points: z.number(),
      max_points: z.number(),
    }),
  ),
  untrusted_notes: z.array(UntrustedText).describe('What was not read'),
  problem_count: z.number(),
  problems: z.array(Problem).describe(`The first ${SHOWN} problems in the order of fixing; list_problems has all`),
});

/** Returns the summary of an audit. @param shown problems that it lists */
export function summarizeAudit(record: AuditRecord, shown = SHOWN): ToolOutput<z.input<typeof AuditSummary>> {
  const { id, finishedAt, report, folder, notes } = record;
  const tasks = listTasks(report);
  const structured = {
    audit_id: id,
    domain: report.domain,
    finished_at: finishedAt,
    source: folder === null ? ('live' as const) : ('folder' as const),
    score: report.score,
    reachable_score: reachableScore(report),
    reachable_without_owner: reachableWithoutOwner(report),
    rubric_version: report.rubricVersion,
    pages_judged: report.pages.length,
    pages_read: pagesRead(report),
    gates: report.gates.map((gate) => {
      return { id: gate.id, cap: gate.cap, check: gate.key, untrusted_reason: untrustedText(gate.reason) };
    }),
    checks: report.findings.map((finding) => ({
      check: finding.key,
      severity: isJudged(finding) ? finding.severity : ('not_judged' as const),
      points: finding.points,
      max_points: finding.maxPoints,
    })),
    untrusted_notes: notes.map(untrustedText),
    problem_count: tasks.length,
    problems: tasks.slice(0, shown).map(toProblem),
  };
  const { reachable_score, reachable_without_owner, checks } = structured;
  const text = paragraphs(
    `Audit ${id} of ${report.domain}${folder === null ? '' : ', a folder'}: ${report.score} of 100 (rubric ${report.rubricVersion}, ${pagesRead(report)}). With every problem fixed it is ${reachable_score}; without those that need the owner, ${reachable_without_owner}.`,
    checks.map(({ check, severity, points, max_points: most }) => `${check}: ${severity} ${points}/${most}`).join('\n'),
    ...report.gates.map(({ id: gate, cap, key }) => `Gate ${gate} caps the score at ${cap} because of ${key}.`),
    detailsBlock(report.pages[0] ?? '', [...report.gates.map(({ reason }) => reason), ...notes]),
    tasks.slice(0, shown).map(problemLine).join('\n'),
    shown > 0 && tasks.length > shown ? `${count(tasks.length - shown, 'more problem')}: call list_problems.` : '',
  );
  return { structured, text };
}

const Site = z.string().trim().min(1).max(300);

const RemoteInput = toolInput({
  site: Site.meta({ ...SITE_EXAMPLE, description: 'A domain' }),
  pages: PagesInput,
  render: RenderInput,
});

const Input = RemoteInput.extend({
  site: Site.meta({ ...SITE_EXAMPLE, description: 'A domain. Of a folder, where it will be published' }),
  folder: FolderInput,
});

export const auditSite = tool({
  name: 'audit_site',
  title: 'Audit a site',
  description:
    'Audits a website live for AI answer engines: whether their crawlers are let in, and whether they can read and quote its pages. Takes up to a minute, and longer with `pages`. Returns a score from 0 to 100, the checks, the problems that gain most when fixed, and an audit_id for the other tools.',
  input: Input,
  remoteInput: RemoteInput,
  output: AuditSummary.extend({ whole_site: WholeSite }),
  annotations: READS_SITES,
  run: async ({ site, folder = null, pages, render = false }, backend, call) => {
    const audit = await backend.audit({ site, folder, render, ...(pages !== undefined && { pages }) }, call);
    const { structured, text } = summarizeAudit(audit);
    return {
      structured: { ...structured, whole_site: summarizeWholeSite(audit.table) },
      text: paragraphs(text, wholeSiteText(audit.table)),
    };
  },
});
