import { describe, expect, test } from 'vitest';
import { exactLines } from './snippets.ts';

const WORDPRESS = { builder: 'wordpress', server: 'unknown', evidence: [] } as const;

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
