import { describe, expect, test } from 'vitest';
import { readPage } from '../site/html.ts';
import { isWrittenDate, pageDate } from './page-date.ts';

test.each([
  '3 June 2026',
  '3rd June, 2026',
  'June 3, 2026',
  'Published on Wed, Jun 3 2026 by the harbour master',
  '3. Juni 2026',
  '3 de junio de 2026',
  '1er juin 2026',
  '3 giugno 2026',
  '3 Haziran 2026',
  '03/06/2026',
  '3.6.2026',
  '2026-06-03',
  '2026年6月3日',
  '2026년 6월 3일',
  '٣ يونيو ٢٠٢٦',
])('%s is a date', (text) => expect(isWrittenDate(text)).toBe(true));

test.each([
  '© 2026',
  '12 gauges',
  'version 1.2.2026.1',
  '5 min read',
  'June 2026',
  '192.168.20.24',
  '3 of 2026 gauges',
])('%s is no date', (text) => expect(isWrittenDate(text)).toBe(false));

function dateOf(body: string, head = '') {
  return pageDate(readPage(`<html lang="en"><head>${head}</head><body>${body}</body></html>`, 'https://example.com/a'));
}

describe('the date of a page', () => {
  test.each([
    ['<main><p>Text</p><time datetime="2026-06-03">last week</time></main>', ''],
    ['<main><p>Text</p></main>', '<meta property="article:published_time" content="2026-06-03T10:00:00Z">'],
    ['<main><p>Text</p></main>', '<meta name="date" content="2026-06-03">'],
    [
      '<main><p>Text</p></main>',
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","dateModified":"2026-06-03"}</script>',
    ],
  ])('is machine-readable in %s %s', (body, head) => expect(dateOf(body, head)).toBe('machine_readable'));

  test.each([
    '<main><h1>Tides</h1><p>3 June 2026</p><p>Text</p></main>',
    '<main><p>Text</p><p><time>3 June 2026</time></p></main>',
    '<main><article><p>Text</p><footer>Posted on <time>3 June 2026</time></footer></article></main>',
  ])('is visible in %s', (body) => expect(dateOf(body)).toBe('visible'));

  test.each([
    { '@type': 'NewsArticle', comment: [{ '@type': 'Comment', dateCreated: '2026-06-03' }] },
    { '@type': 'Product', review: { '@type': 'Review', datePublished: '2026-06-03' } },
  ])('is not that of what visitors wrote: %j', (node) => {
    const json = JSON.stringify({ '@context': 'https://schema.org', ...node });
    expect(dateOf('<main><p>Text</p></main>', `<script type="application/ld+json">${json}</script>`)).toBeNull();
  });

  test.each([
    '<main><p>Text</p><time datetime="PT5M">5 min</time></main>',
    '<main><p>Text</p><section class="comments"><p><time datetime="2026-06-03">a reader</time></p></section></main>',
    `<main><p>On 6 June 1944 ${'the tide at the landing beaches was low '.repeat(5)}</p></main>`,
    '<main><p>Text</p></main><footer><p>© 2026 Tidewater</p></footer>',
    `<main><p>Text</p><section class="comments"><p><time>3 June 2026</time>${' a reader wrote'.repeat(20)}</p></section></main>`,
    `<main><p>Text</p></main><aside><p><time>3 June 2026</time>${' the harbour opens'.repeat(20)}</p></aside>`,
  ])('is missing in %s', (body) => expect(dateOf(body)).toBeNull());
});
