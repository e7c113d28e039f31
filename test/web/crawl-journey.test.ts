import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserOfFile } from '../support/browser.ts';
import { MAIN, startServing } from '../support/citable-process.ts';
import { serve } from '../support/loopback.ts';
import { temporaryFolder } from '../support/running-service.ts';

const browser = browserOfFile();

/** Pages of the site, the home page included, and those below /blog/. A crawl of 500 takes a minute and more. */
const [PAGES, POSTS] = [120, 80];
/** Time that the service takes to read them, at its eight requests a second, and more on a busy machine. */
const CRAWL_MS = 300_000;

/** Serves posts without a description, guides with one, and a home page that links to all. Returns its host. */
async function serveSite(): Promise<string> {
  const posts = Array.from({ length: POSTS }, (_, i) => `/blog/post-${i}`);
  const guides = Array.from({ length: PAGES - posts.length - 1 }, (_, i) => `/guides/guide-${i}`);
  const paths = new Set([...posts, ...guides]);
  const words = (seed: number) => Array.from({ length: 160 }, (_, i) => `tide${(seed * 31 + i * 7) % 997}`).join(' ');
  const { port } = await serve(({ url: path = '/', method }, response) => {
    const isPage = path === '/' || paths.has(path);
    const links = path === '/' ? [...paths].map((one) => `<a href="${one}">${one}</a>`).join(' ') : '';
    const number = Number(/\d+$/.exec(path)?.[0] ?? 0);
    const description = path.startsWith('/blog/') ? '' : `<meta name="description" content="All on ${path}, in full.">`;
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
    const html = `<!doctype html><html lang="en"><title>Piers: ${path}</title>${description}<main><h1>${path}</h1><p>${words(number)}</p>${links}</main>`;
    response.end(isPage && method !== 'HEAD' ? html : undefined);
  });
  return `127.0.0.1:${port}`;
}

/** Starts the service as `npm start` does. Returns a page of a browser that has signed in, and asks for all pages of a site. */
async function askForAll(site: string) {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const service = await startServing(MAIN, ['serve'], { DATA_DIR, ALLOW_PRIVATE_TARGETS: '1' });
  const key = await service.firstKey();
  const page = await browser.open(service.url, '/', { key });
  await page.getByLabel('Website').fill(site);
  await page.getByLabel('Pages to read').selectOption('all');
  await page.getByRole('button', { name: 'Audit this site' }).click();
  await page.waitForURL('**/audits/*');
  return { page, url: service.url };
}

/** Waits until a page says that a crawl has requested some pages. */
async function whenCrawling(page: Page): Promise<void> {
  await page
    .getByText(new RegExp(String.raw`\d+ of ${PAGES} known pages requested, \d+ a second, about \d+ \w+ left`))
    .waitFor({ timeout: 120_000 });
}

test(
  'a crawl is watched, filtered to one template, and exported',
  async () => {
    const { page, url } = await askForAll(await serveSite());
    await whenCrawling(page);
    const withoutScripts = await browser.open(url, new URL(page.url()).pathname, { javaScript: false });
    await whenCrawling(withoutScripts);
    await page.getByText('Audit of', { exact: true }).waitFor({ timeout: CRAWL_MS });

    await page.getByRole('link', { name: 'Pages', exact: true }).click();
    await page.getByText(`${PAGES} of ${PAGES} known pages were read. The score is made of`).waitFor();
    const problem = page.getByRole('row').filter({ hasText: '/blog/*' }).filter({ hasText: 'description' });
    await problem.getByRole('link', { name: `${POSTS} of ${POSTS}` }).click();
    await page.getByText(`${POSTS} of ${PAGES} pages.`).waitFor();
    const first = page.locator('.page-table tbody th a').first();
    const address = await first.textContent();
    expect(address).toMatch(/^\/blog\/post-\d+$/);
    await first.click();
    const one = page.locator('section:has(#one-page)');
    await one.getByText('May be indexed, status 200').waitFor();
    expect(await one.getByRole('heading').textContent()).toBe(address);
    expect(await one.getByRole('listitem').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/description/i)]),
    );

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download these as CSV' }).click(),
    ]);
    const [header = '', ...rows] = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    expect(header).toMatch(/^\W?url,template,indexability,status,lost_points,problems,/);
    expect(rows).toHaveLength(POSTS);
    expect(rows.filter((row) => /\/blog\/post-\d+,\/blog\/\*,indexable,200,.*metadata\.description/.test(row))).toEqual(
      rows,
    );
  },
  CRAWL_MS + 200_000,
);

test('a crawl that is ended keeps what it has read', async () => {
  const { page } = await askForAll(await serveSite());
  await whenCrawling(page);
  await page.getByRole('button', { name: 'End with the pages read so far' }).click();
  await page.getByText('Audit of', { exact: true }).waitFor({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Pages', exact: true }).click();
  const basis = await page
    .getByText(/known pages were read\. No more, because the crawl was cancelled\./)
    .textContent();
  const [, read] = new RegExp(`^(\\d+) of ${PAGES} known pages`).exec(basis ?? '') ?? [];
  expect(Number(read)).toBeGreaterThanOrEqual(25);
  expect(Number(read)).toBeLessThan(PAGES);
}, 300_000);
