import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `npm run drill` lists the drills; `npm run drill -- NAME …` runs some, `npm run drill -- all` every one: each is a file
 * beside this one, run in a separate process. It prints its figures and exits with 0 when every promise held.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
const all = readdirSync(here)
  .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
  .map((name) => name.slice(0, -'.ts'.length))
  .sort();

const requests = process.argv.slice(2);
const unknown = requests.filter((name) => name !== 'all' && !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no drill ${unknown.join(', ')}; there are ${all.join(', ')}.`);
  process.exit(2);
}
if (requests.length === 0) console.log(`There are ${all.join(', ')}; and "all".`);

let broken = 0;
for (const name of requests.includes('all') ? all : requests) {
  console.log(`\n# ${name}`);
  const { status } = spawnSync(process.execPath, [`${here}${name}.ts`], { stdio: 'inherit' });
  if (status !== 0) {
    console.log(`${name}: a promise did not hold.`);
    broken += 1;
  }
}
process.exitCode = broken === 0 ? 0 : 1;
