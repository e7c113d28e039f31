import { expect, test } from 'vitest';
import { readPage } from '../html/read-page.ts';
import { hasLegalTitle, pageKind } from './page-kind.ts';

const jsonLd = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...(value as object) })}</script>`;
const OG_ARTICLE = '<meta property="og:type" content="article">';
const PUBLISHED = '<meta property="article:published_time" content="2030-01-02T08:00:00Z">';
const MODIFIED = '<meta property="article:modified_time" content="2030-01-02T08:00:00Z">';
const JETPACK = '<div hidden>\n<div itemscope itemtype="https://schema.org/ImageGallery">\n<a>Close</a>\n</div></div>';
const READ_THE_DOCS = '<main itemscope itemtype="http://schema.org/Article"><h1>Install</h1><p>text</main>';
const DATED = '<article><h1>A</h1><time datetime="2030-01-02">2 January</time><p>text</article>';

const kindOf = (path: string, html: string): string => pageKind(readPage(html, `https://example.com${path}`), false);

test('the home page is home, whatever it says of itself', () => {
  expect(pageKind(readPage(OG_ARTICLE + PUBLISHED, 'https://example.com/'), true)).toBe('home');
});

test.each([
  ['/a', jsonLd({ '@type': 'BlogPosting' })],
  ['/a', jsonLd({ '@graph': [{ '@type': 'WebPage' }, { '@type': ['Article', 'NewsArticle'] }] })],
  ['/a', jsonLd({ '@type': 'WebPage', mainEntity: { '@type': 'Article', headline: 'A' } })],
  ['/a', OG_ARTICLE + PUBLISHED],
  ['/a', `${OG_ARTICLE}<meta itemprop="datePublished" content="2030-01-02">`],
  ['/blog/a', OG_ARTICLE],
  ['/blog/a', DATED],
  ['/tr/haberler/a', DATED],
  ['/posts/a', '<main><h1>A</h1><time datetime="2030-01-02">then</time><p>text</main>'],
  ['/column/a', '<h1>A</h1><p>2030年1月2日</p><p>text'],
  ['/news/a', '<h1>A</h1><p>Published 2 January 2030</p><p>text'],
  ['/news/a', '<h1>A</h1><p>January 2, 2030 by A. Writer</p><p>text'],
  ['/2030/05/a', '<h1>A</h1><p>02.05.2030</p><p>text'],
  ['/2030/5/12/a.html', '<h1>A</h1><p>2030-05-12</p><p>text'],
  ['/%E3%83%96%E3%83%AD%E3%82%B0/a', DATED],
  ['/a', DATED],
  ['/weblog/a', '<h1>Site</h1><div><h1>A</h1><small>25th April 2020</small><p>text</div>'],
  ['/blog/a', '<h1>A</h1><div class="wp-block-post-author-name">admin</div><p>text'],
  ['/a', '<body class="single single-post"><main><h1>A</h1><p>text</main>'],
  ['/a', '<main><h1>A</h1><p>Written by</p><div class="wp-block-post-author-name">admin</div><p>text</main>'],
  ['/a', '<main><h1>A</h1><p>Written by Ines</p><p>text</main>'],
  ['/guides-to-x/a', '<main><h1>A</h1><time datetime="2030-01-02">then</time><p>text</main>'],
  ['/a', `<article><h1>A</h1><p class="author">Ines</p><p>text</article>\n${JETPACK}`],
  ['/a', '<main><article><h1>A</h1><p class="author">Ines Marlow</p><p>text</article></main>'],
  ['/a', '<main><article><header><h1>A</h1><p>2 January 2030</p></header><p>text</article></main>'],
])('%s is an article with %s', (path, html) => {
  expect(kindOf(path, html)).toBe('article');
});

test.each(['/about', '/en/about-us/', '/ueber-uns.html', '/pt-br/sobre', '/team', '/o-kompanii/'])(
  '%s is never an article',
  (path) => {
    expect(kindOf(path, OG_ARTICLE + PUBLISHED + jsonLd({ '@type': 'Article' }))).toBe('other');
  },
);

