import { describe, expect, test } from 'vitest';
import { pageAt } from '../../../../test/support/pages.ts';
import { HALF } from '../../check.ts';
import { languagePack, NO_PACK } from '../../content/language-packs.ts';
import { sharedText } from '../../content/shared-text.ts';
import type { Page } from '../../site-facts.ts';
import { author, dated, listing, type Signal, source, specifics } from './answer-signals.ts';

const URL = 'https://www.example.com/page';

const createPage = (html: string, rest: Partial<Page> = {}): Page => pageAt(URL, html, rest);

function passes(signal: Signal, page: Page, language = 'en'): boolean | null {
  const pack = languagePack(language);
  if (pack === null) throw new Error(`No pack for ${language}.`);
  return signal(page, pack, sharedText([page], 'https://www.example.com'))?.passes ?? null;
}

test('a list that several pages show is the list of none but the home page', () => {
  const news = '<ul><li>The gauge is moved</li><li>The pier is open</li><li>The mole is closed</li></ul>';
  const pages = ['/', '/a', '/b'].map((path) =>
    pageAt(`https://www.example.com${path}`, `<main><h1>Page ${path}</h1>${news}</main>`, {
      kind: path === '/' ? 'home' : 'other',
    }),
  );
  const [home, other] = pages;
  if (home === undefined || other === undefined) throw new Error('There are pages.');
  const site = sharedText([home, ...pages.slice(1)], 'https://www.example.com');
  expect([home, other].map((page) => listing(page, NO_PACK, site)?.passes)).toEqual([true, false]);
  const ofTwo = sharedText([home, other], 'https://www.example.com');
  expect(listing(other, NO_PACK, ofTwo)?.passes).toBe(true);
});

test('what the home page and listings show of a whole article is its own', () => {
  const [post, ...overviews] = (['article', 'home', 'listing', 'listing'] as const).map((kind, i) =>
    pageAt(
      `https://www.example.com/${i}`,
      `<main>${kind === 'article' ? '<h1>How gauges are read</h1>' : '<h1>Tides</h1><h2>How gauges are read</h2>'}<p>The float of 12 kg rises by 4 m in 6 hours.</p><ul><li>Look at the float</li><li>Read the dial</li><li>Write it down</li></ul></main>`,
      { kind },
    ),
  );
  if (post === undefined) throw new Error('There are pages.');
  const site = sharedText([post, ...overviews], 'https://www.example.com');
  const pack = languagePack('en') ?? NO_PACK;
  expect([listing, specifics].map((signal) => signal(post, pack, site)?.passes)).toEqual([true, true]);
});

test('the facts of the articles that a home page lists are not its own', () => {
  const post = pageAt('https://www.example.com/a', '<main><h1>How gauges are read</h1></main>', { kind: 'article' });
  const other = pageAt('https://www.example.com/b', '<main><h1>How piers are built</h1></main>', { kind: 'article' });
  const entries =
    '<h2><a href="/a">How gauges are read</a></h2><p>3 June 2026</p><p>It has 12 V and 4 kg.</p><h2><a href="/b">How piers are built</a></h2><p>4 June 2026</p>';
  const home = pageAt('https://www.example.com/', `<main><h1>Tides</h1><p>Open since 1998.</p>${entries}</main>`, {
    kind: 'home',
  });
  const site = sharedText([home, post, other], 'https://www.example.com');
  expect(specifics(home, languagePack('en') ?? NO_PACK, site)?.seen.text).toBe('since 1998');
});

