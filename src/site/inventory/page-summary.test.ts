import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { jsonLd } from '../../../test/support/inventories.ts';
import { summarizePage, summarizeTextDocument } from './page-summary.ts';

const URL = 'https://example.com/a';
const HTML = { 'content-type': 'text/html' };
const WORDS = 'One two three four five six seven.';
const answer = (body: string, headers: Record<string, string> = {}) =>
  createExchange(URL, { body, headers: { ...HTML, ...headers } });
const read = (body: string, headers?: Record<string, string>) => summarizePage(answer(body, headers), false);
const reading = (body: string) => {
  const found = read(body).reading;
  if (found === null) throw new Error('The page is not to be listed.');
  return found;
};

describe('an answer', () => {
  test('that is no 200 says nothing', () => {
    expect(summarizePage(createExchange(URL, { status: 404, headers: HTML, body: '<title>A</title>' }), false)).toEqual(
      {
        reading: null,
        reason: 'not_200',
        canonical: null,
        facts: null,
      },
    );
  });

  test('that is text is read as a document, without facts', () => {
    const found = summarizePage(
      createExchange('https://example.com/a.md', {
        headers: { 'content-type': 'text/markdown' },
        body: `# Guide\n\n${WORDS}`,
      }),
      false,
    );
    expect(found).toMatchObject({ reading: { title: 'Guide' }, canonical: null, facts: null });
  });

  test('that is another 2xx than 200 says nothing', () => {
    expect(summarizePage(createExchange(URL, { status: 203, headers: HTML, body: '<title>A</title>' }), false)).toEqual(
      {
        reading: null,
        reason: 'not_200',
        canonical: null,
        facts: null,
      },
    );
  });

  test.each<[what: string, head: string, headers: Record<string, string>]>([
    ['by a meta for everyone', '<meta name=robots content=noindex>', {}],
    ['by a meta for one search crawler', '<meta name=OAI-SearchBot content=noindex>', {}],
    ['by a header', '', { 'x-robots-tag': 'noindex' }],
  ])('that is kept out of an index %s is not listed, and may be followed', (_what, head, headers) => {
    const found = read(`${head}<title>A</title>`, headers);
    expect([found.reading, found.reason, found.facts?.titles[0]?.text]).toEqual([null, 'noindex', 'A']);
  });

  test.each([
    ['https://example.com/b', 'https://example.com/b'],
    ['/b#part', 'https://example.com/b'],
    ['http://example.com/b', 'http://example.com/b'],
    ['https://shop.example.com/a', 'https://shop.example.com/a'],
    ['https://www.example.org/a', 'https://www.example.org/a'],
  ])('that names %s as its canonical is read, and keeps that URL', (href, canonical) => {
    const found = read(`<link rel=canonical href="${href}"><title>A</title>`);
    expect([found.reading?.title, found.canonical]).toEqual(['A', canonical]);
  });

  test('names no canonical of more than 1,000 characters', () => {
    const href = (length: number) => 'https://example.com/'.padEnd(length, 'b');
    expect(read(`<link rel=canonical href="${href(1_000)}">`).canonical).toBe(href(1_000));
    expect(read(`<link rel=canonical href="${href(1_001)}">`).canonical).toBeNull();
  });

  test('that says that there is no page is none, unless it is the home page', () => {
    const missing = answer('<title>Page not found | Acme</title><a href=/b>B</a>');
    expect(summarizePage(missing, false)).toMatchObject({ reading: null, reason: 'error_page' });
    expect(summarizePage(missing, true)).toMatchObject({ reading: { title: 'Page not found | Acme' } });
  });

  test.each([
    '/a',
    '/a#part',
    'http://[',
    'file:///etc/passwd',
    'http://example.com/a',
    'https://www.example.com/a',
    'http://www.example.com/a#part',
  ])('whose canonical is %s is listed', (href) => {
    expect(read(`<link rel=canonical href="${href}"><title>A</title>`)).toMatchObject({
      reading: { title: 'A' },
      canonical: null,
    });
  });
});

test.each([
  ['Framework¶', 'Framework'],
  ['Framework #', 'Framework'],
  ['C#', 'C#'],
])('the heading %s is read as %s, without the link to itself', (text, heading) => {
  expect(reading(`<h1>${text}</h1>`).heading).toBe(heading);
});

