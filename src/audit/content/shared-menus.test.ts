import { expect, test } from 'vitest';
import { pageAt } from '../../../test/support/pages.ts';
import type { Page, PageKind } from '../site-facts.ts';
import { withoutMenus } from './shared-menus.ts';

const ENTRIES = ['Sloops', 'Ketches', 'Sails and ropes'];
const entry = (name: string) => `<a href="/${name.toLowerCase().replaceAll(' ', '-')}">${name}</a>`;
const LIST = `<ul>${ENTRIES.map((name) => `<li>${entry(name)}`).join('')}</ul>`;
const LINE = `<p>${ENTRIES.map(entry).join(' | ')}</p>`;
const TEXT = '<p>We build boats of oak and larch.</p>';

const page = (path: string, html: string, kind: PageKind = 'other') =>
  pageAt(`https://example.com/${path}`, `<h1>${path || 'Marlow'}</h1>${html}`, { kind });
const textsOf = (...pages: readonly [Page, ...Page[]]) =>
  withoutMenus(pages).map(({ facts }) => facts.text.split('\n').slice(1));
const further = (html: string) => ['a', 'b', 'c'].map((name) => page(name, html));

test.each([LIST, LINE, `<div>${LIST}</div>`])(
  'a menu that three pages have does not count as text on any of them: %s',
  (menu) => {
    const [home, first] = withoutMenus([page('', menu + TEXT, 'home'), ...further(menu + TEXT)]);
    expect([home.facts.text, home.facts.words, home.kind]).toEqual([
      'Marlow\nWe build boats of oak and larch.',
      8,
      'home',
    ]);
    expect(first?.facts.text).toBe('a\nWe build boats of oak and larch.');
    expect(first?.facts.textLength).toBe(first?.facts.text.length);
    expect(first?.facts.links.some(({ inMain }) => inMain)).toBe(false);
  },
);

test('a menu in nav on other pages is one where it stands in the text alone', () => {
  const nav = `<nav>${LIST}</nav>`;
  expect(textsOf(page('', LIST + TEXT, 'home'), ...further(nav + TEXT))[0]).toHaveLength(1);
  expect(textsOf(page('', nav + LIST + TEXT, 'home'), ...further(nav + TEXT))[0]).toHaveLength(4);
});

test('posts that link to the next one do not make a menu of the archive that lists them', () => {
  const names = ['a', 'b', 'c', 'd'];
  const nav = `<nav>${LIST}</nav>`;
  const link = (name: string) => `<p><a href="/${name}">${name}</a></p>`;
  const linking = (path: string, to: readonly string[], kind: PageKind = 'other') =>
    page(path, nav + to.map(link).join(''), kind);
  const posts = names.map((name, i) => linking(name, names.slice(Math.max(0, i - 1), i + 2)));
  const others = ['e', 'f'].map((name) => linking(name, ['a', 'd']));
  const pages = [page('', TEXT, 'home'), linking('archives', names, 'listing'), ...posts, ...others] as const;
  expect(textsOf(...pages)[1]).toEqual(names);
});

test('links of two pages, or of lists of pages, do not count as a menu, nor do headings, long links and links to other sites', () => {
  expect(textsOf(page('', LIST, 'home'), page('a', LIST), page('b', LIST), page('c', LIST, 'listing'))[0]).toHaveLength(
    3,
  );
  const headings = ENTRIES.map((name) => `<h2>${entry(name)}</h2>`).join('');
  const long = ENTRIES.map((name) => `<p><a href="/b">${name} that we have built in all these years</a></p>`).join('');
  const elsewhere = LIST.replaceAll('href="', 'href="https://example.org');
  for (const html of [headings, long, elsewhere])
    expect(textsOf(page('', html, 'home'), ...further(html))[0]).toHaveLength(3);
});

test('a footer made of plain elements does not count as the text of a page that has nothing else', () => {
  const long = `<p>${'We build boats of oak and larch on the quay. '.repeat(5)}</p>`;
  const frame = `<h2>Visit the yard</h2><p>Come by boat.</p><h2>Our boats</h2>${LIST}<p>© Marlow</p>`;
  const framed = (path: string, html: string) => page(path, html + frame);
  const others = ['a', 'b', 'c'].map((name) => page(name, `${long}<footer>${frame}</footer>`));
  const read = (one: Page) => withoutMenus([page('', TEXT, 'home'), ...others, one])[4];

  const short = read(framed('d', TEXT));
  expect(short?.facts.text).toBe('d\nWe build boats of oak and larch.');
  expect(short?.facts.headings.filter(({ inMain }) => inMain).map(({ text }) => text)).toEqual(['d']);
  expect(read(page('d', `${TEXT}<h2>Our boats</h2>${long}<footer>${frame}</footer>`))?.facts.text).toContain(
    'Our boats',
  );
  expect(read(page('d', `<h2>Our boats</h2>${long}<h2>Visit the yard</h2>${long}<h2>Prices</h2>${TEXT}`))?.menu).toBe(
    undefined,
  );
  expect(withoutMenus([page('', TEXT + frame, 'home'), ...others])[0].facts.text).toContain('Our boats');
  const own = frame.replace('Come by boat.', 'The yard has a slip and a crane.');
  expect(read(page('d', TEXT + own))?.facts.text).toContain('slip');
  expect(read(page('d', TEXT + frame, 'contact'))?.facts.text).toContain('Come by boat.');
});
