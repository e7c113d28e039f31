import { expect, test } from 'vitest';
import { readPage } from '../html/read-page.ts';
import { hasLegalTitle, isSecondaryPath, pageKind } from './page-kind.ts';

const jsonLd = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...(value as object) })}</script>`;
const OG_ARTICLE = '<meta property="og:type" content="article">';
const PUBLISHED = '<meta property="article:published_time" content="2030-01-02T08:00:00Z">';
const MODIFIED = '<meta property="article:modified_time" content="2030-01-02T08:00:00Z">';
const JETPACK = '<div hidden>\n<div itemscope itemtype="https://schema.org/ImageGallery">\n<a>Close</a>\n</div></div>';
const READ_THE_DOCS = '<main itemscope itemtype="http://schema.org/Article"><h1>Install</h1><p>text</main>';
const DATED = '<article><h1>A</h1><time datetime="2030-01-02">2 January</time><p>text</article>';

const LONG = `<p>${'The tide is read twice a day. '.repeat(10)}`;
/** `<p>text` stands for a text of an article's length. */
const readKind = (path: string, html: string): string =>
  pageKind(readPage(html.replace('<p>text', LONG), `https://example.com${path}`), false);

test('a title as Sphinx writes it is that of documentation, also where the theme says Article', () => {
  expect(readKind('/scales.html', `<title>Scales — Abacus 3.30 documentation</title>${READ_THE_DOCS}`)).toBe(
    'documentation',
  );
  expect(readKind('/contact%20us.html', '<h1>Contact us</h1><p>text')).toBe('contact');
});

test('an archive of WordPress is told by its mark', () => {
  const post = `<h1>Ropes</h1><p>${'We mend ropes here. '.repeat(60)}</p>`;
  expect(readKind('/ropes', `<body class="archive category category-ropes">${post}`)).toBe('listing');
  expect(readKind('/ropes', `<body class="archive-theme category-ropes">${post}`)).not.toBe('listing');
});

test('a guide by itself, and a list of posts among them a sample post, are no documentation and no sample post', () => {
  const text = `<p>${'We mend ropes here. '.repeat(20)}</p>`;
  expect(readKind('/guide', `<h1>A tour of the site</h1>${text}`)).toBe('other');
  expect(readKind('/docs', `<h1>Docs</h1>${text}`)).toBe('documentation');
  expect(readKind('/tutorials', `<h1>Tutorials</h1>${text}`)).toBe('other');
  expect(readKind('/tutorials/ropes', `<h1>Ropes</h1>${text}`)).toBe('documentation');
  const entries = ['Ropes', 'Hello World', 'Masts'].map(
    (name) => `<article><h1><a href="/p/${name}">${name}</a></h1>${text}</article>`,
  );
  expect(readKind('/articles', entries.join(''))).toBe('listing');
});

test('an article whose author is its publisher is a page of the help it stands in', () => {
  const article = (author: string) =>
    jsonLd({
      '@type': 'BlogPosting',
      datePublished: '2030-01-02',
      author: { '@type': 'Person', name: author },
      publisher: { '@type': 'Organization', name: 'Marlow Ropes' },
    });
  expect(['Marlow Ropes', 'Ines Marlow'].map((name) => readKind('/help/splice', article(name)))).toEqual([
    'documentation',
    'article',
  ]);
});

test('a long page whose text is links to many pages below its path is their list', () => {
  const link = (i: number) =>
    `<p><a href="/help/${i}">How do I splice rope number ${i} with the smallest fid that there is?</a></p>`;
  const list = (count: number) =>
    `<main><h1>Help</h1>${Array.from({ length: count }, (_, i) => link(i)).join('')}</main>`;
  expect(readKind('/help', list(20))).toBe('listing');
});

test.each([
  '<h1>Politica sui cookie</h1>',
  '<h1>Cookie-Richtlinie</h1>',
  '<h1>Politique des cookies</h1>',
  '<h1>Privacy notices</h1>',
  '<h1>Политика использования файлов cookie</h1>',
  '<title>Согласие на обработку персональных данных — Лодки</title>',
])('a legal page is known by its title: %s', (html) => {
  expect(readKind('/a', html)).toBe('legal');
});

