import { expect, test } from 'vitest';
import { pagesBasis, unfoundText } from './pages-text.ts';

test('says how many pages were known when those of the score were chosen, where the number is another one', () => {
  const counts = { known: 44, isAtLeast: false, read: 42, scored: 25, withoutRow: 0 };
  const table = { counts, ended: 'read', allPagesScore: null, rows: [] } as const;
  expect(pagesBasis(table, { known: 44 })).toBe('42 of 44 known pages were read.');
  expect(pagesBasis(table, { known: 42 })).toBe(
    '42 of 44 known pages were read. When the pages of the score were chosen, 42 were known.',
  );
});

test('says how many pages the score of all pages rests on', () => {
  const counts = { known: 44, isAtLeast: false, read: 44, scored: 25, withoutRow: 0 };
  const table = { counts, ended: 'read', allPagesScore: 61 } as const;
  const judged = Array.from({ length: 42 }, () => ({ lost: 1, indexability: 'indexable' }) as const);
  const noindex = { lost: null, indexability: 'noindex' } as const;
  const all = 'The score is made of 25 of them. By the 42 that were judged, it would be 61.';
  expect(pagesBasis({ ...table, rows: [...judged, noindex] })).toBe(`44 of 44 known pages were read. ${all}`);
  const left = { lost: null, indexability: 'indexable' } as const;
  expect(pagesBasis({ ...table, rows: [...judged, noindex, left] })).toContain(`${all} 1 more was not judged: `);
});

test.each([
  [25, ['25 pages are named by no link. Crawlers do not find them.']],
  [24, []],
])('%d pages of a folder that nothing names, beside 24 known ones: %j', (count, expected) => {
  const issue = { id: 'unnamed_file', statement: `${count} pages are named by no link.`, count, places: [] } as const;
  const counts = { known: 24, isAtLeast: false, read: 24, scored: 24, withoutRow: 0 };
  expect(unfoundText({ issues: [issue], counts })).toEqual(expected);
  // A page that was not read may link to them.
  expect(unfoundText({ issues: [issue], counts: { ...counts, read: 23 } })).toEqual([]);
});

test('names three pages of a folder that nothing names, and counts the others', () => {
  const places = ['prices', 'hours', 'staff'].map((name) => ({
    url: `https://example.com/${name}`,
    other: null,
    line: null,
  }));
  const issue = { id: 'unnamed_file', statement: '5 pages are named by no link.', count: 5, places } as const;
  const counts = { known: 2, isAtLeast: false, read: 2, scored: 2, withoutRow: 0 };
  expect(unfoundText({ issues: [issue], counts })).toEqual([
    '5 pages are named by no link. Crawlers do not find them. Places: /prices, /hours, /staff and 2 more.',
  ]);
});

test('names each place once, with the URL that it names', () => {
  const at = (path: string, other: string) => ({
    url: `https://example.com/${path}`,
    other: `https://example.com/${other}`,
    line: 7,
  });
  const places = [at('', 'tours'), at('', 'tours'), at('', 'boats'), at('piers', 'tours'), at('staff', 'tours')];
  const issue = { id: 'unnamed_file', statement: 'Links are dead.', count: 5, places } as const;
  const counts = { known: 1, isAtLeast: false, read: 1, scored: 1, withoutRow: 0 };
  expect(unfoundText({ issues: [issue], counts })[0]).toMatch(
    / Places: \/ \(to \/tours\), \/ \(to \/boats\), \/piers \(to \/tours\) and 1 more\.$/,
  );
});
