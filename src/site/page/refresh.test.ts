import { expect, test } from 'vitest';
import { readPage } from '../html/html.ts';
import { refreshTarget } from './refresh.ts';

const PAGE = 'https://example.com/old/page?x=1';
const targetOf = (html: string, headers: Record<string, string> = {}) =>
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
  expect(targetOf(meta(content))).toBe(new URL(target, PAGE).href);
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
  expect(targetOf(meta(content))).toBeNull();
});

test('a refresh may be in the header, and the header wins', () => {
  expect(targetOf('', { refresh: '0; url=/a' })).toBe('https://example.com/a');
  expect(targetOf(meta('0;url=/b'), { refresh: '0; url=/a' })).toBe('https://example.com/a');
});

test('a refresh in noscript, and a meta element of that name, have no effect', () => {
  expect(targetOf(`<noscript>${meta('0;url=/plain')}</noscript>`)).toBeNull();
  expect(targetOf('<meta name=refresh content="0;url=/a">')).toBeNull();
});

test('a long refresh is read in linear time', () => {
  expect(targetOf(meta(`0${' '.repeat(100_000)};url=/a`))).toBeNull();
});
