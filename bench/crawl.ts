import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Parser } from 'htmlparser2';
import { generateSite } from './support/generated-site.ts';
import { checkBound, cpuMs } from './support/measurements.ts';
import { startSite } from './support/site-process.ts';
import { runNode, type Usage } from './support/timed-process.ts';

/**
 * Measures `citable audit --pages` of generated sites of 100 to 10,000 pages of 30 kB on loopback, as whole processes, and compares it with
 * htmlparser2, which only splits the same pages into tags. `CITABLE_A14Y` names the command of a14y (packages/apps/cli/dist/index.js in a
 * build of it), to audit 500 pages with both. `CITABLE_FOLDER` names a folder of real pages, which is measured too.
 */
const SIZES = [100, 500, 1_000, 10_000];
/** Number of pages of the comparison with a14y. */
const COMPARED = 500;
/** Parts of a page of about 30 kB. */
const PARTS = 19;
/** Requests a second: the rate does not limit it. */
const RATE = '1000';
const A14Y = process.env['CITABLE_A14Y'];
const FOLDER = process.env['CITABLE_FOLDER'];

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const usageAtExit = fileURLToPath(new URL('support/usage-at-exit.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));
const ca = join(folder, 'ca.pem');
const measured = new Map<number, Usage>();
for (const pages of SIZES) {
  const site = await startSite({ host: 'example.com', pages: pages - 1, delay: 0, parts: PARTS });
  writeFileSync(ca, site.caPem);
  const options = ['--connect-to', site.connectTo, '--pages', 'all', '--rate', RATE];
  measured.set(pages, await measure(`${pages} pages`, pages, [main, 'audit', 'example.com', ...options]));
  site.stop();
}
const parsed = parserMs(COMPARED);
console.log(`htmlparser2: ${parsed.toFixed(2)} ms of processor time a page`);
const [compared, thousand, most] = [COMPARED, 1_000, 10_000].map((pages) => ({ pages, ...requireUsage(pages) }));
if (compared === undefined || thousand === undefined || most === undefined) throw new Error('Nothing was measured.');
console.log(`citable: ${(perPage(compared) / parsed).toFixed(1)} times that of htmlparser2, with all requests`);
if (A14Y === undefined) console.log('a14y: not compared, because CITABLE_A14Y does not name its command');
else {
  const site = await startSite({ host: 'localhost', pages: COMPARED - 1, delay: 0, parts: PARTS });
  writeFileSync(ca, site.caPem);
  const options = ['--mode', 'site', '--max-pages', String(COMPARED), '--polite-delay', '0', '-o', 'json'];
  const command = [A14Y, '--no-telemetry', 'check', `https://localhost:${site.port}/`, ...options];
  const other = { pages: COMPARED, ...(await measure(`a14y, ${COMPARED} pages`, COMPARED, command)) };
  site.stop();
  checkBound('processor time a page, compared with a14y', perPage(compared) / perPage(other), 0.5, 'times', 'at most');
}
if (FOLDER !== undefined) {
  const folderOptions = ['--base-url', 'https://example.com', '--pages', 'all'];
  await measure(`the folder ${FOLDER}`, null, [main, 'audit', FOLDER, ...folderOptions]);
}
rmSync(folder, { recursive: true });
checkBound('peak memory of 10,000 pages', most.maxRssMb, 300, 'MB', 'at most');
checkBound('processor time a page of 10,000 pages', perPage(most), 20, 'ms', 'at most');
checkBound('the same, compared with 1,000 pages', perPage(most) / perPage(thousand), 1.3, 'times', 'at most');

/** Runs a command to its end, and prints what it used. @param pages of the site; null: unknown */
async function measure(what: string, pages: number | null, command: readonly string[]): Promise<Usage> {
  const { ms, output } = await runNode(['--import', usageAtExit, ...command], { NODE_EXTRA_CA_CERTS: ca });
  const usage: Usage = JSON.parse(output);
  const speed =
    pages === null
      ? `${(ms / 1000).toFixed(1)} s, ${(usage.cpuMs / 1000).toFixed(1)} s of processor time`
      : `${((1000 * pages) / ms).toFixed(0)} a second, ${perPage({ pages, ...usage }).toFixed(1)} ms of processor time each`;
  console.log(`${what}: ${speed}, ${usage.maxRssMb.toFixed(0)} MB`);
  return usage;
}

function requireUsage(pages: number): Usage {
  const usage = measured.get(pages);
  if (usage === undefined) throw new Error(`${pages} pages were not measured.`);
  return usage;
}

/** Returns the processor time of a page, in milliseconds. */
function perPage({ pages, cpuMs }: { readonly pages: number; readonly cpuMs: number }): number {
  return cpuMs / pages;
}

/** Returns the processor time in which htmlparser2 splits a page into tags, in milliseconds. */
function parserMs(pages: number): number {
  const site = generateSite('https://example.com', pages, undefined, undefined, PARTS);
  const paths = site.response('/sitemap.xml').body.matchAll(/<loc>https:\/\/example\.com([^<]*)</g);
  const bodies = [...paths].map(([, path = '/']) => site.response(path).body);
  let tags = 0;
  const before = cpuMs();
  for (const body of bodies) new Parser({ onopentag: () => (tags += 1) }).end(body);
  if (tags < bodies.length) throw new Error('htmlparser2 found no tags.');
  return (cpuMs() - before) / bodies.length;
}