describe('specifics', () => {
  test.each([
    ['It weighs 4.2 kg, needs 12 V and costs €40 in the shop of the harbour.', true, undefined],
    ['It weighs 4.2 kg.', false, HALF],
    ['It weighs much.', false, undefined],
  ])('%s', (text, isEnough, earns) => {
    const pack = languagePack('en');
    if (pack === null) throw new Error('The English pack is missing.');
    const page = createPage(`<main><p>${text}</p></main>`);
    const found = specifics(page, pack, sharedText([page], 'https://www.example.com'));
    expect(found?.passes).toBe(isEnough);
    expect(found?.earns).toEqual(earns);
  });

  test.each([
    ['article', false],
    ['documentation', false],
    ['other', true],
  ] as const)('do not have the date of an article, on a page of the kind %s', (kind, isEnough) => {
    const html =
      '<main><h1>Tides</h1><p>June 3, 2026</p><p>Since 3 June 2026 it weighs 4 kg and needs 12 V.</p></main>';
    expect(passes(specifics, createPage(html, { kind }))).toBe(isEnough);
  });

  const CODE = '<pre>npm install gauge</pre>';
  test.each([
    ['documentation', '', false],
    ['documentation', CODE.repeat(2), false],
    ['documentation', CODE.repeat(3), null],
    ['documentation', '<p>insert(index: number): void</p>'.repeat(3), null],
    ['documentation', `${CODE.repeat(3)}<p>It weighs 4 kg, needs 12 V and is 30 cm high.</p>`, true],
    ['article', CODE.repeat(2), false],
    ['article', CODE.repeat(3), null],
    ['article', `${CODE.repeat(2)}<pre>1 2</pre><p>insert(index: number): void</p>`, false],
    ['home', CODE.repeat(3), false],
  ] as const)(
    'are not asked of pages of code without them, whose facts are commands: %s %s',
    (kind, html, expected) => {
      expect(passes(specifics, createPage(`<main><h1>Tides</h1><p>Text</p>${html}</main>`, { kind }))).toBe(expected);
    },
  );

  test('do not have the dates that an article or another page declares for itself', () => {
    const data =
      '{"@context":"https://schema.org","@type":"Article","datePublished":"2026-05-01","dateModified":"2026-06-03"}';
    const html = `<script type="application/ld+json">${data}</script><main><h1>Tides</h1><p>Changed on June 3, 2026</p>
      <p>It weighs 4 kg and needs 12 V.</p></main>`;
    expect(passes(specifics, createPage(html, { kind: 'article' }))).toBe(false);
    expect(passes(specifics, createPage(html, { kind: 'other' }))).toBe(false);
  });

  test('are not what most pages show, such as a call button, except on the home page', () => {
    const call = '<p><a href="tel:+49 30 901820">Call us: 030 901820</a></p><p>Open 9:00-17:00</p>';
    const pages = ['/', '/a', '/b'].map((path) =>
      pageAt(`https://www.example.com${path}`, `<main><h1>Page ${path}</h1><p>${path} needs 12 V.</p>${call}</main>`, {
        kind: path === '/' ? 'home' : 'other',
      }),
    );
    const [home, other] = pages;
    const pack = languagePack('en');
    if (home === undefined || other === undefined || pack === null) throw new Error('There are pages.');
    const site = sharedText([home, ...pages.slice(1)], 'https://www.example.com');
    expect([home, other].map((page) => specifics(page, pack, site)?.passes)).toEqual([true, false]);
    expect(specifics(other, pack, site)?.seen.text).toBe('12 V');
  });

  test('are not what most pages show in texts of their own, such as prices on cards', () => {
    const pages = ['/a', '/b', '/c', '/d'].map((path, i) =>
      pageAt(
        `https://www.example.com${path}`,
        `<main><h1>Page ${path}</h1><p>Boats of ${path} cost €65 or €70 and need 12 V or ${i}3 V.</p></main>`,
      ),
    );
    const [first] = pages;
    const pack = languagePack('en');
    if (first === undefined || pack === null) throw new Error('There are pages.');
    const home = pageAt('https://www.example.com/', '<h1>Boats</h1>', { kind: 'home' });
    const judge = (...others: Page[]) =>
      specifics(first, pack, sharedText([home, first, ...others], 'https://www.example.com'));
    expect(judge()?.passes).toBe(true);
    expect(judge(...pages.slice(1))?.seen.text).toBe('03 V');
  });

  const FACTS = '<p>It weighs 4 kg and needs 12 V.</p>';
  test.each([
    ['<p>Last updated: 3 June 2026</p>', false],
    ['<p>Last updated</p><p>June 2026</p>', false],
    ['<p>Stand: Juni 2026</p>', false],
    ['<p>© Marlow & Sons 1998–2026, all rights reserved</p>', false],
    ['<p>The next open day is on 3 June 2026.</p>', true],
    ['<p>Open since June 2026</p>', true],
    ['<p>The harbour published the last tables on 3 June 2026, and since then nobody has read them at all.</p>', true],
  ])('have no date of the page or of its template, whatever its kind: %s', (date, isEnough) => {
    expect(passes(specifics, createPage(`<main><h1>Tides</h1>${FACTS}${date}</main>`))).toBe(isEnough);
  });

  test.each([
    ['<p>3 June 2026 · 6 min read</p>', false],
    ['<div><small>Published</small><b>3 June 2026</b></div><div><small>Read</small><b>6 minutes</b></div>', false],
    ['<p>Tides</p><span>4 min read</span>', false],
    ['<p>Bake 40 minutes</p>', true],
    ['<p>It takes 6 minutes.</p>', true],
    ['<ul><li>6 minutes from the pier</li></ul>', true],
  ])('have no reading time, wherever it stands: %s', (head, isEnough) => {
    const html = `<main><h1>Tides</h1>${head}<h2>Gauges</h2>${FACTS}</main>`;
    expect(passes(specifics, createPage(html, { kind: 'article' }))).toBe(isEnough);
  });

  test('have neither of two dates in the head of an article', () => {
    const times = '<time class="published">3 June 2026</time> <time class="updated">12 October 2026</time>';
    expect(passes(specifics, createPage(`<main><h1>Tides</h1><p>${times}${FACTS}</main>`, { kind: 'article' }))).toBe(
      false,
    );
  });

  test('have no dates of cards that are links to articles', () => {
    const card = (path: string) =>
      `<article><a href="${path}"><span>3 June 2026</span><h3>The tides of ${path}</h3></a></article>`;
    const html = `<main><h1>Tides</h1>${FACTS}<h2>News</h2>${card('/a')}${card('/b')}</main>`;
    const home = pageAt('https://www.example.com/', html, { kind: 'home' });
    const judge = (kind: 'article' | 'other') => {
      const others = ['/a', '/b'].map((path) => pageAt(`https://www.example.com${path}`, `<h1>${path}</h1>`, { kind }));
      const site = sharedText([home, ...others], 'https://www.example.com');
      return specifics(home, languagePack('en') ?? NO_PACK, site)?.seen.text;
    };
    expect([judge('article'), judge('other')]).toEqual(['4 kg · 12 V', '4 kg · 12 V · 3 June 2026']);
  });

  test('have no date that most pages show', () => {
    const pack = languagePack('en') ?? NO_PACK;
    const pages = (count: number) =>
      ['', 'a', 'b']
        .slice(0, count)
        .map((path) => pageAt(`${URL}/${path}`, `<main>${FACTS}<p>Open on 3 June 2026</p><p>${path}</main>`, {}));
    const isEnough = (pages: readonly Page[]) => {
      const [first, ...others] = pages;
      if (first === undefined) return null;
      return specifics(first, pack, sharedText([first, ...others], 'https://www.example.com'))?.passes;
    };
    expect(isEnough(pages(2))).toBe(true);
    expect(isEnough(pages(3))).toBe(false);
  });

  test('are quoted as the page spells them', () => {
    const pack = languagePack('en');
    if (pack === null) throw new Error('The English pack is missing.');
    const page = createPage(
      '<main><p>Since 1998 it needs 12 V, and since July 2025 it costs US$ 40 with a cable.</p></main>',
    );
    const found = specifics(page, pack, sharedText([page], 'https://www.example.com'));
    expect(found?.seen.text).toBe('Since 1998 · 12 V · July 2025');
  });
});

