import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// npm's `prepare`, by any Node.js: builds, where there is something to build with. `npm ci --omit=dev` brings nothing.
// Before a tarball is packed, npm runs it after `prepack`, which has built already: building again would delete the types.
const isPacking = process.env.npm_command === 'pack' || process.env.npm_command === 'publish';
if (!isPacking && existsSync('node_modules/rolldown')) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', shell: true });
  process.exitCode = status ?? 1;
} else if (!existsSync('dist/main.js')) {
  process.stderr.write('citable: not built, as its packages of development are left out: `npm ci` builds dist/.\n');
}
