import { expect, test } from 'vitest';
import { beginningOf } from './word-set.ts';

test('a word of an alphabet begins where it is found, a word of another script need not', () => {
  const pattern = beginningOf(['updat', 'änder', '更新']);
  const found = ['Updated', 'an update', 'backupdate', 'Verändert', 'Änderung', '最終更新日'].map((text) =>
    pattern.test(text),
  );
  expect(found).toEqual([true, true, false, false, true, true]);
});
