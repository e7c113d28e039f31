import { describe, expect, test } from 'vitest';
import { pageAt } from '../../../../test/support/pages.ts';
import { withHiddenText } from '../../content/hidden-text.ts';
import { languagePack, NO_PACK } from '../../content/language-packs.ts';
import { sharedText } from '../../content/shared-text.ts';
import type { Page } from '../../site-facts.ts';
import { judgeOpening } from './opening.ts';

const ORIGIN = 'https://www.example.com';

function createPage(html: string, path = '/page', rest: Partial<Page> = {}): Page {
  return pageAt(`${ORIGIN}${path}`, html, rest);
}

function passes(page: Page, language = 'en', others: readonly Page[] = []): boolean | null {
  const pack = language === 'und' ? NO_PACK : languagePack(language);
  if (pack === null) throw new Error(`No pack for ${language}.`);
  return judgeOpening(page, pack, sharedText([page, ...others], ORIGIN))?.passes ?? null;
}

const about = (title: string, ...lines: readonly string[]) =>
  `<title>${title}</title><main><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</main>`;

describe('an opening that stands on several pages', () => {
  const LINE = 'Tide gauges of Marlow have told the height of the sea in this harbour since long ago.';
  const home = createPage(about('Tide gauges', LINE), '/', { kind: 'home' });
  const other = createPage(about('Height of gauges', LINE, 'Call us.'), '/height');
  const judge = (page: Page, others: readonly Page[]) =>
    judgeOpening(page, languagePack('en') ?? NO_PACK, sharedText([home, ...others], ORIGIN));

  test('is that of the home page, where it stands above all headings, and of no other', () => {
    expect(judge(home, [other])?.passes).toBe(true);
    expect(judge(other, [other])).toMatchObject({
      passes: false,
      seen: { note: expect.stringContaining('stands on other judged pages too'), text: LINE },
    });
  });

  test('is that of an article whose beginning the home page shows below a heading', () => {
    const blog = createPage(
      `<title>Marlow</title><main><h1>Marlow</h1><h2>Height of gauges</h2><p>${LINE}</p></main>`,
      '/',
      { kind: 'home' },
    );
    const shared = sharedText([blog, other], ORIGIN);
    expect(judgeOpening(other, languagePack('en') ?? NO_PACK, shared)?.passes).toBe(true);
  });

  test('is that of both pages that have it, if it is long and not that of a template', () => {
    const long = `${LINE} ${LINE} ${LINE}`;
    const [a, b] = [createPage(about('Height of gauges', long), '/a'), createPage(about('Boats', long), '/b')];
    const further = (text: string) => createPage(about('Ropes', text, 'Call us.'), '/c');
    expect(judge(a, [a, b, further('Come in.')])?.passes).toBe(true);
    expect(judge(b, [a, b, further('Come in.')])?.passes).toBe(false);
    expect(judge(a, [a, b, further(long)])?.passes).toBe(false);
    expect(judge(a, [a, b])?.passes).toBe(false);
    const short = [createPage(about('Height of gauges', LINE), '/a'), createPage(about('Boats', LINE), '/b')] as const;
    expect(judge(short[0], [...short, further('Come in.'), createPage(about('Masts', 'Go.'), '/d')])?.passes).toBe(
      false,
    );
  });

  test('in hidden text is that of a template, too', () => {
    const hidden = (path: string) =>
      createPage(`<title>${path}</title><main><div hidden><h1>Gauges</h1><p>${LINE}</p></div></main>`, path);
    const a = hidden('/a');
    const b = hidden('/b');
    const shared = sharedText([createPage(about('Marlow', 'Welcome.'), '/', { kind: 'home' }), a, b], ORIGIN);
    expect(shared.isRepeated(LINE, withHiddenText(a) ?? a)).toBe(true);
  });
});

test('a home page is not opened by texts that are links, nor by news that repeat the heading above them', () => {
  const home = (text: string, rest: Partial<Page> = { kind: 'home' }) =>
    passes(createPage(`<title>Marlow gauges</title><main>${text}</main>`, '/', rest));
  const card = (inner: string) => `<a href="/gauges"><h3>Tides</h3><p>${inner}</p></a>`;
  expect(home(card('We lend gauges to all harbours.'))).toBe(false);
  expect(home('<p>We lend gauges to <a href="/all">all harbours</a>.</p>')).toBe(true);
  expect(home(card('We lend gauges to all harbours.'), { kind: 'other' })).toBe(true);
  const news = '<h2>News</h2><h3>Lamps for all boats</h3><p>All boats must show two lamps by night from now on.</p>';
  expect(home(news)).toBe(false);
  expect(home(news, { kind: 'other' })).toBe(true);
  expect(home(`<h2>Harbour of boats</h2><p>All boats must show two lamps by night from now on.</p>`)).toBe(true);
});

