import { expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { readPage } from '../html/read-page.ts';
import { declaredCanonicals, refreshTarget } from './declared-urls.ts';

const URL_OF = 'https://example.com/a/b';

function declared(link: string | undefined, html = '') {
  const headers: Record<string, string> = link === undefined ? {} : { link };
  return declaredCanonicals(createExchange(URL_OF, { headers, body: html }), readPage(html, URL_OF));
}

test.each<[string, readonly string[]]>([
  ['<https://example.com/>; rel="canonical"', ['https://example.com/']],
  ['<https://example.com/>; rel=canonical', ['https://example.com/']],
  ['<https://example.com/>;rel=Canonical', ['https://example.com/']],
  ['<https://example.com/>;  rel = "Canonical"', ['https://example.com/']],
  ['<https://example.com/> rel=canonical', ['https://example.com/']],
  ['<https://example.com/>; rel="alternate  canonical"', ['https://example.com/']],
  ['<https://example.com/>; title="x"; rel="canonical"', ['https://example.com/']],
  ['<https://example.com/>; rel=canonical; title="x"', ['https://example.com/']],
  ['  <https://example.com/>; rel=canonical', ['https://example.com/']],
  ['<https://example.com/a>, <https://example.com/b>; rel=canonical', ['https://example.com/b']],
  ['<https://example.com/a>; rel=canonical, <https://example.com/b>; rel=next', ['https://example.com/a']],
  [
    '<https://example.com/a>; rel=canonical, <https://example.com/b>; rel=canonical',
    ['https://example.com/a', 'https://example.com/b'],
  ],
  ['<c>; rel=canonical', ['https://example.com/a/c']],
  ['<https://example.com/>; rel=alternate', []],
  ['<https://example.com/>; rel=canonicals', []],
  ['<https://example.com/>; data-rel=canonical', []],
  ['<https://example.com/>; title=canonical', []],
  ['<https://example.com/>', []],
  ['<https://example.com/>; rel="x\tcanonical"', ['https://example.com/']],
  ['<https://example.com/; rel=canonical', []],
  ['https://example.com/; rel=canonical', []],
  ['', []],
])('the Link header %s declares %j', (link, urls) => {
  expect(declared(link).map(({ url }) => url)).toEqual(urls);
});

test('a target that is no URL is declared as such', () => {
  expect(declared('<https://[/>; rel=canonical')).toEqual([{ href: 'https://[/', url: null, line: null }]);
});

test('a header and an element both declare, the header first', () => {
  expect(declared('<https://example.com/h>; rel=canonical', '\n<link rel=canonical href="/e"><p>')).toEqual([
    { href: 'https://example.com/h', url: 'https://example.com/h', line: null },
    { href: '/e', url: 'https://example.com/e', line: 2 },
  ]);
  expect(declared(undefined)).toEqual([]);
  expect(declared(undefined, '<p><link rel=canonical href="/e">')).toEqual([]);
});

test('of a header, the first 8 KiB are read', () => {
  const link = (padding: number) => `<https://example.com/>; title="${'x'.repeat(padding)}"; rel=canonical`;
  expect(declared(link(8192 - link(0).length))).toHaveLength(1);
  expect(declared(link(8192))).toEqual([]);
});

const PAGE = 'https://example.com/old/page?x=1';
const findTarget = (html: string, headers: Record<string, string> = {}) =>
  refreshTarget({ headers }, readPage(html, PAGE));
const meta = (content: string) => `<meta http-equiv="Refresh" content="${content}">`;

test.each([
  ['0; url=/new', '/new'],
  ['0;URL=https://example.org/new', 'https://example.org/new'],
  ["0; url='/new' and more", '/new'],
  ['0, /new', '/new'],
  ['0 url = /new', '/new'],
  [' 5.9 ;url=/new#part', '/new'],
  ['.5;url=new', '/old/new'],
  ['0;url=?x=2', '/old/page?x=2'],
])('a page with the refresh %j leads to %s', (content, target) => {
  expect(findTarget(meta(content))).toBe(new URL(target, PAGE).href);
});

test.each([
  ['0'],
  ['0;'],
  ['0; url='],
  ['6; url=/new'],
  ['300; url=/new'],
  ['; url=/new'],
  ['soon; url=/new'],
  ['0x; url=/new'],
  ['0; url=/old/page?x=1#top'],
  ['5; url=/old/page'],
  ['0; url=javascript:void(0)'],
  ['0; url=http://['],
])('a page with the refresh %j stays', (content) => {
  expect(findTarget(meta(content))).toBeNull();
});

test('a refresh may be in the header, and the header wins', () => {
  expect(findTarget('', { refresh: '0; url=/a' })).toBe('https://example.com/a');
  expect(findTarget(meta('0;url=/b'), { refresh: '0; url=/a' })).toBe('https://example.com/a');
});

test('a refresh in noscript, and a meta element of that name, have no effect', () => {
  expect(findTarget(`<noscript>${meta('0;url=/plain')}</noscript>`)).toBeNull();
  expect(findTarget('<meta name=refresh content="0;url=/a">')).toBeNull();
});

test('a long refresh is read in linear time', () => {
  expect(findTarget(meta(`0${' '.repeat(100_000)};url=/a`))).toBeNull();
});
