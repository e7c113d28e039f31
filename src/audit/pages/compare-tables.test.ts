import { expect, test } from 'vitest';
import { compareTables } from './compare-tables.ts';
import type { PageRow, PageTable } from './page-table.ts';

const QUESTIONS = ['metadata.title', 'metadata.description'];

/** Makes a table of pages, each with the indexes of the questions that it loses points in; null for a page that was not judged. */
function createTable(pages: Record<string, readonly number[] | null>, gone: readonly string[] = []): PageTable {
  const rows = Object.entries(pages).map(([path, losses]): PageRow => {
    const url = `https://example.com${path}`;
    return {
      url,
      template: '/*',
      indexability: gone.includes(path) ? 'gone' : 'indexable',
      ...{ status: 200, title: null, words: 9, language: null, date: null, depth: 1, linksIn: 1 },
      ...{ inSitemap: true, target: null, closed: 0 },
      lost: losses === null ? null : losses.length,
      losses: (losses ?? []).map((cause) => [cause, 1, null, null]),
    };
  });
  const counts = { known: rows.length, isAtLeast: false, read: rows.length, scored: 1, withoutRow: 0 };
  const causes = QUESTIONS.map((question) => ({ question, note: 'It is missing.' }));
  const rest = { allPagesScore: null, crawlers: [], groups: [], issues: [], folders: [] };
  const base = { format: 1, domain: 'example.com', origin: 'https://example.com' } as const;
  return { ...base, gatheredAt: '2026-11-01T12:00:00Z', counts, causes, rows, ...rest };
}

test('two page tables are compared by page: nothing is fixed where the page was not judged again', () => {
  const before = createTable({ '/a': [0], '/b': [0], '/c': [0], '/d': [0], '/e': [0], '/f': [], '/g': null });
  const after = createTable({ '/a': [], '/b': [0, 1], '/c': null, '/e': null, '/f': [1], '/g': [1], '/h': [1] }, [
    '/e',
  ]);
  const { questions, ...counts } = compareTables(before, after);
  expect(counts).toEqual({ before: 6, after: 5, both: 3 });
  const states = Object.fromEntries(
    questions.map(({ question, pages }) => [
      question,
      pages.map(({ url, state }) => `${new URL(url).pathname} ${state}`),
    ]),
  );
  expect(states).toEqual({
    'metadata.title': ['/a fixed', '/b not_yet', '/c not_read', '/d not_read', '/e gone'],
    // Nothing is known of /g and /h then.
    'metadata.description': ['/b new', '/f new'],
  });
  expect(questions[0]?.counts).toEqual({ fixed: 1, not_yet: 1, new: 0, gone: 1, not_read: 2 });
});
