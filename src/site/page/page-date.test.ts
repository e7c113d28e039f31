import { describe, expect, test } from 'vitest';
import { readPage } from '../html/read-page.ts';
import { pageDate } from './page-date.ts';

const hasDate = (text: string) => pageDate(readPage(`<p>${text}`, 'https://example.com/a')) !== null;

test.each([
  '3 June 2026',
  '3rd June, 2026',
  'June 3, 2026',
  'Published on Wed, Jun 3 2026 by the harbour master',
  '3. Juni 2026',
  '3 de junio de 2026',
  '1er juin 2026',
  '3 giugno 2026',
  '3 Haziran 2026',
  '03/06/2026',
  '3.6.2026',
  '2026-06-03',
  '2026年6月3日',
  '2026년 6월 3일',
  '٣ يونيو ٢٠٢٦',
])('%s is a date', (text) => expect(hasDate(text)).toBe(true));

test.each([
  ['Last updated: March 2026', '2026-03'],
  ['Updated in March 2026', '2026-03'],
  ['Last reviewed: 2026-03', '2026-03'],
  ['Stand: März 2026', '2026-03'],
  ['更新：2026年3月', '2026-03'],
  ['March 2026', null],
  ['The tide table of March 2026', null],
  ['By Ines Marlow · Jun 18,2026', '2026-06-18'],
  ['12.March 2026', '2026-03-12'],
  [`${'The boat goes out to the seals and is back by noon. '.repeat(4)}Last updated: 12 March 2026.`, '2026-03-12'],
  [`${'The boat goes out to the seals and is back by noon. '.repeat(4)}It was built on 12 March 2026.`, null],
  ['Prices last checked on 12 March 2026 by our office.', '2026-03-12'],
  ['Τελευταία ενημέρωση: 12 Μαρτίου 2026', '2026-03-12'],
  ['Последна актуализация: 12 март 2026', '2026-03-12'],
  ['Letzte Änderung: 12. März 2026', '2026-03-12'],
  ['Stand 12. März 2026', '2026-03-12'],
  ['अंतिम अद्यतन: १२ मार्च २०२६', '2026-03-12'],
  ['업데이트 2026년 3월', '2026-03'],
  ['2026ko martxoaren 12an eguneratua', '2026-03-12'],
  ['Diweddarwyd 12 Mawrth 2026', '2026-03-12'],
  ['Imesasishwa 12 Machi 2026', '2026-03-12'],
  ['Թարմացվել է 2026 թ. մարտի 12-ին', '2026-03-12'],
  ['၂၀၂၆ ခုနှစ် မတ်လ ၁၂ ရက်', '2026-03-12'],
])('the date of the line %s is %s', (line, iso) => {
  expect(pageDate(readPage(`<h1>Tides</h1><p>${line}</p>`, 'https://example.com/a'))?.iso ?? null).toBe(iso);
});

test.each([
  '<figure><img src="a.jpg"><figcaption>The colony on 3 May 2019</figcaption></figure>',
  '<p>Next trip: 3 May 2027</p>',
  '<time datetime="2027-05-03">3 May</time>',
  '<meta name="date" content="2027-05-03">',
  '<blockquote>The seals came close to our boat.<footer>Ines Marlow, 3 May 2019</footer></blockquote>',
  '<p>We saw all of our seals on <time datetime="2019-05-03">3 May</time>, from the new boat of the harbour.</p>',
])('the date of a picture, a quotation, a sentence or a day to come is not that of the page: %s', (html) => {
  const read = (more: string) =>
    pageDate(readPage(`<h1>Seals</h1>${html}${more}`, 'https://example.com/a'), '2026-06-04');
  expect(read('')).toBeNull();
  expect(read('<p>Updated on 3 June 2026</p>')?.iso).toBe('2026-06-03');
});

