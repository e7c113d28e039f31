import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { pageHash } from '../page/error-page.ts';
import { readPageFacts } from '../read-response.ts';
import type { InventoryPlace } from './inventory.ts';
import { InventoryBuilder } from './inventory-builder.ts';
import { pagePolicy } from './page-policy.ts';

const O = 'https://example.com';

const draft = (robotsTxt = '') => new InventoryBuilder(O, `${O}/`, pagePolicy(robotsTxt));
const listed = (found: InventoryBuilder) =>
  found.pages().map(({ url, place, label }) => [url.replace(O, ''), place, label]);

describe('a URL that is offered', () => {
  test.each([
    ['/a', '/a'],
    ['/a#part', '/a'],
    ['/guide.md', '/guide.md'],
    ['/guide.txt#part', '/guide.txt'],
  ])('%s is the page %s', (url, path) => {
    const found = draft();
    expect(found.isNew(O + url)).toBe(true);
    found.offer(O + url, 'main', ' A  ');
    expect(listed(found)).toEqual([[path, 'main', 'A']]);
    expect(found.isNew(O + url)).toBe(false);
  });

  test.each([
    '/',
    '/login',
    '/photo.jpg',
    '/robots.txt',
    '/llms-full.txt',
    '/docs/llms.txt',
    '/closed/a',
    `/${'a'.repeat(1000)}`,
  ])('%s is none', (url) => {
    const found = draft('User-agent: *\nDisallow: /closed/');
    expect(found.isNew(O + url)).toBe(false);
    found.offer(O + url, 'main', 'A');
    expect(found.pages()).toEqual([]);
  });

  test.each(['https://www.example.com/a', 'https://example.com.evil.example/a', 'http://example.com/a'])(
    '%s is none of this site',
    (url) => expect(draft().isNew(url)).toBe(false),
  );

  test.each<[InventoryPlace, string | null, InventoryPlace, string | null]>([
    ['navigation', 'Better', 'navigation', 'Better'],
    ['navigation', null, 'navigation', 'First'],
    ['navigation', ' ', 'navigation', 'First'],
    ['main', 'Same', 'main', 'First'],
    ['footer', 'Worse', 'main', 'First'],
  ])('twice, then in %s as %j, stands in %s as %j', (place, label, asPlace, asLabel) => {
    const found = draft();
    found.offer(`${O}/a`, 'main', 'First');
    found.offer(`${O}/a`, place, label);
    expect(listed(found)).toEqual([['/a', asPlace, asLabel]]);
  });

  test('without a name takes one from a less prominent place', () => {
    const found = draft();
    found.offer(`${O}/a`, 'main', null);
    found.offer(`${O}/a`, 'footer', 'Name');
    expect(listed(found)).toEqual([['/a', 'main', 'Name']]);
  });

  test('has at most 1,000 characters', () => {
    const long = (length: number) => `${O}/`.padEnd(length, 'a');
    expect([draft().isNew(long(1_000)), draft().isNew(long(1_001))]).toEqual([true, false]);
  });

  test('may be a document of text on this site alone', () => {
    expect(draft().isNew('https://example.org/guide.md')).toBe(false);
  });

  test('has at most 120 characters of a name', () => {
    const found = draft();
    found.offer(`${O}/a`, 'main', 'a'.repeat(121));
    expect(found.pages()[0]?.label).toHaveLength(120);
  });
});

test('500 pages have room, the most prominent first', () => {
  const found = draft();
  for (let i = 0; i < 499; i++) found.offer(`${O}/${i}`, 'footer', null);
  expect(found.room).toBe(1);
  found.offer(`${O}/last`, 'navigation', null);
  found.offer(`${O}/late`, 'navigation', null);
  expect(found.room).toBe(0);
  expect(found.pages()).toHaveLength(500);
  expect(found.pages()[0]?.url).toBe(`${O}/last`);
});

test('the fewer URLs are looked at, the more rules there are for them', () => {
  const found = draft(`User-agent: *\n${'Disallow: /*x\n'.repeat(15_000)}`);
  const url = (i: number) => `${O}/${i}-`.padEnd(1_000, 'a');
  for (let i = 0; i < 100; i++) found.offer(url(i), 'main', null);
  expect(found.pages()).toHaveLength(20);
});

test('of more pages than there is room for, none is left out', () => {
  const found = draft();
  for (let i = 0; i < 500; i++) found.offer(`${O}/${i}`, 'footer', null);
  found.leaveOut(`${O}/late`, 'not_200');
  expect(found.pages()).toHaveLength(500);
  expect(found.pages().every(({ status }) => status === 'unread')).toBe(true);
});