test('a home page may take up its title though pages without their own have it too', () => {
  const head = '<title>Ledgers and tide tables for harbours</title><meta property="og:site_name" content="Marlow">';
  const html = `${head}<main><h1>Safer and simpler</h1><p>Every harbour has its tables here, drawn by hand.</p></main>`;
  const other = html.replace('drawn', 'made');
  expect(
    passes(
      createPage(html, '/', { kind: 'home' }),
      'en',
      ['/a', '/b'].map((path) => createPage(other, path)),
    ),
  ).toBe(true);
  expect(passes(createPage(other, '/terms'), 'en', [createPage(html, '/a'), createPage(html, '/b')])).toBe(false);
});

describe('on the home page of a blog', () => {
  const posts = ['/blog/a', '/blog/b'].map((path) => createPage(about(`On ${path}`), path, { kind: 'article' }));
  const teasers = ['/blog/a', '/blog/b']
    .map(
      (path) =>
        `<h2><a href="${path}">Why buoys drift at ${path}</a></h2><p>Last week we went out and found ten of them.</p>`,
    )
    .join('');
  const home = (body: string) => createPage(`<title>Mooring notes</title><main>${body}</main>`, '/', { kind: 'home' });

  test('teasers of articles do not count as an opening of the home page', () => {
    expect(passes(home(teasers), 'en', posts)).toBe(false);
    expect(passes(home(`<p>Best blog</p>${teasers}`), 'en', posts)).toBe(false);
  });

  test('cards that are one link each, with the date above the title, are teasers', () => {
    const card = (path: string) =>
      `<a href="${path}"><span>5 May 2030</span><h3>Why the buoys of Mooring notes drift at ${path}</h3><p>Mooring notes went out for them.</p></a>`;
    const row = `<div>${['/blog/a', '/blog/b'].map((path) => `<a href="${path}"><span>Mooring notes went out at ${path} again</span></a>`).join(' ')}</div>`;
    expect(passes(home(card('/blog/a') + card('/blog/b') + row), 'en', posts)).toBe(false);
    expect(
      passes(
        home(`${card('/blog/a')}${card('/blog/b')}${row}<h2>Who</h2><p>Mooring for all who sail.</p>`),
        'en',
        posts,
      ),
    ).toBe(true);
  });

  test('what introduces the site is judged, before or after them', () => {
    expect(passes(home(`<p>Notes on mooring, from a small harbour.</p>${teasers}`), 'en', posts)).toBe(true);
    expect(passes(home(`${teasers}<h2>Who writes</h2><p>We are a crew of four at the coast.</p>`), 'en', posts)).toBe(
      true,
    );
    expect(passes(home(`<p>So much to do and so much to see.</p>${teasers}`), 'en', posts)).toBe(false);
  });

  test('links to other pages are not teasers', () => {
    const pages = posts.map((page) => ({ ...page, kind: 'other' as const }));
    expect(passes(home(teasers), 'en', pages)).toBe(false);
  });
});