test('the home page is home, whatever it says of itself', () => {
  expect(pageKind(readPage(OG_ARTICLE + PUBLISHED, 'https://example.com/'), true)).toBe('home');
});

test.each([
  ['/a', jsonLd({ '@type': 'BlogPosting' })],
  ['/a', jsonLd({ '@graph': [{ '@type': 'WebPage' }, { '@type': ['Article', 'NewsArticle'] }] })],
  ['/a', jsonLd({ '@type': 'WebPage', mainEntity: { '@type': 'Article', headline: 'A' } })],
  ['/blog/a', OG_ARTICLE],
  ['/blog/a', '<meta property="og:type" content=" Article ">'],
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
  ['/a', '<main><h1>A</h1><h4>By: Ines Marlow, 2 January 2030</h4><p>text</main>'],
  ['/a', '<main><h4>By Ines Marlow</h4><h1>A</h1><p>text</main>'],
  ['/a', '<main><h1>A</h1><p>By Ines Marlow</p><h2>First part</h2><p>text</main>'],
  ['/a', '<main><h1>A</h1><p>Autor: Ana Horvat</p><p>text</main>'],
  ['/a', '<main><article><h1>A</h1><h3>By Ines Marlow</h3><p>text</article></main>'],
  ['/guides-to-x/a', '<article><h1>A</h1><time datetime="2030-01-02">then</time><p>text</article>'],
  ['/a', `<article><h1>A</h1><p class="author">Ines</p><p>text</article>\n${JETPACK}`],
  ['/a', '<main><article><h1>A</h1><p class="author">Ines Marlow</p><p>text</article></main>'],
  ['/a', '<main><article><header><h1>A</h1><p>2 January 2030</p></header><p>text</article></main>'],
  ['/a', '<main><article><h1>A</h1><p>2 January 2030</p><h2>Hello, this is our pier.</h2><p>text</article></main>'],
])('%s is an article with %s', (path, html) => {
  expect(readKind(path, html)).toBe('article');
});

test.each([
  '<h2>A tide</h2><p>By Ines Marlow</p><p>text</p>',
  '<p>Illustrations by Ines Marlow and others of the harbour</p><p>text</p>',
  '<h2>By hand</h2><p>text</p>',
  '<p>By Ines Marlow</p><p>text</p><h1>B</h1><p>By Jan Holt</p><p>text</p>',
])('a page with the bylines of others, or none, is not an article: %s', (html) => {
  expect(readKind('/a', `<main><h1>A</h1>${html}</main>`)).toBe('other');
});

test.each(['/docs/boats/', '/posts/boats/', '/boats.html'])(
  'a page of little but links to other pages, or entries below them, leads to these: %s',
  (path) => {
    const links = ['Sloops and cutters', 'Ketches and yawls', 'Schooners'].map(
      (name) => `<li><a href="/b/${name}">${name}</a></li>`,
    );
    const list = `<h1>Boats</h1><time>2 January 2030</time><ul>${links.join('')}</ul>`;
    expect(readKind(path, `<main>${list}</main>`)).toBe('listing');
    expect(readKind(path, `<main>${list}<p>A sloop has one mast and two sails.</main>`)).not.toBe('listing');
    const entry = (name: string) => `<h2><a href="/b/${name}">${name}</a></h2><h3>Rig</h3>${TEXT}`;
    expect(readKind(path, `<main><h1>Boats</h1>${entry('ketch')}${entry('yawl')}</main>`)).toBe('listing');
    expect(readKind(path, `<main><h1>Boats</h1>${TEXT}${entry('ketch')}</main>`)).not.toBe('listing');
  },
);

test('links to the home page, to the page itself and to other sites make no list of pages', () => {
  const links = ['/', '#a', 'https://example.org/a', 'https://example.org/b'].map(
    (href) => `<h2><a href="${href}">Boats</a></h2>${TEXT}`,
  );
  expect(readKind('/boats', `<main><h1><a href="/">Marlow</a></h1>${links.join('')}</main>`)).toBe('other');
});

