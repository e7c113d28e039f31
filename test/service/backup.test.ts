import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAIN, run, type ServeProcess, startServing } from '../support/citable-process.ts';
import { temporaryFolder } from '../support/running-service.ts';

const VISITORS = 8;

describe('citable backup', () => {
  test('copies a database that is being written, which a new service then serves', async () => {
    const folder = await temporaryFolder();
    const DATA_DIR = join(folder, 'data');
    const file = join(folder, 'copy.sqlite');
    const server = await startServing(MAIN, ['serve'], { DATA_DIR });
    const key = await server.firstKey();
    const { id } = JSON.parse(await (await fetch(`${server.url}/api/audit?domain=example.com`)).text());
    const audit = await (await fetch(`${server.url}/api/audit/${id}`)).text();

    let answered = 0;
    let isEnough = false;
    const visiting = Array.from({ length: VISITORS }, async () => {
      while (!isEnough) {
        await (await fetch(`${server.url}/llms/example.com.txt`, { headers: { 'user-agent': 'GPTBot/1.3' } })).text();
        answered += 1;
      }
    });
    await expect.poll(() => answered).toBeGreaterThan(100);
    const before = answered;
    const { code, stderr } = await run(MAIN, ['backup', file], { DATA_DIR });
    isEnough = true;
    await Promise.all(visiting);
    expect(stderr).toContain(`was copied to ${file}`);
    expect(code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await countAiVisits(server)).toBe(answered);
    await server.end('SIGTERM');

    const restored = join(folder, 'restored');
    await mkdir(restored);
    await copyFile(file, join(restored, 'citable.sqlite'));
    const second = await startServing(MAIN, ['serve'], { DATA_DIR: restored });
    const visits = await countAiVisits(second);
    expect(visits).toBeGreaterThanOrEqual(before);
    expect(visits).toBeLessThanOrEqual(answered);
    expect(await (await fetch(`${second.url}/api/audit/${id}`)).text()).toBe(audit);
    const requests = await fetch(`${second.url}/api/audits?domain=example.com`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(requests.status).toBe(200);
    expect((await second.end('SIGTERM')).stderr).not.toContain('ctb_');
  });

  test('never touches a file that exists, and leaves nothing behind when it cannot be written', async () => {
    const folder = await temporaryFolder();
    const DATA_DIR = join(folder, 'data');
    await run(MAIN, ['keys', 'create', 'one'], { DATA_DIR });
    const file = join(folder, 'copy.sqlite');
    await writeFile(file, 'mine');

    const onto = await run(MAIN, ['backup', file], { DATA_DIR });
    expect(onto).toMatchObject({ code: 1, stderr: `citable: ${file} exists already; nothing was overwritten.\n` });

    const nowhere = await run(MAIN, ['backup', join(folder, 'missing', 'copy.sqlite')], { DATA_DIR });
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toMatch(/^citable: \S+ could not be written: no such file or directory, \S+\.\n$/);
    expect((await readdir(folder)).sort()).toEqual(['copy.sqlite', 'data']);
  });

  test('says so when there is no database, and makes none', async () => {
    const DATA_DIR = await temporaryFolder();
    const { code, stderr } = await run(MAIN, ['backup', join(DATA_DIR, 'copy.sqlite')], { DATA_DIR });
    expect({ code, stderr }).toEqual({ code: 1, stderr: `citable: There is no database in ${DATA_DIR}.\n` });
    expect(await readdir(DATA_DIR)).toEqual([]);
  });
});

async function countAiVisits({ url }: ServeProcess): Promise<number> {
  const index: { totals: { ai_bot: number } } = JSON.parse(await (await fetch(`${url}/api/ai-bot-index`)).text());
  return index.totals.ai_bot;
}