describe('a list, table or steps', () => {
  test.each([
    ['<ul><li>a<li>b<li>c</ul>', true],
    ['<ul><li>a<li>b</ul>', false],
    [
      `${'<p>Dig down to the clay.'.repeat(20)}<ul>${[1, 2, 3].map((n) => `<li><a href="#a">How to dig in the clay of ${'wxyz'[n]}</a>`).join('')}</ul>`,
      false,
    ],
    ['<ul><li>Item 1<li>Item 2<li>Item 3</ul>', false],
    ['<ul><li>Loading…<li>Loading…<li>Loading…</ul>', false],
    ['<table><tr><th>a</th></tr><tr><td>b</td></tr><tr><td>c</td></tr></table>', false],
    [`<table><tr><th>a</th></tr>${'<tr><th>b</th><td>c</td></tr>'.repeat(3)}</table>`, true],
    ['<table><tr><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td></tr></table>', false],
    ['<table><tr><th>a</th></tr><tr><td>b</td></tr></table>', false],
    ['<h2>Step 1: dig</h2><p>x</p><h2>Step 2: wait</h2><p>x</p><h2>Step 3: fill</h2>', true],
    ['<h2>Étape 1 : creuser</h2><p>x</p><h2>Étape 2 : attendre</h2><p>x</p><h2>Étape 3 : remplir</h2>', true],
    [[1, 2, 3].map((n) => `<h2>Civilisation du type ${n}</h2><p>x</p>`).join(''), true],
    [[1, 2, 3].map((n) => `<h2>In all of the harbours that there are, ${n}</h2><p>x</p>`).join(''), false],
    ['<div>STEP 1</div><div>Dig</div><div>STEP 2</div><div>Wait</div><div>STEP 3</div><div>Fill</div>', true],
    [[1, 2, 3].map((n) => `<p><strong>${n}. Dig.</strong><br>Dig down to the clay.</p>`).join(''), true],
    [[1, 2, 3].map((n) => `<p><strong>Paso ${n}: Dig</strong></p><p>Dig down to the clay.</p>`).join(''), true],
    [[1, 2, 3].map((n) => `<p>Étape ${n}\u00a0: dig down to the clay.</p>`).join(''), true],
    [[2, 3, 4].map((n) => `<p>Chapter ${n}: dig down to the clay.</p>`).join(''), false],
    ['<p>01 Dig a hole</p><p>02 Wait for it</p><p>03 Fill the hole</p>', true],
    ['<p>01 Dig a hole</p><p>02 Wait for it</p><p>3 holes are here</p>', false],
    ['<div>Step 1</div><p>Dig</p><div>Phase 2</div><p>Wait</p><div>Stage 3</div><p>Fill</p>', false],
    ['<p>01<h3>Dig</h3><p>x<p>02<h3>Wait</h3><p>x<p>03<h3>Fill</h3><p>x', true],
    ['<h3>第一步 挖</h3><p>挖到粘土。<h3>第二步 等</h3><p>等两天。<h3>第三步 填</h3><p>填上。', true],
    ['<p>(١) Dig a hole<p>(٢) Wait a day<p>(٣) Fill it up', true],
    ['<p>1.5 litres of tar<p>2.5 litres of oil<p>3.5 litres of lime', false],
    [[1, 2, 3].map((n) => `<p>0${n}<p>Step one<h3>Dig</h3><p>x`).join(''), true],
    [[1, 2, 3].map((n) => `<div>${n}</div><div>Dig</div><p>Dig down to the clay.`).join(''), true],
    [[1, 2, 3].map((n) => `<div><span>${n}</span> <span>Dig down to the clay</span></div>`).join(''), true],
    [[1, 2, 3].map((n) => `<div><span>${n}</span> <span>quays</span></div>`).join(''), false],
    [[1, 2, 3].map((n) => `<b>${n}</b><p>Quays</p>`).join(''), false],
    [[1, 2, 3].map((n) => `<p><a href="/${n}">${n}</a></p>`).join(''), false],
    [[1, 2, 3].map((n) => `<p>0${n}<h3>Our pier</h3><p>${'It was built of oak. '.repeat(30)}`).join(''), true],
    ['<p>1.<h3>Dig</h3><p>2.<h3>Wait</h3><p>x', false],
    ['<p>1<p>Dig<p>2<p>Wait<p>3<p>Fill', false],
    ['<p>12<h3>Piers</h3><p>40<h3>Gauges</h3><p>90<h3>Years</h3>', false],
    ['<h2>1. Dig</h2><h2>2. Wait</h2>', false],
    ['<h2>Since 1998</h2><h2>Since 2007</h2><h2>Since 2019</h2>', false],
  ])('%s: %s', (html, expected) =>
    expect(passes(listing, createPage(`<main><p>Text</p>${html}</main>`))).toBe(expected),
  );

  test('of definitions may be several lists of one in a row', () => {
    const definition = '<dl><dt>a</dt><dd>text</dd></dl>';
    expect(passes(listing, createPage(`<main><p>Text</p>${definition.repeat(3)}</main>`))).toBe(true);
    expect(passes(listing, createPage(`<main><p>Text</p>${definition.repeat(2)}</main>`))).toBe(false);
    expect(passes(listing, createPage(`<main>${`${definition}<p>Text</p>`.repeat(3)}</main>`))).toBe(false);
  });

  test('in the navigation is none', () => {
    expect(passes(listing, createPage('<nav><ul><li>a<li>b<li>c</ul></nav><main><p>Text</p></main>'))).toBe(false);
  });
});

