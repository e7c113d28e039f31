import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { linkIssues } from '../../audit/pages/links.ts';
import { SiteIndex } from '../../audit/pages/site-index.ts';
import { availability } from '../../fetch/exchange.ts';
import { requireDomainName } from '../../values/domain-name.ts';
import { knownPages } from '../crawl/known-pages.ts';
import { FolderFetcher } from './folder-fetcher.ts';
import { FolderFiles } from './folder-files.ts';
import { gatherFolder } from './gather-folder.ts';
import { readHostRules } from './read-host-rules.ts';
import { StaticHost } from './static-host.ts';

const DOMAIN = requireDomainName('example.com');

/** Writes files into a folder of its own. Returns its real path. */
function writeFolder(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'citable-folder-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'dist');
  for (const [path, text] of Object.entries({ 'index.html': page('Home'), ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const page = (title: string, body = '') => `<!doctype html><title>${title}</title><h1>${title}</h1>${body}`;

/** Requests paths of a folder. Each result: status, redirects, and the title or failure. */
async function requests(folder: string, paths: readonly string[]) {
  const files = new FolderFiles(folder);
  const fetcher = new FolderFetcher(files, new StaticHost(files, await readHostRules(folder)), 'https://example.com');
  return Promise.all(
    paths.map(async (path) => {
      const url = path.startsWith('/') ? `https://example.com${path}` : path;
      const exchange = await fetcher.fetch({ url, userAgent: 'test', maxBodyBytes: 10_000 });
      const title = /<title>(.*?)</.exec(exchange.body ?? '')?.[1] ?? null;
      const { status, redirects, finalUrl } = exchange;
      return {
        ...{ status, title, finalUrl: finalUrl.replace('https://example.com', '') },
        hops: redirects.map((hop) => hop.status),
        failure: exchange.failure?.kind ?? null,
        availability: availability(exchange),
        file: fetcher.findFile(finalUrl),
      };
    }),
  );
}

describe('a folder is served as by a static host:', () => {
  test('index files, pages without their extension, and 404.html', async () => {
    const folder = writeFolder({
      'about.html': page('About'),
      'blog/index.html': page('Blog'),
      '404.html': page('Not found'),
      'ä b.html': page('Encoded'),
    });
    const found = await requests(folder, ['/', '/about', '/about.html', '/blog/', '/blog', '/nothing', '/%C3%A4%20b']);
    expect(found.map(({ status, title, finalUrl }) => [status, title, finalUrl])).toEqual([
      [200, 'Home', '/'],
      [200, 'About', '/about'],
      [200, 'About', '/about.html'],
      [200, 'Blog', '/blog/'],
      // Whether a host redirects here, or what its links are resolved against, is up to the host: the slash is certain.
      [200, 'Blog', '/blog/'],
      [404, 'Not found', '/nothing'],
      [200, 'Encoded', '/%C3%A4%20b'],
    ]);
    const withSlash = await requests(folder, ['/about/', '/index/']);
    expect(withSlash.map(({ status }) => status)).toEqual([404, 404]);
    expect(found.map(({ file }) => file)).toEqual([
      'index.html',
      'about.html',
      'about.html',
      'blog/index.html',
      'blog/index.html',
      null,
      'ä b.html',
    ]);
    expect(await requests(writeFolder({}), ['/nothing'])).toMatchObject([{ status: 404, availability: 'absent' }]);
  });

  test('_redirects and _headers, which are not served themselves', async () => {
    const folder = writeFolder({
      'new.html': page('New'),
      'kept.html': page('Kept'),
      _redirects:
        '/old /new 301\n/kept /new 301\n/forced /new 302!\n/app/* /index.html 200\n/loop /loop2\n/loop2 /loop\n',
      _headers: '/new\n  X-Robots-Tag: noindex\n',
    });
    const found = await requests(folder, ['/old', '/kept', '/forced', '/app/x', '/_redirects', '/loop']);
    expect(found.map(({ status, title, hops }) => [status, title, hops])).toEqual([
      [200, 'New', [301]],
      [200, 'Kept', []],
      [200, 'New', [302]],
      [200, 'Home', []],
      [404, null, []],
      [301, null, [301]],
    ]);
    expect(found[5]?.failure).toBe('redirect_loop');
    const { site } = await gatherFolder(writeFolder({ _headers: '/\n  X-Robots-Tag: noindex\n' }), DOMAIN);
    expect(site.home.headers['x-robots-tag']).toBe('noindex');
  });

  test('vercel.json, also in the folder above', async () => {
    const folder = writeFolder({ 'about.html': page('About'), 'blog/index.html': page('Blog') });
    const config = join(dirname(folder), 'vercel.json');
    writeFileSync(config, JSON.stringify({ cleanUrls: true, trailingSlash: true }));
    const paths = ['/about.html', '/about/', '/blog', '/blog/index.html', '/'];
    expect((await requests(folder, paths)).map(({ finalUrl, hops, title }) => [finalUrl, hops, title])).toEqual([
      ['/about/', [308], 'About'],
      ['/about/', [], 'About'],
      ['/blog/', [308], 'Blog'],
      ['/blog/', [308], 'Blog'],
      ['/', [], 'Home'],
    ]);
    // Without clean URLs, Vercel serves only the names of files; but the preset for a framework may serve them where Vercel builds.
    const statuses = async () => (await requests(folder, ['/about', '/about.html'])).map(({ status }) => status);
    writeFileSync(config, '{}');
    expect(await statuses()).toEqual([200, 200]);
    writeFileSync(config, '{"cleanUrls":false}');
    expect(await statuses()).toEqual([404, 200]);
    rmSync(config);
    writeFileSync(join(folder, 'vercel.json'), '{}');
    expect(await statuses()).toEqual([404, 200]);
  });

  test('netlify.toml', async () => {
    const toml = '[[redirects]]\nfrom = "/*"\nto = "/index.html"\nstatus = 200\n';
    const found = await requests(writeFolder({ 'netlify.toml': toml }), ['/any/path']);
    expect(found).toMatchObject([{ status: 200, title: 'Home', finalUrl: '/any/path' }]);
  });
});

describe('nothing outside the folder is read:', () => {
  test('not by a path, however it is encoded', async () => {
    const folder = writeFolder({});
    writeFileSync(join(dirname(folder), 'secret.html'), page('Secret'));
    const paths = ['/../secret.html', '/%2e%2e/secret.html', '/..%2fsecret.html', '/..%5csecret.html', '/%00', '/%ff'];
    for (const found of await requests(folder, paths)) expect(found).toMatchObject({ status: 404, title: null });
  });

  test('not through a symbolic link, which says nothing about the site', async () => {
    const folder = writeFolder({ 'inside.html': page('Inside') });
    writeFileSync(join(dirname(folder), 'secret.html'), page('Secret'));
    symlinkSync(join(dirname(folder), 'secret.html'), join(folder, 'link.html'));
    symlinkSync(dirname(folder), join(folder, 'up'));
    symlinkSync(join(folder, 'inside.html'), join(folder, 'same.html'));
    const found = await requests(folder, ['/link.html', '/link', '/up/secret.html', '/same']);
    expect(found.map(({ title, availability }) => [title, availability])).toEqual([
      [null, 'not_asked'],
      [null, 'not_asked'],
      [null, 'not_asked'],
      ['Inside', 'present'],
    ]);
  });

  test('not another site, nor what another service answers', async () => {
    const folder = writeFolder({
      _redirects: '/api/* https://api.example.org/:splat 200\n/out https://other.example.org/ 301\n',
    });
    const found = await requests(folder, ['https://other.example.org/', '/api/x', '/out', 'http://other.example.org/']);
    for (const one of found) expect(one).toMatchObject({ failure: 'offline', availability: 'not_asked' });
  });
});

test('addresses with http are redirected to https', async () => {
  const [found] = await requests(writeFolder({ 'a.html': page('A') }), ['http://example.com/a?b=1']);
  expect(found).toMatchObject({ status: 200, title: 'A', finalUrl: '/a?b=1', hops: [301] });
});

test('every page that links and sitemaps lead to is gathered, and no other', async () => {
  const links = Array.from({ length: 30 }, (_, i) => `<a href="/p${i}">p</a>`).join('');
  const further = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`p${i}.html`, page(`P${i}`, '<a href="deep/">d</a>')]),
  );
  const folder = writeFolder({
    'index.html': page('Home', links),
    ...further,
    'deep/index.html': page('Deep', '<a href="../private">p</a>'),
    'private.html': page('Private'),
    'listed.html': page('Listed'),
    'orphan.html': page('Orphan'),
    'robots.txt': 'User-agent: *\nDisallow: /private\n',
    'sitemap.xml':
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/listed</loc></url></urlset>',
  });
  const { site, findFile } = await gatherFolder(folder, DOMAIN);
  const files = [...site.pages, ...(site.morePages ?? [])].map(({ finalUrl }) => findFile(finalUrl));
  expect(site.choice).toMatchObject({ known: 33 });
  expect(site.pages).toHaveLength(24);
  expect(new Set(files)).toEqual(new Set([...Object.keys(further), 'deep/index.html', 'listed.html']));
  expect(files).toHaveLength(32);
  expect(site).toMatchObject({ source: 'folder', probes: [], sitemaps: [{ document: { kind: 'urlset' } }] });
});

test('files that nothing names are told, and are not among the known pages', async () => {
  const folder = writeFolder({
    'index.html': page('Home', '<a href="/a">a</a><a href="/b.html">b</a>'),
    'a.html': page('A'),
    'b.html': page('B', '<a href="/deep/">d</a>'),
    'deep/index.html': page('Deep'),
    'orphan.html': page('Orphan'),
    'left/index.html': page('Left'),
    '404.html': page('Not found'),
    '.cache/old.html': page('Old'),
    'node_modules/x/index.html': page('Package'),
    'wp-json/x/index.html': '{}',
    'news/feed/index.html': '<rss></rss>',
    'index18c0.html': page('Page has moved'),
  });
  for (const crawl of [undefined, { pages: 100, onPages: () => undefined }]) {
    const { site } = await gatherFolder(folder, DOMAIN, crawl === undefined ? {} : { crawl });
    const inventory = site.crawled ?? site.inventory ?? expect.fail('There is no inventory.');
    const known = knownPages(inventory).map(({ url }) => new URL(url).pathname);
    expect(known).toEqual(['/', '/a', '/b.html', '/deep/']);
    const unnamed = linkIssues(new SiteIndex(inventory)).find(({ id }) => id === 'unnamed_file');
    expect(unnamed?.places.map(({ url }) => new URL(url).pathname)).toEqual(['/left/', '/orphan.html']);
    expect(unnamed?.statement).toBe(
      '2 pages of the folder are named by no sitemap or llms.txt, and by no link (links with a query aside) of the 4 pages that were read.',
    );
  }
});

test.each([40, 550])('a folder is read as far as the %i pages that are asked for', async (pages) => {
  const further = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`p/${i}.html`, page(`P${i}`)]));
  const links = Object.keys(further).map((path) => `<a href="/${path}">p</a>`);
  const folder = writeFolder({ 'index.html': page('Home', links.join('')), ...further });
  const { site } = await gatherFolder(folder, DOMAIN, { crawl: { pages, onPages: () => undefined } });
  expect(site.crawled?.urls.filter(({ read }) => read?.page)).toHaveLength(pages);
  expect(site.pages).toHaveLength(24);
});