describe('what a page says', () => {
  test('is nothing where it says nothing', () => {
    expect(reading('<p>Short')).toEqual({
      title: null,
      heading: null,
      description: null,
      paragraph: null,
      lang: null,
      kind: 'other',
      trail: [],
      words: 1,
    });
  });

  test('is its title, else that of a preview', () => {
    const preview = '<meta property="og:title" content=" Preview ">';
    expect(reading(`<title> Own </title>${preview}`).title).toBe('Own');
    expect(reading(preview).title).toBe('Preview');
    expect(reading(`<title>${'a'.repeat(301)}</title>`).title).toBe('a'.repeat(300));
  });

  test('is its first H1', () => {
    expect(reading('<h2>Two</h2><h1>One</h1><h1>Other</h1>').heading).toBe('One');
  });

  test.each([
    ['<meta name=description content="Own"><meta property="og:description" content="Preview">', 'Own'],
    ['<meta name=description content=" "><meta property="og:description" content="Preview">', 'Preview'],
    ['<meta name=description content=" "><meta name=description content="Later">', 'Later'],
    ['<meta name=author content="Jo"><meta name=description content="Own">', 'Own'],
    [`<meta name=description content="${'a'.repeat(601)}">`, 'a'.repeat(600)],
    ['<meta name=description content="">', null],
  ])('is the description of %s', (head, description) => {
    expect(reading(head).description).toBe(description);
  });

  test('is its language, at most 35 characters', () => {
    expect(reading('<html lang=" de-AT ">').lang).toBe('de-AT');
    expect(reading(`<html lang=${'a'.repeat(36)}>`).lang).toBe('a'.repeat(35));
  });

  test.each<[what: string, body: string, paragraph: string | null]>([
    ['of seven words', `<p>One two three four five six.</p><p>${WORDS}</p>`, WORDS],
    ['of 18 Korean characters', `<p>${'가'.repeat(17)}</p><p>${'가'.repeat(18)}</p>`, '가'.repeat(18)],
    [
      'of 18 Korean characters in its first 100',
      `<p>${'a'.repeat(90)}${'가'.repeat(18)}</p><p>${'a'.repeat(82)}${'가'.repeat(18)}</p>`,
      `${'a'.repeat(82)}${'가'.repeat(18)}`,
    ],
    [
      'below the H1 and not a heading before it',
      `<h2>A</h2><p>${WORDS}</p><h1>B</h1><p>Then ${WORDS}</p>`,
      `Then ${WORDS}`,
    ],
    [
      'and no heading, list or quotation',
      `<h2>${WORDS}</h2><ul><li>${WORDS}</ul><blockquote>${WORDS}</blockquote>`,
      null,
    ],
    ['below the H1', `<p>Before one two three four five six.</p><h1>A</h1><p>${WORDS}</p>`, WORDS],
    ['above the H1 where there is none below', `<p>${WORDS}</p><h1>A</h1><p>Short</p>`, WORDS],
    [
      'of all where sections have an H1 below that of the header',
      `<header><h1>A</h1></header><main><p>${WORDS}</p><h1>News</h1><p>Then ${WORDS}</p><h1>B</h1><p>C</p></main>`,
      WORDS,
    ],
    [
      'below the H1 of the page where the header has one too',
      `<header><h1>Logo</h1></header><main><p>Before ${WORDS}</p><h1>B</h1><p>${WORDS}</p></main>`,
      WORDS,
    ],
    [
      'that is not the description',
      `<meta name=description content=" ${WORDS} "><p>${WORDS}</p><p>And ${WORDS}</p>`,
      `And ${WORDS}`,
    ],
    ['unless it is about a part of the page', `<h1>Setup</h1><h2>Files</h2><p>${WORDS}</p>`, null],
    [
      'of a part that names what the page is about',
      `<h1>Setup</h1><h2>Files</h2><p>Setup files ${WORDS}</p>`,
      `Setup files ${WORDS}`,
    ],
    ['below the first heading of a page without H1', `<h2>Setup</h2><p>${WORDS}</p><h2>Files</h2>`, WORDS],
    ['unless what it follows leads on to it', `<h1>Setup</h1><p>Either of two:</p><p>${WORDS}</p>`, null],
    ['of at most 600 characters', `<p>${'word '.repeat(200)}</p>`, 'word '.repeat(120)],
  ])('is its first paragraph %s', (_what, body, paragraph) => {
    expect(reading(body).paragraph).toBe(paragraph);
  });
});

