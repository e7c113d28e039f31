import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'docs', 'scripts', 'assets', 'test/support', 'test/fixtures/base'];
const FILES = ['package.json', 'tsconfig.json', 'vitest.config.ts', 'test/slow-tests.ts'];

/** A copy of the checkout in which a test performs a recipe of CONTRIBUTING.md. Paths are relative to its root. */
export interface ScratchCheckout {
  read(path: string): string;
  write(path: string, text: string): void;
  /** Inserts a text after another one, which must occur exactly once in the file. */
  insertAfter(path: string, anchor: string, text: string): void;
  /** Runs a script and returns its output. @throws Error with its output when it fails */
  runScript(path: string): string;
  /** Runs tests. @throws Error with their output when one fails */
  runTests(...paths: readonly string[]): void;
  /** Checks the types of some files or folders, without their tests. @throws Error with the faults */
  checkTypes(...paths: readonly string[]): void;
  /** Lists the files that differ from the checkout, in order. */
  changedFiles(): string[];
}

/** Copies the checkout into a temporary folder, which is removed when the test has finished. */
export function scratchCheckout(): ScratchCheckout {
  const folder = mkdtempSync(join(tmpdir(), 'citable-recipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of [...FOLDERS, ...FILES]) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  // Pages load modules from dist.
  for (const path of ['node_modules', 'dist']) symlinkSync(join(ROOT, path), join(folder, path));

  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const run = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
    return stdout;
  };
  return {
    read,
    write,
    insertAfter(path, anchor, text) {
      const [before = '', after, ...others] = read(path).split(anchor);
      if (after === undefined || others.length > 0)
        throw new Error(`${path} does not contain "${anchor}" exactly once.`);
      write(path, before + anchor + text + after);
    },
    runScript: (path) => run(path),
    runTests: (...paths) => void run('node_modules/vitest/vitest.mjs', 'run', ...paths),
    checkTypes(...paths) {
      const project = { extends: './tsconfig.json', include: [...paths, 'src/**/*.d.ts'], exclude: ['**/*.test.ts'] };
      write('tsconfig.recipe.json', JSON.stringify(project));
      run('node_modules/typescript/bin/tsc', '--project', 'tsconfig.recipe.json');
    },
    changedFiles() {
      const files = [...FOLDERS.map((path) => `${path}/**/*.*`), ...FILES];
      return globSync(files, { cwd: folder })
        .filter((path) => !isSame(join(folder, path), join(ROOT, path)))
        .sort();
    },
  };
}

function isSame(file: string, other: string): boolean {
  try {
    return readFileSync(file).equals(readFileSync(other));
  } catch {
    return false;
  }
}
