import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs `npm run bench|drill -- [NAME …]`: benchmarks or drills, each a file of a folder, run in a separate process, so that none affects the
 * caches or the heap of another. `all` runs every one; without a name, they are listed. The exit code is 1 when one of them fails.
 */
const [folder = '', ...names] = process.argv.slice(2);
const place = fileURLToPath(new URL(`../${folder}/`, import.meta.url));
const all = readdirSync(place)
  .flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : []))
  .sort();
const unknown = names.filter((name) => name !== 'all' && !all.includes(name));
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`Unknown: ${unknown.join(', ')}.`);
  console.log(`Names: ${all.join(', ')}. "all" runs every one.`);
  process.exit(names.length === 0 ? 0 : 2);
}
if (!existsSync(fileURLToPath(new URL('../dist/main.js', import.meta.url)))) {
  console.error('Run `npm run build` first: the built command is measured.');
  process.exit(2);
}
const failed = (names.includes('all') ? all : names).filter((name) => {
  console.log(`\n# ${name}`);
  return spawnSync(process.execPath, [`${place}${name}.ts`], { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