describe('an opening takes up the title', () => {
  test.each([
    ['en', 'Tide gauges for harbours', 'A tide gauge measures the level of the sea.'],
    [
      'de',
      'Datenrettung: Kosten und Ablauf',
      'Was eine Datenrettung kostet, hängt vom Schaden ab. Der Ablauf ist gleich.',
    ],
    ['fr', 'L’entretien des marégraphes', 'Un marégraphe demande peu d’entretien.'],
    ['tr', 'Liman ölçüm cihazları', 'Limanlar için üretilen cihazlar deniz seviyesini ölçer.'],
    ['ja', '検潮儀の設置方法', '検潮儀の設置は、まず岸壁の高さを測ることから始まります。'],
    ['ko', '서울 카페 안내', '서울의 카페는 해마다 늘어나고 있습니다.'],
    ['zh', '验潮仪安装指南', '安装验潮仪的第一步是测量码头的高度。'],
    ['ar', 'أجهزة قياس المد', 'تستخدم الموانئ جهاز القياس لمعرفة ارتفاع المد في كل دقيقة.'],
    ['und', 'מהו פוליגרף?', 'הפוליגרף משמש במגוון רב של מבדקים.'],
    ['und', 'Что такое мареограф', 'Мареографы измеряют уровень моря.'],
  ])('in %s: %s', (language, title, text) => {
    expect(passes(createPage(about(title, text)), language)).toBe(true);
    expect(passes(createPage(about(title, 'x '.repeat(10))), language)).toBe(false);
  });

  test('in short lines that are read together', () => {
    const lines = ['It comes and goes twice a day,', 'and we count each and every tide.'];
    expect(passes(createPage(about('Tide gauges', ...lines)))).toBe(true);
  });

  test('in lines with the length of a sentence, and not in badges', () => {
    const badges = ['Best tide gauges', '★★★★★ 4.9', 'Gauges since 1998', 'Tide experts'];
    expect(passes(createPage(about('Tide gauges', ...badges)))).toBe(false);
    expect(passes(createPage(about('Tide gauges', ...badges, 'We make gauges.')))).toBe(true);
    expect(passes(createPage(about('验潮仪', '验潮仪')), 'zh')).toBe(false);
  });

  test('within 60 words, or 120 CJK characters', () => {
    const title = 'Tide gauges';
    expect(passes(createPage(about(title, 'so '.repeat(59), 'Tide and gauges.')))).toBe(true);
    expect(passes(createPage(about(title, 'so '.repeat(60), 'Tide and gauges.')))).toBe(false);
    expect(passes(createPage(about(title, `${'so '.repeat(60)}tide gauges`)))).toBe(false);
    const text = (before: number) => createPage(about('验潮仪', `${'春'.repeat(before)}验潮仪`));
    expect(passes(text(117), 'zh')).toBe(true);
    expect(passes(text(118), 'zh')).toBe(false);
  });

  test('with one of its terms', () => {
    expect(passes(createPage(about('Tide gauges', 'Gauges of every sort stand here.')))).toBe(true);
    expect(passes(createPage(about('Tide gauges', 'All sorts of them stand here.')))).toBe(false);
    expect(passes(createPage(about('Our prices', 'Here are the prices.')))).toBe(true);
    expect(passes(createPage(about('Our prices', 'Here is what to know.')))).toBe(false);
  });
});

test.each([
  ['the description', '<meta name=description content="Gauges of the north for harbours.">', ''],
  ['the headings below it', '', '<h2>Gauges for harbours of the north</h2>'],
])('an opening takes up %s', (of, head, below) => {
  const html = `<title>Acme</title>${head}<main><h1>Made to last</h1><p>We build gauges in the north.</p>${below}</main>`;
  const page = createPage(html, '/', { kind: 'home' });
  const verdict = judgeOpening(page, languagePack('en') ?? NO_PACK, sharedText([page], ORIGIN));
  expect(verdict).toMatchObject({ passes: true, seen: { note: expect.stringContaining(`main words of ${of}`) } });
  expect(passes(createPage(html.replace('build gauges', 'work'), '/', { kind: 'home' }))).toBe(false);
});

describe('an opening is not', () => {
  const home = (html: string) =>
    createPage(`<title>Wellness studio</title><main><h1>Wellness studio</h1>${html}</main>`, '/', { kind: 'home' });
  const teaser = (name: string) => `<h2>${name}</h2><p>${name}: it is done in half an hour, and all like it.</p>`;

  test('a teaser, which shares words with the heading above it', () => {
    expect(passes(home(teaser('Wholegrain pasta') + teaser('Lentil soup')))).toBe(false);
    expect(passes(home(`<p>We cook pasta and soup.</p>${teaser('Wholegrain pasta')}${teaser('Lentil soup')}`))).toBe(
      true,
    );
  });

  test('the signature of a function', () => {
    const page = (line: string) => createPage(about('Class Tidegauge', line));
    expect(passes(page('new Tidegauge<T>(data: Reading<Record<string, any>>): Tidegauge<T>'))).toBe(false);
    expect(passes(page('Tidegauge (const std::string &name, const Tree::Group &tree, int depth)'))).toBe(false);
    expect(passes(page('A Tidegauge<T> reads the level of the sea, and returns a Promise.'))).toBe(true);
  });

  test('a word that begins like a short word of the title', () => {
    expect(passes(createPage(about('Egyptian art of today', 'The artisans’ partition is scrolled by you here.')))).toBe(
      false,
    );
    expect(passes(createPage(about('Egyptian art of today', 'The arts are shown here by all of us.')))).toBe(true);
  });

  test('on the words of an h1 that most pages have', () => {
    const book = '<h1>The harbour book</h1>';
    const page = createPage(
      `<title>Moorings</title><main>${book}<p>Before the harbour opens, read this text.</p></main>`,
    );
    const others = ['/b', '/c', '/d'].map((path) =>
      createPage(`<title>Page ${path}</title><main>${book}<p>Text ${path}.</p></main>`, path),
    );
    expect(passes(page)).toBe(true);
    expect(passes(page, 'en', others)).toBe(false);
  });
});

