import { z } from 'zod';
import { type ComparedTables, TABLE_STATES } from '../audit/pages/compare-tables.ts';
import type { PageTable } from '../audit/pages/page-table.ts';
import { pagesBasis } from '../documents/pages/pages-text.ts';
import { detailsBlock, paragraphs, UntrustedText, untrustedText } from './site-data.ts';

/** Losses by template and faults between pages that a tool lists. */
const SHOWN = 10;

/** Schema of what all pages of a site together show. */
export const WholeSite = z
  .object({
    pages_read: z.string().describe('How many pages were read, and why no more'),
    losses: z.array(
      z.object({
        untrusted_template: UntrustedText.describe('Template of the URLs, such as /blog/*'),
        question: z.string(),
        pages: z.number(),
        of: z.number(),
        points: z.number(),
        one_template: z.boolean().describe('True when one change of the template fixes all'),
      }),
    ),
    more_losses: z.number(),
    faults: z
      .array(z.object({ fault: z.string(), places: z.number(), untrusted_statement: UntrustedText }))
      .describe('Conflicts, dead links and duplicates between pages'),
    more_faults: z.number(),
  })
  .nullable()
  .describe('What all pages show; null unless more pages than those of the score were asked for');

/** Returns what all pages of a site together show, for a tool; null for no table. */
export function summarizeWholeSite(table: PageTable | null): z.input<typeof WholeSite> {
  if (table === null) return null;
  const { groups, issues } = table;
  return {
    pages_read: pagesBasis(table),
    losses: groups.slice(0, SHOWN).map(({ template, question, pages, of, points, isOneTemplate }) => {
      return { untrusted_template: untrustedText(template), question, pages, of, points, one_template: isOneTemplate };
    }),
    more_losses: Math.max(0, groups.length - SHOWN),
    faults: issues.slice(0, SHOWN).map(({ id, count, statement }) => {
      return { fault: id, places: count, untrusted_statement: untrustedText(statement) };
    }),
    more_faults: Math.max(0, issues.length - SHOWN),
  };
}

/** Returns the same as text; '' for no table. */
export function wholeSiteText(table: PageTable | null): string {
  if (table === null) return '';
  const { origin, groups, issues } = table;
  const losses = groups
    .slice(0, SHOWN)
    .map(({ template, note, pages, of }) => `${pages} of ${of} ${template}: ${note}`);
  return paragraphs(
    pagesBasis(table),
    detailsBlock(`${origin}/`, [...losses, ...issues.slice(0, SHOWN).map(({ statement }) => statement)]),
  );
}

const Count = z.number().int();

/** Schema of the comparison of all pages. */
export const ComparedPages = z
  .object({
    judged_before: Count,
    judged_now: Count,
    judged_both: Count.describe('Only on these can a problem be fixed or new'),
    questions: z.array(z.object({ question: z.string(), pages: z.record(z.enum(TABLE_STATES), Count) })),
  })
  .nullable()
  .describe('Problems of all pages by state; null unless more pages than those of the score were asked for');

/** Returns the comparison of all pages for a tool; null for none. */
export function summarizeComparedPages(compared: ComparedTables | null): z.input<typeof ComparedPages> {
  if (compared === null) return null;
  const { before, after, both, questions } = compared;
  return {
    judged_before: before,
    judged_now: after,
    judged_both: both,
    questions: questions.map(({ question, counts }) => ({ question, pages: counts })),
  };
}
