import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { vipLlmsTxt } from '../src/documents/llms-txt/llms-txt-document.ts';
import type { Fetcher } from '../src/fetch/exchange.ts';
import { gather } from '../src/site/gather/gather.ts';
import { buildInventory } from '../src/site/inventory/build-inventory.ts';
import { readFurtherPages } from '../src/site/inventory/further-pages.ts';
import type { PageInventory } from '../src/site/inventory/inventory.ts';
import { parseInventory } from '../src/site/inventory/inventory-file.ts';
import { parseLlmsTxt } from '../src/site/llms-txt/llms-txt.ts';
import { exampleDomain, type Fixture, fixtureFetcher, parseFixture, readFixture } from './support/fixture-web.ts';

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));
const NOW = new Date('2026-11-01T12:00:00Z');
const hostedUrl = 'https://citable.example/llms/example.com.txt?tier=vip';

async function audited(fixture: Fixture): Promise<PageInventory> {
  return buildInventory(await gather(exampleDomain, { fetcher: fixtureFetcher(fixture), now: NOW }));
}

/** Makes a fetcher that records requests and responds to the later ones first. */
function noted(fetcher: Fetcher): Fetcher & { readonly requests: string[] } {
  const requests: string[] = [];
  return {
    requests,
    pause: (ms) => fetcher.pause(ms),
    fetch: async (request) => {
      requests.push(request.url);
      for (let turns = 500 - requests.length; turns > 0; turns -= 1) await Promise.resolve();
      return fetcher.fetch(request);
    },
  };
}

/** Returns a site with this many pages in two sections, all in its sitemap; the home page links to one of them. */
function createSite(count: number, more = ''): Fixture {
  const paths = Array.from({ length: count }, (_, index) => `/${index % 4 === 0 ? 'guides' : 'shop'}/page-${index}`);
  const page = (path: string) =>
    `=== ${path} 200 text/html\n<!doctype html><html lang="en"><title>Page ${path}</title><meta name="description" content="What ${path} is about."><ul><li>Sizes and prices of what is sold on this page</ul>`;
  const locs = paths.map((path) => `<url><loc>https://example.com${path}</loc></url>`).join('');
  return parseFixture(
    [
      `A large site.\n\n${more}`,
      '=== / 200 text/html\n<!doctype html><html lang="en"><title>Large</title><nav><a href="/shop/page-1999">The best</a></nav><main><p>x',
      '=== /robots.txt 200 text/plain\nUser-agent: Citable\nDisallow: /shop/page-7\n',
      `=== /sitemap.xml 200 application/xml\n<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs}</urlset>`,
      ...paths.map(page),
    ].join('\n'),
  );
}

describe('the llms.txt of a whole site', () => {
  const cases = [...globSync('vip_llms_txt/*.site', { cwd: FIXTURES }).map((file) => file.slice(0, -5)), 'base/good'];

  test.each(cases.sort())('%s', async (path) => {
    const fixture = readFixture(path);
    const found = await audited(fixture);
    const inventory = await readFurtherPages(found, { fetcher: fixtureFetcher(fixture), about: null });
    const text = vipLlmsTxt({ inventory, hostedUrl });
    expect(parseLlmsTxt(text, hostedUrl).problems).toEqual([]);
    await expect(text).toMatchFileSnapshot(`${FIXTURES}/vip_llms_txt/${path.split('/').at(-1)}.txt`);
  });

  test('of 2,000 pages is under 100 KB and begins with the pages that the home page links to', async () => {
    const fixture = createSite(2_000);
    const found = await audited(fixture);
    expect(found.pages).toHaveLength(500);
    const inventory = await readFurtherPages(found, { fetcher: fixtureFetcher(fixture), about: null });
    const text = vipLlmsTxt({ inventory, hostedUrl });
    expect(Buffer.byteLength(text)).toBeLessThan(100_000);
    const { sections, links } = parseLlmsTxt(text, hostedUrl);
    expect(sections.map(({ name }) => name)).toEqual(['Main pages', 'Products', 'Guides']);
    expect(text).toContain(
      '\n\nThis file lists 85 of 2,001 known pages. All of them: <https://example.com/sitemap.xml>\n\n## Main pages\n',
    );
    expect(links[0]?.url).toBe('https://example.com/');
    expect(links[1]?.url).toBe('https://example.com/shop/page-1999');
    // Both sections have their share, though one is three times the other.
    for (const { name, links: count } of sections.slice(1)) expect(count, name).toBeGreaterThan(20);
  });
});