describe('an opening is never', () => {
  const other = (html: string, kind: Page['kind'] = 'other') => [
    createPage(`<title>Prices</title><main><h1>Prices</h1>${html}<p>Text.</p></main>`, '/b', { kind }),
  ];
  const title = 'Tide gauges';

  test.each([
    ['a heading', '<h2>Tide gauges for all</h2><p>Come and see.</p>'],
    ['the title once more', '<p>Tide gauges</p><p>TIDE GAUGES!</p><p>Come and see.</p>'],
    ['a breadcrumb', '<p><a href="/">Home</a> › <a href="/all">All</a> › Tide gauges</p><p>Come and see.</p>'],
    ['a row of links', '<p><a href="/a">Tide gauges</a> <a href="/b">Ropes of hemp</a> <a href="/c">Boats</a></p>'],
    [
      'an item that does not end as a sentence',
      '<ul><li>Marlow and Sons, makers of tide gauges</li></ul><p>Come and see.</p>',
    ],
    ['a postal address', '<p>Come and see us at Hafenstraße 12, 24103 Tide.</p>'],
    ['code', '<pre>tide gauges</pre><p>Come and see.</p>'],
    ['an address on the web', '<p>See https://www.example.com/tide-gauges.</p>'],
    ['nothing', ''],
  ])('%s', (_what, html) => {
    expect(passes(createPage(`<title>${title}</title><main><h1>${title}</h1>${html}</main>`))).toBe(false);
  });

  test('text that another judged page has too', () => {
    const menu = '<p>Tide gauges and prices for all.</p>';
    const page = createPage(`<title>${title}</title><main><h1>${title}</h1>${menu}<p>Come and see.</p></main>`);
    expect(passes(page)).toBe(true);
    expect(passes(page, 'en', other(menu))).toBe(false);
    expect(passes(page, 'en', other(menu, 'listing'))).toBe(false);
  });

  test('the name of the site', () => {
    const page = createPage(
      '<title>Prices | Tidewater Instruments</title><main><p>Tidewater Instruments is old.</p></main>',
    );
    expect(
      passes(page, 'en', [createPage('<title>Team | Tidewater Instruments</title><main><p>Text</p></main>', '/b')]),
    ).toBe(false);
  });
});

test('the first paragraph of an article is its opening even if a listing quotes it', () => {
  const first = 'A tide gauge measures the level of the sea, minute by minute, in every harbour that has one.';
  const listing = createPage(about('News', first), '/news', { kind: 'listing' });
  expect(passes(createPage(about('Tide gauges', first)), 'en', [listing])).toBe(true);
});

test('without an h1, the opening follows the line that repeats the title', () => {
  const menu = '<p>Here is the menu, and there the search.</p>'.repeat(40);
  const html = (title: string) =>
    `<title>${title} | Tidewater</title><body>${menu}<div>Tide gauges</div><p>Tide gauges tell the sea.</p>`;
  expect(passes(createPage(html('Tide gauges')))).toBe(true);
  expect(passes(createPage(html('The tide gauges')))).toBe(false);
});

test('a title in two lines is not the opening', () => {
  const title = '<title>Tide Tools: Manual of the tide gauge</title>';
  const lines = '<table><tr><td>Tide Tools</td></tr></table><div>Manual of the tide gauge</div>';
  expect(passes(createPage(`${title}${lines}<p>Come in and find out.</p>`))).toBe(false);
  const page = createPage(`${title}${lines}<p>This manual is about tide gauges.</p>`);
  const pack = languagePack('en') ?? NO_PACK;
  expect(judgeOpening(page, pack, sharedText([page], ORIGIN))).toMatchObject({
    passes: true,
    seen: { note: 'The opening has 3 of the 4 main words of the title.', text: 'This manual is about tide gauges.' },
  });
});

test('a page with several h1 passes by the opening below one of the first three', () => {
  const html = (before: number) =>
    `<title>Tide gauges</title><main>${'<h1>News</h1><p>Come and see.</p><h2>More</h2>'.repeat(before)}<p>${'so '.repeat(60)}</p><h1>Tide gauges</h1><p>A tide gauge tells the sea.</p></main>`;
  expect(passes(createPage(html(2)))).toBe(true);
  expect(passes(createPage(html(3).replaceAll('<h1>Tide gauges</h1>', '<h1>Gauges of the tide</h1>')))).toBe(false);
});

