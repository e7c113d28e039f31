import { describe, expect, test } from 'vitest';
import { answerOf } from '../../test/support/answers.ts';
import type { InventoryPlace } from './inventory.ts';
import { InventoryDraft } from './inventory-draft.ts';
import { pagePolicy } from './page-policy.ts';

const O = 'https://example.com';

const draft = (robotsTxt = '') => new InventoryDraft(O, `${O}/`, pagePolicy(robotsTxt));
const listed = (found: InventoryDraft) =>
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

test('a page that is left out stays known, and is not read', () => {
  const found = draft();
  found.offer(`${O}/a`, 'main', 'A');
  found.leaveOut(`${O}/a#part`);
  found.leaveOut(`${O}/b`);
  found.leaveOut('https://example.org/c');
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
  found.addHome(answerOf(`${O}/`, { headers: { 'content-type': 'text/html' }, body }));
  expect(listed(found)).toEqual([
    ['/', 'home', null],
    ['/de/', 'navigation', null],
    ['/nav', 'navigation', 'Nav'],
    ['/main', 'main', 'Main'],
    ['/foot', 'footer', 'Foot'],
  ]);
});
