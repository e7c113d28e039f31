import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { readPage } from '../../../site/html/read-page.ts';
import { sharedText } from '../../content/shared-text.ts';
import type { Page } from '../../site-facts.ts';
import { readCanonical } from './canonical.ts';
import { isLongEnough, judgeCanonicals, judgeDescriptions, judgeTitles, type LabelledPage } from './judge-labels.ts';

function pageAt(path: string, head: string, language: string | null = 'en', text = 'Tides and piers.'): LabelledPage {
  const url = `https://example.com${path}`;
  const html = `<html lang="en"><head>${head}</head><body><p>${text}</p></body></html>`;
  const page: Page = {
    url,
    exchange: createExchange(url, { body: html }),
    facts: readPage(html, url),
    kind: 'other',
    language,
  };
  return { page, canonical: readCanonical(page, new Map()) };
}

function judgeTitlesWithHome(pages: readonly LabelledPage[]) {
  const { page: home } = pageAt('/', '<title>Example, the tide station</title>');
  const site = sharedText([{ ...home, kind: 'home' }, ...pages.map(({ page }) => page)], 'https://example.com');
  return judgeTitles(pages, site);
}

const passes = (pageResults: readonly { readonly passes: boolean }[]) => pageResults.map((verdict) => verdict.passes);

test.each([
  ['a'.repeat(49), false],
  ['a'.repeat(50), true],
  ['潮'.repeat(24), false],
  ['潮'.repeat(25), true],
  ['😀'.repeat(25), false],
  ['😀'.repeat(50), true],
])('the description %s is long enough: %s', (description, expected) => {
  expect(isLongEnough(description)).toBe(expected);
});

