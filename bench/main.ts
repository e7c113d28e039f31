import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Runs `npm run bench [-- NAME …]`: each benchmark in a separate process, so that none affects the caches or the heap of another. */
const ALL = [
  'analysis',
  'audit',
  'memory',
  'start',
  'cli',
  'crawl',
  'classify',
  'badge',
  'hosted',
  'index',
  'pages',
  'logs',
  'traffic',
  'scale',
];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !ALL.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Benchmarks: ${ALL.join(', ')}.`);
  process.exit(2);
}
if (!existsSync(fileURLToPath(new URL('../dist/main.js', import.meta.url)))) {
  console.error('Run `npm run build` first: benchmarks measure the built command.');
  process.exit(2);
}
let missed = 0;
for (const name of names.length === 0 ? ALL : names) {
  console.log(`\n# ${name}`);
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) missed += 1;
}
process.exitCode = missed === 0 ? 0 : 1;
