import { describe, expect, test } from 'vitest';
import { createExchange } from '../../test/support/exchanges.ts';
import { pageKind } from '../site/page/page-kind.ts';
import { readPageFacts } from '../site/read-response.ts';
import { separatePages } from './judged-pages.ts';
import type { Page } from './site-facts.ts';

const O = 'https://example.com';

function pageAt(path: string, html = '', headers: Record<string, string> = {}): Page {
  const exchange = createExchange(new URL(path, O).href, {
    body: html,
    headers: { 'content-type': 'text/html', ...headers },
  });
  const facts = readPageFacts(exchange);
  return { url: exchange.finalUrl, exchange, facts, kind: pageKind(facts, path === '/'), language: null };
}

const canonical = (path: string) => `<link rel=canonical href="${O}${path}">`;
const home = pageAt('/');
const listPaths = (pages: readonly Page[]) => pages.map(({ url }) => url.replace(O, ''));

/** 80 words that no other path has. */
function createText(path: string): string {
  return `<main><p>${Array.from({ length: 80 }, (_, i) => `word${path.replace('/', '')}${i}`).join(' ')}`;
}

function separated(pages: readonly Page[], from: Page = home) {
  const { judged, excluded } = separatePages(from, pages);
  return { judged: listPaths(judged), leftOut: excluded.map(({ page, reason }) => [page.url.replace(O, ''), reason]) };
}

test('a page whose text differs from that of its canonical in one word of eighty is a copy of it', () => {
  const old = pageAt('/old', `${canonical('/new')}${createText('/new')} outdated`);
  expect(separated([pageAt('/new', createText('/new')), old])).toEqual({
    judged: ['/new'],
    leftOut: [['/old', 'copy']],
  });
  const other = pageAt('/old', `${canonical('/new')}${createText('/old')}`);
  expect(separated([pageAt('/new', createText('/new')), other]).judged).toEqual(['/new', '/old']);
});

describe('the judged pages', () => {
  test('include each page once, whatever index file or slash ends its URL', () => {
    const pages = ['/index.html', '/a', '/a/', '/a/index.html', '/b.html', '/b'].map((path) => pageAt(path));
    expect(separated(pages).judged).toEqual(['/a', '/b.html']);
  });

  test('include pages that name another page as their canonical or title, because their text differs', () => {
    const pages = ['/a', '/b', '/c'].map((path) =>
      pageAt(path, `${canonical('/')}<title>Home</title>${createText(path)}`),
    );
    expect(separated(pages, pageAt('/', `${canonical('/')}<title>Home</title>${createText('/')}`))).toEqual({
      judged: ['/a', '/b', '/c'],
      leftOut: [],
    });
  });

  test('include pages with little text, which may be filled by scripts', () => {
    const shell = '<title>Shop</title><div id=root></div><p>Loading the shop';
    expect(separated(['/a', '/b'].map((path) => pageAt(path, shell))).judged).toEqual(['/a', '/b']);
  });
});

describe('the judged pages leave out', () => {
  test('an error page with status 200', () => {
    const missing = pageAt('/gone', '<title>Page not found – Acme</title><p>Try the search.');
    expect(separated([missing, pageAt('/a')])).toEqual({ judged: ['/a'], leftOut: [['/gone', 'error_page']] });
  });

  test('a page that refreshes to another at once, even where the other has the same name', () => {
    const stub = pageAt('/a.html', '<meta http-equiv=refresh content="0;url=/a/">');
    const header = pageAt('/b', '<p>Moved', { refresh: '3; url=/c' });
    expect(separated([stub, pageAt('/a/'), header])).toEqual({
      judged: ['/a/'],
      leftOut: [
        ['/a.html', 'refresh'],
        ['/b', 'refresh'],
      ],
    });
  });

  test('a page of another site, but not of another host of the same site', () => {
    const shop = pageAt('https://shop.example.com/a');
    expect(separated([pageAt('https://example.org/a'), shop])).toEqual({
      judged: ['https://shop.example.com/a'],
      leftOut: [['https://example.org/a', 'other_site']],
    });
  });

  test('a copy: a page with the same text as the page that it names as its canonical', () => {
    const print = pageAt('/a/print', `${canonical('/a')}${createText('/a')}`);
    const original = pageAt('/a', `${canonical('/a')}${createText('/a')} Printed on Monday.`);
    expect(separated([print, original, pageAt('/b', createText('/b'))])).toEqual({
      judged: ['/a', '/b'],
      leftOut: [['/a/print', 'copy']],
    });
  });

  test('one of two pages with the same text that name each other', () => {
    const pages = [
      pageAt('/a', `${canonical('/b')}${createText('')}`),
      pageAt('/b', `${canonical('/a')}${createText('')}`),
    ];
    expect(separated(pages)).toEqual({ judged: ['/b'], leftOut: [['/a', 'copy']] });
  });
});

test('pages with the same text that do not name each other are judged: they have nothing of their own', () => {
  const pages = ['/a', '/b'].map((path) => pageAt(path, `${canonical(path)}${createText('')}`));
  expect(separated(pages, pageAt('/', createText('')))).toEqual({ judged: ['/a', '/b'], leftOut: [] });
});

test('pages are judged where the server responds with the home page to every address', () => {
  const html = `${canonical('/')}${createText('')}`;
  const pages = ['/a', '/b'].map((path) => pageAt(path, html));
  expect(separated(pages, pageAt('/', html))).toEqual({ judged: ['/a', '/b'], leftOut: [] });
});
