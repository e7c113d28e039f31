import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../robots/robots-txt.ts';
import { InventoryCollector } from './inventory-collector.ts';
import type { KnownPage } from './known-pages.ts';
import { CHOSEN_PAGES, choosePages, furtherPages } from './page-choice.ts';

const O = 'https://example.com';
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}-x`);

function known(paths: readonly string[], robots = '', home = `${O}/`): readonly KnownPage[] {
  const site = new InventoryCollector({ origin: O, homeUrl: home, robots: parseRobotsTxt(robots) });
  for (const path of paths) site.add(O + path, 'sitemap');
  return site.pages();
}
const paths = (urls: readonly string[]) => urls.map((url) => url.replace(O, ''));
const countBelow = (urls: readonly string[], prefix: string) =>
  paths(urls).filter((one) => one.startsWith(prefix)).length;

describe('choosePages', () => {
  test('reads a site of 25 pages whole, whatever they are', () => {
    const all = [...numbered('/tag/', 10), ...numbered('/de/', 9), '/contact', '/privacy', '/a', '/b', '/c'];
    expect(all).toHaveLength(CHOSEN_PAGES - 1);
    expect(paths(choosePages(known(all))).toSorted()).toEqual(['/', ...all].toSorted());
  });

  test('gives places to templates by the square root of their sizes', () => {
    const choice = choosePages(
      known([...numbered('/products/', 900), ...numbered('/news/', 120), ...numbered('/', 4)]),
    );
    expect(choice).toHaveLength(CHOSEN_PAGES);
    expect(choice[0]).toBe(`${O}/`);
    // 30 ÷ 18, 10.95 ÷ 7 and 2 ÷ 2 come next.
    expect([countBelow(choice, '/products/'), countBelow(choice, '/news/')]).toEqual([17, 6]);
  });

  test('takes a template that the home page links to before another of the same size', () => {
    const site = new InventoryCollector({ origin: O, homeUrl: `${O}/`, robots: parseRobotsTxt('') });
    for (const path of numbered('/products/', 900)) site.add(O + path, 'sitemap');
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      site.add(`${O}/${name}/page`, name === 'e' ? 'homeLink' : 'sitemap');
    const further = furtherPages(site.pages(), new Set());
    expect(further.find((url) => !url.includes('/products/'))).toBe(`${O}/e/page`);
  });

  test('includes at most five secondary pages and five in other languages of a larger site', () => {
    const choice = choosePages(
      known([
        ...numbered('/category/', 200),
        ...numbered('/de/', 100),
        ...numbered('/fr/', 100),
        ...numbered('/', 101),
      ]),
    );
    expect(choice).toHaveLength(CHOSEN_PAGES);
    expect(countBelow(choice, '/category/')).toBe(5);
    expect(countBelow(choice, '/de/') + countBelow(choice, '/fr/')).toBe(5);
  });

  test('keeps what earlier rounds chose, also where it would not be chosen now', () => {
    const first = choosePages(known(numbered('/tag/', 8)));
    const second = choosePages(known([...numbered('/tag/', 8), ...numbered('/posts/', 50)]), first);
    expect(second.slice(0, first.length)).toEqual(first);
    expect(countBelow(second, '/tag/')).toBe(8);
    expect(second).toHaveLength(CHOSEN_PAGES);
  });

  test('keeps a place for a content page that is shut for all crawlers, and none for other shut pages', () => {
    const choice = choosePages(known(['/shut/a', '/shut/tag/b', '/open'], 'User-agent: *\nDisallow: /shut/'));
    expect(paths(choice).toSorted()).toEqual(['/', '/open', '/shut/a']);
  });

  test('keeps a place for a page that is shut for Citable alone', () => {
    const pages = known(['/tag/b'], 'User-agent: Citable\nDisallow: /');
    expect(paths(choosePages(pages))).toEqual(['/', '/tag/b']);
    expect(pages.find(({ isHome }) => !isHome)?.mayBeRead).toBe(false);
  });

  test('counts the forms of one page once, and requests that of the sitemap', () => {
    const site = new InventoryCollector({ origin: O, homeUrl: `${O}/`, robots: parseRobotsTxt('') });
    for (const url of [`${O}/a`, `${O}/a/`, 'http://www.example.com/a.html', `${O}/index.html`]) site.add(url, 'link');
    site.add(`${O}/a.html`, 'sitemap');
    expect(paths(choosePages(site.pages()))).toEqual(['/', '/a.html']);
  });
});

test('furtherPages goes on as the choice would, without the pages that were chosen', () => {
  const pages = known([...numbered('/products/', 300), ...numbered('/category/', 30)]);
  const choice = choosePages(pages);
  const further = furtherPages(pages, new Set(choice));
  expect(further).toHaveLength(pages.length - choice.length);
  expect(new Set([...choice, ...further]).size).toBe(pages.length);
});
