import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { visit } from '../../../../test/contract/visits.ts';
import { change, fillFolder, tableNames } from '../../../../test/support/filled-store.ts';
import { postgresServer } from '../../../../test/support/postgres-server.ts';
import { publishDomains } from '../../../../test/support/publish-domains.ts';
import { countedStorage } from '../../../../test/support/recount-storage.ts';
import { storeQueued } from '../../../../test/support/stored-audits.ts';
import { LiveAuditStore } from '../../audits/store/live-audit-store.ts';
import { VisitStore } from '../../requests/store/visit-store.ts';
import type { Database } from '../database.ts';
import { connectPostgres, openPostgres } from '../postgres/postgres.ts';
import { snapshotFiles } from '../snapshots/snapshot-files.ts';
import { lockDataFolder } from '../sqlite/data-folder-lock.ts';
import { connectSqlite } from '../sqlite/sqlite-connection.ts';
import { openStore } from '../store.ts';
import { type MoveOptions, type MoveProgress, moveStore } from './move-store.ts';
import { openMoveSource, ROWS_AT_ONCE } from './source.ts';

const server = postgresServer();
const ROWS = 300;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'citable-move-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A data folder with rows in every table. */
async function filledFolder(rows = ROWS): Promise<string> {
  const dataDir = await folder();
  await fillFolder(dataDir, rows);
  return dataDir;
}

async function move(dataDir: string, url: string, options: Partial<MoveOptions> = {}) {
  const source = await openMoveSource(dataDir);
  const target = await openPostgres(url);
  try {
    return await moveStore(source, target, {
      name: 'the database',
      snapshots: null,
      onProgress: () => undefined,
      signal: new AbortController().signal,
      rowsAtOnce: 100,
      ...options,
    });
  } finally {
    await target.destroy();
    source.close();
  }
}

/** Every row of every table, by the table's name; both databases in one order. */
type Contents = Record<string, unknown[]>;

function contentsOfFolder(dataDir: string): Contents {
  const contents: Contents = {};
  change(dataDir, (database) => {
    for (const table of tableNames(database)) {
      contents[table] = database.prepare(`select * from ${table}`).all().map(legible).toSorted();
    }
  });
  return contents;
}

async function contentsOfDatabase(url: string, tables: readonly string[]): Promise<Contents> {
  const db = connectPostgres(url, 1);
  const contents: Contents = {};
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    contents[table] = rows.map(legible).toSorted();
  }
  await db.destroy();
  return contents;
}

function legible(row: Record<string, unknown>): string {
  const fields = Object.entries(row).map(([name, value]) => {
    return `${name}=${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : JSON.stringify(value)}`;
  });
  return fields.toSorted().join(' ');
}

async function expectSame(dataDir: string, url: string): Promise<void> {
  const here = contentsOfFolder(dataDir);
  expect(await contentsOfDatabase(url, Object.keys(here))).toEqual(here);
  // Its triggers have counted the same.
  const source = connectSqlite(dataDir);
  const counted = source.prepare('select owner, bytes from storage where bytes <> 0').all();
  source.close();
  const db = connectPostgres(url, 1);
  expect(Object.fromEntries(counted.map(({ owner, bytes }) => [owner, bytes]))).toEqual(await countedStorage(db));
  await db.destroy();
}

/** Stops a move at its so many-th step. */
function stoppedAt(step: number): Pick<MoveOptions, 'onProgress' | 'signal'> {
  const stop = new AbortController();
  let steps = 0;
  return {
    signal: stop.signal,
    onProgress: () => {
      steps += 1;
      if (steps === step) stop.abort();
    },
  };
}

async function open(url: string): Promise<Kysely<Database>> {
  const db = await openPostgres(url);
  onTestFinished(() => db.destroy());
  return db;
}

test('every row of every table of the schema is there afterwards, bytes, nulls and all', async () => {
  const dataDir = await filledFolder();
  const here = contentsOfFolder(dataDir);
  const names = Object.keys(here);
  // A table that is not filled here would be compared with nothing.
  for (const name of names) expect(here[name]?.length, name).toBeGreaterThan(0);
  expect(here).toMatchObject({ visits: { length: ROWS }, audits: { length: ROWS } });

  const url = await server.makeDatabase();
  const moved = await move(dataDir, url);
  await expectSame(dataDir, url);
  if (!moved.isNew) throw new Error('It was moved before.');
  expect(Object.fromEntries(moved.tables.map(({ name, rows }) => [name, rows]))).toEqual(
    Object.fromEntries(names.map((name) => [name, here[name]?.length])),
  );
});