test.each([
  '/privacy',
  '/legal/dpa',
  '/terms-and-condition.html',
  '/policies/refund-policy',
  '/de/datenschutz',
  '/mentions-legales/',
  '/politica-de-privacidad',
  '/利用規約',
  '/terms_conditions.html',
  '/polityka-prywatnosci',
  '/sl/pogoji-uporabe.html',
  '/konfidentsialnost/',
  '/ru/publichnaya-oferta',
  '/%D0%BF%D0%B5%D1%80%D1%81%D0%BE%D0%BD%D0%B0%D0%BB%D1%8C%D0%BD%D1%8B%D0%B5-%D0%B4%D0%B0%D0%BD%D0%BD%D1%8B%D0%B5',
  '/zwroty-i-reklamacje',
])('%s is legal, though it says article', (path) => {
  expect(kindOf(path, OG_ARTICLE + PUBLISHED + jsonLd({ '@type': 'Article' }))).toBe('legal');
});

test.each([
  ['/tools/privacy-policy', ''],
  ['/privacy-policy', '<h1>Privacy Policy Generator</h1>'],
  ['/privacy-policy', '<title>Free privacy policy template | Acme</title>'],
  ['/generador/aviso-legal', ''],
  ['/cookies', '<title>Cookies | Bakery</title><h1>Our cookies</h1>'],
  ['/conditions', '<h1>Conditions we treat</h1>'],
  ['/legal/family-law', '<h1>Family law</h1>'],
])('%s is no legal page with %s', (path, html) => {
  expect(kindOf(path, html)).toBe('other');
});

test.each([
  ['/shop/cookies', 'product'],
  ['/blog/privacy', 'other'],
  ['/docs/api/contacts', 'documentation'],
  ['/collections/cookies', 'listing'],
])('%s is about its last word: %s', (path, kind) => {
  expect(kindOf(path, '')).toBe(kind);
});

test.each([
  ['/cookies', '<h1>Cookie policy</h1>'],
  ['/cookies.html', '<title>Política de Cookies | Acme</title>'],
  ['/legal/terms', '<h1>Terms</h1>'],
  ['/legal/subprocessors', '<h1>Our sub-processors</h1>'],
  ['/docs/privacy-policy', '<h1>Privacy Policy</h1>'],
  ['/impressum', '<title>Impressum | Muster Werkzeuge</title><h1>Impressum</h1>'],
])('%s is legal with %s', (path, html) => {
  expect(kindOf(path, html)).toBe('legal');
});

test('an index of dated teasers is no article', () => {
  const teaser = (day: number) => `<article><h2>T</h2><time datetime="2030-01-0${day}">then</time></article>`;
  expect(kindOf('/news/spring', [1, 2, 3, 4].map(teaser).join(''))).toBe('other');
  expect(
    kindOf(
      '/news/spring',
      `<main><h1>A</h1>${[1, 2, 3].map((day) => `<time datetime="2030-01-0${day}">d</time>`).join('')}</main>`,
    ),
  ).toBe('article');
});

test.each([
  ['/contact', ''],
  ['/nl/contact.html', OG_ARTICLE + PUBLISHED],
  ['/kontakt/', ''],
  ['/reach', jsonLd({ '@type': 'ContactPage' })],
])('%s is a contact page', (path, html) => {
  expect(kindOf(path, html)).toBe('contact');
});

test.each([
  ['/blog/', DATED],
  ['/en/blog/index.html', OG_ARTICLE + PUBLISHED],
  ['/category/tools', OG_ARTICLE + PUBLISHED],
  ['/product-category/tools/', ''],
  ['/product_tag/tools', ''],
  ['/sitemap.html', ''],
  ['/fr/plan-du-site/', ''],
  ['/blog/page/2', ''],
  ['/blog/2030/05/', ''],
  ['/products', ''],
  ['/things', jsonLd({ '@type': 'CollectionPage', hasPart: [{ '@type': 'Article' }] })],
  ['/things', jsonLd({ '@type': 'Blog', blogPost: [{ '@type': 'BlogPosting' }, { '@type': 'BlogPosting' }] })],
])('%s is a listing', (path, html) => {
  expect(kindOf(path, html)).toBe('listing');
});