describe('the beginning of the main text', () => {
  const main = '<p>A tide gauge tells the sea.</p><h1>News</h1><p>Come and see.</p><h1>More</h1><p>Come again.</p>';

  test('is an opening where the first h1 is outside the main text', () => {
    const html = `<title>Tide gauges</title><header><h1>Tide gauges</h1></header><main>${main}</main>`;
    expect(passes(createPage(html))).toBe(true);
    expect(passes(createPage(html.replace('A tide gauge tells', 'It tells')))).toBe(false);
  });

  test('is an opening where the first h1 is below it', () => {
    const html = `<title>Tide gauges</title><main>${main}</main>`;
    expect(passes(createPage(html))).toBe(true);
    expect(passes(createPage(html.replace('A tide gauge tells', 'It tells')))).toBe(false);
  });
});

describe('the name of the site is the subject', () => {
  const text = (words: string, title = 'Tidewater: instruments of the north') =>
    `<title>${title}</title><main><p>${words}</p></main>`;
  const named = '<meta property="og:site_name" content="Tidewater">';

  test('of the home page', () => {
    const page = (kind: Page['kind']) => createPage(named + text('Tidewater was founded here.'), '/', { kind });
    expect(passes(page('home'))).toBe(true);
    expect(passes(page('other'))).toBe(false);
  });

  test.each([
    ['the root of a language', '/de/', 'de', true],
    ['the index of that root', '/de/index.html', 'de', true],
    ['a page that the home page names as itself', '/kr/start', 'ko', true],
    ['the index of a section', '/it/', 'en', false],
    ['a page in another language', '/de/preise', 'de', false],
  ])('of a home page in another language: %s', (_what, path, lang, isHome) => {
    const alternate = `<link rel="alternate" hreflang="ko" href="${ORIGIN}/kr/start">`;
    const home = createPage(`<html lang="en">${alternate}${text('Welcome.')}`, '/', { kind: 'home' });
    const page = createPage(`<html lang="${lang}">${named}${text('Tidewater was founded here.')}`, path);
    expect(judgeOpening(page, languagePack('en') ?? NO_PACK, sharedText([home, page], ORIGIN))?.passes).toBe(isHome);
  });

  test('of a home page in another language than its lang says', () => {
    const home = createPage(`<html lang="de">${text('Willkommen.')}`, '/', { kind: 'home', language: 'de' });
    const english = 'Tidewater was founded here, and it is the oldest of all the makers in the north of the country.';
    const page = createPage(`<html lang="de">${named}${text(english)}`, '/en/', { language: 'de' });
    expect(judgeOpening(page, languagePack('en') ?? NO_PACK, sharedText([home, page], ORIGIN))?.passes).toBe(true);
  });

  test.each([
    ['tidewatermarburg', 'Tide Water Marburg was founded here.', true],
    ['tidewater21marburg', 'In Marburg is the Tide and Water 21.', true],
    ['tidewater21marburg', 'In Marburg is the Water 21.', false],
    ['tide-water', 'Tidewater was founded here.', true],
    ['ebb', 'EBB was founded here.', true],
    ['tidewatermarburg', 'We are in Marburg.', false],
    ['tidewatermarburg', 'Water is here.', false],
    ['ebb', 'It was founded in Ebbing.', false],
  ])('of a home page is also the whole label of its host %s: %s', (label, words, isNamed) => {
    const origin = `https://${label}.example.net`;
    const page = pageAt(`${origin}/`, text(words, 'The'), { kind: 'home' });
    expect(judgeOpening(page, languagePack('en') ?? NO_PACK, sharedText([page], origin))?.passes).toBe(isNamed);
  });

  test('of a home page is not part of the label of its host, even if the site calls itself so', () => {
    const origin = 'https://tidewatermarburg.example.net';
    const html = `<meta property="og:site_name" content="TideWaterMarburg">${text('We are in Marburg.', 'The')}`;
    const page = pageAt(`${origin}/`, html, { kind: 'home' });
    expect(judgeOpening(page, languagePack('en') ?? NO_PACK, sharedText([page], origin))?.passes).toBe(false);
  });

  test('of about pages', () => {
    expect(passes(createPage(named + text('Tidewater was founded here.', 'Who we are'), '/about'))).toBe(true);
    expect(passes(createPage(named + text('It was founded here.', 'Who we are'), '/about'))).toBe(false);
  });

  test.each([
    ['zh', '关于', 'Tidewater 成立于此。', '它成立于此，关于它没有更多。'],
    ['tr', 'Hakkımızda', 'Tidewater burada kuruldu.', 'Hakkımızda her şey: burada kuruldu.'],
    ['it', 'Chi siamo', 'Tidewater è nata qui.', 'Siamo nati qui.'],
    ['fr', 'À propos', 'Tidewater est née ici.', 'À propos de nous : née ici.'],
    ['und', 'О нас', 'Tidewater: мы здесь с 1998 года.', 'Узнайте о нас больше.'],
  ])('of a page that is about the site, in %s: %s', (language, title, itsName, noName) => {
    expect(passes(createPage(named + text(itsName, title)), language)).toBe(true);
    expect(passes(createPage(named + text(noName, title)), language)).toBe(false);
  });

  test.each([
    ['/', 'home', true],
    ['/about', 'other', true],
    ['/page', 'other', false],
  ] as const)('of %s, where its owner may also say who that is', (path, kind, isAnswered) => {
    expect(passes(createPage(about('Ada Tidewater', 'Hello.', 'I am a pilot of the port.'), path, { kind }))).toBe(
      isAnswered,
    );
    expect(passes(createPage(about('Ada Tidewater', 'Hello.', 'I am glad to see you.'), path, { kind }))).toBe(false);
  });

  test('of a page whose title and h1 have no other term', () => {
    expect(passes(createPage(named + text('Tidewater was founded here.', 'The')))).toBe(true);
    expect(passes(createPage(named + text('It was founded here.', 'The')))).toBe(false);
  });
});