describe('titles', () => {
  test.each([
    ['<title>React App</title>', 'Its title is a default, which names no subject.'],
    ['<title>My Google AI Studio App</title>', 'Its title is a default, which names no subject.'],
    ['<title>VITE + React</title>', 'Its title is a default, which names no subject.'],
    ['<title>Lorem ipsum dolor sit amet</title>', 'Its title is a default, which names no subject.'],
    ['<title>Untitled</title>', 'Its title is a default, which names no subject.'],
    ['<title>Tides</title><title>Piers</title>', 'It has more than one title element: 2.'],
  ])('%s is none', (head, note) => {
    expect(judgeTitlesWithHome([pageAt('/a', head)])).toMatchObject([{ passes: false, seen: { note } }]);
  });

  test('of a further page whose title is the site’s name alone, that is said, also where its h1 is that name', () => {
    const text = `<h1>Example</h1>${'The pier of the harbour stands on oak piles in the mud. '.repeat(3)}`;
    const [result] = judgeTitlesWithHome([pageAt('/piers', '<title>Example - Example</title>', 'en', text)]);
    expect(result?.seen.note).toBe('Its title is only the name of the site.');
  });

  test('a title is not blamed where the page has no text', () => {
    const head = '<title>Tide gauges of the north</title><script type="module" src="/a.js"></script>';
    const [result] = judgeTitlesWithHome([pageAt('/a', head, 'en', '')]);
    expect(result).toMatchObject({ passes: false, fault: { cause: 'shell' }, earns: { earned: 2, of: 5 } });
    expect(result?.seen.note).toBe('Its title cannot be compared: the page has no text.');
  });

  test.each([
    ['/about', 'About us – Example', true],
    ['/about', 'Example', false],
    ['/onas', 'O nas – Example', true],
    ['/crew', 'Our pilots – Example', false],
  ])('the name of the site says what an about page is about: %s, %s', (path, title, expected) => {
    const about = pageAt(path, `<title>${title}</title>`, 'en', 'Example began with one gauge and a boat.');
    expect(passes(judgeTitlesWithHome([about]))).toEqual([expected]);
  });

  test('nor does the name of a home page without text and headings say what it is about', () => {
    const { page } = pageAt(
      '/',
      '<title>Example</title><script type="module" src="/a.js"></script>',
      'en',
      'Loading …',
    );
    const home = { ...page, kind: 'home' as const };
    const site = sharedText([home], 'https://example.com');
    const [result] = judgeTitles([{ page: home, canonical: readCanonical(home, new Map()) }], site);
    expect(result).toMatchObject({ passes: false, earns: { earned: 2, of: 5 } });
  });

  test('the name of the site is enough on a home page whose text does not say it', () => {
    const head = '<title>Example</title>';
    const ofText = (text: string) => {
      const { page } = pageAt('/', head, 'en', text);
      const home = { ...page, kind: 'home' as const };
      const site = sharedText([home], 'https://example.com');
      return passes(judgeTitles([{ page: home, canonical: readCanonical(home, new Map()) }], site));
    };
    expect(ofText('Tides and piers. '.repeat(7))).toEqual([true]);
    expect(ofText('Loading the application')).toEqual([false]);
    expect(ofText('<noscript>Example does not work without JavaScript enabled.</noscript>')).toEqual([false]);
  });

  test.each([
    ['what has the name of the site, in its h1', '/class', 'Example | the docs', '<h1>Class Example</h1>', true],
    ['the name of the site alone', '/class', 'Example | the docs', '<h1>Class reference</h1>', false],
  ])('a title is about %s: %s', (_, path, title, h1, expected) => {
    expect(passes(judgeTitlesWithHome([pageAt(path, `<title>${title}</title>`, 'en', h1)]))).toEqual([expected]);
  });

  test.each([
    ['/news/', true],
    ['/news/index.html', true],
    ['/en/news.html', true],
    ['/x/', false],
    ['/lodzie/', true, 'Łodzie'],
    ['/iletisim/', true, 'İletişim'],
    ['/news/', true, 'News', 0],
  ])('a page is named by its path, too: %s', (path, expected, title = 'News', times = 5) => {
    const text = 'Tides of May. Piers of June. '.repeat(times);
    const page = pageAt(path, `<title>${title} | Example</title>`, 'en', text);
    expect(passes(judgeTitlesWithHome([page]))).toEqual([expected]);
  });

  test.each([
    ['/lodzie/', 'Łodzie'],
    ['/iletisim/', 'İletişim'],
    ['/metier/', 'Métier'],
  ])('%s has a title without its marks: %s', (path, title) => {
    const page = pageAt(path, `<title>${title} | Example</title>`, 'en', 'Tides of May. Piers. '.repeat(8));
    expect(passes(judgeTitlesWithHome([page]))).toEqual([true]);
  });

  test('two pages with one title share it, and the third has its own', () => {
    const pages = [
      pageAt('/a', '<title>Tides</title>'),
      pageAt('/b', '<title> Tides </title>'),
      pageAt('/c', '<title>Piers</title>'),
    ];
    expect(passes(judgeTitlesWithHome(pages))).toEqual([false, false, true]);
  });

  test('titles that differ only by capitals are one', () => {
    const pages = [pageAt('/a', '<title>Tides of May</title>'), pageAt('/b', '<title>Tides of may</title>')];
    expect(passes(judgeTitlesWithHome(pages))).toEqual([false, false]);
  });

  test('what several titles have in common counts where the h1 has a word of it', () => {
    const page = (path: string, more: string, h1: string) =>
      pageAt(path, `<title>Harbour Tide Letter | ${more}</title>`, 'en', `<h1>${h1}</h1>`);
    const pages = [page('/a', 'Example', 'Tide tables'), page('/b', 'June', 'Winds of June')];
    expect(passes(judgeTitlesWithHome(pages))).toEqual([true, true]);
    expect(passes(judgeTitlesWithHome([page('/a', 'Example', 'Winds'), page('/b', 'June', 'June')]))[0]).toBe(false);
  });

  test('a word of the site’s name says nothing beside several other words, except in the h1', () => {
    const { page: home } = pageAt(
      '/',
      '<title>Tide Station</title><meta property="og:site_name" content="Tide Station">',
    );
    const judge = (h1: string) => {
      const page = pageAt(
        '/a',
        '<title>The rope shop at Tide Station</title>',
        'en',
        `<h1>${h1}</h1><p>The station is open.`,
      );
      return passes(judgeTitles([page], sharedText([{ ...home, kind: 'home' }, page.page], 'https://example.com')));
    };
    expect(['Paper copies', 'Station store', 'Ropes'].map(judge)).toEqual([[false], [true], [true]]);
  });

  test('the name of a template in place of a subject is a default', () => {
    const head = '<title>Licensing | Gauge Webflow HTML Website Template</title>';
    expect(judgeTitlesWithHome([pageAt('/a', head, 'en', 'Notes. '.repeat(60))])[0]?.seen.note).toContain('a default');
    const [ofShop] = judgeTitlesWithHome([pageAt('/a', head, 'en', '<h1>Gauge, a template</h1>')]);
    expect(ofShop?.passes).toBe(true);
  });

  test.each(['Tidemouth', 'Home | Tidemouth'])(
    '%s, the site’s name, is a title of a home page with text only',
    (title) => {
      const judge = (text: string) => {
        const home = pageAt(
          '/',
          `<title>${title}</title><meta property="og:site_name" content="Tidemouth">`,
          'en',
          text,
        );
        const page: Page = { ...home.page, kind: 'home' };
        return passes(judgeTitles([{ ...home, page }], sharedText([page], 'https://example.com')));
      };
      expect(judge(`<h1>Hello</h1><p>${'The gauge is read. '.repeat(9)}`)).toEqual([true]);
      expect(judge('<h1>Hello</h1><p>Guides</p>')).toEqual([false]);
    },
  );

  test('a shared title that says nothing of its page has both faults, and says so', () => {
    const [first, second] = judgeTitlesWithHome([
      pageAt('/a', '<title>Sauna and spa</title>', 'en', '<h1>Sauna</h1>'),
      pageAt(
        '/b',
        '<title>Sauna and spa</title>',
        'en',
        `<h1>How to reach us by train</h1><p>${'Leave at the last stop and walk. '.repeat(5)}</p>`,
      ),
    ]);
    expect([first?.seen.note, first?.earns]).toEqual(['Another judged page has the same title.', { earned: 3, of: 5 }]);
    expect([second?.seen.note, second?.earns]).toEqual([
      'Another judged page has the same title. Its title shares no main word with its headings or its opening.',
      { earned: 0, of: 5 },
    ]);
  });

  test('a page without a language shares a title with pages in any', () => {
    const pages = [pageAt('/a', '<title>Tides</title>', null), pageAt('/b', '<title>Tides</title>', 'en')];
    expect(passes(judgeTitlesWithHome(pages))).toEqual([false, false]);
  });

  test('a page in another language may not have the head of the original', () => {
    const judge = (title: string, description = 'Alles über Ebbe und Flut an der Küste, mit Uhrzeiten.') => {
      const head = `<title>${title}</title><meta name="description" content="${description}">`;
      const german = pageAt('/cuxhaven', head, 'de', `<h1>${title}</h1><p>Ebbe und Flut.`);
      const english = pageAt(
        '/en/cuxhaven',
        head,
        'en',
        '<h1>Tides of Cuxhaven</h1><p>The tides of Cuxhaven, by the hour.',
      );
      const site = sharedText([german.page, english.page], 'https://example.com');
      return judgeTitles([german, english], site).map(({ seen }) => seen.note.startsWith('Another judged page'));
    };
    expect(judge('Cuxhaven: alle Gezeiten')).toEqual([false, true]);
    expect(judge('Cuxhaven')).toEqual([false, false]);
    expect(judge('Cuxhaven: alle Gezeiten', '')).toEqual([false, false]);
  });

  test('pages in two languages may share a title', () => {
    const ofGerman = pageAt('/de', '<title>Tides</title>', 'de');
    expect(passes(judgeTitlesWithHome([pageAt('/en', '<title>Tides</title>'), ofGerman]))).toEqual([true, true]);
  });

  test.each([
    ['Tides of the bay', 'How tides rise.', { passes: true }],
    ['Tides of the bay', 'Welcome to our pages.', { passes: false, earns: { earned: 2, of: 5 } }],
    ['CV – Tides', '<h1>Where I have been</h1>', { passes: true }],
    ['FAQ’s', '<h2>Frequently Asked Questions</h2>', { passes: true }],
    ['FAQ', '<h2>Our pilots</h2>', { passes: true }],
    ['O nas – Tides', '<h1>O nas</h1>', { passes: true }],
    ['About us', '<h1>Who we are</h1>', { passes: true }],
    ['Example', '<h1>Example</h1>', { passes: false, earns: { earned: 2, of: 5 } }],
    ['AI', '<h1>AI for gauges</h1>', { passes: true }],
    ['React App', 'How to write a React app.', { passes: false, earns: { earned: 0, of: 5 } }],
  ])('%j over the text %j is judged by what it says', (title, text, expected) => {
    expect(judgeTitlesWithHome([pageAt('/a', `<title>${title}</title>`, 'en', text)])).toMatchObject([expected]);
  });

  test('the name of the site is enough on the home page', () => {
    const { page, canonical } = pageAt('/', '<title>Example</title>', 'en', '<h1>Example</h1>');
    expect(judgeTitlesWithHome([{ page: { ...page, kind: 'home' }, canonical }])).toMatchObject([{ passes: true }]);
  });

  test('a shared title that says what its pages are about earns three fifths', () => {
    const pages = [pageAt('/a', '<title>Tides</title>'), pageAt('/b', '<title>Tides</title>')];
    expect(judgeTitlesWithHome(pages).map(({ earns }) => earns)).toEqual([
      { earned: 3, of: 5 },
      { earned: 3, of: 5 },
    ]);
  });

  test('an empty title is none, and two pages without one do not share it', () => {
    const pageResults = judgeTitlesWithHome([pageAt('/a', '<title> </title>'), pageAt('/b', '')]);
    expect(pageResults.map(({ seen }) => seen.note)).toEqual(['It has no title.', 'It has no title.']);
  });
});