test('what was moved is gone on with: visits are numbered after those that there were', async () => {
  const dataDir = await filledFolder();
  const url = await server.makeDatabase();
  await move(dataDir, url);
  const store = await openStore({ DATA_DIR: dataDir, DATABASE_URL: url });
  onTestFinished(() => store.close());
  await publishDomains(store.db, ['moved.example']);
  const { rows } = await sql<{ last: number }>`select max(id) as last from visits`.execute(store.db);
  await store.visitWriter.insert([visit({ domain: 'moved.example' })]);
  const [newest] = await store.db.selectFrom('visits').selectAll().where('domain', '=', 'moved.example').execute();
  expect(newest?.id).toBeGreaterThan(rows[0]?.last ?? Number.POSITIVE_INFINITY);
  expect(await new VisitStore(store.db).newest('moved.example', 9)).toEqual([visit({ domain: 'moved.example' })]);
});

test('an audit that waited in the file waits in the database', async () => {
  const dataDir = await folder();
  const old = await openStore({ DATA_DIR: dataDir });
  const { id } = await storeQueued(old.db, { domain: 'waiting.com' });
  await old.close();
  const url = await server.makeDatabase();
  await move(dataDir, url);
  const store = await openStore({ DATA_DIR: dataDir, DATABASE_URL: url });
  onTestFinished(() => store.close());
  await store.jobs.recover([]);
  const taken = await new LiveAuditStore(store.db, store.jobs).take({
    slots: 1_000,
    running: [],
    recent: [],
    perHost: 9,
  });
  expect(taken).toMatchObject({ id, domain: 'waiting.com' });
});

test('rows that do not fit into one statement are moved by several', async () => {
  const dataDir = await filledFolder(6_000);
  const url = await server.makeDatabase();
  await move(dataDir, url, { rowsAtOnce: ROWS_AT_ONCE });
  await expectSame(dataDir, url);
});

test.each([1, 3, 9, 14, 25])('stopped at step %i, it is gone on with', async (step) => {
  const dataDir = await filledFolder();
  const url = await server.makeDatabase();
  await expect(move(dataDir, url, stoppedAt(step))).rejects.toThrow(
    'Interrupted: the same command resumes where it stopped.',
  );
  await expect(openStore({ DATA_DIR: dataDir, DATABASE_URL: url })).rejects.toThrow('has not finished filling it');
  await move(dataDir, url);
  await expectSame(dataDir, url);
});

test('what was moved already is not moved again', async () => {
  const dataDir = await filledFolder();
  const url = await server.makeDatabase();
  const steps = async (options: Partial<MoveOptions> = {}) => {
    const told: MoveProgress[] = [];
    await move(dataDir, url, { ...options, onProgress: (step) => told.push(step) });
    return told.filter(({ doing }) => doing === 'moving');
  };
  const stop = new AbortController();
  const first: MoveProgress[] = [];
  const onProgress = (step: MoveProgress) => {
    first.push(step);
    if (step.what === 'visits') stop.abort();
  };
  await expect(move(dataDir, url, { onProgress, signal: stop.signal })).rejects.toThrow('Interrupted');
  const second = await steps();
  expect(new Set(second.map(({ what }) => what))).toEqual(new Set(['visits']));
  const left = ROWS - (first.at(-1)?.done ?? 0);
  expect(second.at(-1)).toMatchObject({ done: left, all: left });
});

test.each([
  ['a row that was moved has changed', "update audits set domain = 'changed.example' where rowid = 1"],
  ['a row that was moved is gone', 'delete from published_domains where rowid = 1'],
  ['a name that was moved is of another row', "update api_keys set id = 'zzz' where id = 'unused'"],
])('when %s before it is gone on with, all is moved anew', async (_case, statement) => {
  const dataDir = await filledFolder();
  const url = await server.makeDatabase();
  change(dataDir, (database) =>
    database.exec("insert into api_keys (id, name, hash, created_at) values ('unused', 'unused', 'of it', 'then')"),
  );
  const stop = new AbortController();
  const onProgress = ({ what }: MoveProgress) => what === 'visits' && stop.abort();
  await expect(move(dataDir, url, { onProgress, signal: stop.signal })).rejects.toThrow('Interrupted');
  change(dataDir, (database) => database.exec(statement));
  await move(dataDir, url);
  await expectSame(dataDir, url);
});

test('with the rows, the snapshots are moved anew', async () => {
  const dataDir = await filledFolder();
  const url = await server.makeDatabase();
  const [from, to] = [snapshotFiles(await folder()), snapshotFiles(await folder())];
  const stop = new AbortController();
  const onProgress = ({ doing }: MoveProgress) => doing === 'copying' && stop.abort();
  const snapshots = { from, to };
  await expect(move(dataDir, url, { snapshots, onProgress, signal: stop.signal })).rejects.toThrow('Interrupted');
  // Its number is less than those of all whose snapshots were copied.
  const id = '00000000-0000-4000-8000-000000000000';
  change(dataDir, (database) =>
    database.exec(
      `update audits set id = '${id}' where rowid = (select min(rowid) from audits where has_snapshot = 1)`,
    ),
  );
  await from.write(id, '<p>kept</p>');
  await move(dataDir, url, { snapshots });
  await expectSame(dataDir, url);
  expect(Buffer.from((await to.read(id)) ?? []).toString()).toBe('<p>kept</p>');
});

