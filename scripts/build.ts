import { globSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';
import config from '../rolldown.config.ts';

/**
 * Builds `dist/` and its compile cache. The build is made beside `dist/` and moved there when it is complete, so a failed build changes
 * nothing. The files of the build before stay, because a process that runs it may not have loaded all of them yet.
 * With `--clean`, they are deleted, so that a package contains one build. `--no-compile-cache` leaves the cache out.
 */
const FOLDER = 'dist';
const UNFINISHED = 'dist-unfinished';
/** What users start: moved last, so that it never imports a file that is not there yet. */
const ENTRIES = ['index.js', 'main.js'];

const before = statSync(join(FOLDER, 'main.js'), { throwIfNoEntry: false });
const isClean = process.argv.includes('--clean');
rmSync(UNFINISHED, { recursive: true, force: true });
try {
  for (const part of config)
    await build({ ...part, output: { ...part.output, dir: part.output.dir.replace(FOLDER, UNFINISHED) } });
  const files = listFiles(UNFINISHED).sort((a, b) => ENTRIES.indexOf(a) - ENTRIES.indexOf(b));
  // All files of a build have one time, by which the next build recognises them.
  const time = new Date();
  for (const file of files) {
    utimesSync(join(UNFINISHED, file), time, time);
    mkdirSync(dirname(join(FOLDER, file)), { recursive: true });
    renameSync(join(UNFINISHED, file), join(FOLDER, file));
  }
  const kept = new Set(files);
  for (const file of listFiles(FOLDER).filter((name) => !kept.has(name))) {
    const path = join(FOLDER, file);
    if (isClean || before === undefined || statSync(path).mtimeMs < before.mtimeMs) rmSync(path);
  }
} finally {
  rmSync(UNFINISHED, { recursive: true, force: true });
}
// What is left of earlier builds in the cache is of no use. A process that runs one compiles the rest of its files itself.
rmSync(join(FOLDER, 'compile-cache'), { recursive: true, force: true });
if (!process.argv.includes('--no-compile-cache')) await import('./warm-up.ts');

/** Lists the files in a folder and its folders. The compile cache is not part of a build: it is filled afterwards. */
function listFiles(folder: string): string[] {
  return globSync('**/*', { cwd: folder, exclude: ['compile-cache'], withFileTypes: false }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}