test('of titles that share the site’s name and lack their own part, that is said', () => {
  const heads = ['/a', '/b'].map((path) => pageAt(path, '<title>| Tide Tours</title>'));
  const [first] = judgeTitlesWithHome(heads);
  expect(first?.seen.note).toBe('Its title begins or ends with a separator: the part that names the page is empty.');
});

test('a first part that some titles share is a subject, where all have the name of the site', () => {
  const titles = ['Buoys - Week One · Tide Log', 'Buoys - Week Two · Tide Log', 'Piers · Tide Log', 'Ropes · Tide Log'];
  const pages = titles.map((title, i) =>
    pageAt(`/${i}`, `<title>${title}</title>`, 'en', 'About buoys, piers, ropes.'),
  );
  expect(passes(judgeTitlesWithHome(pages))).toEqual([true, true, true, true]);
  const copied = pageAt('/copied', '<title>Piers · Tide Log</title>', 'en', 'About piers.');
  expect(passes(judgeTitlesWithHome([...pages, copied])).slice(2)).toEqual([false, true, false]);
  const without = titles
    .slice(0, 2)
    .map((title, i) => pageAt(`/${i}`, `<title>${title}</title>`, 'en', 'About buoys.'));
  expect(passes(judgeTitlesWithHome(without))).toEqual([false, false]);
});

