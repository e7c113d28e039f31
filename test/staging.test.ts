import { writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MAIN, run } from './support/citable-process.ts';
import { exchangeOfFixture, readFixture } from './support/fixture-web.ts';
import { serve } from './support/loopback.ts';
import { hasRealSites, REAL_SITES, type ServedSites, serveRealSites } from './support/real-sites.ts';
import { temporaryFolder } from './support/running-service.ts';
import { listFolders } from './support/site-server.ts';

/** Ends the process when it looks a name up: production is never requested. */
const NO_NAMES = `--import=data:text/javascript,${encodeURIComponent(
  "import dns from 'node:dns'; dns.promises.lookup = () => { process.stderr.write('a name was looked up'); process.exit(99); };",
)}`;
const citable = (...words: string[]) => run(MAIN, words, { NODE_OPTIONS: NO_NAMES });

interface StagingOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** Moves `/` to `/home`, by an absolute URL of staging. */
  readonly redirects?: boolean;
}

/** Serves a site whose pages name staging in every absolute URL, as an application does that knows its own address. */
async function serveStaging({ headers = {}, files = {}, redirects = false }: StagingOptions = {}): Promise<string> {
  const fixture = readFixture('base/good');
  let origin = '';
  const asStaging = (text: string) => text.replaceAll('https://example.com', origin);
  const { port } = await serve((request, response) => {
    const { url: path = '/', headers: sent } = request;
    const file = files[path];
    if (file !== undefined) {
      response.writeHead(200, headers).end(typeof file === 'string' ? asStaging(file) : file);
      return;
    }
    if (redirects && path === '/old') {
      response.writeHead(301, { ...headers, location: `${origin}/about` }).end();
      return;
    }
    const found = exchangeOfFixture(fixture, `https://example.com${path}`, sent['user-agent'] ?? '');
    if ('kind' in found) throw new Error(found.message);
    response.writeHead(found.status, { ...found.headers, ...headers }).end(asStaging(found.body));
  });
  origin = `http://127.0.0.1:${port}`;
  return origin;
}

const audit = (origin: string, ...args: string[]) =>
  citable('audit', 'example.com', '--origin', origin, '--allow-private', '--format', 'json', '--evidence', ...args);

test('a staging site is judged as production, and production is not requested', async () => {
  const origin = await serveStaging({ headers: { 'x-robots-tag': 'noindex' } });
  const { code, stdout, stderr } = await audit(origin);
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ domain: 'example.com', status: 'done', aeo_score: 100 });
  expect(report.pages).toContain('https://example.com/about');
  expect(JSON.stringify({ ...report, findings: report.findings.slice(1) })).not.toContain(origin);
  const [access] = report.findings;
  expect(access.notes.join(' ')).toContain(`${origin} sends X-Robots-Tag: noindex. It was not judged`);
  expect(stderr).toContain(`citable: The site was read at ${origin}.`);
  expect(stderr).toContain('X-Robots-Tag: noindex');

  const file = join(await temporaryFolder(), 'site.json');
  await audit(origin, '--save-site', file);
  const saved = await citable('audit', '--from-site', file, '--format', 'markdown');
  expect(saved.stdout).toContain(`The site was read at ${origin}.`);
  expect(saved.stderr).toBe(stderr);
});

test('noindex and robots.txt are judged, and the report says that they are those of staging', async () => {
  const origin = await serveStaging({ files: { '/robots.txt': 'User-agent: *\nDisallow: /\n' } });
  const { stdout } = await audit(origin);
  const [access] = JSON.parse(stdout).findings;
  expect(access).toMatchObject({ key: 'crawler_access', severity: 'fail' });
  expect(access.notes.join(' ')).toContain(`The site was read at ${origin}. robots.txt`);
});

test('the URLs of compressed sitemaps are those of production', async () => {
  const files: Record<string, string | Buffer> = { '/robots.txt': 'Sitemap: https://example.com/pages.xml.gz\n' };
  const origin = await serveStaging({ files });
  files['/pages.xml.gz'] = gzipSync(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/about</loc></url></urlset>`,
  );
  const { stdout } = await audit(origin);
  const sitemap = JSON.parse(stdout).findings.find(({ key }: { key: string }) => key === 'sitemap');
  expect(sitemap.questions.map(({ problem }: { problem?: string }) => problem ?? '').join()).not.toContain(
    'another site',
  );
  expect(JSON.stringify(sitemap)).toContain('https://example.com/about');
});

test('a redirect within staging is reported as one within production', async () => {
  const page = '<title>Home</title><link rel="canonical" href="https://example.com/old"><h1>Home</h1>';
  const origin = await serveStaging({
    files: { '/': page },
    redirects: true,
    headers: { 'content-type': 'text/html' },
  });
  const { stdout } = await audit(origin);
  expect(stdout).toContain('Its canonical is redirected.');
});

test('fixes on staging are verified before they are published', async () => {
  const before = join(await temporaryFolder(), 'before.json');
  const broken = await serveStaging({ files: { '/llms.txt': '' } });
  writeFileSync(before, (await audit(broken)).stdout);
  const verify = (origin: string) =>
    citable('verify', 'example.com', '--since', before, '--origin', origin, '--allow-private');
  expect((await verify(broken)).code).toBe(1);
  expect(await verify(await serveStaging())).toMatchObject({ code: 0, stdout: expect.stringContaining('llms.txt') });
});

test.each([
  ['asks for credentials', false, 'returned status 401'],
  ['redirects to a login elsewhere', true, 'redirects to another site'],
])('a staging site that %s is not judged', async (_, redirects, output) => {
  const login = await serve((_request, response) => response.setHeader('content-type', 'text/html').end('<p>Log in'));
  const { port } = await serve((_request, response) => {
    if (redirects) response.writeHead(302, { location: `http://127.0.0.1:${login.port}/` }).end();
    else response.writeHead(401).end();
  });
  const { code, stdout } = await citable(
    ...['audit', 'example.com', '--origin', `http://127.0.0.1:${port}`, '--allow-private'],
  );
  expect(code).toBe(3);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`127.0.0.1:${port} ${output}`);
  expect(login.connections > 0).toBe(redirects);
});

