import { expect, test } from 'vitest';
import { answerOf } from '../../../test/support/answers.ts';
import { readPage } from '../html/html.ts';
import { declaredCanonicals } from './canonicals.ts';

const URL_OF = 'https://example.com/a/b';

function declared(link: string | undefined, html = '') {
  const headers: Record<string, string> = link === undefined ? {} : { link };
  return declaredCanonicals(answerOf(URL_OF, { headers, body: html }), readPage(html, URL_OF));
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
  expect(declared('<https://example.com/h>; rel=canonical', '<p>\n<link rel=canonical href="/e">')).toEqual([
    { href: 'https://example.com/h', url: 'https://example.com/h', line: null },
    { href: '/e', url: 'https://example.com/e', line: 2 },
  ]);
  expect(declared(undefined)).toEqual([]);
});

test('of a header, the first 8 KiB are read', () => {
  const link = (padding: number) => `<https://example.com/>; title="${'x'.repeat(padding)}"; rel=canonical`;
  expect(declared(link(8192 - link(0).length))).toHaveLength(1);
  expect(declared(link(8192))).toEqual([]);
});
