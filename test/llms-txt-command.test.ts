import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { freeLlmsTxt } from '../src/documents/llms-txt/llms-txt-document.ts';
import { parseLlmsTxt } from '../src/site/llms-txt/llms-txt.ts';
import { citable } from './support/citable-process.ts';
import { serve } from './support/loopback.ts';

const folder = mkdtempSync(join(tmpdir(), 'citable-llms-txt-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PAGES = 12;

/** A home page that leads to more pages than an audit samples; each request is noted with its user agent. */
function site(requests: string[]): RequestListener {
  return (request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers['user-agent']}`);
    const links = Array.from({ length: PAGES }, (_, index) => `<a href="/guides/${index}">Guide ${index}</a>`).join(
      ' ',
    );
    if (request.url === '/robots.txt') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: Citable\nDisallow: /guides/11\n');
    } else if (request.url === '/') {
      const page = `<!doctype html><html lang="en"><title>Guides</title><main><h1>Guides</h1><p>${'All about it. '.repeat(60)}</p>${links}</main>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    } else if (request.url?.startsWith('/guides/')) {
      const page = `<!doctype html><html lang="en"><title>Guide ${request.url.slice(8)}</title><meta name="description" content="How to."><ul><li>The steps of this guide in the order of its pictures</ul>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    } else response.writeHead(404).end();
  };
}

describe('citable llms-txt', () => {
  test('audits a site, reads further pages by the rules of robots.txt, and prints the text', async () => {
    const requests: string[] = [];
    const { port } = await serve(site(requests));
    const { code, stdout, stderr } = await citable('llms-txt', `localhost:${port}`, '--allow-private');
    expect([code, stderr]).toEqual([0, '']);
    const { problems, sections } = parseLlmsTxt(stdout, `http://localhost:${port}/`);
    expect(problems).toEqual([]);
    expect(sections.map(({ name, links }) => [name, links])).toEqual([
      ['Main pages', 1],
      ['Guides', PAGES - 1],
    ]);
    expect(stdout).not.toContain('/guides/11');
    expect(requests.filter((one) => one.includes('/guides/11 '))).toEqual([]);
    const pages = requests.filter((one) => one.startsWith('GET /guides/'));
    expect(new Set(pages).size).toBe(pages.length);
    for (const one of pages) expect(one).toMatch(/ Citable\/\S+ \(.*\)$/);
  });

  test('warns of a text that lists very few pages', async () => {
    const { port } = await serve((request, response) => {
      if (request.url !== '/') return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Guides</title>');
    });
    const { code, stdout, stderr } = await citable('llms-txt', `localhost:${port}`, '--allow-private');
    expect([code, stderr]).toEqual([
      0,
      `citable: The llms.txt of localhost:${port} lists only 1 page: no other page is known.\n`,
    ]);
    expect(stdout).toContain(`# Guides (localhost:${port})`);
  });

  test('uses a saved site without the network', async () => {
    const requests: string[] = [];
    const { port } = await serve(site(requests));
    const file = join(folder, 'site.json');
    await citable('audit', `localhost:${port}`, '--allow-private', '--save-site', file);
    const before = requests.length;
    const first = await citable('llms-txt', '--from-site', file);
    expect([first.code, first.stderr, requests.length]).toEqual([0, '', before]);
    expect(parseLlmsTxt(first.stdout, 'https://x.example/').sections.at(-1)).toMatchObject({
      name: 'Guides',
      links: 11,
    });
    expect((await citable('llms-txt', '--from-site', file)).stdout).toBe(first.stdout);
  });

  test('prints the template of tier free without the network', async () => {
    const { code, stdout } = await citable('llms-txt', 'https://Example.com/', '--tier', 'free');
    expect([code, stdout]).toEqual([0, freeLlmsTxt('example.com')]);
  });

  test.each([
    ['no domain', []],
    ['no domain for the template', ['--tier', 'free']],
    ['an address', ['127.0.0.1']],
    ['an unknown tier', ['example.com', '--tier', 'gold']],
  ])('%s is wrong usage', async (_, args) => {
    const { code, stdout } = await citable('llms-txt', ...args);
    expect([code, stdout]).toEqual([2, '']);
  });

  test('prints nothing for a site that cannot be read', async () => {
    const { port } = await serve((_request, response) => response.writeHead(500).end());
    const { code, stdout, stderr } = await citable('llms-txt', `localhost:${port}`, '--allow-private');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^citable: .+\n$/);
  });

  test('prints the reason when no page may be listed, and no text', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/robots.txt')
        response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end('User-agent: *\nDisallow: /\nUser-agent: Citable\nAllow: /\n');
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>Closed</title><a href="/a">A</a>');
    });
    const { code, stdout, stderr } = await citable('llms-txt', `localhost:${port}`, '--allow-private');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toBe(`citable: No page of localhost:${port} can be listed: robots.txt disallows 2 pages.\n`);
  });
});
