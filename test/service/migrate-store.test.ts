import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { LiveAuditStore } from '../../src/server/audits/store/live-audit-store.ts';
import type { Database } from '../../src/server/store/database.ts';
import { moveStore } from '../../src/server/store/move/move-store.ts';
import { openMoveSource } from '../../src/server/store/move/source.ts';
import { openPostgres } from '../../src/server/store/postgres/postgres.ts';
import { snapshotBucket } from '../../src/server/store/snapshots/snapshot-bucket.ts';
import { snapshotFiles } from '../../src/server/store/snapshots/snapshot-files.ts';
import { lockDataFolder } from '../../src/server/store/sqlite/data-folder-lock.ts';
import { connectSqlite, sqlitePath } from '../../src/server/store/sqlite/sqlite-connection.ts';
import { openStore } from '../../src/server/store/store.ts';
import { MAIN, run, startServing } from '../support/citable-process.ts';
import { change, fillFolder, tableNames } from '../support/filled-store.ts';
import { POSTGRES_PASSWORD, postgresServer } from '../support/postgres-server.ts';
import { countedStorage } from '../support/recount-storage.ts';
import { temporaryFolder } from '../support/running-service.ts';
import { S3_ENVIRONMENT, startS3, useCredentials } from '../support/s3-server.ts';
import { storeQueued } from '../support/stored-audits.ts';

const server = postgresServer();

/** A data folder with rows in every table. */
async function filledFolder(rows = 300): Promise<string> {
  const dataDir = await temporaryFolder();
  await fillFolder(dataDir, rows);
  return dataDir;
}

/** An empty database with the tables. The connection of the test is not registered as a process. */
async function emptyDatabase(): Promise<{ url: string; db: Kysely<Database> }> {
  const url = await server.makeDatabase();
  const db = await openPostgres(url);
  onTestFinished(() => db.destroy());
  return { url, db };
}

async function migrateStore(DATA_DIR: string, DATABASE_URL: string, env: Record<string, string> = {}) {
  return run(MAIN, ['migrate-store'], { DATA_DIR, DATABASE_URL, ...env });
}

/** Every row of every table, by the table's name; both databases in one order. */
type Contents = Record<string, string[]>;

function contentsOfFolder(dataDir: string): Contents {
  const contents: Contents = {};
  change(dataDir, (database) => {
    for (const table of tableNames(database))
      contents[table] = database.prepare(`select * from ${table}`).all().map(legible).toSorted();
  });
  return contents;
}

async function contentsOfDatabase(db: Kysely<Database>, tables: readonly string[]): Promise<Contents> {
  const contents: Contents = {};
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    contents[table] = rows.map(legible).toSorted();
  }
  return contents;
}

function legible(row: Record<string, unknown>): string {
  const fields = Object.entries(row).map(([name, value]) => {
    return `${name}=${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : JSON.stringify(value)}`;
  });
  return fields.toSorted().join(' ');
}

function countRows(contents: Contents): Record<string, number> {
  return Object.fromEntries(Object.entries(contents).map(([table, rows]) => [table, rows.length]));
}

