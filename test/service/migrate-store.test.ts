import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectPostgres } from '../../src/server/store/postgres/postgres.ts';
import { snapshotBucket } from '../../src/server/store/snapshots/snapshot-bucket.ts';
import { snapshotFiles } from '../../src/server/store/snapshots/snapshot-files.ts';
import { sqlitePath } from '../../src/server/store/sqlite/sqlite-connection.ts';
import { run, startServing } from '../support/citable-process.ts';
import { change, fillFolder, tableNames } from '../support/filled-store.ts';
import { POSTGRES_PASSWORD, postgresServer } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/running-service.ts';
import { S3_ENVIRONMENT, startS3, useCredentials } from '../support/s3-server.ts';

const MAIN = new URL('../../dist/main.js', import.meta.url);
const server = postgresServer();

async function filledFolder(rows: number): Promise<string> {
  const dataDir = await temporaryFolder();
  await fillFolder(dataDir, rows);
  return dataDir;
}

/** How many rows each table has, in the folder. */
function rowsOf(dataDir: string): Record<string, number> {
  const database = new DatabaseSync(sqlitePath(dataDir), { readOnly: true });
  const counts = tableNames(database).map((table) => {
    return [table, Number(database.prepare(`select count(*) as n from ${table}`).get()?.['n'])];
  });
  database.close();
  return Object.fromEntries(counts);
}

/** What the command printed: rows by table. */
function printed(stdout: string): Record<string, number> {
  const lines = stdout.trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => [line.split('\t')[0], Number(line.split('\t')[1])]));
}

/** Starts the command, and kills it when so many rows of visits are in the database. */
async function killedAt(url: string, env: Record<string, string>, visits: number): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(MAIN), 'migrate-store'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  // Not a process of ours, as the command would see it.
  const db = connectPostgres(`${url}?application_name=psql`, 1);
  onTestFinished(() => db.destroy());
  for (;;) {
    const count = await sql<{ n: number }>`select count(*) as n from visits`.execute(db).then(
      ({ rows }) => rows[0]?.n ?? 0,
      () => 0,
    );
    if (count >= visits || child.exitCode !== null) break;
  }
  child.kill('SIGKILL');
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
}

test('killed again and again, it ends with every row, says which, and the service goes on with them', async () => {
  const DATA_DIR = await filledFolder(160);
  change(DATA_DIR, (database) => {
    const names = database
      .prepare("select group_concat(name) as names from pragma_table_info('visits') where name <> 'id'")
      .get();
    const columns = String(names?.['names']);
    const copies = 'with recursive copies (n) as (select 1 union all select n + 1 from copies where n < 149)';
    database.exec(`${copies} insert into visits (${columns}) select ${columns} from visits, copies`);
  });
  const url = await server.makeDatabase();
  const env = { DATA_DIR, DATABASE_URL: url };
  for (const visits of [1, 5_001, 10_001]) await killedAt(url, env, visits);
  const refused = await run(MAIN, ['keys', 'list'], env);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/cannot be used: citable migrate-store has not finished filling it\.\n$/),
  ]);

  const moved = await run(MAIN, ['migrate-store'], env);
  const all = Object.values(rowsOf(DATA_DIR)).reduce((sum, rows) => sum + rows, 0);
  expect(moved.stderr).toMatch(
    new RegExp(`^${all} rows of ${DATA_DIR} were moved to DATABASE_URL \\(\\S+\\) and verified\\.\\n$`),
  );
  expect(moved.code).toBe(0);
  expect(printed(moved.stdout)).toEqual(rowsOf(DATA_DIR));
  const again = await run(MAIN, ['migrate-store'], env);
  expect([again.code, again.stdout]).toEqual([0, '']);
  expect(again.stderr).toMatch(/There is nothing to do\.\n$/);
});

test('a served data folder moves, and is served from there', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const DATABASE_URL = await server.makeDatabase();
  const first = await startServing(MAIN, ['serve'], { DATA_DIR });
  const { id } = JSON.parse(await (await fetch(`${first.url}/api/audit?domain=example.com`)).text());
  const audit = await (await fetch(`${first.url}/api/audit/${id}`)).text();
  await (await fetch(`${first.url}/llms/example.com.txt`, { headers: { 'user-agent': 'GPTBot/1.3' } })).text();

  const tooEarly = await run(MAIN, ['migrate-store'], { DATA_DIR, DATABASE_URL });
  expect([tooEarly.code, tooEarly.stderr]).toEqual([
    1,
    `citable: DATA_DIR ${DATA_DIR} cannot be used: another citable serve is using it.\n`,
  ]);
  await first.end('SIGTERM');
  expect((await run(MAIN, ['migrate-store'], { DATA_DIR, DATABASE_URL })).code).toBe(0);

  const second = await startServing(MAIN, ['serve'], { DATA_DIR, DATABASE_URL });
  expect(await (await fetch(`${second.url}/api/audit/${id}`)).text()).toBe(audit);
  const index = JSON.parse(await (await fetch(`${second.url}/api/ai-bot-index`)).text());
  expect(index.totals.ai_bot).toBe(1);
  expect((await second.end('SIGTERM')).stderr).not.toContain('it is not shown again');
});

