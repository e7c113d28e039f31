import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { exampleDomain } from '../../../test/support/fixture-web.ts';
import type { Exchange, Fetcher, FetchRequest } from '../../fetch/exchange.ts';
import { knownPages } from '../crawl/known-pages.ts';
import { choosePages } from '../crawl/page-choice.ts';
import { formatSiteFile, parseSiteFile } from '../site-file.ts';
import { gather } from './gather.ts';

const O = 'https://example.com';
const NOW = new Date('2026-11-01T12:00:00Z');
const links = (paths: readonly string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join('\n');
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}-x`);

interface Web {
  /** HTML, or another response, by path. Other paths are 404. */
  readonly pages: Readonly<Record<string, string | Parameters<typeof createExchange>[1]>>;
  /** Order in which the responses of one moment arrive. */
  readonly isReversed?: boolean;
  readonly burst?: number;
}

/** Gathers a site, and records its requests as `GET /path`. */
async function gathered({ pages, isReversed = false, burst }: Web) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const respond = (): void => {
    const all = isReversed ? waiting.splice(0).reverse() : waiting.splice(0);
    for (const resolve of all) resolve();
  };
  const respondTo = ({ url, method = 'GET' }: FetchRequest): Exchange => {
    const page = pages[url.replace(O, '')];
    if (page === undefined) return { ...createExchange(url, { status: 404 }), method };
    const response = typeof page === 'string' ? { headers: { 'content-type': 'text/html' }, body: page } : page;
    return { ...createExchange(url, response), method };
  };
  const fetcher: Fetcher = {
    ...(burst === undefined ? {} : { burstLeft: burst }),
    pause: () => Promise.resolve(),
    fetch: (request) => {
      if (/X11/.test(request.userAgent)) asked.push(`${request.method ?? 'GET'} ${request.url.replace(O, '')}`);
      return new Promise((resolve) => {
        if (waiting.push(() => resolve(withSink(request, respondTo(request)))) === 1) setImmediate(respond);
      });
    },
  };
  const site = await gather(exampleDomain, { fetcher, now: NOW });
  return { site, asked };
}

/** Gives a body to the sink of its request. */
function withSink({ sink }: FetchRequest, exchange: Exchange): Exchange {
  if (sink === undefined) return exchange;
  sink().write(Buffer.from(exchange.body ?? ''));
  return { ...exchange, body: null };
}

function sitemap(paths: readonly string[]) {
  const body = `<urlset>${paths.map((path) => `<url><loc>${O}${path}</loc></url>`).join('')}</urlset>`;
  return { headers: { 'content-type': 'application/xml' }, body };
}

describe('the choice of a site', () => {
  const products = numbered('/products/', 100);
  const large: Web['pages'] = {
    '/': `<title>Home</title>${links(['/about', '/products/', '/news/'])}`,
    '/sitemap.xml': sitemap(products),
    '/about': '<title>About</title>',
    '/news/': `<title>News</title>${links(numbered('/news/', 50))}`,
    ...Object.fromEntries([...products, '/products/'].map((path) => [path, '<title>Product</title>'])),
  };

  test('has 25 pages of a larger one, each requested once, and the inventory knows all', async () => {
    const { site, asked } = await gathered({ pages: large, burst: 0 });
    const pages = [site.home, ...site.pages];
    expect(pages.map(({ url }) => url)).toEqual(site.choice?.urls);
    expect(new Set(pages.map(({ url }) => url)).size).toBe(25);
    expect(site.choice?.known).toBe(154);
    const requested = asked.filter((one) => pages.some(({ url }) => one === `GET ${url.replace(O, '')}`));
    expect(requested).toHaveLength(25);
    expect(site.inventory).toMatchObject({ ended: 'chosen', isCut: false });
    // Those that only /news/ links to are known when the rounds end.
    expect(site.inventory?.urls.filter(({ template }) => template === '/news/*')).toHaveLength(50);
  });

  test('has five pages of sitemaps of tags, whatever the paths of the language', async () => {
    const names = { tags: numbered('/etykieta/', 30).map((path) => `${path}/`), posts: numbered('/wpis/', 30) };
    const site = (sitemapOfTags: string) =>
      gathered({
        pages: {
          '/': '<title>Home</title>',
          '/robots.txt': `Sitemap: ${O}/post-sitemap.xml\nSitemap: ${O}${sitemapOfTags}`,
          '/post-sitemap.xml': sitemap(names.posts),
          [sitemapOfTags]: sitemap(names.tags),
          ...Object.fromEntries([...names.tags, ...names.posts].map((path) => [path, '<title>Page</title>'])),
        },
      });
    const count = async (sitemapOfTags: string) =>
      (await site(sitemapOfTags)).site.choice?.urls.filter((url) => url.includes('/etykieta/')).length;
    const ofTags = ['/post_tag-sitemap.xml', '/product_cat-sitemap2.xml', '/wp-sitemap-taxonomies-genre-1.xml'];
    expect(await Promise.all(ofTags.map(count))).toEqual([5, 5, 5]);
    expect(await Promise.all(['/cat-sitemap.xml', '/brand-sitemap.xml'].map(count))).toEqual([12, 12]);
  });

  test('fills the places of pages that do not exist, at most twice as many', async () => {
    const choose = async (missing: number) => {
      const dead = numbered('/dead/', missing);
      const living = numbered('/live/', 60);
      const pages = { '/sitemap.xml': sitemap([...dead, ...living]), '/': '<title>Home</title>' };
      const { site } = await gathered({
        pages: { ...pages, ...Object.fromEntries(living.map((path) => [path, '<title>Page</title>'])) },
      });
      return [site.choice?.urls.length, site.pages.filter(({ status }) => status === 200).length];
    };
    expect(await choose(0)).toEqual([25, 24]);
    expect(await choose(6)).toEqual([25 + 6, 24]);
    const [chosen, read] = await choose(200);
    expect(chosen).toBe(50);
    expect(read).toBeGreaterThan(12);
  });

  test('does not depend on the order in which responses arrive', async () => {
    const [one, other] = [await gathered({ pages: large }), await gathered({ pages: large, isReversed: true })];
    expect(other.site.choice?.urls).toEqual(one.site.choice?.urls);
    expect(other.site.inventory).toEqual(one.site.inventory);
  });

  test('is made of the same pages when it is made again from a saved site', async () => {
    const { site } = await gathered({ pages: large });
    const saved = parseSiteFile(formatSiteFile(site));
    if (!saved.ok) throw new Error(saved.problem);
    expect(saved.site.choice).toEqual(site.choice);
    expect(saved.site.inventory).toEqual(site.inventory);
    if (saved.site.inventory === undefined) throw new Error('The saved site has no inventory.');
    expect(new Set(choosePages(knownPages(saved.site.inventory), site.choice?.urls))).toEqual(
      new Set(site.choice?.urls),
    );
  });

  test('follows links from page to page until a small site is read whole', async () => {
    const chain = numbered('/step', 12);
    const pages = Object.fromEntries(
      ['/', ...chain].map((path, i) => [path, `<title>${path}</title>${links(chain.slice(i, i + 1))}`]),
    );
    const { site } = await gathered({ pages });
    expect(site.choice?.urls.map((url) => url.replace(O, ''))).toEqual(['/', ...chain]);
    expect(site.inventory).toMatchObject({ ended: 'read', isCut: false });
    expect(site.inventory?.urls.find(({ url }) => url === `${O}${chain[11]}`)).toMatchObject({ depth: 12, linksIn: 1 });
  });

  test('has unread pages that robots.txt shuts, and requests none of them', async () => {
    const { site, asked } = await gathered({
      pages: {
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /shut\n' },
        '/': `<title>Home</title>${links(['/shut', '/open'])}`,
        '/open': '<title>Open</title>',
      },
    });
    expect(site.choice?.urls.map((url) => url.replace(O, '')).toSorted()).toEqual(['/', '/open', '/shut']);
    expect([site.home, ...site.pages].map(({ url }) => url.replace(O, ''))).toEqual(['/', '/open']);
    expect(asked.some((one) => one.endsWith('/shut'))).toBe(false);
  });

  test('says when our own budget ended it', async () => {
    const failure = { failure: 'request_budget' as const };
    const { site } = await gathered({ pages: { '/': `<title>Home</title>${links(['/a'])}`, '/a': failure } });
    expect(site.inventory).toMatchObject({ ended: 'requests' });
    expect(site.inventory?.urls.find(({ url }) => url === `${O}/a`)).toMatchObject({ read: null });
  });
});

describe('links whose targets were not read', () => {
  const further = numbered('/a/', 60);
  const pages: Web['pages'] = {
    '/': `<title>Home</title>\n<a href=/gone.pdf>Gone</a><a href=/logout>Log out</a>${links(further)}`,
    ...Object.fromEntries(further.map((path) => [path, '<title>A</title><a href=/gone.pdf>Gone</a>'])),
  };

  test('are looked up as far as the burst allows, those with the most links first', async () => {
    const { site, asked } = await gathered({ pages, burst: 1 });
    expect(asked.filter((one) => one.startsWith('HEAD'))).toEqual(['HEAD /gone.pdf']);
    const gone = site.inventory?.urls.find(({ url }) => url === `${O}/gone.pdf`);
    expect(gone).toMatchObject({ linksIn: 25, read: { status: 404 } });
    expect(gone?.linkedFrom).toHaveLength(25);
  });

  test('are not looked up when nothing is left, and never where a request would act', async () => {
    expect((await gathered({ pages, burst: 0 })).asked.filter((one) => one.startsWith('HEAD'))).toEqual([]);
    expect((await gathered({ pages, burst: 1_000 })).asked.some((one) => one.includes('/logout'))).toBe(false);
  });
});

describe('large pages', () => {
  const paths = numbered('/long/', 40);
  const createSite = (page: string) => ({
    pages: { '/': links(paths), ...Object.fromEntries(paths.map((path) => [path, page])) },
  });
  const data = JSON.stringify({ rows: [], levels: '1,'.repeat(1_000_000) });

  test('of scripts, styles and images are read in full', async () => {
    const page = `<title>Long</title><main><p>The tide.</main><script type="application/json">${data}</script>`;
    const { site } = await gathered(createSite(page));
    expect(site.pages).toHaveLength(24);
    expect(site.inventory?.ended).toBe('chosen');
    expect(site.choice?.tooLarge).toBeUndefined();
  });

  test.each([
    ['of more HTML', `<title>Long</title><script type="application/json">${data}–</script>`],
    ['of more elements', `<title>Long</title>${'<i>a</i>'.repeat(100_000)}`],
    ['of more text', `<title>Long</title>${`<p>${'The tide rises. '.repeat(4)}`.repeat(12_000)}`],
    ['of more links', `<title>Long</title>${'<a href=/tide>The tide</a>'.repeat(10_000)}`],
  ])('%s than an audit reads end the choice, which names the first', async (_of, page) => {
    const { site, asked } = await gathered(createSite(page));
    expect(site.choice?.urls).toHaveLength(25);
    const read = site.pages.length;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(24);
    expect(asked.filter((one) => one.startsWith('GET') && one.includes('/long/')).length).toBeLessThan(24);
    expect(site.inventory?.ended).toBe('size');
    const url = site.choice?.urls[1 + read];
    expect(site.choice?.tooLarge).toEqual({ url, bytes: Buffer.byteLength(page) });
    const saved = parseSiteFile(formatSiteFile(site));
    expect(saved.ok && saved.site.choice).toEqual(site.choice);
  });
});
