import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hold, median } from './support/figures.ts';
import { startSite } from './support/site-process.ts';

/** `citable audit` of a small site on loopback as a whole process: wall time, CPU time, peak memory. */
const WARM_UP = 3;
const RUNS = 15;

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const usage = fileURLToPath(new URL('support/usage-at-exit.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));
const site = await startSite({ host: 'example.com', pages: 8, delay: 0 });
const ca = join(folder, 'ca.pem');
writeFileSync(ca, site.caPem);

interface Usage {
  readonly cpuMs: number;
  readonly maxRssMb: number;
}

const runs: (Usage & { wall: number })[] = [];
for (let i = 0; i < WARM_UP + RUNS; i++) {
  const before = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', usage, main, 'audit', 'example.com', '--connect-to', site.connectTo],
    {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: ca },
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    },
  );
  let told = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  const [code]: unknown[] = await once(child, 'close');
  const wall = performance.now() - before;
  if (code !== 0) throw new Error(`citable audit ended with ${code}.`);
  if (i >= WARM_UP) runs.push({ wall, ...(JSON.parse(told) as Usage) });
}
site.stop();
rmSync(folder, { recursive: true });
hold('wall', median(runs.map((run) => run.wall)) / 1000, 0.3, 's', 'at most');
hold('CPU', median(runs.map((run) => run.cpuMs)) / 1000, 0.35, 's', 'at most');
hold('peak memory', median(runs.map((run) => run.maxRssMb)), 110, 'MB', 'at most');