test('a page of cards that are links to pages elsewhere leads to these, dates of theirs included', () => {
  const cards = (end: string) =>
    ['harbour', 'regatta', 'winter']
      .map((name) => {
        const inside = `<span class="date">18/06/2030 · The Gazette</span><h2>All that is known of the ${name}</h2>`;
        return `<a href="https://example.org/${name}">${inside}${end}`;
      })
      .join('');
  expect(readKind('/press', `<main><h1>Press</h1>${cards('</a>')}</main>`)).toBe('listing');
  expect(readKind('/press', `<main><h1>Press</h1>${cards(`</a>${TEXT}`)}</main>`)).not.toBe('listing');
  expect(readKind('/built', `<main><h1>Built</h1>${cards(`<p>${TEXT}.</p></a>`)}</main>`)).not.toBe('listing');
  const two = ['a', 'b'].map((name) => `<p><a href="https://example.org/${name}">Get our app there</a></p>`);
  expect(readKind('/app', `<main><h1>App</h1>${two.join('')}</main>`)).toBe('other');
  const inText = ['a', 'b', 'c'].map(
    (name) => `<h4>In 2030 I built <a href="https://example.org/${name}">it</a>.</h4>`,
  );
  expect(readKind('/work', `<main><h1>Work</h1>${inText.join('')}</main>`)).toBe('other');
});

test('links to pictures make no list of pages', () => {
  const links = ['a', 'b', 'c'].map((name) => `<a href="/boats/${name}.jpg"><img alt="A yawl" src="/s.jpg"></a>`);
  expect(readKind('/boats/built', `<main><h1>Built</h1>${links.join('')}</main>`)).toBe('other');
});

test('a product among links to others is a product', () => {
  const links = ['a', 'b', 'c'].map((name) => `<a href="/boats/${name}">Another boat with two masts</a>`);
  expect(readKind('/boats/yawl', `${jsonLd({ '@type': 'Product' })}<h1>Yawl</h1><p>Oak.</p>${links.join('')}`)).toBe(
    'product',
  );
});

test('a post whose theme calls the page a blog, with the post in it, is an article', () => {
  const blog = (posts: string) =>
    `<main itemscope itemtype="https://schema.org/Blog">\n<nav>menu</nav>\n${posts}\n</main>`;
  const post = (level: number) =>
    `<article itemprop="blogPost" itemscope itemtype="https://schema.org/BlogPosting">\n<h${level}>A</h${level}>\n<p>text</p>\n</article>\n`;
  expect(readKind('/blog/a', blog(post(1)))).toBe('article');
  expect(readKind('/log', blog(post(2) + post(2)))).toBe('listing');
});

test('a page that turns to the next chapter as mdBook does is documentation', () => {
  const page = (name: string) =>
    `<main><h1>A</h1></main><nav><a rel="next prefetch" href="b" aria-label="${name}"></a></nav>`;
  expect(readKind('/a', page('Next chapter'))).toBe('documentation');
  expect(readKind('/a', page('Next page'))).toBe('other');
});

test.each([
  ['/acceptable-use/'],
  ['/x/sub', 'Subprocessors'],
  ['/dpa-2', 'Data Processing Addendum'],
  ['/copyright-policy'],
])('rules of use and lists of subprocessors are legal pages: %s', (path, heading = 'Acceptable Use Policy') => {
  expect(readKind(path, `<article><h1>${heading}</h1><p>Last updated: 2 January 2030</p><p>text</article>`)).toBe(
    'legal',
  );
});

