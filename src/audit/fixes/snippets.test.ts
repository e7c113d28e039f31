import { describe, expect, test } from 'vitest';
import { exactLines, linesToFix, placeToFix } from './snippets.ts';

const WORDPRESS = { builder: 'wordpress', server: 'unknown', evidence: [] } as const;

const ELEVENTY = { builder: 'eleventy', server: 'unknown', evidence: [] } as const;

describe('the lines of WordPress', () => {
  test('name a canonical where rel_canonical() names none: on the home page and the page of posts, once', () => {
    const found = exactLines('canonical', WORDPRESS, 'https://example.com');
    expect(found?.lines).toContain("is_front_page() ? home_url('/') : get_permalink(get_option('page_for_posts'))");
    // A static home page is_singular(), and never is_home(): WordPress writes its canonical.
    expect(found?.lines.match(/if \(.*\) \{/g)).toEqual(['if (is_home() && !is_paged()) {']);
  });

  test('describe the home page by its tagline, and nothing by an empty text', () => {
    const found = exactLines('description', WORDPRESS, 'https://example.com');
    expect(found?.lines).toContain("is_front_page() && !is_paged() ? get_bloginfo('description')");
    expect(found?.lines).toContain("if ($text !== '') {");
  });
});

describe('lines that a template fills in', () => {
  const findLines = (name: 'date' | 'article' | 'sitemap', builder: 'jekyll' | 'eleventy') =>
    exactLines(name, { builder, server: 'unknown', evidence: [] }, 'https://example.com')?.lines ?? '';

  test('show no date that Jekyll or Eleventy invents', () => {
    expect(findLines('date', 'jekyll')).toContain('changed != site.time');
    expect(findLines('article', 'jekyll')).toContain('page.date != site.time');
    expect(findLines('date', 'eleventy')).toMatch(/^\{% if date %\}/);
    expect(findLines('article', 'eleventy')).toMatch(/^\{% if author and date %\}/);
  });

  test('of Eleventy describe a page by its paragraphs, without code, comments and short lines', () => {
    const { lines = '' } = exactLines('description', ELEVENTY, 'https://example.com') ?? {};
    let opening = (_html: string) => '';
    const configuration = { addFilter: (_name: string, filter: typeof opening) => (opening = filter) };
    new Function('eleventyConfig', lines.split('\n\n')[0] ?? '')(configuration);
    const said = 'Tides are read once an hour, and the office of the port writes them down in a book.';
    const html = `<!-- <p>${'Not shown. '.repeat(9)}</p> --><h1>Tides</h1><script>{"a": 1}</script><p>By Ada</p>\n<p class="x">${said}</p><p>"${said}"`;
    expect(opening(`${html}</p>`)).toMatch(/^Tides are read .* &quot;Tides are read .{20,}…$/);
    expect(opening(`<p>${said}</p>`)).toBe(said);
  });

  test('of Eleventy keep the sitemap out of the layout that a folder of pages has', () => {
    expect(findLines('sitemap', 'eleventy')).toContain('\nlayout: false\n');
  });
});

test.each([
  ['identity', 'Organization'],
  ['identity_person', 'Person'],
  ['identity_website', 'WebSite'],
] as const)('the lines %s say that the site is of the type %s, and leave its name to the owner', (name, type) => {
  for (const builder of ['unknown', 'hugo', 'jekyll', 'astro', 'nextjs', 'nuxt'] as const) {
    const lines = exactLines(name, { builder, server: 'unknown', evidence: [] }, 'https://example.com')?.lines ?? '';
    expect(lines).toContain(type);
    expect(lines).toMatch(/…/);
    expect(lines).not.toMatch(/site\.title|\{entity\}/i);
  }
});

test('a fix is made where the lines of the stack belong, else where such fixes usually are', () => {
  const place = (snippet: 'main' | 'llms_txt') => {
    const fix = { place: 'page_template', snippet } as const;
    return placeToFix(fix, linesToFix(fix, ELEVENTY, 'https://example.com'), ELEVENTY);
  };
  expect(place('main')).toBe(exactLines('main', ELEVENTY, 'https://example.com')?.where);
  expect(place('llms_txt')).toMatch(/^In Eleventy, /);
});
