import { z } from 'zod';
import { count } from '../../audit/formatting.ts';
import { compareTables } from '../../audit/pages/compare-tables.ts';
import { countStates, FIX_STATES, type VerifiedQuestion, verifyFixes } from '../../audit/report/fix-verification.ts';
import type { ComparedPages as SamePages } from '../../audit/report/same-pages.ts';
import { comparedTablesText } from '../../documents/compared-pages-text.ts';
import { AuditIdInput, FolderInput, limitInput, PagesInput, toolInput } from '../inputs.ts';
import { paragraphs } from '../site-data.ts';
import { READS_SITES, tool } from '../tool.ts';
import { ComparedPages, summarizeComparedPages } from '../whole-site.ts';

const Count = z.number().int();

const Input = toolInput({
  audit_id: AuditIdInput.describe('The audit_id of the audit before the changes'),
  folder: FolderInput,
  pages: PagesInput,
  limit: limitInput(20, 40),
});

export const verifyFixesTool = tool({
  name: 'verify_fixes',
  title: 'Verify fixes',
  description:
    'Audits the site of an earlier audit again and returns which problems are fixed, which are not yet fixed, and which are new. Call it after the changes are published, or on this machine with the folder of the built site before that. Takes up to a minute. Returns the audit_id of the new audit.',
  input: Input,
  remoteInput: Input.omit({ folder: true }),
  output: z.object({
    audit_id: z.string().describe('The new audit'),
    since: z.string().describe('The audit before the changes'),
    score_before: z.number(),
    score: z.number(),
    is_all_fixed: z.boolean().describe('Whether no question loses points now'),
    is_comparable: z.boolean().describe('False when the rubric has changed: then all problems are listed as open'),
    counts: z.object({
      fixed: Count,
      not_yet: Count,
      new: Count,
      not_read: Count,
      gone: Count,
      not_asked: Count,
      open: Count,
    }),
    questions: z.array(
      z.object({
        question: z.string(),
        state: z.enum(FIX_STATES),
        change: z.enum(['better', 'same', 'worse']).nullable(),
        problem: z.string().nullable(),
      }),
    ),
    more: z.number().describe('Questions that are not listed: call list_problems with the new audit_id'),
    pages_not_judged: z.number().describe('Pages that were not judged again: nothing there counts as fixed'),
    pages_gone: z.number().describe('Pages that are gone'),
    all_pages: ComparedPages,
  }),
  annotations: READS_SITES,
  run: async ({ audit_id, folder, pages: asked, limit }, backend, call) => {
    const earlier = await backend.find(audit_id);
    const target = {
      site: earlier.report.domain,
      folder: folder ?? earlier.folder,
      since: earlier,
      ...(asked !== undefined && { pages: asked }),
    };
    const audit = await backend.audit(target, call);
    const verified = verifyFixes(earlier.report, audit.report);
    const { before, after, isAllFixed, isComparable, questions, pages } = verified;
    const table = isComparable && audit.table !== null ? await backend.pageTable(earlier) : null;
    const compared = table === null || audit.table === null ? null : compareTables(table, audit.table);
    const counts = countStates(questions);
    const page = questions.slice(0, limit);
    return {
      structured: {
        audit_id: audit.id,
        since: earlier.id,
        score_before: before.score,
        score: after.score,
        is_all_fixed: isAllFixed,
        is_comparable: isComparable,
        counts,
        questions: page.map(({ finding, question, state, change, problem }) => {
          return { question: `${finding.key}.${question.id}`, state, change, problem };
        }),
        more: questions.length - page.length,
        pages_not_judged: pages.notRead.length,
        pages_gone: pages.gone.length,
        all_pages: summarizeComparedPages(compared),
      },
      text: paragraphs(
        `Audit ${audit.id} since ${earlier.id}: the score was ${before.score} and is ${after.score}.`,
        isComparable ? pageSentence(pages) : '',
        Object.entries(counts)
          .filter(([, number]) => number > 0)
          .map(([state, number]) => `${state}: ${number}`)
          .join(', '),
        page.map(formatQuestion).join('\n'),
        comparedTablesText(compared).join('\n'),
        isAllFixed ? 'No question loses points now.' : 'Call get_fix with the new audit_id for what is left.',
      ),
    };
  },
});

/** Returns how many pages are compared, without their URLs, which are the site's own words. */
function pageSentence({ same, gone, notRead }: SamePages): string {
  return `Both scores are of ${count(same.length, 'page')} that both audits judged. Gone: ${gone.length}. Not judged again: ${notRead.length}.`;
}

function formatQuestion({ finding, question, state, change, problem }: VerifiedQuestion): string {
  const trend = change === null || change === 'same' ? '' : ` (${change})`;
  return `${state}${trend}: ${finding.key}.${question.id}. ${problem ?? question.ask}`;
}