test('links of a home page without any in its main text are navigation, and those to no URL are none', () => {
  const found = draft();
  const body =
    '<link rel=alternate hreflang=de href="http://["><nav><a href="http://[">no</a><a href=/a>A</a><a href=/b>B</a></nav><main>Text</main>';
  found.addHome(createExchange(`${O}/`, { headers: { 'content-type': 'text/html' }, body }));
  expect(listed(found)).toEqual([
    ['/', 'home', null],
    ['/a', 'navigation', 'A'],
    ['/b', 'navigation', 'B'],
  ]);
});

test('a page that is left out stays known, and is not read', () => {
  const found = draft();
  found.offer(`${O}/a`, 'main', 'A');
  found.leaveOut(`${O}/a#part`, 'not_200');
  found.leaveOut(`${O}/b`, 'not_200');
  found.leaveOut('https://example.org/c', 'not_200');
  expect(found.pages().map(({ url, status }) => [url, status])).toEqual([
    [`${O}/a`, 'left_out'],
    [`${O}/b`, 'left_out'],
  ]);
  expect(found.unread()).toEqual([]);
});

test('what robots.txt closes to us alone is named and not fetched', () => {
  const found = draft('User-agent: Citable\nDisallow: /a');
  found.offer(`${O}/a`, 'main', 'A');
  found.offer(`${O}/b`, 'main', 'B');
  expect(listed(found)).toHaveLength(2);
  expect(found.unread().map(({ url }) => url)).toEqual([`${O}/b`]);
});

test('links of the home page stand where they are on it', () => {
  const found = draft();
  const body = `<title>Home</title><link rel=alternate hreflang=de href=/de/><nav><a href=/nav>Nav</a></nav>
    <main><p>Text <a href=/main>Main</a></p></main><footer><a href=/foot>Foot</a></footer>`;
  found.addHome(createExchange(`${O}/`, { headers: { 'content-type': 'text/html' }, body }));
  expect(listed(found)).toEqual([
    ['/', 'home', null],
    ['/de/', 'navigation', null],
    ['/nav', 'navigation', 'Nav'],
    ['/main', 'main', 'Main'],
    ['/foot', 'footer', 'Foot'],
  ]);
});

describe('the answer of a page', () => {
  const page = (path: string, body: string, more: Parameters<typeof createExchange>[1] = {}) =>
    createExchange(O + path, { headers: { 'content-type': 'text/html' }, body, ...more });
  const statuses = (found: InventoryBuilder) =>
    found.pages().map(({ url, place, status }) => [url.replace(O, ''), place, status]);

  test('lists a page that was offered, and offers what it links to, without the names', () => {
    const found = draft();
    found.offer(`${O}/a`, 'main', 'A');
    found.add(page('/a', '<title>A</title><a href=/b>B</a>'));
    expect(statuses(found)).toEqual([
      ['/a', 'main', 'listed'],
      ['/b', 'page', 'unread'],
    ]);
    expect(found.pages().map(({ label, reading }) => [label, reading?.title])).toEqual([
      ['A', 'A'],
      [null, undefined],
    ]);
  });

  test('offers nothing for a link to no URL', () => {
    const found = draft();
    found.add(page('/a', '<title>A</title><a href="http://[">no</a>'));
    expect(found.pages()).toEqual([]);
  });

  test('that was not offered leads to what it redirected to, and to no other site', () => {
    const found = draft();
    found.add(page('/a', '<title>B</title>', { finalUrl: `${O}/b` }));
    found.add(page('/c', '<title>D</title>', { finalUrl: 'https://example.org/d' }));
    expect(statuses(found)).toEqual([
      ['/a', 'page', 'left_out'],
      ['/b', 'page', 'listed'],
      ['/c', 'page', 'left_out'],
    ]);
  });

  test('lists none that was not offered', () => {
    const found = draft();
    found.add(page('/a', '<title>A</title>'));
    expect(found.pages()).toEqual([]);
  });

  test('keeps the canonical URL that a page names, and offers it in its place', () => {
    const found = draft();
    found.offer(`${O}/a`, 'main', 'A');
    found.add(page('/a', '<link rel=canonical href=/b><title>A</title>'));
    expect(statuses(found)).toEqual([
      ['/a', 'main', 'listed'],
      ['/b', 'main', 'unread'],
    ]);
    expect(found.pages().map(({ label, canonical }) => [label, canonical])).toEqual([
      ['A', `${O}/b`],
      ['A', undefined],
    ]);
  });

  test('of a URL without a page is not a page', () => {
    const missing = '<title>Acme</title><main><p>We looked everywhere.</p></main>';
    const hash = pageHash(readPageFacts(page('/nothing', missing)));
    const found = new InventoryBuilder(O, `${O}/`, pagePolicy(''), [], hash);
    for (const path of ['/a', '/b']) found.offer(O + path, 'main', null);
    found.add(page('/a', missing));
    found.add(page('/b', '<title>Acme</title><main><p>Here it is.</p></main>'));
    expect(found.pages().map(({ status, reason }) => [status, reason])).toEqual([
      ['left_out', 'error_page'],
      ['listed', undefined],
    ]);
  });

  test('lists what was redirected to, which is what answered', () => {
    const found = draft();
    found.offer(`${O}/a`, 'main', 'A');
    found.add(page('/a', '<title>B</title>', { finalUrl: `${O}/b` }));
    expect(statuses(found)).toEqual([
      ['/a', 'main', 'left_out'],
      ['/b', 'main', 'listed'],
    ]);
  });

  test('changes nothing of a page that was read already', () => {
    const found = draft();
    found.offer(`${O}/b`, 'main', 'B');
    found.add(page('/b', '<title>First</title>'));
    found.offer(`${O}/a`, 'main', 'A');
    found.add(page('/a', '<title>Second</title>', { finalUrl: `${O}/b` }));
    expect(found.pages().map(({ url, reading }) => [url.replace(O, ''), reading?.title])).toEqual([
      ['/b', 'First'],
      ['/a', undefined],
    ]);
  });
});

