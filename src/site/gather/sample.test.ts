import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { urlHash } from '../page/page-url.ts';
import { pageCandidate, sampleByHash } from './sample.ts';

const O = 'https://example.com';

describe('sampleByHash', () => {
  test('is the same set whatever order the URLs come in, and how often', () => {
    const urls = fc.uniqueArray(fc.webUrl(), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(urls, fc.nat(), (some, seed) => {
        const shuffled = [...some, ...some].sort((a, b) => ((a.length * 31 + seed) % 7) - ((b.length * 31 + seed) % 7));
        expect(sampleByHash(shuffled, 10)).toEqual(sampleByHash(some, 10));
      }),
      runs(100),
    );
  });

  test('is in the order of the URLs where two have the same hash', () => {
    const [first, second] = [`${O}/page-150200`, `${O}/page-85973`];
    expect(urlHash(first)).toBe(urlHash(second));
    expect(sampleByHash([first, second], 2)).toEqual([first, second]);
    expect(sampleByHash([second, first], 2)).toEqual([first, second]);
  });

  test('changes by one place when one URL is added', () => {
    const urls = Array.from({ length: 50 }, (_, i) => `${O}/page-${i}`);
    const before = sampleByHash(urls, 10);
    const after = sampleByHash([...urls, `${O}/new`], 10);
    expect(before.filter((url) => !after.includes(url)).length).toBeLessThanOrEqual(1);
  });
});

describe('pageCandidate', () => {
  test.each([
    [`${O}/about`, `${O}/about`],
    [`${O}/about#team`, `${O}/about`],
    [`${O}/blog/search-engines`, `${O}/blog/search-engines`],
    [`${O}/accounting`, `${O}/accounting`],
    [`${O}/kassel`, `${O}/kassel`],
    [`${O}/page.html`, `${O}/page.html`],
    [`${O}/en/Default.aspx`, `${O}/en/Default.aspx`],
    [`${O}/release/v1.2`, `${O}/release/v1.2`],
  ])('%s is one', (url, candidate) => expect(pageCandidate(url, O, `${O}/`)).toBe(candidate));

  test.each([
    `${O}/`,
    `${O}/#top`,
    `${O}/index.html`,
    `${O}/index.php`,
    `${O}/Default.aspx`,
    `${O}/?page=2`,
    `${O}/list?page=2`,
    `${O}/photo.JPG`,
    `${O}/paper.pdf`,
    `${O}/signature.sig`,
    `${O}/feed/`,
    `${O}/login`,
    `${O}/wp-admin/index.php`,
    `${O}/en/cart`,
    `${O}/search`,
    `${O}/de/warenkorb/`,
    `${O}/iniciar-sesion`,
    `${O}/.well-known/acme-challenge/token/`,
    'https://www.example.com/about',
    'https://example.com.evil.example/about',
    'http://example.com/about',
  ])('%s is none', (url) => expect(pageCandidate(url, O, `${O}/`)).toBeNull());

  test('the home page is none, wherever it lives', () => {
    expect(pageCandidate(`${O}/en/`, O, `${O}/en/`)).toBeNull();
  });
});
