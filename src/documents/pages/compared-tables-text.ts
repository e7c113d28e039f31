import { count, inGroups } from '../../audit/formatting.ts';
import { type ComparedTables, TABLE_STATES, type TableState } from '../../audit/pages/compare-tables.ts';

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
    `All pages: ${count(before, 'page')} judged then, ${inGroups(after)} now, ${inGroups(both)} both times.`,
    ...questions.map(({ question, counts }) => {
      const parts = TABLE_STATES.filter((state) => counts[state] > 0);
      return `${question}: ${parts.map((state) => `${inGroups(counts[state])} ${NAMES[state]}`).join(', ')}.`;
    }),
  ];
}