describe('the answer of the home page', () => {
  const home = (head: string, { robotsTxt = '', isThere = true } = {}) => {
    const found = draft(robotsTxt);
    const answer = { headers: { 'content-type': 'text/html' }, body: `${head}<title>Home</title>` };
    found.addHome(createExchange(`${O}/`, answer), () => isThere);
    return found.pages().map(({ url, status, reading }) => [url, status, reading?.title]);
  };

  test.each([
    ['', `${O}/`],
    ['<link rel=canonical href=/en/>', `${O}/en/`],
  ])('with %j is listed as %s', (head, url) => {
    expect(home(head)).toEqual([[url, 'listed', 'Home']]);
  });

  test('is listed as itself where its canonical URL does not answer 200, or is of another site', () => {
    expect(home('<link rel=canonical href=/en/>', { isThere: false })).toEqual([[`${O}/`, 'listed', 'Home']]);
    expect(home('<link rel=canonical href="https://example.com.evil.example/">')).toEqual([
      [`${O}/`, 'listed', 'Home'],
    ]);
  });

  test('is left out where it is not to be indexed', () => {
    expect(home('<meta name=robots content=noindex>')).toEqual([[`${O}/`, 'left_out', undefined]]);
  });

  test('that is not a page is left out', () => {
    const found = draft();
    found.addHome(createExchange(`${O}/`, { status: 404, body: 'Not found' }));
    expect(found.pages().map(({ url, status }) => [url, status])).toEqual([[`${O}/`, 'left_out']]);
  });

  test.each([
    ['', 'home'],
    ['<link rel=canonical href=/en/>', 'home'],
  ])('with %j is of the kind %s', (head, kind) => {
    const found = draft();
    found.addHome(
      createExchange(`${O}/`, { headers: { 'content-type': 'text/html' }, body: `${head}<title>Home</title>` }),
    );
    expect(found.pages()[0]?.reading?.kind).toBe(kind);
  });

  test('is not named where robots.txt closes it', () => {
    expect(home('', { robotsTxt: 'User-agent: *\nDisallow: /' })).toEqual([]);
  });
});

test('a draft goes on with the pages of an earlier one', () => {
  const first = draft();
  first.offer(`${O}/a`, 'main', 'A');
  const second = new InventoryBuilder(O, `${O}/`, pagePolicy(''), first.pages());
  second.leaveOut(`${O}/a`, 'not_200');
  expect(second.pages().map(({ status }) => status)).toEqual(['left_out']);
  expect(first.pages().map(({ status }) => status)).toEqual(['unread']);
});

test('1,500 URLs are considered, and the answers for these are kept', () => {
  const found = draft();
  for (let i = 0; i < 1_500; i++) found.isNew(`${O}/${i}`);
  expect(found.isNew(`${O}/late`)).toBe(false);
  expect(found.isNew(`${O}/1499`)).toBe(true);
});