test('what does not arrive as it was is noticed, and nobody may use it', async () => {
  const dataDir = await filledFolder();
  const url = await server.makeDatabase();
  const db = await open(url);
  await sql`set application_name = 'psql'`.execute(db);
  await sql`create function one_more() returns trigger language plpgsql as
    $$ begin if new.visits = 8 then new.visits := 9; end if; return new; end $$`.execute(db);
  await sql`create trigger one_more before insert on visit_counts for each row execute function one_more()`.execute(db);
  await expect(move(dataDir, url)).rejects.toThrow(/^The table visit_counts is not the same in the database/);
  await expect(openStore({ DATA_DIR: dataDir, DATABASE_URL: url })).rejects.toThrow('has not finished filling it');
});

test('a second time, nothing is left to do, whatever was written since', async () => {
  const dataDir = await filledFolder();
  const url = await server.makeDatabase();
  await move(dataDir, url);
  const store = await openStore({ DATA_DIR: dataDir, DATABASE_URL: url });
  await store.visitWriter.insert([visit()]);
  await store.close();
  expect(await move(dataDir, url)).toMatchObject({ isNew: false });
  const other = await filledFolder();
  await expect(move(other, url)).rejects.toThrow(`the database holds what was moved there from ${dataDir}`);
});

test('a database that holds anything else is left as it is', async () => {
  const dataDir = await filledFolder();
  const url = await server.makeDatabase();
  const db = await open(url);
  await db.insertInto('heartbeats').values({ id: 7, beaten_at: 'then' }).execute();
  await expect(move(dataDir, url)).rejects.toThrow('the database holds other data (heartbeats)');
  expect(await db.selectFrom('heartbeats').selectAll().execute()).toEqual([{ id: 7, beaten_at: 'then' }]);
  expect(await db.selectFrom('audits').select('id').execute()).toEqual([]);
});

test('a table of another program beside ours is refused on either side, and nothing is moved', async () => {
  const url = await server.makeDatabase();
  const db = await open(url);
  const dataDir = await filledFolder(3);
  change(dataDir, (database) => database.exec('create table recipes (id text)'));
  await expect(move(dataDir, url)).rejects.toThrow(
    'The file has a table of another program (recipes); remove it there.',
  );
  await sql`create table recipes (id text, key_id text references api_keys (id))`.execute(db);
  change(dataDir, (database) => database.exec('drop table recipes'));
  await expect(move(dataDir, url)).rejects.toThrow('the database holds other data (recipes); name an empty database.');
  expect(await db.selectFrom('audits').select('id').execute()).toEqual([]);
});

test('a database of another program is refused on either side', async () => {
  const foreign = await folder();
  change(foreign, (database) => database.exec('create table recipes (id text)'));
  const url = await server.makeDatabase();
  await expect(move(foreign, url)).rejects.toThrow('contains a table of another program (recipes)');
  const db = connectPostgres(url, 1);
  onTestFinished(() => db.destroy());
  await sql`create table sessions (id text)`.execute(db);
  await expect(move(await filledFolder(3), url)).rejects.toThrow('contains a table of another program (sessions)');
  expect((await sql`select tablename from pg_tables where schemaname = 'public'`.execute(db)).rows).toEqual([
    { tablename: 'sessions' },
  ]);
});

test('a database that other processes of ours use is not filled, and stays theirs', async () => {
  const dataDir = await filledFolder();
  const url = await server.makeDatabase();
  const store = await openStore({ DATA_DIR: dataDir, DATABASE_URL: url });
  onTestFinished(() => store.close());
  await expect(move(dataDir, url)).rejects.toThrow('Other processes of citable are connected to the database');
  await (await openStore({ DATA_DIR: dataDir, DATABASE_URL: url })).close();
});

test('a data folder that is served is not moved, and one that is moved not written', async () => {
  const dataDir = await filledFolder();
  const release = lockDataFolder(dataDir);
  await expect(openMoveSource(dataDir)).rejects.toThrow('another citable serve is using it');
  release();
  const source = await openMoveSource(dataDir);
  onTestFinished(source.close);
  expect(() => lockDataFolder(dataDir)).toThrow('another citable serve is using it');
  expect(() => change(dataDir, (database) => database.exec('delete from visits'))).toThrow('database is locked');
});

test('a folder without a database is not made one', async () => {
  const dataDir = join(await folder(), 'none');
  await expect(openMoveSource(dataDir)).rejects.toThrow(`There is no database in ${dataDir}.`);
});