test('header fields and credentials are sent to staging alone', async () => {
  const elsewhere: unknown[] = [];
  const other = await serve((request, response) => {
    elsewhere.push([request.headers.authorization, request.headers['x-preview']]);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Elsewhere</h1>');
  });
  const secret = `Basic ${Buffer.from('user:hunter2').toString('base64')}`;
  const page = `<title>Home</title><link rel="canonical" href="http://127.0.0.1:${other.port}/"><h1>Home</h1>`;
  const { port } = await serve((request, response) => {
    const { authorization, 'x-preview': preview } = request.headers;
    const isKnown = authorization === secret && preview === 'tok3n';
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'text/html' }).end(page);
  });
  const args = ['--basic-auth', 'user:hunter2', '--header', 'X-Preview: tok3n'];
  const { stdout } = await audit(`http://127.0.0.1:${port}`, ...args);
  expect(JSON.parse(stdout).status).toBe('done');
  expect(elsewhere.length).toBeGreaterThan(0);
  for (const fields of elsewhere) expect(fields).toEqual([undefined, undefined]);
});

test.each([
  ['no origin', ['--origin', 'staging.example.net'], 'is not an origin'],
  ['a path', ['--origin', 'https://staging.example.net/a'], 'is not an origin'],
  ['credentials', ['--origin', 'https://user:secret@staging.example.net'], '--basic-auth'],
  ['a private address', ['--origin', 'http://127.0.0.1'], 'is an IP address'],
  ['a port', ['--origin', 'https://staging.example.net:8443'], 'names a port'],
  ['a folder', ['--origin', 'https://staging.example.net', '--base-url', 'https://example.com'], '--base-url'],
  ['a saved site', ['--origin', 'https://staging.example.net', '--from-site', 'a.json'], '--from-site'],
])('%s is refused', async (_, args, output) => {
  const { code, stdout, stderr } = await citable('audit', 'example.com', ...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(output);
  expect(stderr).not.toContain('secret');
});

describe.skipIf(!hasRealSites)('a real site', () => {
  /** Serves a site on a staging origin, with its absolute URLs on that origin. */
  async function stage(domain: string, { port: from }: ServedSites['server']): Promise<string> {
    let origin = '';
    const { port } = await serve((request, response) => {
      const options = { host: '127.0.0.1', port: from, path: request.url, method: request.method };
      const headers = { host: domain, 'user-agent': request.headers['user-agent'] };
      httpsRequest({ ...options, headers, servername: domain, rejectUnauthorized: false }, (upstream) => {
        const chunks: Buffer[] = [];
        upstream.on('data', (chunk: Buffer) => chunks.push(chunk));
        upstream.on('end', () => {
          const { 'content-length': _, ...fields } = upstream.headers;
          const body = Buffer.concat(chunks).toString('latin1').replaceAll(`https://${domain}`, origin);
          response.writeHead(upstream.statusCode ?? 500, fields);
          response.end(Buffer.from(body, 'latin1'));
        });
      }).end();
    });
    origin = `http://127.0.0.1:${port}`;
    return origin;
  }

  test.each(hasRealSites ? listFolders(REAL_SITES) : [])('%s has the verdicts of production', async (domain) => {
    const sites = await serveRealSites();
    onTestFinished(() => sites.close());
    const reach = ['--connect-to', sites.server.connectTo, '--format', 'json', '--evidence'];
    const origin = await stage(domain, sites.server);
    const [production, staging] = await Promise.all([
      sites.citable('audit', domain, ...reach),
      sites.citable('audit', domain, '--origin', origin, '--allow-private', ...reach),
    ]);
    expect([production.code, staging.code]).toEqual([0, 0]);
    // The file is as long as staging sent it.
    const read = (text: string) => JSON.parse(text.replace(/Plain text of \d+ bytes/g, 'Plain text'));
    const [expected, found] = [production, staging].map(({ stdout }) => read(stdout));
    expect(found.pages).toEqual(expected.pages);
    for (const [i, finding] of found.findings.entries())
      expect({ ...finding, notes: [] }).toEqual({ ...expected.findings[i], notes: [] });
  });
});
