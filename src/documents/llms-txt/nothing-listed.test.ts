import { expect, test } from 'vitest';
import { NO_READING } from '../../../test/support/inventories.ts';
import { site } from '../../../test/support/reports.ts';
import { domainName } from '../../../test/support/running-service.ts';
import { buildInventory } from '../../site/inventory/build-inventory.ts';
import type { InventoryPage, PageInventory } from '../../site/inventory/inventory.ts';
import { warnOfFewPages, whyNothingListed } from './nothing-listed.ts';

const EMPTY: PageInventory = { ...buildInventory(site(domainName('example.com'))), pages: [], disallowed: 0 };

function page(path: string, reason?: InventoryPage['reason'], more: Partial<InventoryPage> = {}): InventoryPage {
  const url = `https://example.com/${path}`;
  const known = reason === undefined ? {} : { reason };
  return { url, place: 'main', label: null, status: 'left_out', reading: null, ...known, ...more };
}

const many = (count: number, reason: InventoryPage['reason']) =>
  Array.from({ length: count }, (_, index) => page(`${reason}-${index}`, reason));
const why = (pages: readonly InventoryPage[], more: Partial<PageInventory> = {}) =>
  whyNothingListed({ ...EMPTY, pages, ...more });

test('a site with a page that can be listed has no reason', () => {
  expect(whyNothingListed(buildInventory(site(domainName('example.com'))))).toBeNull();
});

test('a site without says which rule keeps how many pages out', () => {
  expect(why(many(3, 'noindex'), { disallowed: 12 })).toBe(
    'No page of example.com can be listed: robots.txt disallows 12 pages, 3 pages are noindex.',
  );
  const each = [
    ...many(1, 'noindex'),
    ...many(2, 'not_200'),
    ...many(1, 'redirect'),
    ...many(2, 'no_page'),
    ...many(2, 'error_page'),
  ];
  expect(why([...each, page('earlier'), page('unread', undefined, { status: 'unread' })], { disallowed: 1 })).toBe(
    'No page of example.com can be listed: robots.txt disallows 1 page, 1 page is noindex, 2 pages did not return 200, ' +
      '1 page redirects, 2 pages are neither HTML nor text documents, 2 pages are error pages, 1 page may not be listed, ' +
      '1 page was not read.',
  );
});

test('pages that say they are duplicates of another host of the site are counted', () => {
  const reading = { ...NO_READING, title: 'A page' };
  const canonical = 'https://blog.example.com/';
  const pages = [1, 2].map((n) => page(String(n), undefined, { status: 'listed', reading, canonical }));
  expect(why(pages, { canonicals: [{ url: canonical, isThere: true }] })).toBe(
    'No page of example.com can be listed: 2 pages name pages of another site as their canonical.',
  );
});

test('a robots.txt that could not be read is named', () => {
  expect(why([], { robotsTxt: null })).toBe(
    'No page of example.com can be listed: none is known. Its robots.txt could not be read, so no further page was requested.',
  );
});

test('a list of one or two pages gets a warning with the reasons, a longer one none', () => {
  const reading = { ...NO_READING, title: 'A page', words: 100 };
  const listed = (count: number) =>
    Array.from({ length: count }, (_, n) => page(`listed-${n}`, undefined, { status: 'listed', reading }));
  const warn = (pages: readonly InventoryPage[], more: Partial<PageInventory> = {}) =>
    warnOfFewPages({ ...EMPTY, pages, ...more });
  expect(warn([...listed(2), ...many(3, 'noindex')], { disallowed: 1 })).toBe(
    'The llms.txt of example.com lists only 2 pages: robots.txt disallows 1 page, 3 pages are noindex.',
  );
  expect(warn(listed(1))).toBe('The llms.txt of example.com lists only 1 page: no other page is known.');
  expect(warn([...listed(3), ...many(30, 'noindex')])).toBeNull();
  const shells = Array.from({ length: 4 }, (_, n) =>
    page(`shell-${n}`, undefined, { status: 'listed', reading: { ...reading, words: 2 } }),
  );
  expect(warn([...listed(3), ...shells])).toBe(
    'The llms.txt of example.com lists only 3 pages: 4 pages have no text in their HTML.',
  );
});
