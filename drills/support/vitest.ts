import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Random seed. `CITABLE_FUZZ_SEED` repeats a run. */
export const seed = Number(process.env['CITABLE_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/**
 * Runs tests with more input than in `npm test`.
 *
 * @param filters of their paths
 */
export function runTests(filters: readonly string[], settings: Readonly<Record<string, string>>): void {
  const shown = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  console.log(`CITABLE_FUZZ_SEED=${seed} ${shown.join(' ')}`);
  const { status } = spawnSync(
    process.execPath,
    [`${root}node_modules/vitest/vitest.mjs`, 'run', '--testTimeout=1200000', ...filters],
    { cwd: root, stdio: 'inherit', env: { ...process.env, CITABLE_FUZZ_SEED: String(seed), ...settings } },
  );
  if (status !== 0) process.exitCode = 1;
}
