import { expect, test } from 'vitest';
import { type MadeUrl, madeInventory, ORIGIN } from '../../../test/support/known-urls.ts';
import { findDuplicates } from './duplicates.ts';
import { SiteIndex } from './site-index.ts';

function duplicates(made: Readonly<Record<string, MadeUrl>>) {
  return findDuplicates(new SiteIndex(madeInventory(made))).map(({ id, statement, places }) => [
    id,
    statement,
    places.map(({ url }) => url.replace(ORIGIN, '')).join(' '),
  ]);
}

test('groups of pages that share a title, a description or their text are named', () => {
  const titled: MadeUrl = { page: { titleHash: 900 } };
  const described: MadeUrl = { page: { descriptionHash: 901 } };
  expect(
    duplicates({
      '/a': titled,
      '/b': titled,
      '/c': titled,
      '/d': described,
      '/e': described,
      '/f': { page: { textHash: '0123456789abcdef' } },
      // Three bits differ, then four.
      '/g': { page: { textHash: '0123456789abcde8' } },
      '/h': { page: { textHash: '0123456789abcdd0' } },
    }),
  ).toEqual([
    ['duplicate_title', '3 pages share one title.', '/a /b /c'],
    ['duplicate_description', '2 pages share one meta description.', '/d /e'],
    ['duplicate_text', '2 pages have nearly the same text.', '/f /g'],
  ]);
});

test('copies that name a canonical, are noindex, in another language or short are not duplicates', () => {
  const page = { titleHash: 900, textHash: '0123456789abcdef' };
  expect(
    duplicates({
      '/a': { page },
      '/copy': { page: { ...page, canonical: `${ORIGIN}/a` } },
      '/hidden': { page: { ...page, noindex: ['*'] } },
      '/de': { page: { ...page, language: 'de', textHash: 'ffff456789abcdef' } },
      '/short': { page: { ...page, titleHash: 902, words: 49 } },
    }),
  ).toEqual([]);
});
