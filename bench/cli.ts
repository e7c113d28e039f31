import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkBound, median } from './support/measurements.ts';
import { startSite } from './support/site-process.ts';
import { bareNode, runNode, type Usage } from './support/timed-process.ts';

/** Measures `citable --version`, and `citable audit` of six pages on loopback, as whole processes, alternating with a bare Node.js. */
const WARM_UP = 3;
const RUNS = 15;

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const usageAtExit = fileURLToPath(new URL('support/usage-at-exit.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));
const site = await startSite({ host: 'example.com', pages: 5, delay: 0 });
const ca = join(folder, 'ca.pem');
writeFileSync(ca, site.caPem);
const audit = [main, 'audit', 'example.com', '--connect-to', site.connectTo];
const env = { NODE_EXTRA_CA_CERTS: ca };

const bare: number[] = [];
const version: number[] = [];
const audits: number[] = [];
const memory: number[] = [];
for (let run = -WARM_UP; run < RUNS; run += 1) {
  const times = [await bareNode(), (await runNode([main, '--version'])).ms, (await runNode(audit, env)).ms] as const;
  const usage: Usage = JSON.parse((await runNode(['--import', usageAtExit, ...audit], env)).output);
  if (run < 0) continue;
  bare.push(times[0]);
  version.push(times[1]);
  audits.push(times[2]);
  memory.push(usage.maxRssMb);
}
site.stop();
rmSync(folder, { recursive: true });
console.log(`node -e 0: ${median(bare).toFixed(0)} ms; citable audit: ${median(audits).toFixed(0)} ms`);
checkBound('citable --version', median(version) / median(bare), 1.5, 'times a bare Node.js', 'at most');
checkBound('citable audit', median(audits) / median(bare), 10, 'times a bare Node.js', 'at most');
checkBound('peak memory of citable audit', median(memory), 120, 'MB', 'at most');
