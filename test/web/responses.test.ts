import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { showcaseOfFile } from '../support/showcase-of-file.ts';
import { FURTHER_PAGES, PAGES } from './pages.ts';

const showcase = showcaseOfFile();
const ALL_PAGES = [...PAGES, ...FURTHER_PAGES];

/** As it comes over the line: `fetch` would undo the coding. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: fields, body } = await request(`${showcase().service.url}${path}`, { headers });
  return { status: statusCode, fields, body: Buffer.from(await body.arrayBuffer()) };
}

describe('the response to a browser', () => {
  test.each(ALL_PAGES)('$name is HTML under the strict policy, in the accepted content coding', async (of) => {
    const path = of.path(showcase().show);
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const plain = await ask(path, { accept });
    expect(plain.status).toBe(of.status ?? 200);
    expect(plain.fields).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    const policy = String(plain.fields['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; /);
    for (const directive of ["script-src 'self'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).not.toMatch(/unsafe|\*|https?:/);

    // The 404 of an unknown route is sent uncompressed: it is small.
    if (of.name === 'not-found') return;
    const brotli = await ask(path, { accept, 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.fields).toMatchObject({ 'content-encoding': 'br', vary: expect.stringMatching(/accept-encoding/i) });
    const gzip = await ask(path, { accept, 'accept-encoding': 'gzip' });
    expect(gzip.fields).toMatchObject({ 'content-encoding': 'gzip' });
    for (const html of [gunzipSync(gzip.body), brotliDecompressSync(brotli.body)]) {
      expect(html.toString()).toMatch(/^<!doctype html>.*<\/html>$/s);
    }
    expect(brotli.body.length).toBeLessThan(plain.body.length / 2);
  });

  test.each(['report', 'fix-guide', 'crawlers', 'checks', 'check', 'bot', 'home'])(
    '%s is asked for again with its entity tag, and not sent twice',
    async (name) => {
      const of = PAGES.find((page) => page.name === name);
      const path = of?.path(showcase().show) ?? '';
      for (const coding of ['br', 'gzip', 'identity']) {
        const first = await ask(path, { 'accept-encoding': coding });
        const tag = String(first.fields['etag']);
        expect(tag).toMatch(/^W\/"/);
        const again = await ask(path, { 'accept-encoding': coding, 'if-none-match': tag });
        expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      }
    },
  );
});

describe('the stylesheet, the icon and the modules', () => {
  test('are immutable, compressed, under a path that changes with their content', async () => {
    const paths = new Set<string>();
    for (const of of ALL_PAGES) {
      const html = (await ask(of.path(showcase().show), { accept: 'text/html' })).body.toString();
      for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) paths.add(path);
    }
    expect(paths.size).toBeGreaterThanOrEqual(4);
    for (const path of paths) {
      expect(path).toMatch(/^\/assets\/[0-9a-f]{12}\/(?:[a-z-]+\.(?:css|svg)|web\/browser\/[a-z-]+\.js)$/);
      const { status, fields, body } = await ask(path, { 'accept-encoding': 'br' });
      expect(status).toBe(200);
      expect(fields).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
      if (body.length > 1_024) expect(fields).toMatchObject({ 'content-encoding': 'br' });
      const again = await ask(path, { 'accept-encoding': 'br', 'if-none-match': String(fields['etag']) });
      expect(again.status).toBe(304);
    }
  });

  test('source maps and sources are not served', async () => {
    const html = (await ask('/')).body.toString();
    const [module = ''] = /\/assets\/[^"]+\.js/.exec(html) ?? [];
    expect(module).not.toBe('');
    for (const path of [`${module}.map`, module.replace('.js', '.ts'), module.replace('.js', '.d.ts')]) {
      expect((await ask(path)).status, path).toBe(404);
    }
  });
});
