import { z } from 'zod';
import type { Finding, JudgedQuestion } from '../audit/report/report.ts';
import { DEFAULT_PAGES, MOST_PAGES } from '../values/page-count.ts';
import { quote } from '../values/untrusted-text.ts';
import { type AuditRecord, ToolRefusal } from './backend.ts';

/** Maximum number of items of a page. A page of this size stays under 8,000 tokens. */
export const MAX_PAGE = 20;

/** Returns the schema of a tool's input. Other arguments are refused: an agent would believe that they had an effect. */
export function toolInput<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `This tool has no argument ${issue.keys.map((key) => `"${quote(key, 40)}"`).join(', ')}. Leave it out.`
        : undefined,
  });
}

/** Example of a site. Examples of inputs work as they are. */
export const SITE_EXAMPLE = { examples: ['example.com'] };

export const AuditIdInput = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('The audit_id that audit_site or verify_fixes returned');

export const QuestionInput = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'A question of the rubric as check.question', examples: ['metadata.description'] });

/** Folder to audit instead of the live site. */
export const FolderInput = z
  .string()
  .min(1)
  .max(4_096)
  .optional()
  .meta({
    description:
      'Path of a folder on this machine with the built site. It is audited as it would be published, and nothing is fetched',
    examples: ['./dist'],
  });

/** Number of pages to read. */
export const PagesInput = z
  .union([z.int().min(DEFAULT_PAGES).max(MOST_PAGES), z.literal('all')], {
    error: `pages must be a whole number from ${DEFAULT_PAGES} to ${MOST_PAGES}, or "all".`,
  })
  .optional()
  .meta({
    description: `Maximum number of pages to read, ${DEFAULT_PAGES} to ${MOST_PAGES}, or "all". The score is always made of ${DEFAULT_PAGES}; more show faults of the whole site, and take up to 1.2 seconds each`,
    examples: [100],
  });

/** Whether a browser loads the pages, too. */
export const RenderInput = z
  .boolean()
  .optional()
  .describe(
    'Also loads the judged pages in a browser, where the service allows it. Takes a few minutes; the score stays the same. read_rendering then has what scripts add and change',
  );

export const OffsetInput = z.int().min(0).max(10_000).default(0).describe('Number of items to skip');

/** Returns the schema of a page's size. */
export function limitInput(preset: number, most = MAX_PAGE) {
  return z.int().min(1).max(most).default(preset).describe(`Most items to return, at most ${most}`);
}

/** Schema of the offset of the next page. */
export const NextOffset = z.number().nullable().describe('The offset of the next page; null at the end');

/** Returns one page of a list, and the offset of the next. */
export function paginate<Item>(items: readonly Item[], { offset, limit }: { offset: number; limit: number }) {
  const end = offset + limit;
  return { page: items.slice(offset, end), nextOffset: end < items.length ? end : null };
}

/** Returns the line that says where the next page begins; '' at the end. */
export function moreText(nextOffset: number | null): string {
  return nextOffset === null ? '' : `More: offset ${nextOffset}.`;
}

/** Finds the finding of a check by its key. @throws ToolRefusal */
export function findingNamed({ report }: AuditRecord, key: string): Finding {
  const finding = report.findings.find((one) => one.key === key);
  if (finding !== undefined) return finding;
  const keys = report.findings.map((one) => one.key).join(', ');
  throw new ToolRefusal(`There is no check of that name. The checks are ${keys}.`);
}

/** Finds a question of a report by its name. @throws ToolRefusal */
export function questionNamed(record: AuditRecord, name: string): JudgedQuestion {
  const [key = '', id] = name.split('.');
  const { questions } = findingNamed(record, key);
  const question = questions.find((one) => one.id === id);
  if (question !== undefined) return question;
  const names = questions.map((one) => `${key}.${one.id}`).join(', ');
  throw new ToolRefusal(`There is no question of that name. The questions of ${key} are ${names}.`);
}
