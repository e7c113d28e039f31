import { describe, expect, test } from 'vitest';
import { exchangeOf } from '../../test/support/exchanges.ts';
import { pageKind } from '../site/page/page-kind.ts';
import { pageFactsOf } from '../site/read-response.ts';
import { choosePages } from './judged-pages.ts';
import type { Page } from './site-facts.ts';

const O = 'https://example.com';

function pageAt(path: string, html = '', headers: Record<string, string> = {}): Page {
  const exchange = exchangeOf(new URL(path, O).href, {
    body: html,
    headers: { 'content-type': 'text/html', ...headers },
  });
  const facts = pageFactsOf(exchange);
  return { url: exchange.finalUrl, exchange, facts, kind: pageKind(facts, path === '/'), language: null };
}

const canonical = (path: string) => `<link rel=canonical href="${O}${path}">`;
const home = pageAt('/');
const pathsOf = (pages: readonly Page[]) => pages.map(({ url }) => url.replace(O, ''));

function chosen(pages: readonly Page[], from: Page = home) {
  const { judged, excluded } = choosePages(from, pages);
  return { judged: pathsOf(judged), leftOut: excluded.map(({ page, reason }) => [page.url.replace(O, ''), reason]) };
}

describe('the judged pages', () => {
  test('are the first five', () => {
    const pages = ['/a', '/b', '/c', '/d', '/e', '/f'].map((path) => pageAt(path));
    expect(chosen(pages)).toEqual({ judged: ['/a', '/b', '/c', '/d', '/e'], leftOut: [] });
  });

  test('include at most two listing, contact and legal pages', () => {
    const pages = ['/blog', '/contact', '/privacy', '/a', '/b', '/c', '/tags', '/d'].map((path) => pageAt(path));
    expect(chosen(pages).judged).toEqual(['/blog', '/contact', '/a', '/b', '/c']);
  });

  test('include more of these where there are too few others', () => {
    const pages = ['/blog', '/contact', '/privacy', '/a', '/tags'].map((path) => pageAt(path));
    expect(chosen(pages).judged).toEqual(['/blog', '/contact', '/privacy', '/a', '/tags']);
  });

  test('include each page once, whatever index file or slash ends its URL', () => {
    const pages = ['/index.html', '/a', '/a/', '/a/index.html', '/b.html', '/b'].map((path) => pageAt(path));
    expect(chosen(pages).judged).toEqual(['/a', '/b.html']);
  });
});

describe('the choice of pages leaves out', () => {
  test('an error page with status 200', () => {
    const missing = pageAt('/gone', '<title>Page not found – Acme</title><p>Try the search.');
    expect(chosen([missing, pageAt('/a')])).toEqual({ judged: ['/a'], leftOut: [['/gone', 'error_page']] });
  });

  test('a page that refreshes to another at once, even where the other has the same name', () => {
    const stub = pageAt('/a.html', '<meta http-equiv=refresh content="0;url=/a/">');
    const header = pageAt('/b', '<p>Moved', { refresh: '3; url=/c' });
    expect(chosen([stub, pageAt('/a/'), header])).toEqual({
      judged: ['/a/'],
      leftOut: [
        ['/a.html', 'refresh'],
        ['/b', 'refresh'],
      ],
    });
  });

  test('a page of another site, but not of another host of the same site', () => {
    const shop = pageAt('https://shop.example.com/a');
    expect(chosen([pageAt('https://example.org/a'), shop])).toEqual({
      judged: ['https://shop.example.com/a'],
      leftOut: [['https://example.org/a', 'other_site']],
    });
  });

  test('a copy that names a judged page as its canonical, in a link or a header', () => {
    const print = pageAt('/a/print', canonical('/a'));
    const start = pageAt('/start', '', { link: `<${O}/>; rel="canonical"` });
    expect(chosen([pageAt('/a', canonical('/a')), print, start, pageAt('/b', canonical('/c'))])).toEqual({
      judged: ['/a', '/b'],
      leftOut: [
        ['/a/print', 'copy'],
        ['/start', 'copy'],
      ],
    });
  });

  test('one of two pages that name each other', () => {
    expect(chosen([pageAt('/a', canonical('/b')), pageAt('/b', canonical('/a'))])).toEqual({
      judged: ['/b'],
      leftOut: [['/a', 'copy']],
    });
  });

  test('no page whose template gives all pages one canonical', () => {
    const from = pageAt('/', canonical('/'));
    const pages = ['/a', '/b'].map((path) => pageAt(path, canonical('/')));
    expect(chosen(pages, from)).toEqual({ judged: ['/a', '/b'], leftOut: [] });
    expect(chosen([...pages, pageAt('/c', canonical('/c'))], from).judged).toEqual(['/c']);
  });

  test('no page whose canonical is the home page but whose text differs', () => {
    const other = pageAt('/b', `<title>B</title><p>Something else${canonical('/')}`);
    const pages = [pageAt('/a', canonical('/')), other, pageAt('/c', canonical('/c'))];
    expect(chosen(pages).judged).toEqual(['/b', '/c']);
  });
});