test('snapshots go into the bucket, whatever of them are there, and go on after an end', async () => {
  const DATA_DIR = await filledFolder(80);
  const DATABASE_URL = await server.makeDatabase();
  const files = snapshotFiles(join(DATA_DIR, 'snapshots'));
  const ids = Array.from({ length: 40 }, () => randomUUID());
  change(DATA_DIR, (database) => {
    database.exec('update audits set has_snapshot = 0');
    const update = database.prepare('update audits set id = ?, has_snapshot = 1 where rowid = ?');
    for (const [place, id] of ids.entries()) update.run(id, place + 1);
  });
  const htmlOf = (id: string) => `\ufeff<p>${id} \u00e9\u{1f600}</p>`;
  for (const id of ids.slice(0, 38)) await files.write(id, htmlOf(id));

  const s3 = await startS3();
  const env = {
    DATA_DIR,
    DATABASE_URL,
    SNAPSHOT_STORE: 's3://snapshots/pages',
    S3_ENDPOINT: s3.endpoint,
    S3_FORCE_PATH_STYLE: '1',
  };
  const refused = await run(MAIN, ['migrate-store'], {
    ...env,
    ...S3_ENVIRONMENT,
    SNAPSHOT_STORE: 's3://missing/pages',
  });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^citable: There is no bucket missing at .*\n$/),
  ]);

  const moved = await run(MAIN, ['migrate-store'], { ...env, ...S3_ENVIRONMENT });
  expect(moved.stderr).toMatch(/ rows and 38 snapshots of .* and verified; 2 snapshots were missing\.\n$/);
  expect(moved.code).toBe(0);
  useCredentials();
  const bucket = snapshotBucket({ bucket: 'snapshots', prefix: 'pages/', endpoint: s3.endpoint, forcePathStyle: true });
  for (const id of ids.slice(0, 38)) expect(String(await bucket.read(id))).toBe(htmlOf(id));
});

test('what cannot be done is said in one line', async () => {
  const DATA_DIR = await filledFolder(1);
  const url = await server.makeDatabase();
  const attempt = (env: Record<string, string>) => run(MAIN, ['migrate-store'], { DATA_DIR, ...env });
  const nowhere = await temporaryFolder();
  const [unset, missing, unreachable, wrong] = await Promise.all([
    attempt({}),
    attempt({ DATA_DIR: nowhere, DATABASE_URL: url }),
    attempt({ DATABASE_URL: url.replace(/:\d+\//, ':1/') }),
    attempt({ DATABASE_URL: 'mysql://nowhere' }),
  ]);
  expect([unset.code, unset.stderr]).toEqual([
    2,
    'citable: DATABASE_URL is not set. Set it to the PostgreSQL database to move to.\n',
  ]);
  expect([missing.code, missing.stderr]).toEqual([1, `citable: There is no database in ${nowhere}.\n`]);
  expect(await readdir(nowhere)).toEqual([]);
  expect([unreachable.code, unreachable.stderr]).toEqual([
    1,
    expect.stringMatching(/^citable: DATABASE_URL \(127\.0\.0\.1:1\/\w+\) cannot be used: connection refused\.\n$/),
  ]);
  expect(wrong.code).toBe(2);
  await writeFile(sqlitePath(DATA_DIR), 'no database at all, but long enough to be taken for one');
  const damaged = await attempt({ DATABASE_URL: url });
  expect([damaged.code, damaged.stderr]).toEqual([
    1,
    `citable: DATA_DIR ${DATA_DIR} cannot be used: it is damaged (file is not a database). Restore a backup.\n`,
  ]);
  for (const { stderr } of [unset, missing, unreachable, wrong, damaged]) {
    expect(stderr.match(/\n/g)).toHaveLength(1);
    expect(stderr).not.toContain(POSTGRES_PASSWORD);
  }
});
