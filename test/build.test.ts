import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startServing } from './support/citable-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const checkout = mkdtempSync(join(tmpdir(), 'citable-build-'));
const page = join(checkout, 'src/server/pages/checks-page.tsx');
const build = () =>
  promisify(execFile)(process.execPath, ['scripts/build.ts', '--no-compile-cache'], { cwd: checkout });
const builtPages = () => readdirSync(join(checkout, 'dist')).filter((name) => name.startsWith('checks-page-'));

for (const name of ['assets', 'package.json', 'rolldown.config.ts', 'scripts', 'src', 'tsconfig.json'])
  cpSync(join(root, name), join(checkout, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
afterAll(() => rmSync(checkout, { recursive: true }));

test('a build replaces the build of a running service, which still loads its own pages', async () => {
  await build();
  const [first = ''] = builtPages();
  const env = { DATA_DIR: join(checkout, 'data') };
  const service = await startServing(pathToFileURL(join(checkout, 'dist/main.js')), ['serve'], env);

  const source = readFileSync(page, 'utf8');
  appendFileSync(page, 'this is not TypeScript');
  await expect(build()).rejects.toThrow();
  expect(builtPages()).toEqual([first]);

  writeFileSync(page, source.replace('return (', 'performance.mark("changed"); return ('));
  await build();
  expect(builtPages()).toHaveLength(2);
  expect((await fetch(`${service.url}/checks`)).status).toBe(200);

  writeFileSync(page, source.replace('return (', 'performance.mark("changed again"); return ('));
  await build();
  expect(builtPages()).toHaveLength(2);
  expect(builtPages()).not.toContain(first);
});