describe('a source', () => {
  const article = (html: string) => createPage(html, { kind: 'article' });
  const link = (attributes: string) => article(`<main><p>Text with <a ${attributes}>a link</a>.</p></main>`);

  test('is asked of articles alone', () => {
    expect(passes(source, createPage('<main><p>Text</p></main>'))).toBeNull();
  });

  test.each([
    'href="https://psmsl.org/data"',
    'href="https://other.github.io/paper" rel="noopener"',
    'href="https://developers.google.com/search"',
  ])('%s is one', (attributes) => expect(passes(source, link(attributes))).toBe(true));

  test.each([
    'href="/about"',
    'href="https://shop.example.com/"',
    'href="https://psmsl.org/data" rel="nofollow"',
    'href="https://psmsl.org/data" rel="noopener sponsored"',
    'href="https://www.facebook.com/tidewater"',
    'href="https://www.google.com/maps/place/x"',
    'href="https://www.paypal.com/pay"',
    'href="mailto:ines@psmsl.org"',
  ])('%s is none', (attributes) => expect(passes(source, link(attributes))).toBe(false));

  test('a profile of the site itself and its other language are none', () => {
    const own = (head: string, href: string) =>
      article(`<head>${head}</head><body><main><p>Text with <a href="${href}">a link</a>.</p></main></body>`);
    const sameAs =
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","sameAs":["https://crunch.example.net/tidewater/"]}</script>';
    expect(passes(source, own(sameAs, 'https://crunch.example.net/tidewater'))).toBe(false);
    const german = '<link rel="alternate" hreflang="de" href="https://www.example.de/">';
    expect(passes(source, own(german, 'https://www.example.de/pegel'))).toBe(false);
  });

  test('a work with its author and year is one', () => {
    expect(passes(source, article('<main><p>Text</p><p>Marlow, I. (2019). Tides of the north.</p></main>'))).toBe(true);
  });

  test('a quotation is one when it has a name', () => {
    const quotation = (cite: string) =>
      article(`<main><p>Text</p><blockquote><p>Compare once a month.</p>${cite}</blockquote></main>`);
    expect(passes(source, quotation('<cite>Ines Marlow</cite>'))).toBe(true);
    expect(passes(source, quotation(''))).toBe(false);
  });
});

