import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs drills. `npm run drill` lists them, `npm run drill -- NAME …` runs some, `npm run drill -- all` runs every one: each is a file in
 * this folder, run in a separate process. The exit code is 1 when a guarantee is broken.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
const all = readdirSync(here)
  .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
  .map((name) => name.slice(0, -'.ts'.length))
  .sort();

const requests = process.argv.slice(2);
const unknown = requests.filter((name) => name !== 'all' && !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown drill: ${unknown.join(', ')}. Drills: ${all.join(', ')}.`);
  process.exit(2);
}
if (requests.length === 0) console.log(`Drills: ${all.join(', ')}. "all" runs every one.`);

let broken = 0;
for (const name of requests.includes('all') ? all : requests) {
  console.log(`\n# ${name}`);
  const { status } = spawnSync(process.execPath, [`${here}${name}.ts`], { stdio: 'inherit' });
  if (status !== 0) {
    console.log(`${name}: failed`);
    broken += 1;
  }
}
process.exitCode = broken === 0 ? 0 : 1;
