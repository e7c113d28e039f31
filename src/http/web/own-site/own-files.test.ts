import { describe, expect, test } from 'vitest';
import { parseLlmsTxt } from '../../../site/llms-txt/llms-txt.ts';
import type { Instance } from '../layout/instance.ts';
import { ownLlmsTxt } from './own-llms-txt.ts';
import { ownPages } from './own-pages.ts';
import { sitemapXml } from './own-sitemap.ts';

const INDEXED = '2026-01-07T12:34:56.789Z';
const instance: Instance = {
  baseUrl: () => 'https://citable.example',
  assetsPath: '/assets/x/',
  liveAuditsArePublic: false,
};

describe('our sitemap', () => {
  test('lists every page once, with the day it changed where that is known', () => {
    const xml = sitemapXml(instance, INDEXED);
    const urls = [...xml.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)];
    expect(urls.map(([, loc, changed]) => [loc, changed ?? null])).toEqual(
      ownPages(INDEXED).map(({ path, changed }) => [`https://citable.example${path}`, changed]),
    );
    expect(new Set(urls.map(([, loc]) => loc)).size).toBe(urls.length);
  });

  test('escapes what XML needs escaped', () => {
    expect(sitemapXml({ ...instance, baseUrl: () => `https://a.example/x&'"` }, INDEXED)).toContain(
      '<loc>https://a.example/x&amp;&#39;&#34;/</loc>',
    );
  });
});

test('our llms.txt is read without a problem, and lists every page', () => {
  const llmsTxt = parseLlmsTxt(ownLlmsTxt(instance), 'https://citable.example/llms.txt');
  expect(llmsTxt.title?.text).toBe('Citable');
  expect(llmsTxt.summary).toContain('nine checks');
  expect(llmsTxt.problems).toEqual([]);
  expect(llmsTxt.links.every(({ note }) => note !== null)).toBe(true);
  const urls = llmsTxt.links.map(({ url }) => url);
  for (const { path } of ownPages(INDEXED)) expect(urls).toContain(`https://citable.example${path}`);
});