test.each([
  ['<title>Tide gauges</title><h1>Tide gauges</h1><p>Welcome to us.</p>', 'title and h1'],
  ['<title>Tide gauges</title><p>Welcome to us.</p>', 'the title'],
  ['<h1>Tide gauges</h1><p>Welcome to us.</p>', 'the h1'],
])('the note on %s names what the page has', (html, subject) => {
  const page = createPage(`<main>${html}</main>`);
  const pack = languagePack('en');
  const verdict = pack === null ? null : judgeOpening(page, pack, sharedText([page], ORIGIN));
  expect(verdict?.seen.note).toBe(`The opening has 0 of the 2 main words of ${subject}.`);
});

test('the note on an opening that takes up the only word of the h1 names the h1', () => {
  const page = createPage(
    '<title>Buoys, moorings and chains</title><main><h1>Buoys</h1><p>Buoys for every harbour.</p></main>',
  );
  const pack = languagePack('en');
  const verdict = pack === null ? null : judgeOpening(page, pack, sharedText([page], ORIGIN));
  expect(verdict).toMatchObject({ passes: true, seen: { note: 'The opening has the one main word of the h1.' } });
});

describe('a sentence directly below the heading may leave out its subject', () => {
  test.each([
    ['es', 'Ines Marea', 'Es Doctora en Derecho por la universidad.'],
    ['es', 'Permisos de atraque', 'Consisten en autorizaciones del puerto.'],
    ['pt', 'Marégrafo', 'É um aparelho que mede o nível da água.'],
    ['it', 'Mareografo', 'È uno strumento che misura il livello dell’acqua.'],
  ])('in %s: %s', (language, title, text) => {
    expect(passes(createPage(about(title, text)), language)).toBe(true);
    expect(
      passes(createPage(`<title>${title}</title><main><h1>${title}</h1><h2>Más</h2><p>${text}</p></main>`), language),
    ).toBe(false);
    expect(passes(createPage(about(title, `Aquí, ${text}`)), language)).toBe(false);
  });

  test.each([
    ['es', 'Es importante elegir bien.'],
    ['en', 'Is a doctor of law.'],
  ])('but not in %s: %s', (language, text) => {
    expect(passes(createPage(about('Marea alta', text)), language)).toBe(false);
  });
});