test('of two descriptions, the one that the layout writes on all pages is named', () => {
  const meta = (text: string) => `<meta name="description" content="${text.padEnd(60, '.')}">`;
  const pages = ['a', 'b'].map((name) => pageAt(`/${name}`, `${meta('Tides and piers')}${meta(`About ${name}`)}`));
  expect(judgeDescriptions(pages)[0]?.seen.note).toContain(
    'two meta descriptions, and the first is that of other pages',
  );
});

test('a title is in a heading in which an element before it has another word', () => {
  const page = pageAt('/ropes', '<title>Ropes | Tide Log</title>', 'en', 'Text.<h2><span>Category</span>Ropes</h2>');
  const other = pageAt('/b', '<title>Text | Tide Log</title>');
  expect(passes(judgeTitlesWithHome([page, other]))[0]).toBe(true);
});

test('an empty description is missing, not misnamed', () => {
  expect(judgeDescriptions([pageAt('/a', '<meta name="description" value="Tides">')])[0]?.seen.note).toBe(
    'Its meta description has no text in its content attribute.',
  );
  const note = (head: string) => judgeDescriptions([pageAt('/a', head)])[0]?.seen.note;
  expect(note('<meta name="description" content="">')).not.toContain('name=');
  expect(note(`<meta property="description" content="${'x'.repeat(60)}">`)).toContain(
    'no attribute name="description"',
  );
});

describe('descriptions', () => {
  const long = 'How tide gauges drift, by how much, and what to do about it.';

  test.each([
    [`<meta name="description" content="${long}">`, true],
    [`<meta name="Description" content="  ${long}  ">`, true],
    [`<meta property="og:description" content="${long}">`, true],
    [`<meta name="description" content="  "><meta property="og:description" content="${long}">`, true],
    ['<meta name="description" content="Tides.">', false],
    [`<meta property="description" content="${long}">`, false],
    ['', false],
    [`<meta name="description" content='{"blocks":[{"type":"paragraph","data":"How tide gauges drift"}]}'>`, false],
    [`<meta name="description" content="[vc_row][vc_column width=1/2] How tide gauges drift in a storm">`, false],
    [
      `<meta name="description" content=".hero{color:red} .hero h1{margin:0} @media print{.hero{display:none}}">`,
      false,
    ],
    [
      '<meta name="description" content="The &lt;video&gt; element of HTML: what {it} shows [with pictures] of tides.">',
      true,
    ],
  ])('%s: %s', (head, expected) => {
    expect(passes(judgeDescriptions([pageAt('/a', head)]))).toEqual([expected]);
  });

  test('the element is named whose description is short or shared', () => {
    const notes = (...heads: readonly string[]) =>
      judgeDescriptions(heads.map((head, i) => pageAt(`/${i}`, head))).map(({ seen }) => seen.note);
    const og = (content: string) => `<meta property="og:description" content="${content}">`;
    expect(notes('<meta name="description" content="Tides.">', og('Tides and piers.'), og('潮'))).toEqual([
      'Its description is shorter than 50 characters.',
      'Its og:description is shorter than 50 characters, and it has no meta description.',
      'Its og:description is shorter than 25 Chinese, Japanese or Korean characters, and it has no meta description.',
    ]);
    expect(notes(og(long), og(long))).toEqual(new Array(2).fill('Another judged page has the same og:description.'));
  });

  test('descriptions that differ in white space alone are shared', () => {
    const head = (text: string) => `<meta name="description" content="${text}">`;
    const text = 'Boat trips from Dover to the sands, all year. Tea and cake on board.';
    const pages = [text, text.replace('. ', ' . '), text.replace('Tea', 'Fish')].map((one, i) =>
      pageAt(`/${i}`, head(one)),
    );
    expect(passes(judgeDescriptions(pages))).toEqual([false, false, true]);
  });

  test('a description that two pages have is neither’s own', () => {
    const head = `<meta name="description" content="${long}">`;
    expect(passes(judgeDescriptions([pageAt('/a', head), pageAt('/b', head)]))).toEqual([false, false]);
  });
});

