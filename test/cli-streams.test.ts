import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from './support/loopback.ts';
import { temporaryFolder } from './support/running-service.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const site: RequestListener = (request, response) => {
  if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>A page</h1>');
  else response.writeHead(404).end();
};

/** Runs the command with its standard output closed by its reader, or led to a file. */
async function run(
  words: readonly string[],
  { stdout = 'closed', env = {} }: { readonly stdout?: 'closed' | number; readonly env?: Record<string, string> } = {},
) {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', stdout === 'closed' ? 'pipe' : stdout, 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  const [code]: (number | null)[] = await once(child, 'close');
  return { code, stderr };
}

test('a closed pipe is not a failure: the audit decides the exit status', async () => {
  const { port } = await serve(site);
  const words = ['audit', `localhost:${port}`, '--allow-private'];
  expect(await run(words)).toEqual({ code: 0, stderr: '' });
  expect(await run([...words, '--fail-under', '100'])).toEqual({ code: 1, stderr: '' });
});

test('a report that cannot be written exits with 3 and one line', async () => {
  const { port } = await serve(site);
  const result = await run(['audit', `localhost:${port}`, '--allow-private'], { stdout: openSync('/dev/full', 'w') });
  expect(result).toEqual({ code: 3, stderr: 'citable: standard output cannot be written: ENOSPC.\n' });
});

test('an internal error does not exit with 1, which means a low score', async () => {
  const { port } = await serve(site);
  const env = { NODE_OPTIONS: '--import=data:text/javascript,delete%20Map.groupBy' };
  const { code, stderr } = await run(['audit', `localhost:${port}`, '--allow-private'], { env });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^citable: internal error: TypeError: .*groupBy/);
});

test('pending work does not delay the exit after the report', async () => {
  const { port } = await serve(site);
  const env = { NODE_OPTIONS: '--import=data:text/javascript,setTimeout(Boolean,60000)' };
  expect(await run(['audit', `localhost:${port}`, '--allow-private'], { env })).toEqual({ code: 0, stderr: '' });
});

test.each([
  ['list', ['keys', 'list']],
  ['create', ['keys', 'create', 'a']],
])('keys %s exits with 1 and one line when the data folder cannot be used', async (_, words) => {
  const DATA_DIR = join(await temporaryFolder(), 'file');
  await writeFile(DATA_DIR, 'in the way');
  const { code, stderr } = await run(words, { env: { DATA_DIR } });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^citable: DATA_DIR .* cannot be used: [^\n]*\n$/);
});
