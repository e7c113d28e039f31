import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { MAIN, start } from './support/citable-process.ts';
import { serve } from './support/loopback.ts';
import { temporaryFolder } from './support/running-service.ts';

const PAGES = 120;

/** Serves a site of some pages, and counts how often each was read. */
async function serveSite() {
  const paths = Array.from({ length: PAGES - 1 }, (_, i) => `/piers/${i}-x`);
  const requests = new Map<string, number>();
  const page = (path: string, more = '') =>
    `<!doctype html><html lang="en"><title>Pier ${path}</title><main><h1>Pier ${path}</h1><p>A pier and its harbour.</p>${more}</main>`;
  const { port } = await serve(({ url: path = '/', method, headers }, response) => {
    if (method === 'GET' && /X11/.test(headers['user-agent'] ?? '')) requests.set(path, (requests.get(path) ?? 0) + 1);
    const isPage = path === '/' || paths.includes(path);
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
    const body = page(path, path === '/' ? paths.map((one) => `<a href="${one}">${one}</a>`).join('') : '');
    response.end(isPage ? body : undefined);
  });
  const crawl = ['--origin', `http://127.0.0.1:${port}`, '--allow-private', '--format', 'pages-csv'];
  return { requests, pageRequests: () => paths.map((path) => requests.get(path) ?? 0), crawl };
}

const ENV = { CITABLE_BASIC_AUTH: 'user:a-secret-word' };
const crawl = (...args: string[]) => start(MAIN, ['audit', 'example.com', ...args], ENV);

const readRows = (csv: string) => csv.trim().split('\n').slice(1).toSorted();
const linesIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length : 0);

test('a crawl whose command was killed continues from its file: no page is lost or read twice', async () => {
  const site = await serveSite();
  const file = join(await temporaryFolder(), 'crawl');
  const words = ['--pages', 'all', '--rate', '100', '--crawl-file', file, ...site.crawl];
  const first = crawl(...words);
  await expect.poll(() => linesIn(file), { timeout: 30_000, interval: 5 }).toBeGreaterThan(60);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(site.pageRequests().filter((count) => count === 0).length).toBeGreaterThan(10);
  // Killed while it wrote a line.
  appendFileSync(file, 'incomplete');
  const { code, stdout, stderr } = await crawl(...words).ended;
  expect({ code, rows: readRows(stdout).length }, stderr).toEqual({ code: 0, rows: PAGES });
  expect(stderr).toMatch(/Continues from .*crawl, which has \d+ responses of an earlier run\./);
  // What was requested and not stored when it was killed is requested again: at most what runs at once.
  const again = site.pageRequests().filter((count) => count > 1);
  expect(again.length).toBeLessThanOrEqual(8);
  expect(site.pageRequests()).not.toContain(0);
  expect(existsSync(file)).toBe(false);
  const whole = await crawl('--pages', 'all', '--rate', '100', ...site.crawl).ended;
  expect(readRows(stdout)).toEqual(readRows(whole.stdout));
});

test('a crawl whose file cannot be written any more goes on with one warning', async () => {
  const site = await serveSite();
  const file = join(await temporaryFolder(), 'crawl');
  const words = ['--pages', 'all', '--rate', '200', '--crawl-file', file, ...site.crawl];
  // No file may grow beyond 32 blocks, as on a full disk.
  const limited = `trap '' XFSZ; ulimit -f 32; exec "$0" "$@"`;
  const { stdout, stderr } = await promisify(execFile)(
    'sh',
    ['-c', limited, process.execPath, fileURLToPath(MAIN), 'audit', 'example.com', ...words],
    { env: { PATH: process.env['PATH'] ?? '', ...ENV } },
  );
  expect(readRows(stdout), stderr).toHaveLength(PAGES);
  expect(stderr.match(/crawl cannot be written: .*The crawl goes on/g)).toHaveLength(1);
  expect(readRows(stdout).filter((row) => row.includes(',unread,'))).toEqual([]);
});

test('Ctrl-C ends the crawl, not the report, and the same command continues', async () => {
  const site = await serveSite();
  const file = join(await temporaryFolder(), 'crawl');
  const words = ['--pages', '120', '--rate', '50', '--crawl-file', file, ...site.crawl];
  const first = crawl(...words);
  await expect.poll(() => linesIn(file), { timeout: 30_000, interval: 5 }).toBeGreaterThan(70);
  first.child.kill('SIGINT');
  const interrupted = await first.ended;
  expect(interrupted).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('The crawl was cancelled. The same command continues it.'),
  });
  expect(readRows(interrupted.stdout)).toHaveLength(PAGES);
  expect(readFileSync(file, 'latin1')).not.toContain('a-secret-word');
  const { code, stdout } = await crawl(...words).ended;
  expect({ code, unread: readRows(stdout).filter((row) => row.includes(',unread,')) }).toEqual({ code: 0, unread: [] });
});

test('a file of something else, and options without a crawl, are refused', async () => {
  const site = await serveSite();
  const file = join(await temporaryFolder(), 'crawl');
  writeFileSync(file, 'hello\n');
  const refusals = [
    { words: ['--pages', '100', '--crawl-file', file], stderr: `citable: ${file} is not the file of a crawl.\n` },
    { words: ['--rate', '4'], stderr: 'citable: --rate and --crawl-file require --pages.\n' },
    { words: ['--pages', '24'], stderr: /whole number from 25 to 10000/ },
  ];
  for (const { words, stderr } of refusals) {
    const ended = await crawl(...words, ...site.crawl).ended;
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(stderr);
  }
  expect(readFileSync(file, 'utf8')).toBe('hello\n');
  expect(site.requests.size).toBe(0);
});