test.each([
  ['/docs/install', ''],
  ['/x', jsonLd({ '@type': 'TechArticle' })],
  ['/ja/%E3%83%89%E3%82%AD%E3%83%A5%E3%83%A1%E3%83%B3%E3%83%88/x', ''],
  ['/docs/install', jsonLd({ '@type': 'Article' })],
  ['/install', `<meta name=generator content="Docusaurus v3.1">${jsonLd({ '@type': 'Article' })}`],
  ['/install.html', `<meta name=generator content="Docutils 0.19: https://docutils.sourceforge.io/">${READ_THE_DOCS}`],
  ['/install.html', `${READ_THE_DOCS}<footer>Built with <a href="https://www.sphinx-doc.org/">Sphinx</a></footer>`],
])('%s is documentation', (path, html) => {
  expect(kindOf(path, html)).toBe('documentation');
});

test('an article by the same tool is an article', () => {
  const html = `<meta name=generator content="Docusaurus v3.1">${jsonLd({ '@type': 'BlogPosting' })}`;
  expect(kindOf('/blog/install', html)).toBe('article');
});

test.each([
  ['<main><h1>Boats</h1><p>No products yet. Come back soon.</p></main>', 'other'],
  ['<main><h1>Boats</h1><p>No products yet.</p><a href="/shop">Back to the shop</a></main>', 'other'],
  ['<main><h1>Boats</h1><a href="/a">The red boat</a><a href="/b">The blue boat</a></main>', 'listing'],
  ['<main></main>', 'listing'],
])('a category with %s is of the kind %s', (html, kind) => {
  expect(kindOf('/product-category/boats', html)).toBe(kind);
});

test('a page with the title of a legal text is one at any path', () => {
  expect(kindOf('/x12', '<title>Privacy policy</title><h1>Privacy policy</h1>')).toBe('legal');
  expect(kindOf('/blog/x12', '<title>Privacy policy</title><h1>Privacy policy</h1>')).toBe('other');
});

test('a docs host serves documentation', () => {
  expect(pageKind(readPage('', 'https://docs.example.com/x'), false)).toBe('documentation');
});

test.each([
  ['/x', jsonLd({ '@type': 'Product' })],
  ['/x', '<meta property="og:type" content="product.item">'],
  ['/products/x', OG_ARTICLE + PUBLISHED],
])('%s is a product', (path, html) => {
  expect(kindOf(path, html)).toBe('product');
});

test.each([
  ['/x', DATED.replace('h1', 'h2')],
  ['/x', DATED + DATED],
  ['/x', '<article><h1>A</h1><p>text</p><p>text</p></article><time datetime="2030-01-02">2 January</time>'],
  [
    '/x',
    `<article><h1>A</h1>${'<p>text</p>'.repeat(6)}<p>Last changed <time datetime="2030-01-02">2 January</time></article>`,
  ],
  ['/services/x', OG_ARTICLE + MODIFIED + jsonLd({ '@type': 'WebPage', dateModified: '2030-01-02' })],
  ['/x', PUBLISHED],
  ['/x', '<h1>A</h1><p>Last updated 2 January 2030</p><p>text'],
  ['/x', '<h1>Posts</h1><p>2 January 2030</p><h2>A post</h2><p>text'],
  ['/x', '<h1>Posts</h1><h2>A post</h2><p>2 January 2030</p><p>text'],
  ['/x', `<h1>A</h1><p>2 January 2030</p><p>text${jsonLd({ '@type': 'MusicEvent' })}`],
  [
    '/x',
    '<main>\n<h1>A</h1>\n<p>Much text\n</main>\n<div itemscope itemtype="https://schema.org/Product">\n<b>A</b>\n</div>',
  ],
  ['/blog/a', '<article><p>no date</article>'],
  ['/blog/a', '<article><p>a</article><div class=comments><time datetime="2030-01-02">then</time></div>'],
  ['/x', jsonLd({ '@graph': [{ '@type': 'Article' }, { '@type': 'Article', '@id': '#b' }] })],
  ['/faq', OG_ARTICLE + PUBLISHED + jsonLd({ '@type': 'FAQPage' })],
  ['/%', ''],
])('%s is nothing in particular with %s', (path, html) => {
  expect(kindOf(path, html)).toBe('other');
});

