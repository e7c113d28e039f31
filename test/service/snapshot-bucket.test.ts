import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { MAIN, startServing } from '../support/citable-process.ts';
import { HOME_PAGE } from '../support/reports.ts';
import { instantAudit, type RunningService, startService, temporaryFolder } from '../support/running-service.ts';
import { ALONE, S3_ENVIRONMENT, startS3, useCredentials } from '../support/s3-server.ts';

const DAY_MS = 86_400_000;

const settingsFor = (endpoint: string) => ({
  SNAPSHOT_STORE: 's3://snapshots/citable',
  S3_ENDPOINT: endpoint,
  S3_FORCE_PATH_STYLE: '1',
});

async function audited({ request, authorization }: RunningService, domain: string): Promise<string> {
  const response = await request(`/api/audit?domain=${domain}&tier=vip`, { headers: authorization });
  expect(response.status).toBe(200);
  return (await response.json()).id;
}

test('snapshots in a bucket are answered, and deleted when their time is over', async () => {
  useCredentials();
  const { endpoint, directory } = await startS3();
  const running = await startService(instantAudit, settingsFor(endpoint));
  const id = await audited(running, 'example.com');
  const path = `/api/audit/${id}/snapshot`;
  expect(await (await running.request(path)).text()).toBe(HOME_PAGE);
  expect(await readdir(running.dataDir)).not.toContain('snapshots');

  const shard = join(directory, 'snapshots', 'citable', id.slice(0, 2));
  expect(await readdir(shard)).not.toEqual([]);
  await running.service.maintenance.deleteExpired(Date.now() + 31 * DAY_MS);
  expect((await running.request(path)).status).toBe(404);
  expect(await readdir(shard).catch(() => [])).toEqual([]);
});

test('an audit whose snapshot cannot be stored still finishes, and the service stays ready', async () => {
  useCredentials();
  const { endpoint, close } = await startS3();
  const running = await startService(instantAudit, settingsFor(endpoint));
  const kept = await audited(running, 'kept.example.com');
  await close();

  const lost = await audited(running, 'lost.example.com');
  expect((await running.request(`/api/audit/${lost}/snapshot`)).status).toBe(404);
  const response = await running.request(`/api/audit/${kept}/snapshot`);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('30');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({ error: 'Snapshot storage not available' });

  await expect
    .poll(async () => (await running.request('/readyz')).json())
    .toEqual({
      status: 'ready',
      lacks: ['Snapshots cannot be stored or read.'],
    });
  const problem = `The bucket snapshots at ${endpoint} cannot be reached (ECONNREFUSED).`;
  expect(running.log()).toContainEqual(expect.objectContaining({ msg: 'snapshot store not usable', problem }));
  expect(running.log()).toContainEqual(expect.objectContaining({ msg: 'snapshot not read', problem, audit: kept }));
  expect(running.log()).toContainEqual(expect.objectContaining({ msg: 'snapshot not stored', audit: lost }));
  await expect(running.service.maintenance.deleteExpired(Date.now() + 31 * DAY_MS)).rejects.toThrow(problem);
});

test('citable serve with a bucket that is not there serves, and says so in one line of its log', async () => {
  const { endpoint } = await startS3();
  const env = { ...settingsFor(endpoint), SNAPSHOT_STORE: 's3://elsewhere', ...S3_ENVIRONMENT };
  const serving = await startServing(MAIN, ['serve'], { ...env, DATA_DIR: await temporaryFolder() });
  await expect
    .poll(async () => (await fetch(`${serving.url}/readyz`)).json())
    .toEqual({ status: 'ready', lacks: ['Snapshots cannot be stored or read.'] });
  const { code, stdout, stderr } = await serving.end('SIGTERM');
  expect(code).toBe(0);
  const lines = stdout.split('\n').filter((line) => line.includes('not usable'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`There is no bucket elsewhere at ${endpoint}.`);
  expect(stdout + stderr).not.toContain('S3RVER');
});

test('the SDK is loaded when a bucket is first used, and never for another store', async () => {
  const script = `
    import { Module } from 'node:module';
    import { openSnapshots } from '${new URL('../../src/server/store/snapshots/open-snapshots.ts', import.meta.url)}';
    const loaded = () => Object.keys(Module._cache).some((path) => path.includes('@aws-sdk'));
    const open = (SNAPSHOT_STORE) => openSnapshots({
      SNAPSHOT_STORE, DATA_DIR: process.argv[1], S3_ENDPOINT: 'http://127.0.0.1:1', S3_FORCE_PATH_STYLE: true });
    await open('file').write('0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b', 'page');
    const bucket = open('s3://snapshots');
    const before = loaded();
    await bucket.check().catch(() => undefined);
    console.log(JSON.stringify([before, loaded()]));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script, await temporaryFolder()],
    { env: { ...ALONE } },
  );
  expect(JSON.parse(stdout)).toEqual([false, true]);
});
