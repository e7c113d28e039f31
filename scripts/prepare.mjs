import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// Runs as npm's `prepare`, with any Node.js. It builds if the build tools are installed (`npm ci --omit=dev` leaves them out). Before
// packing, npm runs it after `prepack`, which has built already. Another build would delete the types.
const isPacking = process.env.npm_command === 'pack' || process.env.npm_command === 'publish';
if (!isPacking && existsSync('node_modules/rolldown')) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', shell: true });
  process.exitCode = status ?? 1;
} else if (!existsSync('dist/main.js')) {
  process.stderr.write('citable: dist/ was not built, because devDependencies are not installed. Run `npm ci`.\n');
}