test.each([
  ['https://example.com/blog/page/12', 'listing'],
  ['https://example.com/blog/page/x2', 'other'],
  ['https://example.com/blog/page/2x', 'other'],
  ['https://example.com/archive-of/2030/5', 'listing'],
  ['https://example.com/log/2030/123', 'other'],
  ['https://example.com/log/2030/x5', 'other'],
  ['https://example.com/shop', 'listing'],
  ['https://example.com/p', 'other'],
  ['https://example.com/dp', 'other'],
  ['https://example.com/p/12', 'product'],
  ['https://doc.example.com/x', 'documentation'],
  ['https://developer.example.com/x', 'documentation'],
  ['https://help.example.com/x', 'documentation'],
  ['https://www.docs.example.com/x', 'other'],
  ['https://example.com/kb/x', 'documentation'],
  ['https://example.com/en/kb/x', 'documentation'],
  ['https://example.com/dp/x', 'product'],
  ['https://example.com/en/shop/x', 'product'],
  ['https://example.com/en/', 'other'],
  ['https://example.com/legal/en/x', 'legal'],
  ['https://example.com/contact.htm', 'contact'],
  ['https://example.com/contact.php', 'contact'],
  ['https://example.com/contact.asp', 'contact'],
  ['https://example.com/contact.aspx', 'contact'],
  ['https://example.com/contact.html.zip', 'other'],
  ['https://example.com/contact/default.aspx', 'contact'],
  ['https://example.com/contact/index/x', 'other'],
  ['https://example.com/en/legal/x', 'legal'],
])('%s is of the kind %s', (url, kind) => {
  expect(pageKind(readPage('', url), false)).toBe(kind);
});

test.each([
  [' Product ', 'product'],
  ['PRODUCT.GROUP', 'product'],
  [' Article ', 'article'],
  ['article.section', 'other'],
  ['', 'other'],
])('a page of the Open Graph type %j is of the kind %s', (type, kind) => {
  expect(kindOf('/x', `<meta property="og:type" content="${type}">${PUBLISHED}`)).toBe(kind);
});

test.each([
  ['<time datetime="2030-01-02">then</time>', 'article'],
  ['<time>2 January 2030</time>', 'article'],
  ['<time datetime="01-02">then</time>', 'other'],
  ['<p>text</p><meta property="article:published_time" content="2030">', 'article'],
  ['<p>text</p><meta itemprop="datePublished" content="2030">', 'article'],
  ['<p>text</p><meta property="article:modified_time" content="2030">', 'other'],
  ['<p>text</p></article><footer><time datetime="2030-01-02">then</time></footer>', 'other'],
])('an article of a blog is one with a date: %s', (html, kind) => {
  expect(kindOf('/blog/a', `<article><h1>A</h1><p>text</p>${html}`)).toBe(kind);
});

test('the types of a page are those of what it is about, and of teasers only what they are beside articles', () => {
  const graph = (...nodes: object[]) => kindOf('/x', jsonLd({ '@graph': nodes }));
  expect(graph({ '@type': 'WebPage', mainEntity: ['text', { '@type': 'Product' }] })).toBe('product');
  expect(graph({ '@type': 'WebPage', about: { '@type': 'Product' } })).toBe('other');
  expect(graph({ '@type': 'Article' }, { '@type': ['Article', 'Product'] })).toBe('product');
});

test.each([
  ['<title>Privacy Policy – Acme</title>', true],
  ['<title>Acme | Privacy Policy</title><h1>Privacy policy</h1>', true],
  ['<title>Конфиденциальность — Акме</title>', true],
  ['<title>個人情報保護方針 | 潮</title>', true],
  ['<title>Privacy matters – Acme</title>', false],
  ['<title>Privacy Policy Generator</title>', false],
  ['<title>Politics of privacy</title><h1>Terms of trade</h1>', false],
  ['<title>Acme</title>', false],
])('%s names a legal page by itself: %s', (html, expected) => {
  expect(hasLegalTitle(readPage(html, 'https://example.com/x7'))).toBe(expected);
});