describe('a list directly below a heading', () => {
  const NAMES = ['Dory', 'Cutter', 'Sloop'];
  const cards = (text: string) =>
    NAMES.map((name) => `<h2>${name}</h2>${text.replace('It', name)}<p>€1,200</p>`).join('');
  const items = ['Chart of the north', 'Chart of the south', 'Table of tides'];
  const list = `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const page = (title: string, html: string, more: Partial<Page> = {}) =>
    createPage(`<title>${title}</title><main><h1>${title}</h1>${html}</main>`, '/page', more);

  test.each([
    ['a list', list],
    ['a table', `<table>${items.map((item) => `<tr><th>1</th><td>${item}</td></tr>`).join('')}</table>`],
    ['definitions', `<dl>${items.map((item) => `<dt>1</dt><dd>${item}</dd>`).join('')}</dl>`],
    ['dated items', items.map((item) => `<p>5 May 2030: ${item}</p>`).join('')],
    ['texts below dates', items.map((item) => `<p>5 May 2030</p><p>${item} is in the harbour office.</p>`).join('')],
    ['texts below dates in headings', items.map((item) => `<h2>5 May 2030</h2><p>${item} is here now.</p>`).join('')],
    ['reviews', items.map((item) => `<h3>Ines</h3><time>5 May 2030</time><p>${item} is of good help.</p>`).join('')],
    ['texts below years', items.map((item, i) => `<h2>203${i}</h2><p>${item} is of good help to all.</p>`).join('')],
    ['addresses', items.map((item) => `<h3>${item}</h3><p>12 Quay Street, Marlow</p><p>ines@example.com</p>`).join('')],
    ['prices in lines', items.map((item) => `<p>${item}: €25</p>`).join('')],
    ['a list below a heading in between', `<h2>North</h2>${list}`],
    ['a list and a short text', `${list}<p>Come and see.</p>`],
    ['cards with a label', cards('<p>Read more about the boat here</p>')],
    ['cards with a sentence', cards('<p>It has a sail of red cloth.</p>')],
  ])('is not judged: %s', (_what, html) => {
    expect(passes(page('Downloads', html))).toBeNull();
    expect(passes(page('Fishing permits', html))).toBeNull();
  });

  test.each([
    ['a list of two', 'Downloads', '<ul><li>Chart of the north</li><li>Chart of the south</li></ul>', {}],
    ['a list below other text', 'Downloads', `<p>Come and see.</p>${list}`, {}],
    ['labels', 'Downloads', items.map((item) => `<p>${item}</p>`).join(''), {}],
    ['cards below other text', 'Boats', `<p>Come and see.</p>${cards('')}`, {}],
    ['sections without a number', 'Boats', cards('<p>It has a sail of red cloth.</p>').replaceAll('€1,200', 'Red'), {}],
    ['one date above a text', 'Downloads', `<p>5 May 2030</p><p>${'So it goes here too. '.repeat(5)}</p>`, {}],
    ['a list with more text', 'Downloads', `${list}<p>${'So it goes. '.repeat(5)}</p>`, {}],
    ['a list on the home page', 'Downloads', list, { kind: 'home' }],
  ] as const)('is judged where it is %s', (_what, title, html, more) => {
    expect(passes(page(title, html, more))).toBe(false);
  });

  test('may be shown on another page', () => {
    const home = createPage(about('Marlow', 'Welcome.'), '/', { kind: 'home' });
    const others = ['/a', '/b'].map((path) =>
      createPage(`<title>${path}</title><main><h1>${path}</h1>${list}</main>`, path),
    );
    const isAsked = (count: number) => passes(page('Downloads', list), 'en', [home, ...others.slice(0, count)]);
    expect([1, 2].map(isAsked)).toEqual([null, false]);
  });

  test('is judged by a sentence with the word', () => {
    expect(passes(page('Charts', `<p>All charts are here.</p>${list}`))).toBe(true);
  });
});

test('a page of references, of terms or of questions below one word has no opening', () => {
  const reference = '<p>Marlow, I., Tern, A. (2026). <a href="https://example.org/a">Drift</a>. Papers of Tides.</p>';
  const term = (word: string) => `<h2>${word}</h2><p>A word for what the sea does twice a day in every port.</p>`;
  const page = (body: string, name = 'Publications') =>
    createPage(`<title>${name}</title><main><h1>${name}</h1>${body}</main>`);
  expect(passes(page(['Ebb?', 'Flood?', 'Neap?', 'Slack?', 'Spring?'].map(term).join(''), 'FAQ'))).toBeNull();
  expect(passes(page(reference.repeat(4)))).toBeNull();
  expect(passes(page('<p>The height of the sea // Marlow</p>'.repeat(4), 'Reading'))).toBeNull();
  expect(passes(page('<p>The height of the sea – so high.</p>'.repeat(4), 'Reading'))).toBe(false);
  expect(passes(page(['Ebb', 'Flood', 'Neap', 'Slack', 'Spring'].map(term).join('')))).toBeNull();
  expect(passes(page(['Ebb', 'Flood', 'Neap'].map(term).join('')))).toBe(false);
});

test('a description that three pages have does not name their subjects', () => {
  const page = (path: string, title: string) =>
    createPage(
      `<meta name="description" content="Ropes and ladders of hemp">${about(title, `At ${path}, our ropes and ladders are of hemp.`)}`,
      path,
    );
  const one = page('/a', 'Prices');
  expect(passes(one, 'en', [page('/b', 'Piers')])).toBe(true);
  expect(passes(one, 'en', [page('/b', 'Piers'), page('/c', 'Boats')])).toBe(false);
});

test('where all pages have one h1, the first heading that only one page has is its own', () => {
  const page = (path: string, heading: string, text: string) =>
    createPage(`<title>Marlow</title><main><h1>Marlow</h1><h2>${heading}</h2><p>${text}</p></main>`, path);
  const others = [
    page('/a', 'Gauges', 'They tell the height of the sea.'),
    page('/b', 'Piers', 'They are of wood here.'),
  ];
  const home = pageAt(`${ORIGIN}/`, '<h1>Marlow</h1>', { kind: 'home' });
  const judge = (text: string) => {
    const one = page('/c', 'Ropes', text);
    return judgeOpening(one, languagePack('en') ?? NO_PACK, sharedText([home, one, ...others], ORIGIN));
  };
  expect(judge('Our ropes are made of hemp and last long.')?.passes).toBe(true);
  expect(judge('We have made them of hemp since long ago.')).toMatchObject({
    passes: false,
    seen: { note: 'The opening lacks the one main word of title and first heading.' },
  });
  const text = `<p>${'They last for years here. '.repeat(15)}</p>`;
  const below = createPage(`<title>Marlow</title><h1>Marlow</h1>${text}<h2>Ropes</h2><p>Our ropes last.</p>`);
  expect(passes(below, 'en', [home, ...others])).toBe(false);
});

test('an empty h1 leaves its place to the first heading', () => {
  const page = createPage('<main><h2>Ropes</h2><p>Our ropes are made of hemp and last long.</p><h1></h1></main>');
  expect(passes(page)).toBe(true);
});

test.each([
  'Posted in Bread of rye by Tom Marsh on 3 February 2026',
  'Tom Marsh · Bread · 3 February 2026 · 8 min read',
])('a line about the text is not its opening: %s', (line) => {
  const text = 'The oven has been cold since the cat sat in it.';
  expect(passes(createPage(about('Bread of rye', line, text)))).toBe(false);
  expect(passes(createPage(about('Bread of rye', line, `Bread first. ${text}`)))).toBe(true);
});

test('a sentence in the element of a heading is text', () => {
  const page = (heading: string) =>
    createPage(`<title>Pier</title><main><h1>Pier</h1><h2>${heading}</h2><p>Come and see us soon here.</p></main>`);
  expect(passes(page('Our pier is the longest one in the north sea.'))).toBe(true);
  expect(passes(page('Hello, this is our pier!'))).toBe(true);
  expect(passes(page('Our Pier Is the Longest One in the North Sea'))).toBe(false);
  expect(passes(page('Is this the longest pier of all?'))).toBe(false);
});

test('the opening of a page and that of its copy are the same', () => {
  const html = about(
    'Tide gauges',
    'Tide gauges of Marlow have told the height of the sea here since long ago.',
    'More.',
  );
  const copy = createPage(html.replace('More.', 'More!'), '/old/page');
  expect(passes(createPage(html), 'en', [copy])).toBe(true);
});

test('the text of a page that one other shows whole is its own', () => {
  const text = '<p>Our ropes of hemp are made here.</p><p>We sell them in the harbour.</p>';
  const page = (more: string, path: string) => createPage(`<title>Ropes</title><main>${text}${more}</main>`, path);
  const [home, about, third] = [page('', '/'), page('<p>Come and see us.</p>', '/about'), page('<p>Call.</p>', '/c')];
  expect(passes({ ...home, kind: 'home' }, 'en', [about])).toBe(true);
  expect(passes({ ...home, kind: 'other' }, 'en', [about])).toBe(true);
  expect(passes({ ...home, kind: 'other' }, 'en', [about, third])).toBe(false);
  expect(passes(third, 'en', [about])).toBe(false);
});

test('one text on three pages is the opening of none', () => {
  const soon = (path: string) =>
    createPage('<title>Soon</title><h1>Coming Soon</h1><p>We write this page: come back soon.</p>', path);
  expect(passes(soon('/a'), 'en', [soon('/b')])).toBe(true);
  expect(passes(soon('/a'), 'en', [soon('/b'), soon('/c')])).toBe(false);
});