test.each(['/about', '/en/about-us/', '/ueber-uns.html', '/pt-br/sobre', '/team', '/o-kompanii/'])(
  '%s is never an article',
  (path) => {
    expect(readKind(path, OG_ARTICLE + PUBLISHED + jsonLd({ '@type': 'Article' }))).toBe('other');
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
  '/cerez-politikasi',
  '/politiki-aporritou',
  '/umovy-vykorystannya',
  '/confidentiality.html',
  '/personal-data',
  '/soglasie',
  '/personuppgifter',
  '/informativa',
])('%s is legal, though it says article', (path) => {
  expect(readKind(path, OG_ARTICLE + PUBLISHED + jsonLd({ '@type': 'Article' }))).toBe('legal');
});

test.each([
  ['/tools/privacy-policy', ''],
  ['/privacy-policy', '<h1>Privacy Policy Generator</h1>'],
  ['/privacy-policy', '<title>Free privacy policy template | Acme</title>'],
  ['/generador/aviso-legal', ''],
  ['/cookies', '<title>Cookies | Bakery</title><h1>Our cookies</h1>'],
  ['/conditions', '<h1>Conditions we treat</h1>'],
  ['/legal/family-law', '<h1>Family law</h1>'],
])('%s is not a legal page with %s', (path, html) => {
  expect(readKind(path, html)).toBe('other');
});

test.each([
  ['/shop/cookies', 'product'],
  ['/blog/privacy', 'other'],
  ['/docs/api/contacts', 'documentation'],
  ['/collections/cookies', 'listing'],
])('%s is about its last word: %s', (path, kind) => {
  expect(readKind(path, '')).toBe(kind);
});

test.each([
  ['/cookies', '<h1>Cookie policy</h1>'],
  ['/cookies.html', '<title>Política de Cookies | Acme</title>'],
  ['/legal/terms', '<h1>Terms</h1>'],
  ['/legal/subprocessors', '<h1>Our sub-processors</h1>'],
  ['/docs/privacy-policy', '<h1>Privacy Policy</h1>'],
  ['/impressum', '<title>Impressum | Muster Werkzeuge</title><h1>Impressum</h1>'],
])('%s is legal with %s', (path, html) => {
  expect(readKind(path, html)).toBe('legal');
});

const TEXT = `<p>${'The tide gauge stands at the end of the pier. '.repeat(6)}</p>`;
const TEASER = '<h2><a href="/blog/b">Another tide</a></h2><p>It comes at noon.</p>';

test.each([
  ['', ''],
  ['', '<p>By Ines Marlow</p>'],
  ['', '<p class="byline">By Ines Marlow</p>'],
  ['', '<p>2 January 2030</p>'],
  [jsonLd({ '@type': 'BlogPosting', headline: 'A' }), ''],
])('a text among articles is one with %j and %j: its kind does not depend on what is asked of it', (head, line) => {
  const page = `${head}<main><article><h1>A</h1>${line}${TEXT}</article></main>`;
  expect(readKind('/blog/a', page)).toBe('article');
  expect(readKind('/2030/05/a', page.replaceAll('article>', 'div>'))).toBe('article');
});

test.each([
  ['/blog/subscribe', `<main><h1>Get our letter</h1>${TEXT}</main>`],
  ['/press/logos', `<main><h1>Logos</h1>${TEXT}</main>`],
  ['/news/spring', `<main><h1>Spring</h1>${TEASER.repeat(3)}${TEXT}</main>`],
  ['/news/spring', `<main><h1>Spring</h1>${TEXT}${TEASER.repeat(3)}</main>`],
  ['/news/tide', `<main><h1>Tide day</h1>${TEXT}</main>${jsonLd({ '@type': 'Event' })}`],
  ['/blog/video', '<main><h1>A</h1><p>See the video.</p></main>'],
  ['/services/a', `<main><article><h1>A</h1>${TEXT}</article></main>`],
])('%s is not an article without a date, with %s', (path, html) => {
  expect(readKind(path, html)).toBe('other');
});

test('an article keeps its kind with the headings of related ones below it', () => {
  expect(readKind('/news/a', `<main><h1>A</h1>${TEXT.repeat(4)}<h2>More</h2>${TEASER.repeat(3)}</main>`)).toBe(
    'article',
  );
});

