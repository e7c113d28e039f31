import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/free-port.ts';
import { checkBound, median } from './support/measurements.ts';
import { bareNode } from './support/timed-process.ts';

/** Measures from the start of the process to the first response of /healthz, with an existing data folder. */
const WARM_UP = 2;
const RUNS = 11;
const BOUND = 8;

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));

async function startOnce(): Promise<number> {
  const port = await freePort();
  const before = performance.now();
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'silent', SCHEDULES: 'off' },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`citable serve ended with ${child.exitCode}.`);
      if (await isHealthy(port)) return performance.now() - before;
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } });
    return response.ok;
  } catch {
    // Not listening yet. The short wait before the next attempt keeps polling from delaying the start.
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
checkBound('start to first response', median(times) / median(bare), BOUND, 'times a bare Node.js', 'at most');
