import { describe, expect, test } from 'vitest';
import { instance } from '../../../test/support/instance.ts';
import { CHECK_COUNT } from '../../audit/rubric.ts';
import { parseLlmsTxt } from '../../site/llms-txt/llms-txt.ts';
import { CHECKS_NAME } from '../../web/layout/layout.tsx';
import { llmsTxt, publicPages, sitemapXml } from './discovery-files.ts';

const INDEXED = '2026-01-07T12:34:56.789Z';
describe('the sitemap of this service', () => {
  test('lists every page once, with its last change where that is known', () => {
    const xml = sitemapXml(instance, INDEXED);
    const urls = [...xml.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)];
    expect(urls.map(([, loc, changed]) => [loc, changed ?? null])).toEqual(
      publicPages(INDEXED).map(({ path, changed }) => [`https://citable.example${path}`, changed]),
    );
    expect(new Set(urls.map(([, loc]) => loc)).size).toBe(urls.length);
  });

  test('escapes XML', () => {
    expect(sitemapXml({ ...instance, baseUrl: () => `https://a.example/x&'"` }, INDEXED)).toContain(
      '<loc>https://a.example/x&amp;&#39;&#34;/</loc>',
    );
  });
});

test('the llms.txt of this service has no problems, and lists every page', () => {
  const parsed = parseLlmsTxt(llmsTxt(instance), 'https://citable.example/llms.txt');
  expect(parsed.title?.text).toBe('Citable');
  expect(parsed.summary).toContain(`${CHECK_COUNT} checks`);
  expect(CHECKS_NAME).toBe(`The ${CHECK_COUNT} checks`);
  expect(parsed.problems).toEqual([]);
  expect(parsed.links.every(({ note }) => note !== null)).toBe(true);
  const urls = parsed.links.map(({ url }) => url);
  for (const { path } of publicPages(INDEXED)) expect(urls).toContain(`https://citable.example${path}`);
});