describe('a breadcrumb', () => {
  const readTrail = (...items: unknown[]) =>
    reading(jsonLd({ '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement: items })).trail;
  const item = (more: object) => ({ '@type': 'ListItem', ...more });

  test.each<[what: string, item: object, expected: unknown]>([
    ['name and URL', { name: ' A ', item: ' https://example.com/a ' }, { name: 'A', url: 'https://example.com/a' }],
    ['name alone', { name: 'A' }, { name: 'A', url: null }],
    [
      'a page with an id',
      { item: { '@id': 'https://example.com/a', name: 'A' } },
      { name: 'A', url: 'https://example.com/a' },
    ],
    [
      'a page with a URL',
      { item: { '@type': 'WebPage', url: '/a', name: 'A' } },
      { name: 'A', url: expect.stringContaining('/a') },
    ],
    [
      'its own name before that of the page',
      { name: 'A', item: { '@id': 'https://example.com/a', name: 'B' } },
      { name: 'A', url: 'https://example.com/a' },
    ],
    ['a long name', { name: 'a'.repeat(121) }, { name: 'a'.repeat(120), url: null }],
    [
      'a long URL',
      { name: 'A', item: 'https://example.com/'.padEnd(1001, 'a') },
      { name: 'A', url: 'https://example.com/'.padEnd(1000, 'a') },
    ],
    ['a page without a name or URL', { name: 'A', item: { '@type': 'WebPage' } }, { name: 'A', url: null }],
  ])('takes items by %s', (_what, more, expected) => {
    expect(readTrail(item(more))).toEqual([expected]);
  });

  test('without items is none', () => {
    expect(reading(jsonLd({ '@context': 'https://schema.org', '@type': 'BreadcrumbList' })).trail).toEqual([]);
  });

  test('leaves out items without a name', () => {
    expect(readTrail(item({ item: { '@type': 'WebPage', url: '/a' } }))).toEqual([]);
    expect(readTrail(item({ item: 'https://example.com/' }), 'text', item({ name: ' ' }), item({ name: 'A' }))).toEqual(
      [{ name: 'A', url: null }],
    );
  });

  test('has six items at most', () => {
    expect(readTrail(...Array.from({ length: 8 }, (_, i) => item({ name: `${i}` }))).map(({ name }) => name)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  test('is the longest of several, and of nothing else', () => {
    const list = (type: string, ...names: string[]) => ({
      '@type': type,
      itemListElement: names.map((name) => item({ name })),
    });
    const graph = [list('BreadcrumbList', 'A'), list('BreadcrumbList', 'B', 'C'), list('ItemList', 'D', 'E', 'F')];
    expect(
      reading(jsonLd({ '@context': 'https://schema.org', '@graph': graph })).trail.map(({ name }) => name),
    ).toEqual(['B', 'C']);
  });
});

const PROSE = 'It measures the tide at the gate of the harbour.';
const document = (body: string | null, type = 'text/plain', path = '/a.txt') =>
  summarizeTextDocument(
    createExchange(`https://example.com${path}`, { headers: type === '' ? {} : { 'content-type': type }, body }),
  );

describe('a text document', () => {
  test('is all that a text of it says', () => {
    expect(document(`# Gauges\n\n${PROSE}\n`)).toEqual({
      title: 'Gauges',
      heading: null,
      description: null,
      paragraph: PROSE,
      lang: null,
      kind: 'documentation',
      trail: [],
    });
  });

  test.each(['text/plain', 'TEXT/Markdown; charset=utf-8', ' text/plain ;x'])('is one of the type %s', (type) => {
    expect(document(PROSE, type)).not.toBeNull();
  });

  test.each(['text/html', 'application/pdf', 'text/plainly', ''])('is none of the type %j', (type) => {
    expect(document(PROSE, type)).toBeNull();
  });

  test.each([null, '', ' \n ', '<!doctype html><html><body>Not found</body></html>'])('is none of %j', (body) => {
    expect(document(body)).toBeNull();
  });

  test.each([
    ['/LICENSE', 'legal'],
    ['/docs/licence.txt', 'legal'],
    ['/COPYING', 'legal'],
    ['/NOTICE.md', 'legal'],
    ['/terms-of-use.txt', 'legal'],
    ['/privacy.md', 'legal'],
    ['/license/guide.txt', 'documentation'],
    ['/guide.md', 'documentation'],
  ])('at %s is %s', (path, kind) => {
    expect(document(PROSE, 'text/plain', path)?.kind).toBe(kind);
  });
});

describe('its title', () => {
  test('is none where nothing has a letter', () => {
    expect(document('12345\n\n678')).toMatchObject({ title: null, paragraph: null });
  });

  test.each([
    ['# Gauges', 'Gauges'],
    ['###   Gauges', 'Gauges'],
    ['Gauges', 'Gauges'],
    ['a'.repeat(120), 'a'.repeat(120)],
    ['a'.repeat(121), null],
    ['Gauges\nand tides', null],
    ['====\n\nGauges', 'Gauges'],
    ['Gauges in C# and F#', 'Gauges in C# and F#'],
  ])('of %j is %j', (start, title) => {
    expect(document(`${start}\n\n${PROSE}`)?.title).toBe(title);
  });
});

describe('its paragraph', () => {
  const readParagraph = (body: string) => document(`Title\n\n${body}`)?.paragraph;

  test.each([
    ['the first prose', `Too short.\n\n${PROSE}\n\nAnd so on and on and on and on.`],
    ['prose behind line breaks of Windows', `Too short.\r\n\r\n${PROSE}\r\n\r\nMore of it and of it and of it.`],
    ['prose behind an empty line with white space', `Too short.\n \t\n${PROSE}`],
    ['prose without white space around it', `   ${PROSE}   `],
    ['six words', 'One two three four five six'],
  ])('is %s', (_what, body) => {
    expect([PROSE, 'One two three four five six']).toContain(readParagraph(body));
  });

  test('is the next where the title is prose', () => {
    const next = 'Another one of them and of them.';
    expect(document(`${PROSE}\n\n${next}`)).toMatchObject({ title: PROSE, paragraph: next });
  });

  test('is the first of all where that is not a title', () => {
    expect(document(`${PROSE}\n${PROSE}\n\nAnother one of them and of them.`)?.paragraph).toBe(`${PROSE}\n${PROSE}`);
  });

  test.each([
    ['five words', 'One two three four five'],
    ['five words far apart', 'One  two  three  four  five'],
    ['a list', `- ${PROSE}`],
    ['a list further down', `${PROSE}\n* ${PROSE}`],
    ['a numbered list', `1. ${PROSE}`],
    ['a list with parentheses', `12) ${PROSE}`],
    ['a comment', `# ${PROSE}`],
    ['a table', `| ${PROSE} |`],
    ['a quotation', `> ${PROSE}`],
    ['code that is indented', `${PROSE}\n  ${PROSE}`],
    ['a field and its value', `key: ${PROSE}`],
    ['a field of two words', `Last change: ${PROSE}`],
    ['a table by tabs', `one two\tthree four\tfive six seven`],
    ['code', 'if (a[0] == b[1] && c < d) { e = f(g); h(); }'],
    ['a drawing', '+--+--+--+ a +--+--+ b +--+--+ c +--+--+ d'],
  ])('is none of %s', (_what, body) => {
    expect(readParagraph(body)).toBeNull();
  });

  test('has at most 600 characters, of the first 8,192', () => {
    expect(readParagraph('word '.repeat(200))).toBe('word '.repeat(120));
    expect(readParagraph(`${'- item\n'.repeat(1_300)}\n\n${PROSE}`)).toBeNull();
  });
});

test('a list has a lead where its paragraph follows its only H1 at once', () => {
  const entries = Array.from(
    { length: 4 },
    (_, i) => `<article><h2><a href="/blog/${i}">Post ${i}</a></h2><p>${WORDS}</p></article>`,
  );
  const list = (lead: string) =>
    summarizePage(
      createExchange('https://example.com/blog/', {
        body: `<main><h1>Blog</h1>${lead}${entries.join('')}</main>`,
        headers: HTML,
      }),
      false,
    ).reading;
  expect(list(`<p>Written by us: ${WORDS}</p>`)).toMatchObject({ kind: 'listing', hasLead: true });
  expect(list('')).not.toHaveProperty('hasLead');
});
