import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCitable } from './support/real-sites.ts';
import { temporaryFolder } from './support/running-service.ts';

const text = 'The bakery on Main Street has baked rye bread since 1987, every day from 6 am. '.repeat(20);
const BASE = ['--base-url', 'https://example.com'];

function page(title: string, { date = '', head = '', links = [] as readonly string[] } = {}): string {
  const published = date === '' ? '' : `<meta property="article:published_time" content="${date}">`;
  const list = links.map((link) => `<a href="${link}">${link}</a> `).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title>${published}${head}</head><body><main><h1>${title}</h1><p>${text}</p>${list}</main></body></html>`;
}

/** Writes a folder of pages, of which all but the legal notice have a date. */
async function folderOfPages(): Promise<string> {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'posts'));
  const links = ['/posts/rye', '/posts/spelt', '/legal', '/hidden', '/copy', '/gone'];
  writeFileSync(join(folder, 'index.html'), page('The bakery', { date: '2026-02-03', links }));
  writeFileSync(join(folder, 'posts/rye.html'), page('Rye bread', { date: '2026-03-04' }));
  writeFileSync(join(folder, 'posts/spelt.html'), page('Spelt bread', { date: '2026-04-05' }));
  writeFileSync(join(folder, 'legal.html'), page('Legal notice'));
  writeFileSync(join(folder, 'hidden.html'), page('Hidden', { head: '<meta name="robots" content="noindex">' }));
  const canonical = '<link rel="canonical" href="https://example.com/posts/rye">';
  writeFileSync(join(folder, 'copy.html'), page('Rye bread', { date: '2026-03-04', head: canonical }));
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nAllow: /\nSitemap: https://example.com/sitemap.xml\n');
  return folder;
}

test('the sitemap of a folder earns all points of its check', async () => {
  const folder = await folderOfPages();
  const file = join(folder, 'sitemap.xml');
  const sitemap = async () => {
    const { stdout } = await runCitable(['audit', folder, ...BASE, '--format', 'json', '--evidence']);
    return JSON.parse(stdout).findings.find(({ key }: { key: string }) => key === 'sitemap');
  };
  expect((await sitemap()).earned).toBeLessThan(6);
  const { code, stderr } = await runCitable(['sitemap', folder, ...BASE, '-o', file]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^citable: 6 of \d known pages read, 4 listed\./m)]);
  expect([...readFileSync(file, 'utf8').matchAll(/<loc>([^<]*)/g)].map(([, url]) => url)).toEqual([
    'https://example.com/',
    'https://example.com/legal',
    'https://example.com/posts/rye',
    'https://example.com/posts/spelt',
  ]);
  const after = await sitemap();
  expect(after, JSON.stringify(after)).toMatchObject({ severity: 'pass', earned: 6, max_score: 6 });
});

test('pages of a folder that nothing names are not listed, and counted', async () => {
  const folder = await folderOfPages();
  writeFileSync(join(folder, 'team.html'), page('The team'));
  const { code, stdout, stderr } = await runCitable(['sitemap', folder, ...BASE]);
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('/team')]);
  expect(stderr).toContain('It is not listed: link to');
  expect(stderr).toContain('https://example.com/team');
});

test('the index file of a folder is listed by the address at which hosts serve it', async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'about'));
  writeFileSync(join(folder, 'index.html'), page('The bakery', { links: ['/about'] }));
  writeFileSync(join(folder, 'about/index.html'), page('About the bakery'));
  const { stdout } = await runCitable(['sitemap', folder, ...BASE]);
  expect(stdout).toContain('<loc>https://example.com/about/</loc>');
});

test('a new sitemap has the canonical of each page, and keeps the dates of the present one', async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'about'));
  const head = '<link rel="canonical" href="https://example.com/team.html">';
  writeFileSync(join(folder, 'index.html'), page('The bakery', { links: ['/about/', '/team'] }));
  writeFileSync(join(folder, 'about/index.html'), page('About the bakery', { date: '2026-01-02' }));
  writeFileSync(join(folder, 'team.html'), page('The team', { head }));
  const entry = (path: string, date: string) =>
    `<url><loc>https://example.com${path}</loc><lastmod>${date}</lastmod></url>`;
  writeFileSync(
    join(folder, 'sitemap.xml'),
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entry('/', '2026-03-04')}${entry('/about/', '2026-05-06T10:00:00Z')}</urlset>`,
  );
  const { stdout } = await runCitable(['sitemap', folder, ...BASE]);
  expect([...stdout.matchAll(/<url>(.*?)<\/url>/g)].map(([, url]) => url)).toEqual([
    '<loc>https://example.com/</loc><lastmod>2026-03-04</lastmod>',
    '<loc>https://example.com/about/</loc><lastmod>2026-05-06</lastmod>',
    '<loc>https://example.com/team.html</loc>',
  ]);
});

test('the one date of all entries of the present sitemap is not kept', async () => {
  const folder = await temporaryFolder();
  const names = ['', 'team', 'shop', 'news'];
  for (const name of names)
    writeFileSync(join(folder, `${name || 'index'}.html`), page(name, { date: name === 'news' ? '2026-05-06' : '' }));
  const entries = names
    .slice(0, 3)
    .map((name) => `<url><loc>https://example.com/${name}</loc><lastmod>2026-01-01</lastmod></url>`);
  writeFileSync(
    join(folder, 'sitemap.xml'),
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}<url><loc>https://example.com/news</loc></url></urlset>`,
  );
  const { stdout } = await runCitable(['sitemap', folder, ...BASE]);
  expect(stdout.match(/<lastmod>[^<]*/g)).toEqual(['<lastmod>2026-05-06']);
});

test('the date of a file counts only where no other page was written in the same minute', async () => {
  const folder = await folderOfPages();
  const readDates = async () => {
    const { stdout } = await runCitable(['sitemap', folder, ...BASE]);
    return Object.fromEntries(
      [...stdout.matchAll(/<loc>https:\/\/example.com([^<]*)<\/loc>(?:<lastmod>([^<]*))?/g)].map(([, path, date]) => [
        path,
        date ?? null,
      ]),
    );
  };
  const ofPages = { '/': '2026-02-03', '/legal': null, '/posts/rye': '2026-03-04', '/posts/spelt': '2026-04-05' };
  expect(await readDates()).toEqual(ofPages);
  const edited = new Date('2026-05-06T12:00:00Z');
  utimesSync(join(folder, 'legal.html'), edited, edited);
  expect(await readDates()).toEqual({ ...ofPages, '/legal': '2026-05-06' });
});

test('a folder without a page to list gets no file', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'index.html'), page('Hidden', { head: '<meta name="robots" content="noindex">' }));
  const { code, stdout, stderr } = await runCitable(['sitemap', folder, ...BASE]);
  expect([code, stdout, stderr]).toEqual([
    3,
    '',
    expect.stringContaining('No page that was read may be indexed under its own URL'),
  ]);
});

test('an llms.txt that the command reads can be completed where it is', async () => {
  const folder = await folderOfPages();
  const file = join(folder, 'llms.txt');
  const own =
    '# The bakery\n\n> Rye bread since 1987.\n\n## Bread\n\n- [Rye](https://example.com/posts/rye): our oldest\n';
  writeFileSync(file, own);
  const { code, stdout } = await runCitable(['llms-txt', '--update', folder, ...BASE, '-o', file]);
  expect([code, stdout]).toEqual([0, '']);
  const completed = readFileSync(file, 'utf8');
  expect(completed).toContain(own.trim());
  expect(completed).toContain('https://example.com/posts/spelt');
});