test('a long text among articles is one without an h1, which it lacks, and a short one is not', () => {
  expect(readKind('/posts/a', `<main><h2>A</h2>${TEXT.repeat(4)}</main>`)).toBe('article');
  expect(readKind('/posts/a', `<main><h2>A</h2>${TEXT}</main>`)).toBe('other');
});

test.each([
  ['/category/boats/sailing/', ''],
  ['/kategorien/boote/segeln/jollen', ''],
  ['/product-category/boats/sailing', ''],
  ['/blog/category/boats/sailing', `<main><h1>Sailing</h1>${TEASER}${TEASER.replace('/b"', '/c"')}</main>`],
])('%s is a category in a category', (path, html) => {
  expect(readKind(path, html)).toBe('listing');
  expect(isSecondaryPath(`https://example.com${path}`)).toBe(true);
});

test.each([
  ['/category/news/how-to-mend-a-net', `<main><h1>How to mend a net</h1>${TEXT}</main>`, 'article'],
  ['/category/nets/how-to-mend-a-net', `<main><h1>How to mend a net</h1>${TEXT}</main>`, 'other'],
  ['/category/boats/dinghy', jsonLd({ '@type': 'Product' }), 'product'],
  ['/category/boats/dinghy', jsonLd({ '@type': 'BlogPosting' }), 'article'],
  ['/categories/boats/products/dinghy', '', 'product'],
  ['/topics/tides/springs', '', 'other'],
])('%s is not a category with %s', (path, html, kind) => {
  expect(readKind(path, html)).toBe(kind);
});

test.each([
  ['/install/', '<meta name=generator content="mkdocs-1.5.3, mkdocs-material-9.4.6">'],
  ['/install/', '<footer>Documentation built with <a href="https://www.mkdocs.org/">MkDocs</a>.</footer>'],
  [
    '/install',
    '<meta name=generator content="Docusaurus v3.1"><meta name=docusaurus_tag content=docs-default-current>',
  ],
  ['/install', '<meta name=generator content="DITA-OT">'],
  ['/install', '<meta property="og:site_name" content="Abacus Docs">'],
  ['/install', '<header><a href="/index.html"><img src=/a.svg alt="Abacus logo"> <b>Documentation</b></a></header>'],
  ['/install', `<main><div><a href="/">Abacus</a> / <span>Docs</span> / <b>Install</b></div><h1>A</h1>${TEXT}</main>`],
  ['/hc/en-us/articles/12', `<main><h1>A</h1>${TEXT}</main>`],
])('%s is documentation by its tool: %s', (path, html) => {
  expect(readKind(path, html)).toBe('documentation');
});

test.each([
  ['/pricing', '<meta name=generator content="Docusaurus v3.1"><meta name=docusaurus_tag content=default>'],
  ['/mkdocs', '<main>We use <a href="https://www.mkdocs.org/">MkDocs</a>.</main>'],
  ['/a', '<header><a href="/">Abacus</a> <a href="/manual">Documentation</a></header>'],
  ['/a', `<main><div><a href="/">Abacus</a> / <b>Our docs</b></div><h1>A</h1>${TEXT}</main>`],
  ['/a', `<main><p>Read our docs</p><h1>A</h1><p>Abacus / Docs / A</p>${TEXT}</main>`],
])('%s is not documentation with %s', (path, html) => {
  expect(readKind(path, html)).toBe('other');
});

test.each([
  ['/products.html', '<p><a href="/ask">Ask us</a></p>', 'other'],
  ['/news', '', 'other'],
  ['/products.html', [1, 2, 3].map((n) => `<a href="/oar-${n}">More</a>`).join(''), 'listing'],
  ['/category/oars', '', 'other'],
])('%s is a listing if it links to what its sections name: %s', (path, links, kind) => {
  const sections = ['Ash', 'Beech', 'Spruce'].map((wood) => `<h2>${wood} oars</h2>${TEXT}`).join('');
  expect(readKind(path, `<main><h1>Oars</h1>${sections}${links}</main>`)).toBe(kind);
});

