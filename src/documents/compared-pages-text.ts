import { count, list } from '../audit/formatting.ts';
import { type ComparedTables, TABLE_STATES, type TableState } from '../audit/pages/compare-tables.ts';
import type { ComparedPages } from '../audit/report/same-pages.ts';
import { formatCount } from '../values/format-count.ts';

/** Returns which pages two audits of a site are compared on, in sentences. */
export function comparedPagesText({ same, gone, notRead, added, areScoresOfSame }: ComparedPages): readonly string[] {
  const one = (pages: readonly string[], singular: string, plural: string) => (pages.length === 1 ? singular : plural);
  const scores = areScoresOfSame
    ? `Both scores are of the ${same.length === 1 ? 'one page' : `${same.length} pages`} that both audits judged.`
    : `Both audits judged ${count(same.length, 'page')}. The scores are of other pages too, because an audit by an earlier version of Citable does not say what each page earned.`;
  return [
    ...(same.length === 0 ? [] : [scores]),
    ...(gone.length === 0
      ? []
      : [`${count(gone.length, 'page')} of the earlier audit ${one(gone, 'is', 'are')} gone: ${list(gone)}.`]),
    ...(notRead.length === 0
      ? []
      : [
          `${count(notRead.length, 'page')} of the earlier audit ${one(notRead, 'was', 'were')} not judged again, so nothing on ${one(notRead, 'it', 'them')} counts as fixed: ${list(notRead)}.`,
        ]),
    ...(added.length === 0
      ? []
      : [`${count(added.length, 'page')} judged only now ${one(added, 'is', 'are')} not compared: ${list(added)}.`]),
  ];
}

const NAMES: Readonly<Record<TableState, string>> = {
  fixed: 'fixed',
  not_yet: 'not yet fixed',
  new: 'new',
  gone: 'gone with the page',
  not_read: 'not read again',
};

/** Returns what became of the problems of all pages, a sentence for all and one for each question; none for null. */
export function comparedTablesText(compared: ComparedTables | null): readonly string[] {
  if (compared === null) return [];
  const { before, after, both, questions } = compared;
  return [
    `All pages: ${count(before, 'page')} judged then, ${formatCount(after)} now, ${formatCount(both)} both times.`,
    ...questions.map(({ question, counts }) => {
      const parts = TABLE_STATES.filter((state) => counts[state] > 0);
      return `${question}: ${parts.map((state) => `${formatCount(counts[state])} ${NAMES[state]}`).join(', ')}.`;
    }),
  ];
}
