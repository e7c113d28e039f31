import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hold, median } from './support/figures.ts';
import { bareNode } from './support/timed-process.ts';

/** From the start of the process to the first answer of /healthz, with a data folder that exists. */
const WARM_UP = 2;
const RUNS = 11;
const BOUND = 8;
const PORT = 18_473;

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));

async function startOnce(): Promise<number> {
  const before = performance.now();
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(PORT), LOG_LEVEL: 'silent', SCHEDULES: 'off' },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`citable serve ended with ${child.exitCode}.`);
      if (await isHealthy()) return performance.now() - before;
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function isHealthy(): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${PORT}/healthz`, { headers: { connection: 'close' } });
    return response.ok;
  } catch {
    // Not listening yet: ask again a little later, so that asking does not take the processor from starting.
    await new Promise((resolve) => setTimeout(resolve, 2));
    return false;
  }
}

const bare: number[] = [];
const times: number[] = [];
for (let run = -WARM_UP; run < RUNS; run += 1) {
  const [nothing, start] = [await bareNode(), await startOnce()];
  if (run < 0) continue;
  bare.push(nothing);
  times.push(start);
}
rmSync(folder, { recursive: true });
console.log(`node -e 0: ${median(bare).toFixed(0)} ms; first response: ${median(times).toFixed(0)} ms`);
hold('start to first response', median(times) / median(bare), BOUND, 'times a bare Node.js', 'at most');
