import { describe, expect, test } from 'vitest';
import { printed } from '../../test/support/proofs.ts';
import type { AskedAgain } from './fix.ts';
import {
  countsBytes,
  countsElsewhere,
  countsEntries,
  countsOthers,
  countsXmlFaults,
  printsBeginning,
  printsEnd,
} from './sitemap-commands.ts';

const URL_OF = 'https://example.com/sitemap.xml';
const run = ({ filter = '' }: AskedAgain, body: string) => printed(`curl${filter}`, body).trim();
const urlset = (...locs: string[]) =>
  `<?xml version="1.0"?>\r\n<urlset>${locs.map((loc) => `<url>\n<loc>${loc}</loc></url>`).join('')}</urlset>`;
const GOOD = ['https://example.com/a', '\r\n  http://www.example.com/b\r\n', '<![CDATA[https://example.com]]>'];

describe('entries that are no absolute URLs', () => {
  test.each([
    [urlset(...GOOD), '0 of 3 entries'],
    [urlset(...GOOD, '/c', '<![CDATA[d]]>', ''), '3 of 6 entries'],
    ['', '0 of 0 entries'],
  ])('of %j are %s', (body, said) => expect(run(countsOthers(URL_OF, 'urlset'), body)).toBe(said));

  test('are counted by lines in a text file', () => {
    expect(run(countsOthers(URL_OF, 'text'), 'https://example.com/a\r\n\r\n/b\r\n')).toBe('1 of 2 entries');
  });
});

describe('entries that are on another host', () => {
  const elsewhere = countsElsewhere(URL_OF, 'urlset', 'example.com');

  test.each([
    [urlset(...GOOD), '0 of 3 entries'],
    [
      urlset(...GOOD, 'https://example.org/', 'https://example.com.evil.example/', 'https://exampleXcom/'),
      '3 of 6 entries',
    ],
    [urlset('https://shop.example.com/', 'https://example.com?a=1', 'https://example.com#a'), '1 of 3 entries'],
  ])('of %j are %s', (body, said) => expect(run(elsewhere, body)).toBe(said));
});

test('the entries of a file are counted, on one line or on many', () => {
  expect(run(countsEntries(URL_OF, 'urlset'), urlset(...GOOD))).toBe('3');
  expect(run(countsEntries(URL_OF, 'sitemapindex'), urlset(...GOOD).replaceAll('\n', ''))).toBe('3');
  expect(run(countsEntries(URL_OF, 'text'), 'https://example.com/a\nhttps://example.com/b')).toBe('2');
});

test.each([
  [urlset(...GOOD), '0 faults in 14 tags'],
  [`${urlset(...GOOD)}\n<!-- a & b -->`, '0 faults in 14 tags'],
  [urlset('https://example.com/?a=1&amp;b=2&#38;c'), '0 faults in 6 tags'],
  [urlset('https://example.com/?a=1&b=2'), '1 faults in 6 tags'],
  [urlset('https://example.com/').replace('<url>', '<url'), '3 faults in 6 tags'],
  [urlset('https://example.com/').replace('</loc>', '</url>'), '1 faults in 6 tags'],
  [urlset('https://example.com/').replace('</urlset>', ''), '1 faults in 5 tags'],
  ['', '0 faults in 0 tags'],
])('the faults of the XML %j are counted: %s', (body, said) => {
  expect(run(countsXmlFaults(URL_OF), body)).toBe(said);
});

test('the length, the beginning and the end are shown', () => {
  const long = urlset(...Array.from({ length: 20 }, (_, i) => `https://example.com/${i}`));
  expect(run(countsBytes(URL_OF), long)).toBe(String(long.length));
  expect(run(printsBeginning(URL_OF), long)).toBe(long.slice(0, 500));
  expect(run(printsEnd(URL_OF), long)).toBe(long.slice(-100));
});

test('a file that is named .gz is unpacked first, and the links of a feed are printed', () => {
  expect(countsBytes(`${URL_OF}.gz`).filter).toBe(' | gzip -dcf | wc -c');
  expect(run(countsOthers(URL_OF, 'rss'), '<item><link>/a</link></item>\n<item><link>b</link></item>')).toBe(
    '<link>/a\n<link>b',
  );
});
