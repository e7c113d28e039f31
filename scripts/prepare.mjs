import { existsSync } from 'node:fs';

// Runs as npm's `prepare`: with the package `node` if the build tools are installed, otherwise (`npm ci --omit=dev`) with any Node.js.
// Before packing, npm runs it after `prepack`, which has built already. Another build would delete the types.
const isPacking = process.env.npm_command === 'pack' || process.env.npm_command === 'publish';
if (!isPacking && existsSync('node_modules/rolldown')) {
  await import('./build.ts');
} else if (!existsSync('dist/main.js')) {
  process.stderr.write('citable: dist/ was not built, because devDependencies are not installed. Run `npm ci`.\n');
}
