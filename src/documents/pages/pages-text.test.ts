import { expect, test } from 'vitest';
import { pagesBasis } from './pages-text.ts';

test('says how many pages were known when those of the score were chosen, where the number is another one', () => {
  const counts = { known: 44, isAtLeast: false, read: 42, scored: 25, withoutRow: 0 };
  const table = { counts, ended: 'read', allPagesScore: null } as const;
  expect(pagesBasis(table, { known: 44 })).toBe('42 of 44 known pages were read.');
  expect(pagesBasis(table, { known: 42 })).toBe(
    '42 of 44 known pages were read. When the pages of the score were chosen, 42 were known.',
  );
});