describe('a date', () => {
  const time = '<p>Updated <time datetime="2026-06-03">3 June 2026</time>.</p>';
  const prices = (n: number) => Array.from({ length: n }, (_, i) => `<li>Gauge ${i}: €${40 + i}</li>`).join('');

  test.each([
    ['other', '<main><p>Text</p></main>', null],
    ['home', '<main><p>Text</p></main>', null],
    ['article', '<main><p>Text</p></main>', false],
    ['article', `<main>${time}</main>`, true],
    ['documentation', '<main><p>Text</p></main>', false],
    ['documentation', `<main>${time}</main>`, true],
    ['other', `<main><ul>${prices(3)}</ul></main>`, false],
    ['home', `<main><ul>${prices(3)}</ul></main>`, false],
    ['home', `<main><ul>${prices(3)}</ul>${time}</main>`, true],
    ['product', `<main><ul>${prices(3)}</ul></main>`, null],
    ['other', `<main><ul>${prices(3)}</ul>${time}</main>`, true],
    ['other', `<main><ul>${prices(2)}</ul></main>`, null],
    ['other', '<main><ul><li>Day: £22<li>Week: 60 pounds<li>Month: 180 GBP</ul></main>', false],
    ['other', '<main><ul><li>Day: £22<li>Day: 22 pounds<li>Day: 22 GBP</ul></main>', null],
    [
      'other',
      '<main><table><tr><td>Tag<td>22 Euro<tr><td>Woche<td>60 Euro<tr><td>Monat<td>2000円</table></main>',
      false,
    ],
    ['other', '<main><ul><li>2 pounds of flour<li>3 pounds beef<li>4 pounds of salt</ul></main>', null],
    ['other', '<main><p>A day at the kiln costs £22, a week costs £60 and a month £180.</p></main>', null],
    ['other', '<main><p>In 2026 a day at the kiln costs £22, a week costs £60 and a month £180.</p></main>', false],
  ] as const)('on a page of kind %s: %s', (kind, html, expected) => {
    expect(passes(dated, createPage(html, { kind }))).toBe(expected);
  });

  test('is not asked of the home page of a shop, whose products have pages', () => {
    const home = createPage(`<main><ul>${prices(3)}</ul></main>`, { kind: 'home' });
    const product = pageAt(`${URL}/gauge`, '<main><p>Text</p></main>', { kind: 'product' });
    const pack = languagePack('en');
    if (pack === null) throw new Error('The English pack is missing.');
    expect(dated(home, pack, sharedText([home, product], 'https://www.example.com'))).toBeNull();
  });

  test.each([
    [['2026-06-03T10:00:01Z', '2026-06-03T10:00:07Z', '2026-06-03T10:00:59Z'], false],
    [['2026-06-03T10:00:01Z', '2026-06-03T10:00:07Z', '2026-06-04T09:00:00Z'], true],
    [['2026-06-03', '2026-06-03', '2026-06-03'], true],
    [['2026-06-03T10:00:01Z', '2026-06-03T10:00:07Z'], true],
    [['2026-06-03T10:00:01Z', '2026-06-03T10:00:07Z', '2026-06-03T10:00:59Z', '2026-05-04T09:00:00Z'], false],
    [['2026-05-04T09:00:00Z', '2026-06-03T10:00:01Z', '2026-06-03T10:00:07Z', '2026-06-03T10:00:59Z'], true],
  ])('of pages with the times %j, that of the first is that of the page: %s', (times, expected) => {
    const pages = times.map((time, i) =>
      pageAt(`${URL}${i}`, `<main><p>Text</p><time datetime="${time}"></time></main>`, { kind: 'article' }),
    );
    const [first = createPage('')] = pages;
    const pack = languagePack('en');
    if (pack === null) throw new Error('The English pack is missing.');
    expect(dated(first, pack, sharedText([first, ...pages.slice(1)], 'https://www.example.com'))?.passes).toBe(
      expected,
    );
  });
});

