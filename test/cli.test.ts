import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CHECKS } from '../src/audit/rubric.ts';
import { citable, type Ended, MAIN, run } from './support/citable-process.ts';
import { serve } from './support/loopback.ts';

const folder = mkdtempSync(join(tmpdir(), 'citable-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

const page = `<!doctype html><html lang="en"><title>A development server</title><main><h1>A development server</h1><p>${'It says something plain about itself. '.repeat(40)}</p></main>`;

const site: RequestListener = (request, response) => {
  if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  else response.writeHead(404).end();
};

test('an older Node.js gets one line with the required version', async () => {
  const preload = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
  const { code, stderr } = await run(MAIN, ['audit', 'example.com'], env);
  expect([code, stderr]).toEqual([2, 'citable: Node 24 or later is required (found 20.20.2).\n']);
});

describe('citable audit', () => {
  test('audits a local development server like a site', async () => {
    const { port } = await serve(site);
    const { code, stdout, stderr } = await citable('audit', `localhost:${port}`, '--allow-private');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^localhost:${port}  AEO score \\d+ of 100`));
    expect(stdout.match(/^ {2}[✓!✗–] /gm)).toHaveLength(CHECKS.length);
    expect(stdout).not.toMatch(/\u001b/);
  });

  test('refuses a private target unless --allow-private is given', async () => {
    const { port } = await serve(site);
    const { code, stdout, stderr } = await citable('audit', `localhost:${port}`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^citable: "localhost:\d+" .* usual ports is audited\. The option --allow-private allows it\.\n$/,
    );
  });

  test.each([
    ['10.0.0.1', 'The option --allow-private allows it.'],
    ['169.254.169.254', 'Only --allow-private and ALLOW_TARGETS together allow it.'],
  ])('says what allows %s, also as a staging origin', async (target, advice) => {
    for (const words of [
      ['audit', target],
      ['audit', 'example.com', '--origin', `http://${target}`],
    ])
      expect((await citable(...words)).stderr).toMatch(new RegExp(`${advice}\n$`));
  });

  test('exits with 1 below the threshold, and with 0 at it', async () => {
    const { port } = await serve(site);
    const domain = `localhost:${port}`;
    const { stdout } = await citable('audit', domain, '--allow-private', '--format', 'json');
    const score: number = JSON.parse(stdout).aeo_score;
    expect((await citable('audit', domain, '--allow-private', '--fail-under', String(score))).code).toBe(0);
    expect((await citable('audit', domain, '--allow-private', '--fail-under', String(score + 1))).code).toBe(1);
  });

  test.each([
    ['no domain', ['audit']],
    ['a page instead of a domain', ['audit', 'https://example.com/about']],
    ['an unknown format', ['audit', 'example.com', '--format', 'yaml']],
    ['a threshold that is none', ['audit', 'example.com', '--fail-under', '101']],
    ['a connection that is none', ['audit', 'example.com', '--connect-to', 'nowhere']],
    ['a saved site that is not there', ['audit', '--from-site', join(folder, 'missing.json')]],
    ['an option that does not exist', ['audit', 'example.com', '--sore']],
    ['a command that does not exist', ['adit']],
  ])('%s is wrong usage: one line, exit 2', async (_, args) => {
    const { code, stdout, stderr } = await citable(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
    expect(stderr).not.toContain('    at ');
  });

  test.each([
    ['not JSON', 'hello'],
    ['other JSON', '{"format": 2}'],
    ['a site that lacks its home page', '{"format":1,"domain":"example.com"}'],
  ])('a saved site that is %s is wrong usage', async (_, text) => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, text);
    const { code, stderr } = await citable('audit', '--from-site', file);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^citable: [^\n]+\n$/);
  });

  test('judges a saved site to the same bytes', async () => {
    const { port } = await serve(site);
    const file = join(folder, 'site.json');
    const args = ['--format', 'json', '--evidence'];
    const live = await citable('audit', `localhost:${port}`, '--allow-private', '--save-site', file, ...args);
    expect(await citable('audit', '--from-site', file, ...args)).toEqual(live);
    expect(readFileSync(file, 'utf8')).toContain('A development server');
  });
});

describe('citable badge', () => {
  test('prints the score of a site as an image', async () => {
    const { port } = await serve(site);
    const target = [`localhost:${port}`, '--allow-private'];
    const { stdout: json } = await citable('audit', ...target, '--format', 'json');
    const { code, stdout, stderr } = await citable('badge', ...target);
    expect([code, stderr]).toEqual([0, '']);
    const { aeo_score: score } = JSON.parse(json);
    expect(stdout).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^\n]*<\/svg>\n$/);
    expect(stdout).toContain(`<title>localhost:${port}: AEO score ${score} of 100, `);
    const file = join(folder, 'badge.json');
    await citable('audit', ...target, '--save-site', file);
    const compact = await citable('badge', '--from-site', file, '--theme', 'light', '--size', 'compact');
    expect(compact.stdout).toContain(`>${score}</text>`);
  });

  test('prints no image of a site that cannot be read', async () => {
    const { code, stdout, stderr } = await citable('badge', 'localhost:1', '--allow-private');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^citable: [^\n]*refused[^\n]*\n$/);
  });

  test.each([
    ['--theme', 'blue'],
    ['--size', 'large'],
    ['--format', 'png'],
  ])('%s %s is wrong usage', async (...option) => {
    expect((await citable('badge', 'example.com', ...option)).code).toBe(2);
  });
});

describe('a site that cannot be read has no score, exit 3, and one sentence with the reason:', () => {
  const unscored = ({ code, stdout }: Ended) => {
    expect(code).toBe(3);
    expect(stdout).toMatch(/could not be audited\.\n/);
    expect(stdout).not.toMatch(/AEO score|\d+ of 100|█/);
  };

  test('a dead host', async () => {
    const result = await citable('audit', 'localhost:1', '--allow-private');
    unscored(result);
    expect(result.stdout).toMatch(/refused/);
  });

  test('a host whose every response is 500', async () => {
    const { port } = await serve((_, response) => response.writeHead(500, { 'retry-after': '0' }).end('broken'));
    const result = await citable('audit', `localhost:${port}`, '--allow-private');
    unscored(result);
    expect(result.stdout).toMatch(/status 500/);
  });

  test('a page behind a bot challenge', async () => {
    const { port } = await serve((_, response) =>
      response
        .writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge', server: 'cloudflare' })
        .end('<title>Just a moment...</title>'),
    );
    const result = await citable('audit', `localhost:${port}`, '--allow-private');
    unscored(result);
    expect(result.stdout).toMatch(/challenge/);
    expect(result.stdout).toMatch(/Cloudflare/);
  });

  test('a home page that is not HTML', async () => {
    const { port } = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
    const result = await citable('audit', `localhost:${port}`, '--allow-private', '--format', 'json');
    expect(result.code).toBe(3);
    expect(JSON.parse(result.stdout)).toMatchObject({ status: 'failed', aeo_score: 0 });
    expect(result.stderr).toMatch(/^citable: .*not HTML.*\n$/);
  });
});
