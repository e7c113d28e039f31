import type { LossCause, PageRow, RowLoss } from './page-table.ts';

/** States of a problem of one page, from an earlier page table to a later one. */
export const TABLE_STATES = ['fixed', 'not_yet', 'new', 'gone', 'not_read'] as const;
export type TableState = (typeof TABLE_STATES)[number];

/** What became of a question on every page that lost points in it. */
export interface ComparedQuestion {
  /** `metadata.title`. */
  readonly question: string;
  /** Number of pages by state. */
  readonly counts: Readonly<Record<TableState, number>>;
  readonly pages: readonly { readonly url: string; readonly state: TableState }[];
}

/** What is compared of a page table. */
export interface ComparableTable {
  readonly causes: readonly Pick<LossCause, 'question'>[];
  readonly rows: readonly ComparableRow[];
}

interface ComparableRow extends Pick<PageRow, 'url' | 'indexability' | 'lost'> {
  readonly losses: readonly (RowLoss | readonly [cause: number])[];
}

/** Two page tables of a site, compared by page. */
export interface ComparedTables {
  /** Pages that were judged then, now, and both times. Only what both judged can be `fixed` or `new`. */
  readonly before: number;
  readonly after: number;
  readonly both: number;
  /** In the order of the most pages. */
  readonly questions: readonly ComparedQuestion[];
}

/**
 * Compares the problems of all pages of two page tables of a site, by the same version of the rubric. `fixed`: the page was judged
 * again and loses nothing there, also where the question no longer applies to it.
 */
export function compareTables(before: ComparableTable, after: ComparableTable): ComparedTables {
  const earlier = new Map(before.rows.map((row) => [row.url, row]));
  const later = new Map(after.rows.map((row) => [row.url, row]));
  const states = new Map<string, { readonly url: string; readonly state: TableState }[]>();
  const note = (question: string, url: string, state: TableState) => {
    const pages = states.get(question);
    if (pages === undefined) states.set(question, [{ url, state }]);
    else pages.push({ url, state });
  };
  for (const row of before.rows) {
    const now = later.get(row.url);
    const lost = now === undefined ? null : listQuestions(after, now);
    for (const question of listQuestions(before, row)) {
      if (now?.indexability === 'gone') note(question, row.url, 'gone');
      else if (now === undefined || now.lost === null) note(question, row.url, 'not_read');
      else note(question, row.url, lost?.has(question) === true ? 'not_yet' : 'fixed');
    }
  }
  for (const row of after.rows) {
    const then = earlier.get(row.url);
    if (then === undefined || then.lost === null) continue;
    const lost = listQuestions(before, then);
    for (const question of listQuestions(after, row)) if (!lost.has(question)) note(question, row.url, 'new');
  }
  const isJudged = (row: ComparableRow | undefined) => row !== undefined && row.lost !== null;
  return {
    before: before.rows.filter(isJudged).length,
    after: after.rows.filter(isJudged).length,
    both: before.rows.filter((row) => isJudged(row) && isJudged(later.get(row.url))).length,
    questions: [...states]
      .map(([question, pages]) => ({ question, counts: countStates(pages), pages }))
      .sort((a, b) => b.pages.length - a.pages.length || (a.question < b.question ? -1 : 1)),
  };
}

function countStates(pages: readonly { readonly state: TableState }[]): Record<TableState, number> {
  const counts = { fixed: 0, not_yet: 0, new: 0, gone: 0, not_read: 0 };
  for (const { state } of pages) counts[state] += 1;
  return counts;
}

function listQuestions({ causes }: ComparableTable, { losses }: ComparableRow): ReadonlySet<string> {
  return new Set(losses.flatMap(([cause]) => causes[cause]?.question ?? []));
}
