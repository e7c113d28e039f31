import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBound } from './support/measurements.ts';
import { startSite } from './support/site-process.ts';
import { runNode, type Usage } from './support/timed-process.ts';

/** Measures `citable audit --pages` of generated sites of 100 to 10,000 pages of 30 kB on loopback, as whole processes. */
const SIZES = [100, 1_000, 10_000];
/** Parts of a page of about 30 kB. */
const PARTS = 19;
/** Requests a second: the rate does not limit it. */
const RATE = '1000';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const usageAtExit = fileURLToPath(new URL('support/usage-at-exit.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));
const ca = join(folder, 'ca.pem');
const measured: { readonly pages: number; readonly cpuMs: number; readonly maxRssMb: number }[] = [];
for (const pages of SIZES) {
  const site = await startSite({ host: 'example.com', pages: pages - 1, delay: 0, parts: PARTS });
  writeFileSync(ca, site.caPem);
  const audit = [main, 'audit', 'example.com', '--connect-to', site.connectTo, '--pages', 'all', '--rate', RATE];
  const { ms, output } = await runNode(['--import', usageAtExit, ...audit], { NODE_EXTRA_CA_CERTS: ca });
  site.stop();
  const usage: Usage = JSON.parse(output);
  measured.push({ pages, ...usage });
  const each = (usage.cpuMs / pages).toFixed(1);
  console.log(
    `${pages} pages: ${((1000 * pages) / ms).toFixed(0)} a second, ${each} ms of processor time each, ${usage.maxRssMb.toFixed(0)} MB`,
  );
}
rmSync(folder, { recursive: true });
const [, thousand, most] = measured;
if (thousand === undefined || most === undefined) throw new Error('Nothing was measured.');
checkBound('peak memory of 10,000 pages', most.maxRssMb, 300, 'MB', 'at most');
checkBound('processor time a page of 10,000 pages', most.cpuMs / most.pages, 20, 'ms', 'at most');
const growth = most.cpuMs / most.pages / (thousand.cpuMs / thousand.pages);
checkBound('the same, compared with 1,000 pages', growth, 1.3, 'times', 'at most');