test.each([
  '10.12.2024 — 20.01.2025',
  'Oct 17 – Oct 19 2026',
  'Closed from 3 August 2026 to 17 August 2026',
  'Betriebsferien vom 3. August 2026 bis zum 17. August 2026',
  'Fermé du 3 août 2026 au 17 août 2026',
  'Закон о портах от 26.10.2002 г. № 127',
  'Harbour Act of 12 May 2010',
  'Law of 12 May 2010, No. 34',
  'С 23 мая 2025 года вступили в силу новые поправки, согласно которым причал закрыт.',
])('%s is the date of a period, a law or an event', (text) => expect(hasDate(text)).toBe(false));

describe('teasers of other pages', () => {
  const teaser = '<a href="/ropes">How ropes are made</a>';
  const dateOf = (below: string, byline = '') =>
    pageDate(
      readPage(
        `<main><h1>Tides</h1>${byline}<p>The tide is read twice a day.</p><h2>More</h2>${below}</main>`,
        'https://example.com/tides',
      ),
    )?.text ?? null;

  test.each([
    `<article><h3>${teaser}</h3><time datetime="2026-04-02">2 April 2026</time></article>`,
    `<article><h3>${teaser}</h3><p>Of hemp.</p><p class="date">2 April 2026</p></article>`,
    `<article><time datetime="2026-04-02">2 April 2026</time><h3>${teaser}</h3></article>`,
    `<div>${teaser}<span>2 April 2026</span></div>`,
    `<p>${teaser}</p><p>2 April 2026</p>`,
    '<article><a href="/ropes"><span class="date">2 April 2026</span><h3>How ropes are made</h3></a></article>',
  ])('their dates are not the page’s: %s', (below) => {
    expect(dateOf(below)).toBeNull();
    expect(dateOf(below, '<p>By Ines Marlow, 9 February 2026</p>')).toBe('By Ines Marlow, 9 February 2026');
  });

  test.each([
    '<p><a href="/ines">Ines Marlow</a>, 2 April 2026</p>',
    '<p>Posted in <a href="/t">Tides of the river</a> on 2 April 2026</p>',
    '<h3><a href="/tides#top">How tides are read</a></h3><p>2 April 2026</p>',
    '<p class="date"><a href="/2026/04">2 April 2026</a></p>',
    '<a href="/ines"><div>By Ines Marlow</div><div class="date">2 April 2026</div></a>',
  ])('a date beside a link to an author, a topic or the page itself is the page’s: %s', (below) => {
    expect(dateOf(below)).not.toBeNull();
  });
});

test.each([
  'This page was last updated on 3 June 2026.',
  'This notice was published by the board of the harbour on 3 June 2026 and has been changed since.',
  'By Ines Marlow, keeper of the gauge, 3 June 2026',
  'By Ines Marlow on 3 June 2026 in Tides and Piers · 5 min read',
  'Ines Marlow · Tides of the river · 3 June 2026',
  'Von Ines Marlow am 3. Juni 2026',
  '3/6/2026 3 min Ines Marlow',
  'Päivitetty 3.6.2026',
  'Uppdaterad den 3 juni 2026',
  'Thursday 3 June 2026',
  'Thu 3 June 2026',
  'Do, den 3. Juni 2026',
  'Date: 3 June 2026',
  '3 June 2026 2 comments',
  'Monday, 3 June 2026 Edition #TD-75 tides.example',
  'Diese Seite wurde zuletzt am 3. Juni 2026 geändert.',
  '最終更新日は2026年6月3日です。',
  'بقلم إيناس مارلو ٣ يونيو ٢٠٢٦',
  'เผยแพร่เมื่อ 3 มิถุนายน 2569',
])('%s is the date of a text', (text) => expect(hasDate(text)).toBe(true));

test.each([
  'The next open day at the pier is on 3 June 2026',
  'Founded on 3 June 1987 in Tidemouth',
  'Our harbour was built by two keepers and opened on 3 June 1987.',
  'On 3 June 2026 the gauge will be moved to the new pier.',
  'The public visit of our harbour and its gauge is on 3 June 2026',
  'Our republic of boats was created by two keepers on 3 June 1987.',
  'Next baking course: 3 June 2026',
  'Deadline: 3 June 2026',
  'Concert du 3 juin 2026',
  'Konzert am 3. Juni 2026',
  'Nächster Backkurs: 3. Juni 2026',
  'Prices are valid until 3 June 2026',
  'Registration closes on 3 June 2026',
  'Der nächste Tag der offenen Tür ist am 3. Juni 2026',
  'La prochaine visite de la jetée est le 3 juin 2026.',
  '次回の見学会は2026年6月3日に桟橋で行います。',
  'يقام اليوم المفتوح القادم في الميناء على الرصيف الكبير ٣ يونيو ٢٠٢٦',
])('%s is the date of something else', (text) => expect(hasDate(text)).toBe(false));