describe('an author', () => {
  const dated = '<p>Updated <time datetime="2026-06-03">3 June 2026</time>.</p>';

  test.each([
    ['other', `<main>${dated}</main>`, null],
    ['article', `<main>${dated}</main>`, false],
    ['article', `<main>${dated}<p class="byline">By Ines Marlow</p></main>`, true],
    ['article', `<main>${dated}<p class="byline">By admin</p></main>`, false],
    ['article', `<main>${dated}<p>5 min read · by Dr. Ines Marlow</p></main>`, true],
    ['article', `<main>${dated}<p>Von Ines Marlow</p></main>`, true],
    ['article', `<main>${dated}<p>作者：王小明</p></main>`, true],
    ['article', `<main>${dated}<p>By the old harbour</p></main>`, false],
    ['article', `<main>${dated}<p>Powered by Tidewater Cloud</p></main>`, false],
    ['article', `<main>${dated}<p>By Ines Marlow ${'and the sea '.repeat(10)}</p></main>`, false],
    ['article', `<main>${dated}${'<p>Text</p>'.repeat(8)}<p>By Ines Marlow</p></main>`, false],
    ['article', `<head><meta name="author" content="Ines Marlow"></head><main>${dated}</main>`, true],
    [
      'article',
      `<head><meta property="article:author" content="https://www.facebook.com/x"></head><main>${dated}</main>`,
      false,
    ],
  ] as const)('on a page of kind %s: %s', (kind, html, expected) => {
    expect(passes(author, createPage(html, { kind }))).toBe(expected);
  });
});
