import { describe, expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, parseFixture } from '../../test/support/fixture-web.ts';
import type { Fetcher } from '../fetch/exchange.ts';
import { gather } from '../site/gather/gather.ts';
import { formatSiteFile, parseSiteFile } from '../site/site-file.ts';
import { judge } from './judge.ts';

const ORIGIN = 'https://example.com';
const NOW = new Date('2026-11-01T12:00:00Z');
const EARLIER = ['/', '/old', '/kept', '/moved', '/shut', '/soft', '/busy'].map((path) => `${ORIGIN}${path}`);

const page = (name: string) => `<title>${name}</title><h1>${name}</h1><p>About ${name}.</p>`;
const links = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const SITE = `A site that links to other pages than an earlier audit judged.

=== / 200 text/html
<title>Home</title>${links.map((name) => `<a href="/${name}">${name}</a>`).join('')}
${links.map((name) => `=== /${name} 200 text/html\n${page(name)}`).join('\n')}
=== /robots.txt 200 text/plain
User-agent: *
Disallow: /shut
=== /kept 200 text/html
${page('kept')}
=== /shut 200 text/html
${page('shut')}
=== /moved 301
location: /one

=== /soft 200 text/html
<title>404 Page not found</title><h1>404 Page not found</h1>
=== /busy 503 text/html
<p>Later.</p>
`;

async function gathered(earlierPages?: readonly string[]) {
  const asked: string[] = [];
  const web = fixtureFetcher(parseFixture(SITE));
  const fetcher: Fetcher = {
    pause: () => Promise.resolve(),
    fetch: (request) => {
      asked.push(request.url);
      return web.fetch(request);
    },
  };
  return { site: await gather(exampleDomain, { fetcher, now: NOW, ...(earlierPages && { earlierPages }) }), asked };
}

describe('pages of an earlier audit', () => {
  test('are judged apart from the own choice, which they do not change', async () => {
    const report = judge((await gathered(EARLIER)).site);
    const { earlierPages, ...own } = report;
    expect(own).toEqual(judge((await gathered()).site));
    expect(earlierPages?.report?.pages).toEqual([`${ORIGIN}/`, `${ORIGIN}/kept`]);
    expect(earlierPages?.report?.earlierPages).toBeUndefined();
  });

  test('are gone where they are absent, redirect to another page or are an error page', async () => {
    const { earlierPages } = judge((await gathered(EARLIER)).site);
    expect(earlierPages?.gone).toEqual(['/old', '/moved', '/soft'].map((path) => `${ORIGIN}${path}`));
  });

  test('are not requested where robots.txt forbids it, nor on other sites', async () => {
    const { asked } = await gathered([
      ...EARLIER,
      'https://other.example/',
      'mailto:a',
      `${ORIGIN}/${'a'.repeat(1_000)}`,
    ]);
    expect(asked.filter((url) => /shut|other|mailto|aaa/.test(url))).toEqual([]);
    expect(asked.filter((url) => url === `${ORIGIN}/kept`)).toHaveLength(1);
  });

  test('are not judged again where the own choice has the same pages', async () => {
    const { pages } = judge((await gathered()).site);
    const { site, asked } = await gathered(pages);
    expect(judge(site).earlierPages).toEqual({ gone: [], report: null });
    expect(asked).toEqual((await gathered()).asked);
  });

  test('are at most 24 of a fetched site', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `${ORIGIN}/many/${i}`);
    const { asked } = await gathered(many);
    expect(asked.filter((url) => url.includes('/many/'))).toEqual(many.slice(0, 24));
  });

  test('are in a saved site, which gives the same report', async () => {
    const { site } = await gathered(EARLIER);
    const read = parseSiteFile(formatSiteFile(site));
    expect(read.ok && judge(read.site)).toEqual(judge(site));
  });
});