test.each([
  '© 2026',
  '12 gauges',
  'version 1.2.2026.1',
  '5 min read',
  'June 2026',
  '192.168.20.24',
  '3 of 2026 gauges',
])('%s is not a date', (text) => expect(hasDate(text)).toBe(false));

function readDate(body: string, head = '') {
  return (
    pageDate(readPage(`<html lang="en"><head>${head}</head><body>${body}</body></html>`, 'https://example.com/a'))
      ?.kind ?? null
  );
}

describe('the date of a page', () => {
  test.each([
    ['<main><p>Text</p><time datetime="2026-06-03">last week</time></main>', ''],
    ['<main><p>Text</p></main>', '<meta property="article:published_time" content="2026-06-03T10:00:00Z">'],
    ['<main><p>Text</p></main>', '<meta name="date" content="2026-06-03">'],
    [
      '<main><p>Text</p></main>',
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","dateModified":"2026-06-03"}</script>',
    ],
  ])('is machine-readable in %s %s', (body, head) => expect(readDate(body, head)).toBe('machine_readable'));

  test.each([
    '<main><p>Text</p><abbr class="published" title="2026-06-03T10:00:00Z">last week</abbr></main>',
    '<main><p>Text</p><span class="dt-published">3 June 2026</span></main>',
    '<main><p>Text</p><div class="entry-date">03.06.2026</div></main>',
    '<main><p>Text</p><span itemprop="datePublished" content="2026-06-03">last week</span></main>',
    '<main><p>Text</p><span itemprop="datePublished">3 June 2026</span></main>',
    '<main><p>Text</p><meta itemprop="datePublished" content="2026-06-03"></main>',
    '<header><h1>Tides</h1><span class="date">3 June 2026</span></header><main><p>Text</p></main>',
  ])('is marked in %s', (body) => expect(readDate(body)).toBe('machine_readable'));

  test.each([
    'date',
    'DC.Date',
    'dcterms.created',
    'sailthru.date',
    'parsely-pub-date',
    'article:published',
    'pubdate',
    'article:modified_time',
  ])('is in the meta element %s', (name) => {
    expect(readDate('<main><p>Text</p></main>', `<meta name="${name}" content="2026-06-03">`)).toBe('machine_readable');
  });

  test.each([
    '<main><p>Text</p><span class="release-date">3 June 2026</span></main>',
    '<main><p>Text</p><p class="date-picker">03.06.2026</p></main>',
    `<main><p>Text</p><div class="dated">${'The harbour opens at dawn. '.repeat(5)}3 June 2026</div></main>`,
    '<main><p>Text</p><div class="comments"><span class="date">3 June 2026</span></div></main>',
  ])('is not marked in %s', (body) => expect(readDate(body)).not.toBe('machine_readable'));

  test.each([
    '<main><p>Text</p></main><aside><ul><li><span class="entry-date">3 June 2026</span></ul></aside>',
    '<main><h1>Tidewater gauge</h1><p>Edition 2024-05-01</p></main>',
    '<main><p>Version: 2024-05-01</p></main>',
    '<main><p>We have 30 gauges 2026</p></main>',
  ])('is none in %s', (body) => expect(readDate(body)).toBeNull());

  test('is read beside the h1, however much text is before it', () => {
    const menu = '<p>Gauges and more</p>'.repeat(40);
    const text = '<p>The harbour opens at dawn.</p>'.repeat(40);
    expect(readDate(`${menu}<h1>Tides</h1><p>3 June 2026</p>${text}`)).toBe('visible');
    expect(readDate(`${menu}<h1>Tides</h1>${text}<p>3 June 2026</p>${text}`)).toBeNull();
  });

  test('is that of the publication, to the day if it has one', () => {
    const page = (body: string, head: string) => pageDate(readPage(`${head}<body>${body}`, 'https://example.com/a'));
    const changed = '<meta property="article:modified_time" content="2026-08-01">';
    expect(page('<main><span itemprop="datePublished">June 3, 2026</span></main>', changed)?.iso).toBe('2026-06-03');
    expect(page('<main>Text</main>', '<meta name="date" content="20260603">')?.iso).toBe('2026-06-03');
    expect(page('<main>Text</main>', '<meta name="date" content="1780000000">')?.iso).toBe('2026-05-28');
  });

  test.each([
    '<main><h1>Tides</h1><p>3 June 2026</p><p>Text</p></main>',
    '<main><p>Text</p><p><time>3 June 2026</time></p></main>',
    '<main><article><p>Text</p><footer>Posted on <time>3 June 2026</time></footer></article></main>',
  ])('is visible in %s', (body) => expect(readDate(body)).toBe('visible'));

  test.each([
    { '@type': 'Product', datePublished: '2026-06-03' },
    { '@type': 'Article', about: { '@type': 'Book', datePublished: '2026-06-03' } },
    { '@type': 'Article', video: { '@type': 'VideoObject', uploadDate: '2026-06-03' } },
    { '@type': 'NewsArticle', comment: [{ '@type': 'Comment', dateCreated: '2026-06-03' }] },
    { '@type': 'Product', review: { '@type': 'Review', datePublished: '2026-06-03' } },
  ])('is not that of a thing shown, nor of what visitors wrote: %j', (node) => {
    const json = JSON.stringify({ '@context': 'https://schema.org', ...node });
    expect(readDate('<main><p>Text</p></main>', `<script type="application/ld+json">${json}</script>`)).toBeNull();
  });

  test.each([
    '<main><h1>Tides</h1><ul><li>Ines Marlow</li><li>3 June 2026</li></ul><p>Text</p></main>',
    '<main><h1>Tides</h1><ul><li><time datetime="2026-06-03">3 June 2026</time></li></ul><p>Text</p></main>',
    '<main><h1>Tides</h1><dl><dt>Published<dd>3 June 2026<dt>Updated<dd>4 June 2026</dl><p>Text</p></main>',
    '<main><h1>Tides</h1><table><tr><th>Last updated<td>3 June 2026</table><p>Text</p></main>',
  ])('is in a list of details: %s', (body) => expect(readDate(body)).not.toBeNull());

  test.each([
    '<main><h1>News</h1><ul><li>3 June 2026: the gauge moves to the pier</li></ul><p>Text</p></main>',
    '<main><h1>News</h1><ul><li><a href=/a>The gauge moves to the pier</a> <time datetime="2026-06-03">3 June</time></li></ul></main>',
    '<main><h1>Tides</h1><table><tr><th>Version<th>Day<tr><td>2<td>3 June 2026<tr><td>1<td>3 May 2026</table></main>',
  ])('is not that of an entry of a list: %s', (body) => expect(readDate(body)).toBeNull());

  test.each([
    '<main><p>Text</p><time datetime="PT5M">5 min</time></main>',
    '<main><p>Text</p><section class="comments"><p><time datetime="2026-06-03">a reader</time></p></section></main>',
    `<main><p>On 6 June 1944 ${'the tide at the landing beaches was low '.repeat(5)}</p></main>`,
    '<main><p>Text</p></main><footer><p>© 2026 Tidewater</p></footer>',
    `<main><p>Text</p><section class="comments"><p><time>3 June 2026</time>${' a reader wrote'.repeat(20)}</p></section></main>`,
    `<main><p>Text</p></main><aside><p><time>3 June 2026</time>${' the harbour opens'.repeat(20)}</p></aside>`,
  ])('is missing in %s', (body) => expect(readDate(body)).toBeNull());

  const withDate = (value: unknown, type: unknown = 'Article') =>
    readDate('<main><p>Text</p></main>', jsonLd({ '@type': type, datePublished: value }));

  test.each(['2026', ' 1998 ', '2026-06', '2026-06-03T10:00', '20260603', 'Wed, 3 June 2026', 'June 3, 2026'])(
    'is machine-readable as %j',
    (value) => expect(withDate(value)).toBe('machine_readable'),
  );

  test.each([
    '',
    'soon',
    '1970-01-01T00:00:00.000Z',
    '2126',
    '202',
    '20261',
    '2026-6',
    '2026-ab',
    '2026abcd',
    '20ab',
    'x2026',
    'v 2026',
    '2026 x',
  ])('is none as %j', (value) => expect(withDate(value)).toBeNull());

  test('is read from one of several values', () => {
    expect(withDate(['soon', '2026-06-03'])).toBe('machine_readable');
    expect(withDate({ '@type': 'Thing', name: '2026-06-03' })).toBeNull();
  });

  test('is read from the review that a page is, and from the subject of the page', () => {
    expect(withDate('2026-06-03', 'Review')).toBe('machine_readable');
    const nested = { '@type': 'WebPage', mainEntity: { '@type': 'Article', datePublished: '2026-06-03' } };
    expect(readDate('<main><p>Text</p></main>', jsonLd(nested))).toBe('machine_readable');
    expect(withDate('2026-06-03', ['Thing', 'Comment'])).toBeNull();
  });

  test.each(['<meta name=date content=soon>', '<meta name=description content=2026-06-03>'])('is none in %s', (head) =>
    expect(readDate('<main><p>Text</p></main>', head)).toBeNull(),
  );
});

