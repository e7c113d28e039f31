import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAIN, run, startServing } from '../support/citable-process.ts';
import { temporaryFolder } from '../support/running-service.ts';

test('citable compact waits for a service to be stopped, and leaves a database that it serves again', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const server = await startServing(MAIN, ['serve'], { DATA_DIR });
  const { id } = JSON.parse(await (await fetch(`${server.url}/api/audit?domain=example.com`)).text());
  const audit = await (await fetch(`${server.url}/api/audit/${id}`)).text();
  const refused = await run(MAIN, ['compact'], { DATA_DIR });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `citable: The database in ${DATA_DIR} was not changed: another citable serve is using it.\n`,
  ]);
  await server.end('SIGTERM');

  const done = await run(MAIN, ['compact'], { DATA_DIR });
  expect(done.stderr).toMatch(/^The database in .* has \d+ bytes\. It had \d+\.\n$/);
  expect(done.code).toBe(0);
  const again = await startServing(MAIN, ['serve'], { DATA_DIR });
  expect(await (await fetch(`${again.url}/api/audit/${id}`)).text()).toBe(audit);
  await again.end('SIGTERM');
});

test('citable compact creates no database, and leaves PostgreSQL alone', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'none');
  expect(await run(MAIN, ['compact'], { DATA_DIR })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no data folder'),
  });
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
  expect(await run(MAIN, ['compact'], { DATA_DIR, DATABASE_URL })).toMatchObject({ code: 1 });
});