describe('the llms.txt of a large shop', () => {
  const categories = ['shoes', 'hats', 'coats'].map((name) => `/category/${name}`);
  const products = Array.from({ length: 900 }, (_, index) => `/shop/item-${index}`);
  const paths = [...products, ...categories, '/shop/best'];
  const loc = (path: string) =>
    `<url><loc>https://example.com${path}</loc>${path === '/shop/best' ? '<priority>1.0</priority>' : ''}</url>`;
  const shop = (sitemap: string, links = '') =>
    parseFixture(
      [
        'A large shop.\n',
        `=== / 200 text/html\n<!doctype html><html lang="en"><title>Shop</title><main><p>x${links}`,
        sitemap,
        ...paths.map(
          (path) =>
            `=== ${path} 200 text/html\n<!doctype html><html lang="en"><title>Page ${path}</title><ul><li>Sizes and prices of what is sold on this page</ul>`,
        ),
      ].join('\n'),
    );
  const read = async (fixture: Fixture) => {
    const found = await audited(fixture);
    const inventory = await readFurtherPages(found, { fetcher: fixtureFetcher(fixture), about: null });
    return vipLlmsTxt({ inventory, hostedUrl: null });
  };
  const urlset = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map(loc).join('')}</urlset>`;

  test('begins with its categories and the pages that its sitemap prefers, and links to the list of all pages', async () => {
    const text = await read(shop(`=== /sitemap.xml 200 application/xml\n${urlset}`));
    const { links, sections } = parseLlmsTxt(text, hostedUrl);
    for (const path of [...categories, '/shop/best']) {
      expect(links.map(({ url }) => url)).toContain(`https://example.com${path}`);
    }
    expect(sections.map(({ name }) => name)).not.toContain('Optional');
    expect(text).toMatch(
      /^This file lists \d\d of 905 known pages\. All of them: <https:\/\/example\.com\/sitemap\.xml>$/m,
    );
  });

  test('names no missing sitemap', async () => {
    const links = paths.slice(0, 200).map((path) => `<a href="${path}">x</a>`);
    const text = await read(shop('=== /sitemap.xml 404 text/html\nNone', links.join('')));
    expect(text).not.toContain('sitemap.xml');
    expect(text).toMatch(/^This file lists \d\d of 201 known pages\.$/m);
  });
});

describe('a page inventory', () => {
  test('is the same after it is stored as JSON; other formats and broken JSON give null', async () => {
    const inventory = await audited(readFixture('base/good'));
    expect(parseInventory(JSON.stringify(inventory))).toEqual(inventory);
    expect(parseInventory(JSON.stringify({ ...inventory, format: 2 }))).toBeNull();
    expect(parseInventory(JSON.stringify({ ...inventory, pages: [{ url: 'javascript:alert(1)' }] }))).toBeNull();
    const { canonicals, disallowed, known, sitemaps, ...asFirstStored } = inventory;
    expect([canonicals, disallowed, known, sitemaps]).not.toContain(undefined);
    expect(parseInventory(JSON.stringify(asFirstStored))).toEqual(asFirstStored);
    expect(parseInventory('{')).toBeNull();
    expect(parseInventory(null)).toBeNull();
  });

  test('is the same for the same Site', async () => {
    const site = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });
    expect(buildInventory(structuredClone(site))).toEqual(buildInventory(site));
  });
});

describe('reading further pages', () => {
  test('requests 60 pages, each once, and none that robots.txt forbids', async () => {
    const fixture = createSite(2_000);
    const found = await audited(fixture);
    const fetcher = noted(fixtureFetcher(fixture));
    const inventory = await readFurtherPages(found, { fetcher, about: null });
    expect(fetcher.requests).toHaveLength(60);
    expect(new Set(fetcher.requests).size).toBe(60);
    const known = new Set(found.pages.filter(({ status }) => status !== 'unread').map(({ url }) => url));
    expect(fetcher.requests.filter((url) => known.has(url))).toEqual([]);
    expect(fetcher.requests.filter((url) => new URL(url).pathname.startsWith('/shop/page-7'))).toEqual([]);
    expect(inventory.isComplete).toBe(true);
  });

  test('gives the same inventory for any order of the responses', async () => {
    const fixture = readFixture('vip_llms_txt/shop-in-german');
    const found = await audited(fixture);
    const inOrder = await readFurtherPages(found, { fetcher: fixtureFetcher(fixture), about: null });
    const reversed = await readFurtherPages(found, { fetcher: noted(fixtureFetcher(fixture)), about: null });
    expect(reversed).toEqual(inOrder);
  });

  test.each(['=== * 429 text/plain\nSlow down', '=== * 503 text/plain\nBusy', '=== * fails challenge'])(
    'requests no more pages after the site refuses one: %s',
    async (response) => {
      const found = await audited(createSite(300));
      const fetcher = noted(fixtureFetcher(parseFixture(`A site that has enough.\n\n${response}`)));
      const inventory = await readFurtherPages(found, { fetcher, about: null });
      expect(fetcher.requests).toHaveLength(15);
      expect(inventory.isComplete).toBe(true);
    },
  );

  test.each(['fails timeout first_byte', '500 text/plain'])('requests nothing when robots.txt %s', async (response) => {
    const more = `=== /robots.txt ${response}\n`;
    const found = await audited(createSite(50, more));
    expect(found.robotsTxt).toBeNull();
    const fetcher = noted(fixtureFetcher(createSite(50, more)));
    await readFurtherPages(found, { fetcher, about: null });
    expect(fetcher.requests).toEqual([]);
  });
});
