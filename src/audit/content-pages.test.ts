import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, parseFixture } from '../../test/support/fixture-web.ts';
import { gather } from '../site/gather/gather.ts';
import { findGonePages, listContentPages } from './content-pages.ts';

test('content pages are listed or linked from the home page, exist, and are not listing, tag, contact or legal pages', async () => {
  const links = ['/boats', '/tag/oars', '/privacy', '/contact', '/closed', '/index', '/gone', 'https://other.example/'];
  const fixture = parseFixture(
    [
      'Boats.\n',
      '=== /robots.txt 200 text/plain\nUser-agent: *\nDisallow: /closed\n',
      `=== / 200 text/html\n${links.map((href) => `<a href="${href}">x</a>`).join('')}<a rel=nofollow href=/not-recommended>x</a><a href=/desk>Staff Login</a>\n`,
      '=== /boats 200 text/html\n<a href="/boats/deeper">x</a>\n',
      '=== /listed 200 text/html\nOars.\n',
      '=== /sitemap.xml 200 application/xml\n<urlset><url><loc>https://example.com/listed</loc></url></urlset>\n',
    ].join('\n'),
  );
  const site = await gather(exampleDomain, { fetcher: fixtureFetcher(fixture) });
  expect(listContentPages(site.inventory)).toEqual(
    ['/boats', '/closed', '/listed'].map((path) => `https://example.com${path}`),
  );
  expect(listContentPages(undefined)).toEqual([]);
  // A link of a page that was read later does not count.
  const gone = (chosen: readonly string[]) => findGonePages(site.inventory, chosen).amongKnown;
  expect([...findGonePages(site.inventory, []).keys].filter((key) => /gone|deeper/.test(key))).toHaveLength(2);
  expect(gone(['https://example.com/boats']) - gone([])).toBe(1);
  expect(findGonePages(undefined, [])).toEqual({ keys: new Set(), amongKnown: 0 });
});
