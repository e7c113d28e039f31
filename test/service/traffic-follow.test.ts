import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { citable } from '../../src/adapters/fastify.ts';
import { openSqlite } from '../../src/server/store/sqlite/sqlite.ts';
import { knownLog } from '../support/access-log.ts';
import { MAIN, run, start, startServing } from '../support/citable-process.ts';
import { freePort } from '../support/free-port.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { temporaryFolder } from '../support/running-service.ts';

const DAYS = 3;
/** A key has a limit of requests for each minute. */
const POLL = { interval: 1_000 };

/** Makes a key that owns example.com. */
async function ownedBy(dataDir: string): Promise<string> {
  const { stdout } = await run(MAIN, ['keys', 'create', 'follower'], { DATA_DIR: dataDir });
  const db = await openSqlite(dataDir);
  const { id } = await db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  await publishDomains(db, ['example.com'], id);
  await db.destroy();
  return stdout.trim();
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a followed log is counted exactly, through kill -9 of both sides and rotation', async () => {
  const folder = await temporaryFolder();
  const key = await ownedBy(folder);
  const log = join(folder, 'access.log');
  const port = String(await freePort());
  const serve = () => startServing(MAIN, ['serve'], { DATA_DIR: folder, PORT: port, LOG_LEVEL: 'error' });
  const known = knownLog(60_000, DAYS, Date.now() - 60_000);
  const lines = known.text.split(/(?<=\n)/);

  const follow = () => {
    const words = ['logs', '--send', `http://127.0.0.1:${port}`, '--domain', 'example.com', '--follow', log];
    return start(MAIN, words, { CITABLE_API_KEY: key, XDG_STATE_HOME: folder }).child;
  };
  const read = async () => {
    const range = `from=${new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)}`;
    const response = await fetch(`http://127.0.0.1:${port}/api/domains/example.com/traffic?${range}&group=status`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
    const { rows = [] }: { rows?: (Counts & { status: number })[] } = await response.json();
    return sums(rows);
  };

  await writeFile(log, '');
  let service = await serve();
  let follower = follow();
  for (let round = 0; round < 6; round++) {
    for (let part = 0; part < 5; part++) await appendFile(log, lines.splice(0, 2000).join(''));
    const before = await read().then(sumRequests);
    await expect.poll(() => read().then(sumRequests), POLL).toBeGreaterThan(before);
    if (round % 3 === 0) await kill(follower);
    if (round % 3 === 1) await service.end('SIGKILL');
    if (round % 3 === 2) {
      await rename(log, `${log}.${9 - round}`);
      await writeFile(log, '');
    }
    if (round % 3 === 0) follower = follow();
    if (round % 3 === 1) service = await serve();
  }
  expect(lines).toEqual([]);
  const expected = sums(
    [...known.crawlers].map(([name, counts]) => ({ status: Number(name.split(' ').at(-1)), ...counts })),
  );
  await expect.poll(read, POLL).toEqual(expected);
  await kill(follower);
  await service.end('SIGTERM');
});

test('requests of an application are counted by the service that its adapter names', async () => {
  const folder = await temporaryFolder();
  const key = await ownedBy(folder);
  const service = await startServing(MAIN, ['serve'], { DATA_DIR: folder, LOG_LEVEL: 'error' });
  const app = fastify();
  await app.register(citable, { url: service.url, domain: 'example.com', key });
  app.get('/tides', () => 'High');
  for (const [url, agent] of [
    ['/tides?day=1', 'GPTBot/1.2'],
    ['/tides', 'GPTBot/1.2'],
    ['/none', 'OAI-SearchBot/1.0'],
    ['/tides', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ]) {
    await app.inject({ url: url ?? '', headers: { 'user-agent': agent ?? '', host: 'www.example.com' } });
  }
  await app.close();
  const response = await fetch(`${service.url}/api/domains/example.com/traffic?group=path`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await response.json()).toMatchObject({
    totals: { ai_bot: 3, human: 1 },
    rows: [
      { path: '/tides', crawler: 'GPTBot', requests: 2, bytes: 8, errors: 0 },
      { path: '/none', crawler: 'OAI-SearchBot', requests: 1, errors: 1 },
    ],
  });
  await service.end('SIGTERM');
});

interface Counts {
  readonly requests: number;
  readonly bytes: number;
}

/** Counts by status, of all crawlers. */
function sums(rows: readonly (Counts & { readonly status: number })[]): Map<number, Counts> {
  const counts = new Map<number, Counts>();
  for (const { status, requests, bytes } of rows) {
    const sum = counts.get(status) ?? { requests: 0, bytes: 0 };
    counts.set(status, { requests: sum.requests + requests, bytes: sum.bytes + bytes });
  }
  return counts;
}

function sumRequests(counts: ReadonlyMap<number, { readonly requests: number }>): number {
  return [...counts.values()].reduce((sum, { requests }) => sum + requests, 0);
}
