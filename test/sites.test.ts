import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseLlmsTxt } from '../src/site/llms-txt.ts';
import { type SiteServer, serveSites } from './support/site-server.ts';
import { createAuthority } from './support/tls.ts';

/** Real websites, served over TLS under their own names; a checkout without them goes without these tests. */
const SITES = process.env['CITABLE_SITES'] ?? fileURLToPath(new URL('../../shared/sites', import.meta.url));
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe.skipIf(!existsSync(SITES))('real sites, audited by the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'citable-sites-'));
  let server: SiteServer;

  beforeAll(async () => {
    const authority = await createAuthority();
    writeFileSync(join(folder, 'ca.pem'), authority.caPem);
    server = await serveSites(SITES, authority);
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  function citable(...args: string[]): Promise<Result> {
    return new Promise((resolve) => {
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), NO_COLOR: '1' };
      execFile(
        process.execPath,
        [main, ...args],
        { env, encoding: 'utf8', maxBuffer: 1 << 26 },
        (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      );
    });
  }

  // The scores that a reading of each finding against the files confirmed.
  test.each([
    { domain: 'subtract.ing', score: 77 },
    { domain: 'datarecovery-sa.com', score: 95 },
    { domain: 'imperialvolt.com', score: 96 },
    { domain: '0v1tech.com', score: 89 },
  ])('$domain scores $score', async ({ domain, score }) => {
    const { code, stdout } = await citable('audit', domain, '--connect-to', server.connectTo, '--format', 'json');
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ domain, status: 'done', aeo_score: score });
    expect(result.findings).toHaveLength(9);
    const sum = result.findings.reduce((total: number, one: { score_impact: number }) => total + one.score_impact, 0);
    expect(sum).toBe(score);
  });

  test.each([
    { domain: 'subtract.ing', sections: ['Main pages', 'Documentation', 'Optional'], links: 18 },
    { domain: 'imperialvolt.com', sections: ['Páginas principais'], links: 1 },
    { domain: '0v1tech.com', sections: ['Main pages'], links: 4 },
    {
      domain: 'datarecovery-sa.com',
      sections: [
        ...['الصفحات الرئيسية', 'الخدمات', 'دراسات الحالة', 'المناطق التي نخدمها', 'المدونة', 'المقالات'],
        ...['Main pages', 'Services', 'Case studies', 'Locations', 'Blog', 'Articles'].map(
          (name) => `${name} (English)`,
        ),
        'Optional',
      ],
      links: 64,
    },
  ])('$domain gets an llms.txt in sections of its own languages', async ({ domain, sections, links }) => {
    const { code, stdout } = await citable('llms-txt', domain, '--connect-to', server.connectTo);
    expect(code).toBe(0);
    const read = parseLlmsTxt(stdout, `https://${domain}/llms.txt`);
    expect(read.problems).toEqual([]);
    expect(read.sections.map(({ name }) => name)).toEqual(sections);
    expect(read.sections.reduce((sum, section) => sum + section.links, 0)).toBe(links);
  });

  test('a saved site gives the same report again, byte for byte, without the network', async () => {
    const file = join(folder, 'site.json');
    const args = ['--format', 'markdown', '--evidence'];
    const live = await citable('audit', 'subtract.ing', '--connect-to', server.connectTo, '--save-site', file, ...args);
    const again = await citable('audit', '--from-site', file, ...args);
    expect(again).toEqual(live);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 1, domain: 'subtract.ing' });
  });

  test('a certificate that nobody vouches for is a TLS failure, not a score', async () => {
    const { code, stdout } = await new Promise<Result>((resolve) => {
      execFile(process.execPath, [main, 'audit', 'subtract.ing', '--connect-to', server.connectTo], (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout: out, stderr: err }),
      );
    });
    expect(code).toBe(3);
    expect(stdout).toContain('could not be audited');
    expect(stdout).not.toContain('AEO score');
  });
});
