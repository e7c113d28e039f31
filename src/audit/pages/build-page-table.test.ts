import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, parseFixture } from '../../../test/support/fixture-web.ts';
import { createSite } from '../../../test/support/small-sites.ts';
import { gather } from '../../site/gather/gather.ts';
import { judgeAllPages } from '../judge.ts';
import { buildPageTable } from './build-page-table.ts';

const NOW = new Date('2026-11-01T12:00:00Z');

async function buildTable(text: string) {
  const site = await gather(exampleDomain, { fetcher: fixtureFetcher(parseFixture(text)), now: NOW });
  if (site.inventory === undefined) throw new Error('The site has no inventory.');
  return buildPageTable(site, site.inventory, judgeAllPages(site));
}

test('a page whose address redirects to another form of it was read', async () => {
  const { rows, counts, issues } = await buildTable(`A site whose links lack the slash that its pages have.

=== / 200 text/html
<title>Tides</title><h1>Tides</h1><a href="/about">About</a><a href="/moon">Moon</a>

=== /about 301
location: /about/

=== /about/ 200 text/html
<title>About the tides</title><h1>About</h1><p>We measure tides.</p>

=== /moon 301
location: /sun

=== /sun 200 text/html
<title>Sun</title><h1>Sun</h1>
`);
  expect(rows.find(({ url }) => url.endsWith('/about'))).toMatchObject({
    indexability: 'indexable',
    title: 'About the tides',
    target: null,
  });
  // Another page is another page.
  expect(rows.find(({ url }) => url.endsWith('/moon'))).toMatchObject({ indexability: 'redirect' });
  expect(counts.read).toBe(3);
  expect(issues.map(({ id }) => id)).not.toContain('unknown_link');
});

test('pages that only a sitemap lists, with www., were read', async () => {
  const { rows, counts, issues } = await buildTable(`A site whose sitemap has another form of its addresses.

=== / 200 text/html
<title>Tides</title><h1>Tides</h1><a href="/about/">About</a>

=== /about/ 200 text/html
<title>About</title><h1>About</h1>

=== /moon/ 200 text/html
<title>Moon</title><h1>Moon</h1>

=== /llms.txt 200 text/plain
# Tides

=== /sitemap.xml 200 application/xml
<urlset><url><loc>https://www.example.com/about/</loc></url><url><loc>https://www.example.com/moon/</loc></url><url><loc>https://example.com/llms.txt</loc></url></urlset>
`);
  expect(rows.map(({ url, indexability, inSitemap }) => [url, indexability, inSitemap])).toEqual([
    ['https://example.com/', 'indexable', false],
    ['https://example.com/about/', 'indexable', true],
    ['https://example.com/moon/', 'indexable', true],
  ]);
  expect(counts).toMatchObject({ known: 3, read: 3 });
  const orphans = issues.find(({ id }) => id === 'orphan');
  expect(orphans?.places).toMatchObject([{ url: 'https://www.example.com/moon/' }]);
  expect(orphans?.statement).toBe('1 page in the sitemap is linked from none of the 3 pages that were read.');
});

test('pages that lack what most of their template have are outliers, and those that robots.txt shuts are not', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `blog/post-${i}`);
  const posts = Object.fromEntries(names.map((name, i) => [name, { h1: i >= 3 }]));
  const site = createSite({ home: { links: names }, ...posts });
  const { issues } = await buildTable(
    `${site}\n=== /robots.txt 200 text/plain\nUser-agent: *\nDisallow: /blog/post-11\n`,
  );
  const outliers = issues.filter(({ id }) => id === 'outlier');
  expect(outliers.map(({ statement, count }) => [statement, count])).toEqual([
    [expect.stringMatching(/^3 of 12 pages under \/blog\/\* lose points .*semantic_structure\.h1/), 3],
  ]);
  expect(outliers[0]?.places.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(
    [0, 1, 2].map((i) => `/blog/post-${i}`),
  );
});

test('the statement on outliers names each fault with its pages', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `blog/post-${i}`);
  const posts = Object.fromEntries(names.map((name, i) => [name, { canonical: i > 0 }]));
  const site = createSite({ home: { links: names }, ...posts }).replace(
    'href="https://example.com/blog/post-1"',
    'href="https://example.org/"',
  );
  const { issues } = await buildTable(site);
  expect(issues.filter(({ id }) => id === 'outlier').map(({ statement }) => statement)).toEqual([
    '2 of 12 pages under /blog/* lose points where the others do not (metadata.canonical): Its canonical is on another site (1). It lacks a canonical URL (1).',
  ]);
});
