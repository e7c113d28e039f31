import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAIN, run, startServing } from '../support/citable-process.ts';
import { temporaryFolder } from '../support/running-service.ts';

const serve = (DATA_DIR: string) => startServing(MAIN, ['serve'], { DATA_DIR });

test('a second citable serve on a data folder is refused in one line, and the first does not notice', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const first = await serve(DATA_DIR);
  for (const _ of [1, 2]) {
    expect(await run(MAIN, ['serve'], { DATA_DIR, PORT: '0' })).toEqual({
      code: 1,
      stdout: '',
      stderr: `citable: DATA_DIR ${DATA_DIR} cannot be used: another citable serve is using it.\n`,
    });
  }
  expect((await fetch(`${first.url}/llms/example.com.txt`)).status).toBe(200);
  expect((await first.end('SIGTERM')).code).toBe(0);
  expect((await (await serve(DATA_DIR)).end('SIGTERM')).code).toBe(0);
});

test('the folder of one that was killed can be used at once', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  for (let n = 0; n < 3; n += 1) await (await serve(DATA_DIR)).end('SIGKILL');
  expect((await (await serve(DATA_DIR)).end('SIGTERM')).code).toBe(0);
});

test('of two that start at once, one serves', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const started = await Promise.allSettled([serve(DATA_DIR), serve(DATA_DIR)]);
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const outcome of started) {
    if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('another citable serve is using it');
  }
});

test('keys are managed and the database is copied beside one that serves', async () => {
  const folder = await temporaryFolder();
  const DATA_DIR = join(folder, 'data');
  const serving = await serve(DATA_DIR);
  expect((await run(MAIN, ['keys', 'create', 'another'], { DATA_DIR })).code).toBe(0);
  expect((await run(MAIN, ['backup', join(folder, 'copy.sqlite')], { DATA_DIR })).code).toBe(0);
  expect((await run(MAIN, ['serve'], { DATA_DIR, PORT: '0' })).code).toBe(1);
  expect((await serving.end('SIGTERM')).code).toBe(0);
});
