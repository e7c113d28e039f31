import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MAIN, run } from './support/citable-process.ts';
import { serve } from './support/loopback.ts';

const folder = await mkdtemp(join(tmpdir(), 'citable-logs-site-'));
const saved = join(folder, 'site.json');
const log = join(folder, 'access.log');
afterAll(() => rm(folder, { recursive: true }));

function line(path: string, status: number, agent: string): string {
  return `192.0.2.7 - - [01/Nov/2026:12:00:00 +0000] "GET ${path} HTTP/1.1" ${status} 100 "-" "${agent}"\n`;
}

test('--site compares a log with a site that an audit saved', async () => {
  const site = await serve((request, response) => {
    const own = `http://${request.headers.host}`;
    if (request.url === '/robots.txt') {
      return response.end(`User-agent: *\nDisallow: /private/\nSitemap: ${own}/sitemap.xml\n`);
    }
    if (request.url === '/sitemap.xml') {
      const urls = ['/', '/tides', '/moon'].map((path) => `<url><loc>${own}${path}</loc></url>`).join('');
      response.setHeader('content-type', 'application/xml');
      return response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`);
    }
    return response.end('<!doctype html><title>Tides</title><h1>Tides</h1>');
  });
  await run(MAIN, ['audit', `127.0.0.1:${site.port}`, '--allow-private', '--save-site', saved], {});
  await writeFile(
    log,
    [
      line('/private/<b>', 200, 'GPTBot/1.2'),
      line('/tides?utm=1', 200, 'OAI-SearchBot/1.0'),
      line('/moon', 404, 'OAI-SearchBot/1.0'),
      line('/', 403, 'ClaudeBot/1.0'),
      line('/private/x', 200, 'Mozilla/5.0 Chrome/126.0.0.0 Safari/537.36'),
    ].join(''),
  );
  const logs = (...words: string[]) => run(MAIN, ['logs', log, '--site', saved, ...words], {});
  const { stdout, stderr } = await logs('--format', 'json');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout).site).toMatchObject({
    domain: `127.0.0.1:${site.port}`,
    forbidden: [{ crawler: 'GPTBot', line: 2, rule: 'Disallow: /private/', requests: 1, paths: ['/private/%3Cb%3E'] }],
    sitemap: { entries: 3, pages: 3, fetched: 1, never_fetched: 2, unknown: 0 },
    broken_pages: [{ path: '/moon', in_sitemap: true, not_found: 1, redirects: 0 }],
    refusals: [{ crawler: 'ClaudeBot', verified: 0, unverified: 1 }],
  });
  for (const format of ['text', 'markdown', 'html', 'csv']) {
    const { stdout: text } = await logs('--format', format);
    expect(text).toMatch(/Disallow: \/private\//);
    expect(text).toMatch(/\/moon/);
    if (format === 'html') expect(text).toContain('/private/&lt;b>');
    if (format === 'markdown') expect(text).toContain(String.raw`/private/\<b\>`);
  }
});

test('a file that is not a saved site ends with one sentence that says how to make one', async () => {
  await writeFile(log, line('/', 200, 'GPTBot/1.2'));
  const { code, stderr } = await run(MAIN, ['logs', log, '--site', log], {});
  expect([code, stderr]).toEqual([2, expect.stringContaining('citable audit example.com --save-site FILE')]);
});