/** Starts the command, and kills it while its transaction writes. */
async function killMidway(DATA_DIR: string, DATABASE_URL: string, db: Kysely<Database>): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(MAIN), 'migrate-store'], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR, DATABASE_URL },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const isWriting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null
        and query like 'insert into "visits"%'`.execute(db);
    return rows.length > 0;
  };
  await expect.poll(isWriting, { timeout: 30_000, interval: 1 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
}

test('a killed move leaves nothing, and the next moves every row of every table', async () => {
  const dataDir = await filledFolder();
  // Several statements' worth.
  change(dataDir, (database) => {
    const names = database
      .prepare("select group_concat(name) as names from pragma_table_info('visits') where name <> 'id'")
      .get();
    const columns = String(names?.['names']);
    const copies = 'with recursive copies (n) as (select 1 union all select n + 1 from copies where n < 79)';
    database.exec(`${copies} insert into visits (${columns}) select ${columns} from visits, copies`);
  });
  const here = contentsOfFolder(dataDir);
  // A table that is not filled here would be compared with nothing.
  expect(Object.values(countRows(here))).not.toContain(0);
  const { url, db } = await emptyDatabase();
  await killMidway(dataDir, url, db);
  const left = await contentsOfDatabase(db, Object.keys(here));
  expect(Object.values(left).flat()).toEqual([]);

  const moved = await migrateStore(dataDir, url);
  const all = Object.values(countRows(here)).reduce((sum, rows) => sum + rows, 0);
  expect(moved.stderr).toMatch(
    new RegExp(`^${all} rows of ${dataDir} were moved to DATABASE_URL \\(\\S+\\) and verified\\.\\n$`),
  );
  expect(moved.code).toBe(0);
  const printed = moved.stdout.trimEnd().split('\n');
  expect(Object.fromEntries(printed.map((line) => [line.split('\t')[0], Number(line.split('\t')[1])]))).toEqual(
    countRows(here),
  );
  expect(await contentsOfDatabase(db, Object.keys(here))).toEqual(here);
  // Its triggers have counted the same.
  const source = connectSqlite(dataDir);
  const counted = source.prepare('select owner, bytes from storage where bytes <> 0').all();
  source.close();
  expect(Object.fromEntries(counted.map(({ owner, bytes }) => [owner, bytes]))).toEqual(await countedStorage(db));
  // New rows are numbered after the moved ones.
  const { rows } = await sql<{ next: number; last: number }>`
    select nextval('visits_id_seq') as next, max(id) as last from visits`.execute(db);
  expect(rows).toEqual([{ last: rows[0]?.last, next: (rows[0]?.last ?? 0) + 1 }]);

  const again = await migrateStore(dataDir, url);
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^citable: DATABASE_URL \(\S+\) has data \(\w+\)\. Set DATABASE_URL to an empty database\.\n$/,
    ),
  ]);
});

test('rows that do not arrive as they were are noticed, and nothing is moved', async () => {
  const dataDir = await filledFolder();
  const { url, db } = await emptyDatabase();
  await sql`create function one_more() returns trigger language plpgsql as
    $$ begin if new.visits = 8 then new.visits := 9; end if; return new; end $$`.execute(db);
  await sql`create trigger one_more before insert on visit_counts for each row execute function one_more()`.execute(db);
  const failed = await migrateStore(dataDir, url);
  expect([failed.code, failed.stdout, failed.stderr]).toEqual([
    1,
    '',
    expect.stringMatching(
      /^citable: The table visit_counts is not the same in DATABASE_URL .*, so nothing was copied\.\n$/,
    ),
  ]);
  const left = await contentsOfDatabase(db, Object.keys(contentsOfFolder(dataDir)));
  expect(Object.values(left).flat()).toEqual([]);
});

test('a process that reads or writes during the move waits until the rows are there', async () => {
  const dataDir = await filledFolder();
  const { url, db } = await emptyDatabase();
  const store = await openStore({ DATA_DIR: dataDir, DATABASE_URL: url });
  onTestFinished(() => store.close());
  const source = await openMoveSource(dataDir);
  onTestFinished(source.close);
  const meanwhile: Promise<number>[] = [];
  const count = async () => (await store.db.selectFrom('api_keys').select('id').execute()).length;
  const { tables } = await moveStore(source.database, db, {
    name: 'the database',
    snapshots: null,
    onProgress: () => meanwhile.length === 0 && meanwhile.push(count()),
  });
  expect(await Promise.all(meanwhile)).toEqual([tables.find(({ name }) => name === 'api_keys')?.rows]);
});

test('an audit that waited in the file waits in the database', async () => {
  const dataDir = await temporaryFolder();
  const old = await openStore({ DATA_DIR: dataDir });
  const { id } = await storeQueued(old.db, { domain: 'waiting.com' });
  await old.close();
  const { url } = await emptyDatabase();
  expect((await migrateStore(dataDir, url)).code).toBe(0);
  const store = await openStore({ DATA_DIR: dataDir, DATABASE_URL: url });
  onTestFinished(() => store.close());
  await store.jobs.recover([]);
  const audits = new LiveAuditStore(store.db, store.jobs);
  expect(await audits.take({ slots: 1_000, running: [], recent: [], perHost: 9 })).toMatchObject({ id });
});

test('a database with other data and a file with other tables are refused and not changed', async () => {
  const dataDir = await filledFolder(3);
  const { url, db } = await emptyDatabase();
  await db.insertInto('heartbeats').values({ id: 7, beaten_at: 'then' }).execute();
  expect((await migrateStore(dataDir, url)).stderr).toContain('has data (heartbeats). Set DATABASE_URL');
  expect(await db.selectFrom('heartbeats').selectAll().execute()).toEqual([{ id: 7, beaten_at: 'then' }]);
  await db.deleteFrom('heartbeats').execute();
  await sql`create table recipes (id text, key_id text references api_keys (id))`.execute(db);
  expect((await migrateStore(dataDir, url)).stderr).toContain('has data (recipes). Set DATABASE_URL');
  await sql`drop table recipes`.execute(db);
  change(dataDir, (database) => database.exec('create table recipes (id text)'));
  expect((await migrateStore(dataDir, url)).stderr).toBe(
    'citable: The file has a table of another program (recipes); remove it there.\n',
  );
  expect(await db.selectFrom('audits').select('id').execute()).toEqual([]);
});

test('a data folder that is moved is not written', async () => {
  const dataDir = await filledFolder(3);
  const source = await openMoveSource(dataDir);
  onTestFinished(source.close);
  expect(() => lockDataFolder(dataDir)).toThrow('another citable serve is using it');
  expect(() => change(dataDir, (database) => database.exec('delete from visits'))).toThrow('database is locked');
});

test('a database that an earlier version did not finish filling is refused', async () => {
  const { url, db } = await emptyDatabase();
  await sql`create table store_move (finished_at text)`.execute(db);
  await sql`insert into store_move values (null)`.execute(db);
  for (const column of ['page_table', 'pages', 'ends_early', 'compared_with', 'render', 'rendering'])
    await sql`alter table audits drop column ${sql.ref(column)} cascade`.execute(db);
  await sql`alter table audit_progress drop column crawl`.execute(db);
  await sql`drop table visit_days`.execute(db);
  await sql`drop table search_counts`.execute(db);
  await sql`drop function count_search_counts() cascade`.execute(db);
  await sql`alter table traffic_counts drop column robots cascade`.execute(db);
  await sql`alter table traffic_counts add constraint traffic_counts_key
    primary key (domain, day, path, class, crawler, vendor, status, verdict)`.execute(db);
  await sql`create unique index audits_one_unfinished on audits (domain) where finished_at is null`.execute(db);
  await sql`delete from kysely_migration where name >= '0007-store-move'`.execute(db);
  await expect(openPostgres(url)).rejects.toThrow('has only some data: citable migrate-store was interrupted.');
  await sql`update store_move set finished_at = 'then'`.execute(db);
  await (await openPostgres(url)).destroy();
  await expect(sql`select from store_move`.execute(db)).rejects.toThrow('does not exist');
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

test('snapshots are copied into the bucket, and missing ones are counted', async () => {
  const DATA_DIR = await filledFolder(80);
  const DATABASE_URL = await server.makeDatabase();
  const files = snapshotFiles(join(DATA_DIR, 'snapshots'));
  const ids = Array.from({ length: 40 }, () => randomUUID());
  change(DATA_DIR, (database) => {
    database.exec('update audits set has_snapshot = 0');
    const update = database.prepare('update audits set id = ?, has_snapshot = 1 where rowid = ?');
    for (const [place, id] of ids.entries()) update.run(id, place + 1);
  });
  const createHtml = (id: string) => `\ufeff<p>${id} \u00e9\u{1f600}</p>`;
  for (const id of ids.slice(0, 38)) await files.write(id, createHtml(id));
  const [rendered = ''] = ids;
  await files.write(rendered, '{}', 'pictures');

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
  for (const id of ids.slice(0, 38)) expect(String(await bucket.read(id))).toBe(createHtml(id));
  expect(String(await bucket.read(rendered, 'pictures'))).toBe('{}');
});

test('each refusal is one line that says what to do', async () => {
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