test.each([
  ['/reservierung.html', '<h1>Tisch reservieren</h1><form></form>', 'contact'],
  ['/book-now', `<h1>Book a berth</h1>${TEXT.repeat(4)}`, 'other'],
  ['/tides/book', `<h1>The book of tides</h1>${TEXT.repeat(4)}`, 'other'],
  ['/it/scrivici', '<link rel=alternate hreflang=en href=/en/contact><h1>Scrivici</h1>', 'contact'],
  ['/policy/', '<h1>ポリシー</h1>', 'legal'],
  ['/UserAgreement/UserPrivacyPolicy.html', '<h1>用户隐私政策</h1>', 'legal'],
  ['/UserAgreement/Rules.html', '<h1>用户协议与责任声明</h1>', 'legal'],
  ['/protocol', '<h1>传输协议</h1>', 'other'],
  ['/kiyaku', '<h1>サービス利用規約</h1>', 'legal'],
  ['/rules', '<h1>서비스 이용약관</h1>', 'legal'],
])('%s with %s is of kind %s', (path, html, kind) => {
  expect(readKind(path, html)).toBe(kind);
});

test('a post that two plugins describe is one article, also with questions at its end', () => {
  const post = (type: string, headline: string) => jsonLd({ '@type': type, headline });
  const read = (second: string) =>
    readKind('/a', [post('Article', 'Tides'), post('BlogPosting', second), jsonLd({ '@type': 'FAQPage' })].join(''));
  expect([read('Tides'), read('Winds')]).toEqual(['article', 'other']);
});

test('an index of dated teasers is not an article', () => {
  const teaser = (day: number) => `<article><h2>T</h2><time datetime="2030-01-0${day}">then</time></article>`;
  expect(readKind('/news/spring', [1, 2, 3, 4].map(teaser).join(''))).toBe('other');
  expect(
    readKind(
      '/news/spring',
      `<main><h1>A</h1><p>text${[1, 2, 3].map((day) => `<time datetime="2030-01-0${day}">d</time>`).join('')}</main>`,
    ),
  ).toBe('article');
});

test.each([
  ['/contact', ''],
  ['/nl/contact.html', OG_ARTICLE + PUBLISHED],
  ['/kontakt/', ''],
  ['/reach', jsonLd({ '@type': 'ContactPage' })],
])('%s is a contact page', (path, html) => {
  expect(readKind(path, html)).toBe('contact');
});

test.each([
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
  expect(readKind(path, html)).toBe('listing');
});

test.each([
  ['/docs/install', ''],
  ['/x', jsonLd({ '@type': 'TechArticle' })],
  ['/ja/%E3%83%89%E3%82%AD%E3%83%A5%E3%83%A1%E3%83%B3%E3%83%88/x', ''],
  ['/docs/install', jsonLd({ '@type': 'Article' })],
  ['/install', `<meta name=generator content="Docusaurus v3.1">${jsonLd({ '@type': 'Article' })}`],
  ['/install.html', `<meta name=generator content="Docutils 0.19: https://docutils.sourceforge.io/">${READ_THE_DOCS}`],
  [
    '/core/classes/gauge.html',
    '<h1>Class Gauge</h1><p>Text.</p><div><p>Generated using <a href="https://typedoc.org/">TypeDoc</a></p></div>',
  ],
  ['/install.html', `${READ_THE_DOCS}<footer>Built with <a href="https://www.sphinx-doc.org/">Sphinx</a></footer>`],
])('%s is documentation', (path, html) => {
  expect(readKind(path, html)).toBe('documentation');
});

test('an article by the same tool is an article', () => {
  const html = `<meta name=generator content="Docusaurus v3.1">${jsonLd({ '@type': 'BlogPosting' })}`;
  expect(readKind('/blog/install', html)).toBe('article');
});

test.each([
  ['<main><h1>Boats</h1><p>No products yet. Come back soon.</p></main>', 'other'],
  ['<main><h1>Boats</h1><p>No products yet.</p><a href="/shop">Back to the shop</a></main>', 'other'],
  ['<main><h1>Boats</h1><a href="/a">The red boat</a><a href="/b">The blue boat</a></main>', 'listing'],
  ['<main></main>', 'listing'],
])('a category with %s is of the kind %s', (html, kind) => {
  expect(readKind('/product-category/boats', html)).toBe(kind);
});