test('the marked dates of a list of news are not the date of the page above it', () => {
  const item = (date: string) => `<li><div class="date">${date}</div><div>The gauge is read again.</div></li>`;
  const items = ['3 June 2026', '4 May 2026', '5 April 2026'].map(item);
  const read = (list: readonly string[]) =>
    pageDate(
      readPage(
        `<main><h1>Tides</h1>${'<p>They turn.</p>'.repeat(12)}<ul>${list.join('')}</ul>${'<p>End.</p>'.repeat(9)}`,
        'https://example.com/a',
      ),
    );
  expect(read(items)).toBeNull();
  expect(read(items.slice(1))).not.toBeNull();
});

test('three cards of dates to come do not date their page', () => {
  const card = (day: string) =>
    `<div class="date-card"><div>${day}</div><div>June 2026</div><div>The call for papers ends</div></div>`;
  const read = (days: readonly string[]) =>
    pageDate(readPage(`<main><h1>Tides</h1><p>They turn.</p>${days.map(card).join('')}</main>`, 'https://a.test/a'));
  expect(read(['3', '14', '15'])).toBeNull();
  expect(read(['3', '14'])).not.toBeNull();
});

test('a table of matches does not date its page, however few of its rows stand below the h1', () => {
  const row = (date: string) => `<tr><td>${date}</td>${'<td>Piers</td>'.repeat(12)}</tr>`;
  const read = (dates: readonly string[]) => {
    const rows = dates.map(row).join('');
    return pageDate(readPage(`<main><h1>Tides</h1><table>${rows}</table><p>Text</p>`, 'https://example.com/a'));
  };
  expect(read(['Friday, 19.06.2026', 'Friday, 26.06.2026'])).toBeNull();
  expect(read(['Friday, 19.06.2026'])).not.toBeNull();
});

function jsonLd(value: object): string {
  return `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`;
}

test.each([
  ['de', '5/1/2019', '2019-01-05'],
  ['en-GB', '5/1/2019', '2019-01-05'],
  ['en-US', '5/1/2019', '2019-05-01'],
  ['en', '5/1/2019', '2019'],
  ['', '5/1/2019', '2019'],
  ['en', '5/5/2019', '2019-05-05'],
  ['en', '10/15/2018', '2018-10-15'],
])('in the language %j, the date of %s is %s', (lang, date, iso) => {
  const html = `<html lang="${lang}"><main><h1>Tides</h1><p>Updated ${date}</p></main></html>`;
  expect(pageDate(readPage(html, 'https://example.com/a'))?.iso).toBe(iso);
});