describe('canonicals of versions in other languages', () => {
  const versions = ['de', 'en']
    .map((tag) => `<link rel="alternate" hreflang="${tag}" href="https://example.com/${tag}/tides">`)
    .join('');
  const fallback = '<link rel="alternate" hreflang="x-default" href="https://example.com/en/tides">';
  const naming = (path: string, head = `${versions}${fallback}`) =>
    pageAt('/de/tides', `<link rel="canonical" href="https://example.com${path}">${head}`);

  test.each([
    ['the English version', naming('/en/tides'), false],
    ['the page itself', naming('/de/tides'), true],
    ['a page that hreflang does not name', naming('/en/piers'), true],
    ['a page that only x-default names', naming('/en/tides', fallback), true],
  ])('a German page that names %s: %s', (_, page, expected) => {
    expect(passes(judgeCanonicals([pageAt('/', ''), page])).at(-1)).toBe(expected);
  });

  test('the original of a page that is not translated is its canonical', () => {
    const text = Array.from({ length: 60 }, (_, i) => `tide${i}`).join(' ');
    const page = pageAt(
      '/de/tides',
      `<link rel="canonical" href="https://example.com/en/tides">${versions}`,
      'de',
      text,
    );
    const original = pageAt('/en/tides', '<link rel="canonical" href="https://example.com/en/tides">', 'en', text);
    expect(passes(judgeCanonicals([pageAt('/', ''), page, original]))).toEqual([false, true, true]);
  });
});

describe('canonicals on another host', () => {
  const own = (path: string) => pageAt(path, `<link rel="canonical" href="https://www.example.com${path}">`);
  const elsewhere = (path: string) => pageAt(path, `<link rel="canonical" href="http://docs.example.com${path}">`);
  const onDocs = (path: string): LabelledPage => {
    const { page, canonical } = elsewhere(path);
    return { page: { ...page, url: `http://docs.example.com${path}` }, canonical };
  };

  test.each([
    ['the home page names it', [elsewhere('/'), own('/a'), own('/b')], [false, true, true]],
    ['most pages name it', [own('/'), elsewhere('/a'), elsewhere('/b')], [true, false, false]],
    ['a page is on that host itself', [elsewhere('/'), own('/a'), onDocs('/b')], [false, true, true]],
    ['one page of several is a copy', [own('/'), own('/a'), elsewhere('/b')], [true, true, true]],
  ])('%s', (_, pages, expected) => {
    expect(passes(judgeCanonicals(pages))).toEqual(expected);
  });

  test('pages with different texts may not name one URL at which no judged page is', () => {
    const canonical = '<link rel="canonical" href="https://example.com/tides">';
    const own = pageAt('/', '<link rel="canonical" href="https://example.com/">');
    const judge = (paths: readonly string[], texts: readonly string[]) =>
      passes(judgeCanonicals([own, ...paths.map((path, i) => pageAt(path, canonical, 'en', texts[i]))])).slice(1);
    const [low, high] = ['Low water. '.repeat(60), 'High water comes at noon. '.repeat(60)];
    expect(judge(['/en/tides', '/de/tides'], [low, high])).toEqual([false, false]);
    expect(judge(['/en/tides', '/de/tides'], [low, low])).toEqual([true, true]);
    expect(judge(['/tides?day=1', '/tides?day=2'], [low, high])).toEqual([true, true]);
    expect(judge(['/en/tides'], [low])).toEqual([true]);
  });
});