test('a page with the title of a legal text is one at any path', () => {
  expect(readKind('/x12', '<title>Privacy policy</title><h1>Privacy policy</h1>')).toBe('legal');
  expect(readKind('/blog/x12', '<title>Privacy policy</title><h1>Privacy policy</h1>')).toBe('other');
});

test.each([
  ['28 October 2023', 'article'],
  ['28 Oct – 9 Nov 2023', 'other'],
  ['OCT 28 – NOV 09, 2023', 'other'],
  ['3 June 2026 – 6 min read', 'article'],
  ['2 min read', 'article'],
  ['Lesezeit: 2 Minuten', 'article'],
  ['Время чтения: 2 минуты', 'article'],
  ['阅读时间 2 分钟', 'article'],
  ['読了目安：2分', 'article'],
  ['Massage · 60 min', 'other'],
  ['Mix 1 min, bake 2 min', 'other'],
  ['2 minutiae', 'other'],
])(
  'a date or a reading time below the h1 of an article element makes an article, and other times do not: %s',
  (line, kind) => {
    const html = (name: string) =>
      `<${name}><h1>Tides</h1><p>${line}</p><p>${'Text of the tides. '.repeat(20)}</p></${name}>`;
    expect(['article', 'main'].map((name) => readKind('/shows/a', html(name)))).toEqual([kind, 'other']);
  },
);

test.each([
  ['docs.example.com', 'documentation'],
  ['abacus-docs.example.com', 'documentation'],
  ['abacus-docs.com', 'other'],
])('a docs host serves documentation: %s', (host, kind) => {
  expect(pageKind(readPage('', `https://${host}/x`), false)).toBe(kind);
});

test.each([
  ['/x', jsonLd({ '@type': 'Product' })],
  ['/x', '<meta property="og:type" content="product.item">'],
  ['/products/x', OG_ARTICLE + PUBLISHED],
])('%s is a product', (path, html) => {
  expect(readKind(path, html)).toBe('product');
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
  ['/rye-bread', OG_ARTICLE + PUBLISHED + jsonLd({ '@type': 'Recipe' })],
  ['/%', ''],
])('%s is nothing in particular with %s', (path, html) => {
  expect(readKind(path, html)).toBe('other');
});

test.each([
  ['https://example.com/blog/page/12', 'listing'],
  ['https://example.com/blog/page/x2', 'other'],
  ['https://example.com/blog/page/2x', 'other'],
  ['https://example.com/archive-of/2030/5', 'listing'],
  ['https://example.com/2030/05/12/', 'listing'],
  ['https://example.com/2030/05/12/7', 'other'],
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
  ['article', 'other'],
  ['article.section', 'other'],
  ['', 'other'],
])('a page of the Open Graph type %j is of the kind %s', (type, kind) => {
  expect(readKind('/x', `<meta property="og:type" content="${type}">${PUBLISHED}`)).toBe(kind);
});

test.each(['', '<time datetime="2030-01-02">then</time>'])(
  'an article of a blog is a text, with or without a date: %s',
  (html) => {
    expect(readKind('/blog/a', `<article><h1>A</h1>${html}<p>text`)).toBe('article');
    expect(readKind('/blog/a', `<article><h1>A</h1>${html}<p>To come`)).toBe('other');
  },
);

test('a date or a byline makes no article of a form, a date that says more, and one above another heading', () => {
  expect(readKind('/x', '<h1>Sign in</h1><p>By Ines Marlow</p><form><input name="a"></form>')).toBe('other');
  const article = (html: string) => readKind('/x', `<article>${html}<p>text</article>`);
  expect(article('<h1>Tickets</h1><p>Expected opening day: 2 January 2030</p>')).toBe('other');
  expect(article('<h1>Tickets</h1><p>Monday, 2 January 2030</p>')).toBe('article');
  expect(article('<h1>News</h1><p>2 January 2030</p><h2>A</h2>')).toBe('other');
});

