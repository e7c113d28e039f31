import { execFile, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isFull } from '../src/audit/check.ts';
import { judge } from '../src/audit/judge.ts';
import type { Report } from '../src/audit/report/report.ts';
import { guidedSite } from '../src/documents/fix-guide/guided-site.ts';
import { gather } from '../src/site/gather/gather.ts';
import { exampleDomain, exchangeOfFixture, type Fixture, fixtureFetcher, readFixture } from './support/fixture-web.ts';
import { serve } from './support/loopback.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));
/** Fixtures that differ from the good site only by their faults. The good site is their fixed state. */
const FAULTY = globSync('*/*.site', { cwd: FIXTURES })
  .filter((file) => /^base: good$/m.test(readFileSync(`${FIXTURES}/${file}`, 'utf8')))
  .map((file) => file.slice(0, -'.site'.length))
  .sort();

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const good = readFixture('base/good');

/** Serves a fixture as a staging host would, over HTTP under another name. Returns its origin. */
async function serveFixture(fixture: Fixture): Promise<string> {
  const { port } = await serve((request, response) => {
    const url = `https://${exampleDomain}${request.url}`;
    const found = exchangeOfFixture(fixture, url, request.headers['user-agent'] ?? '');
    if ('kind' in found) {
      response.destroy();
      return;
    }
    const { location, ...headers } = found.headers;
    // A redirect within the site stays on this host.
    const to = location?.replace(`https://${exampleDomain}`, '');
    response.writeHead(found.status, to === undefined ? headers : { ...headers, location: to });
    response.end(request.method === 'HEAD' ? undefined : found.body);
  });
  return `http://127.0.0.1:${port}`;
}

/** Runs a command of a guide against a host, as a reader does. */
function run(command: string, origin: string, page: string): Promise<string> {
  const env = { ...process.env, ORIGIN: origin, PAGE: page };
  return new Promise((resolve) => {
    execFile('sh', ['-c', command], { env, encoding: 'utf8' }, (_error, stdout) => resolve(stdout.trim()));
  });
}

/** Returns whether the output, one string for each page, is what the proof says it must be. */
type Reader = (printed: readonly string[], expected: string) => boolean;

const atLeast =
  (least: number): Reader =>
  (printed) =>
    printed.every((one) => Number(one) >= least);
const each =
  (pattern: RegExp): Reader =>
  (printed) =>
    printed.every((one) => pattern.test(one));
/** Expects one line for each page, all different. */
const oneEach =
  (line: RegExp): Reader =>
  (printed) =>
    printed.every((one) => line.test(one) && !one.includes('\n')) && new Set(printed).size === printed.length;
/** Expects a status or a number of bytes. */
const status: Reader = (printed, expected) =>
  expected.startsWith('at most')
    ? printed.every((one) => Number(one) > 0 && Number(one) <= 512_000)
    : each(/^(?:200(?: text\/plain.*)?|404(?: .*)?)$/)(printed, expected);
const dates: Reader = (printed) =>
  printed.every((one) => {
    const found = [...one.matchAll(/<lastmod>(.*)/g)].map(([, date]) => date ?? '');
    return found.length > 1 && found.every((date) => /^\d{4}-\d\d-\d\d/.test(date) && Date.parse(date) < NOW.getTime());
  });

/** Readers of the output of each question's proof. */
const READERS: Readonly<Record<string, Reader>> = {
  'crawler_access.*': status,
  'content_without_js.links': each(/<a [^>]*href="?\/[a-z]/),
  'metadata.eligible': each(/^http\/[\d.]+ 200(?![\s\S]*(?:noindex|none|nosnippet|noarchive|max-snippet:0))/i),
  'metadata.title': oneEach(/^<title>(?!React App|Untitled)\S/i),
  'metadata.description': oneEach(/content=.[^"]{50}/),
  'metadata.canonical': oneEach(/^<link[^>]*href="https:\/\/example\.com\//),
  'metadata.language': each(/lang="?en\b/),
  'semantic_structure.h1': each(/^<h1[ >]/m),
  'semantic_structure.landmark': atLeast(1),
  'robots_txt.readable': status,
  'robots_txt.groups': each(/^user-agent/i),
  'robots_txt.sitemap_lines': each(/^(?:.*: *https?:.*\n?)+$/),
  'sitemap.valid': atLeast(1),
  'sitemap.lastmod': dates,
  'llms_txt.harmless': each(/^# [\s\S]*\n200$|404$/),
  'llms_txt.format': atLeast(2),
  'llms_txt.links': atLeast(1),
};

function findReader(key: string, id: string): Reader | undefined {
  return READERS[`${key}.${id}`] ?? READERS[`${key}.*`];
}

async function reportOn(fixture: Fixture): Promise<Report> {
  return judge(await gather(exampleDomain, { fetcher: fixtureFetcher(fixture), now: NOW }));
}

interface Claim {
  readonly rule: string;
  readonly command: string;
  readonly expected: string;
  readonly pages: readonly string[];
  readonly reader: Reader;
}

/** Returns the proofs of a report as its guide prints them, for the questions whose points it promises. */
function listClaims(report: Report): readonly Claim[] {
  const site = guidedSite(report);
  return report.findings.flatMap(({ key, questions }) =>
    questions.flatMap((question): Claim[] => {
      const { id, fix, awaits, observed } = question;
      const proof = fix?.proof ?? null;
      if (isFull(question) || proof === null || awaits !== undefined) return [];
      const seenAt = observed.map(({ url }) => url);
      const command = site.command(proof.command, seenAt);
      const paths = seenAt.filter((url) => url.startsWith('https://example.com/')).map((url) => url.slice(19));
      const pages = command.includes('$PAGE"') ? [...new Set(paths)] : [''];
      const reader = findReader(key, id);
      if (reader === undefined) throw new Error(`Say what shows that ${key}.${id} is fixed.`);
      return [{ rule: `${key}.${id}`, command, expected: proof.expect, pages, reader }];
    }),
  );
}

describe.skipIf(!hasCurl)('each proof of a fixture, on a staging host', () => {
  test.each(FAULTY)('of %s fails before the fix and passes after it', async (path) => {
    const fixture = readFixture(path);
    const claims = listClaims(await reportOn(fixture));
    if (claims.length === 0) return;
    const [before, after] = [await serveFixture(fixture), await serveFixture(good)];
    const isThere = (page: string) => good.routes.some(({ url }) => url === `https://example.com${page}`);
    for (const { rule, command, expected, pages, reader } of claims) {
      const there = pages.filter((page) => page === '' || isThere(page));
      const printed = (origin: string, which: readonly string[]) =>
        Promise.all(which.map((page) => run(command, origin, page)));
      expect(reader(await printed(before, pages), expected), `${rule} before: ${command}`).toBe(false);
      expect(reader(await printed(after, there), expected), `${rule} after: ${command}`).toBe(true);
    }
  });
});
