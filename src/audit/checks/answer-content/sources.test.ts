import { describe, expect, test } from 'vitest';
import { pageAt } from '../../../../test/support/pages.ts';
import { sharedText } from '../../content/shared-text.ts';
import type { Page } from '../../site-facts.ts';
import { citedSource, findReference, hasNamedQuotation } from './sources.ts';

const URL = 'https://www.example.com/page';

function pageWith(main: string, head = ''): Page {
  const html = `<html lang=en><head>${head}</head><body><main>${main}</main></body></html>`;
  return pageAt(URL, html, { kind: 'article' });
}

const jsonLd = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`;

describe('a cited source', () => {
  const cited = (page: Page, others: readonly Page[] = []) =>
    citedSource(page, sharedText([page, ...others], 'https://www.example.com'));
  const source = (html: string, head?: string) => cited(pageWith(`<p>Text ${html}</p>`, head));

  test.each([
    'https://example.org/study',
    'http://example.org/study',
    'https://docs.google.com/a',
    'https://research.facebook.com/a',
    'https://scholar.google.com/a',
    'https://www.apple.com/ae/newsroom/2026/03/a-new-laptop/',
    'https://www.cloudflare.com/learning/bots/what-is-a-bot/',
    'https://wordpress.org/documentation/article/blocks/',
    'https://gohugo.io/templates/introduction/',
  ])('is %s', (href) => {
    expect(source(`<a href="${href}">source</a>`)).toBe(href);
  });

  test.each([
    '/own',
    'https://example.com/other-host-of-ours',
    'https://facebook.com/us',
    'https://www.youtube.com/us',
    'mailto:a@example.org',
    'ftp://example.org/a',
    'https://localhost/a',
    'https://wa.me/4420',
    'https://api.whatsapp.com/send?text=a',
    'https://t.me/share',
    'https://x.com/intent/tweet?text=a',
    'https://www.amazon.de/dp/B0',
    'https://www.amazon.co.uk/dp/B0?tag=us-21',
    'https://www.awin1.com/cread.php?awinmid=1',
    'https://shop.example.org/gauge?aff_id=12',
    'https://share.example.org/?url=https://www.example.com/page',
    'https://github.com/tidewater/site/edit/main/page.md',
    'https://gitlab.com/tidewater/site/-/edit/main/page.md',
    'https://wordpress.org/',
    'https://www.google.com/maps/place/a',
    'https://apps.apple.com/us/app/a/id1',
    'https://www.apple.com/de/shop/buy-mac',
    'https://buy.stripe.com/a',
    'https://creativecommons.org/licenses/by/4.0/',
    'https://gohugo.io/',
    'https://unsplash.com/@marlow',
    'https://images.harbour.net/u/seals-large.jpg',
  ])('is not %s', (href) => {
    expect(source(`<a href="${href}">source</a>`)).toBeNull();
  });

  test.each(['nofollow', 'sponsored noopener', 'ugc'])('is none with rel=%s', (rel) => {
    expect(source(`<a rel="${rel}" href="https://example.org/a">source</a>`)).toBeNull();
  });

  test('is none of the site’s own profiles and languages', () => {
    const profile = jsonLd({ '@type': 'Organization', sameAs: ['https://example.org/us/', { '@type': 'Thing' }] });
    expect(source('<a href="https://example.org/us">us</a>', profile)).toBeNull();
    expect(source('<a href="https://example.org/us/other">us</a>', profile)).toBeNull();
    expect(source('<a href="https://example.org/used">us</a>', profile)).toBe('https://example.org/used');
    const language = '<link rel=alternate hreflang=de href="https://example.de/">';
    expect(source('<a href="https://www.example.de/a">de</a>', language)).toBeNull();
  });

  test.each([
    ['<title>Mooring.example | Ada</title>', 'https://www.mooring.example/', false],
    ['<title>The Mooring Game | Ada</title>', 'https://github.com/ada/TheMooringGame', false],
    ['<title>The Mooring Game | Ada</title>', 'https://mooring.example/', true],
  ])('is not what the page is named after: %s, %s', (head, href, isSource) => {
    expect(source(`<a href="${href}">it</a>`, head)).toBe(isSource ? href : null);
  });

  test('is not a repository of the owner, known by a profile, an edit link, or a link on every page', () => {
    const blob = 'https://github.com/Tidewater/site/blob/main/a.ts';
    const link = `<a href="${blob}">code</a>`;
    expect(source(link)).toBe(blob);
    expect(source(link, jsonLd({ '@type': 'Person', sameAs: 'https://github.com/tidewater' }))).toBeNull();
    expect(source(`${link}<a href="https://github.com/tidewater/site/edit/main/b.md">edit</a>`)).toBeNull();
    const footer = '<p>Text</p><p><a href="https://github.com/tidewater">us</a></p>';
    const other = { ...pageWith(footer), url: 'https://www.example.com/other' };
    expect(cited(pageWith(`${footer}${link}`), [other])).toBeNull();
    expect(cited(pageWith(`${footer}${link}`), [{ ...pageWith('<p>Text</p>'), url: other.url }])).toBe(
      'https://github.com/tidewater',
    );
  });

  test.each([
    [
      'a link outside the text',
      'https://github.com/tidewater/gauge',
      '<nav><a href="https://github.com/tidewater">code</a></nav>',
    ],
    [
      'rel=me',
      'https://github.com/tidewater/gauge',
      '<p>I am <a rel=me href="https://github.com/tidewater">here</a>.</p>',
    ],
    ['a repository with the site’s name', 'https://github.com/tidewater/Example.js', ''],
    ['an account with the site’s name', 'https://codeberg.org/example/gauge', ''],
  ])('is not a repository of the owner, known by %s', (_, href, more) => {
    const own = pageWith(`<p>Text <a href="${href}">code</a></p>${more}`);
    expect(cited(own)).toBeNull();
    expect(cited(pageWith('<p>Text <a href="https://github.com/harbour/gauge">code</a></p>'), [own])).not.toBeNull();
  });

  test('is the first of several, in the main text', () => {
    const html = '<a href=/own>a</a> <a href="https://example.org/1">b</a> <a href="https://example.net/2">c</a>';
    expect(source(html)).toBe('https://example.org/1');
    expect(cited(pageWith('<p>Text</p><nav><a href="https://example.org/1">b</a></nav>'))).toBeNull();
  });
});

test.each([
  'https://smartstore.naver.com/shop',
  'https://www.coupang.com/a',
  'https://shopee.co.id/a',
  'https://item.rakuten.co.jp/a',
  'https://www.flipkart.com/a',
])('a shop platform is not a source: %s', (href) => {
  const page = pageWith(`<p>Text <a href="${href}">buy it</a></p>`);
  expect(citedSource(page, sharedText([page], 'https://www.example.com'))).toBeNull();
});

test('news and dictionaries of such a platform are sources', () => {
  const page = pageWith('<p>Text <a href="https://n.news.naver.com/a">report</a></p>');
  expect(citedSource(page, sharedText([page], 'https://www.example.com'))).not.toBeNull();
});

test.each([
  ['Marlow, I., Tern, A. (2026). Drift. Papers of Tides.', true],
  ['[2] O’Hara, J. Tides of the north. Quay Press, 1998.', true],
  ['Portland, Oregon, in 2019', false],
  ['Marlow, I., 3 June 2026', false],
  ['Marlow, I. wrote no year.', false],
  ['We met Marlow, I. think, in 2019.', false],
])('a work is named by its author and year: %s', (text, isNamed) => {
  const page = pageWith(`<p>Text</p><ul><li>${text}</li></ul>`);
  expect(findReference(page)?.text).toBe(isNamed ? text : undefined);
});

describe('an attribution', () => {
  const isNamed = (name: string) =>
    hasNamedQuotation(pageWith(`<blockquote>Tides wait<cite>${name}</cite></blockquote>`));

  test.each([
    'Ada Byron',
    'Byron',
    '— Ada Byron, captain',
    'said d’Alembert',
    'van Gogh',
    'almanac.example.org',
    '山田太郎',
    'أحمد',
  ])('names somebody: %s', (name) => {
    expect(isNamed(name)).toBe(true);
  });

  test.each(['Comentó la alcaldesa.', 'said the captain', 'One of our guests', '—'])('names nobody: %s', (name) => {
    expect(isNamed(name)).toBe(false);
  });
});

describe('a quotation', () => {
  test.each([
    ['<blockquote cite="https://example.org/">Words</blockquote>', true],
    ['<blockquote>Words <cite>Jo</cite></blockquote>', true],
    ['<blockquote>Words</blockquote>', false],
    ['<blockquote cite="https://example.org/"></blockquote>', false],
    ['<p>Words</p>', false],
  ])('of %s is named: %s', (html, isNamed) => {
    expect(hasNamedQuotation(pageWith(`<p>Text</p>${html}`))).toBe(isNamed);
  });
});

test('nofollow says nothing where all links of the site’s texts have it', () => {
  const page = (path: string, rel: string) =>
    pageAt(
      `https://www.example.com${path}`,
      `<main><p><a rel="${rel}" href="https://psmsl.org${path}">Data</a></p></main>`,
    );
  const judge = (rels: readonly string[]) => {
    const [first, ...others] = rels.map((rel, i) => page(`/${i}`, rel));
    return first && citedSource(first, sharedText([first, ...others], 'https://www.example.com'));
  };
  expect(judge(['nofollow', 'nofollow', 'nofollow noopener'])).toBe('https://psmsl.org/0');
  expect(judge(['nofollow', 'nofollow', ''])).toBeNull();
  expect(judge(['nofollow', 'nofollow'])).toBeNull();
  expect(judge(['nofollow sponsored', 'nofollow', 'nofollow'])).toBeNull();
});

test('the site’s own name at a platform is not a source', () => {
  const cited = (href: string) => {
    const page = pageWith(`<p><a href="${href}">Text</a></p>`);
    return citedSource(page, sharedText([page], 'https://www.example.com'));
  };
  expect(cited('https://example.blogspot.com/a')).toBeNull();
  expect(cited('https://tides.blogspot.com/a')).not.toBeNull();
});

test('an account of the site’s own name on any host is not a source', () => {
  const page = (href: string) => pageWith(`<p>Text <a href="${href}">Play here</a></p>`);
  const cited = (href: string) => citedSource(page(href), sharedText([page(href)], 'https://www.tidegauge.com'));
  expect(cited('https://games.example.org/@TideGauge/drift')).toBeNull();
  expect(cited('https://games.example.org/@marlow/drift')).not.toBeNull();
});