test('the types of a page are those of what it is about, and of teasers only what they are beside articles', () => {
  const graph = (...nodes: object[]) => readKind('/x', jsonLd({ '@graph': nodes }));
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

const PAGE_DATA = jsonLd({ '@graph': [{ '@type': 'WebPage' }, { '@type': 'WebSite' }] });
const WORDPRESS_PAGE = '<body class="page-template-default page page-id-84">';
const signed = (...without: string[]) =>
  jsonLd(
    Object.fromEntries(
      Object.entries({
        '@type': 'Article',
        headline: 'A',
        datePublished: '2030-01-02',
        author: { '@type': 'Person', name: 'Ines Marlow' },
      }).filter(([key]) => !without.includes(key)),
    ),
  );

test.each([
  ['/gallery', OG_ARTICLE + PUBLISHED + PAGE_DATA, 'other'],
  ['/blog/a', OG_ARTICLE + PUBLISHED + PAGE_DATA, 'article'],
  ['/gallery', `${OG_ARTICLE}${PUBLISHED}${WORDPRESS_PAGE}<h1>Gallery</h1>`, 'other'],
  ['/events', `${WORDPRESS_PAGE}${DATED}`, 'other'],
  ['/a', `<body class="page">${DATED}`, 'article'],
  ['/talks', '<article><h1>Talks</h1><p>Last updated: <time>April 1, 2030</time></p><p>text</article>', 'other'],
  ['/talks', '<article><h1>Talks</h1><p>Zuletzt geändert: 1. April 2030</p><p>text</article>', 'other'],
  ['/pier', '<article><h1>Pier</h1><p>10.12.2029 — 20.01.2030</p><p>text</article>', 'other'],
  [
    '/media',
    '<main><h1>Media</h1><article><p>By Ines Marlow, 2 May 2030</p><h2><a href="/a">How tides are read</a></h2></article></main>',
    'other',
  ],
  ['/a', '<body class="single-post"><h1>Olá, mundo!</h1><p>2 May 2030', 'other'],
  ['/contact-thanks.html', '<h1>It was sent</h1>', 'contact'],
  ['/vielen-dank', '<h1>Vielen Dank</h1>', 'contact'],
  ['/rekvizity', '<h1>Реквизиты</h1>', 'legal'],
])('%s with %s is of the kind %s', (path, html, kind) => expect(readKind(path, html)).toBe(kind));

test.each([
  ['/guides/winter', signed(), 'article'],
  ['/help/winter', signed(), 'article'],
  ['/guides/winter', signed('author'), 'documentation'],
  ['/guides/winter', signed('datePublished'), 'documentation'],
  ['/docs/winter', signed(), 'documentation'],
  ['/guides/winter', `<meta name="generator" content="Docusaurus v3">${signed()}`, 'documentation'],
])('a guide with the data of an article is one if they state date and author: %s %s is %s', (path, html, kind) => {
  expect(readKind(path, html)).toBe(kind);
});

test('an h1 in an article that links to its page is that of a post, also with further h1 and the date in a footer', () => {
  const post = (h1: string, type = OG_ARTICLE) =>
    readKind(
      '/a',
      `${type}<article><h1>${h1}</h1><footer><time datetime="2030-01-02">2 January</time></footer><h1>B</h1><p>text</article>`,
    );
  expect(post('<a href="/a">A</a>')).toBe('article');
  expect(post('<a href="/a">A</a>', '')).toBe('other');
  expect(post('<a href="/b">A</a>')).toBe('other');
  expect(post('<a href="#a">A</a>')).toBe('other');
  expect(readKind('/a', `${OG_ARTICLE}${PUBLISHED}<h1><a href="/a">A</a></h1><p>text`)).toBe('other');
  expect(readKind('/a', `${OG_ARTICLE}<article><h1><a href="/a">A</a></h1><p>text</article>`)).toBe('other');
});
