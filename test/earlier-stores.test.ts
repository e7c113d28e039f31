import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VERSION } from '../src/package.ts';
import { type Database, isPostgres, tableNames } from '../src/server/store/database.ts';
import { connectPostgres } from '../src/server/store/postgres/postgres.ts';
import { querySqlite } from '../src/server/store/sqlite/sqlite.ts';
import { sqlitePath } from '../src/server/store/sqlite/sqlite-connection.ts';
import { SqliteThread } from '../src/server/store/sqlite/sqlite-thread.ts';
import { openStore, type StoreSettings } from '../src/server/store/store.ts';
import { postgresServer } from './support/postgres-server.ts';
import { countedStorage, recountStorage } from './support/recount-storage.ts';
import { temporaryFolder } from './support/running-service.ts';
import { runsAll } from './support/sample.ts';
import { readSample } from './support/sample-store.ts';

/** Databases of earlier versions, by `scripts/dump-store.ts`. */
const FOLDER = new URL('stores/', import.meta.url);
const EARLIER = readdirSync(FOLDER).filter((name) => name.endsWith('.sqlite.sql'));
const VERSIONS = EARLIER.map((name) => name.replace('.sqlite.sql', ''));

const server = postgresServer();

/** Creates a database, by the statements of a dump if there is one. */
const DATABASES = {
  sqlite: async (dump: string | null): Promise<StoreSettings> => {
    const settings = { DATA_DIR: await temporaryFolder() };
    const database = new DatabaseSync(sqlitePath(settings.DATA_DIR));
    if (dump !== null) database.exec(dump);
    database.close();
    return settings;
  },
  postgres: async (dump: string | null): Promise<StoreSettings> => {
    const settings = { DATA_DIR: await temporaryFolder(), DATABASE_URL: await server.makeDatabase() };
    const client = new Client(settings.DATABASE_URL);
    await client.connect();
    if (dump !== null) await client.query(dump);
    await client.end();
    return settings;
  },
};

async function tablesIn({ DATA_DIR, DATABASE_URL }: StoreSettings): Promise<string[]> {
  const db =
    DATABASE_URL === undefined
      ? querySqlite(new SqliteThread({ dataDir: DATA_DIR, mode: 'write' }))
      : connectPostgres(DATABASE_URL, 1);
  const names = await tableNames(db);
  await db.destroy();
  return names;
}

function read(version: string, name: keyof typeof DATABASES): string {
  return readFileSync(new URL(`${version}.${name}.sql`, FOLDER), 'utf8');
}

async function open(settings: StoreSettings) {
  const store = await openStore(settings);
  onTestFinished(() => store.close());
  return store;
}

/** Describes every table, column, index and constraint. */
async function describeSchema(db: Kysely<Database>): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<{ text: string }>`
        select concat_ws(' ', relname, relkind, relpersistence, attnum, attname, format_type(atttypid, atttypmod), attnotnull, collname,
          pg_get_expr(adbin, adrelid)) as text
        from pg_class join pg_attribute on attrelid = pg_class.oid left join pg_collation on pg_collation.oid = attcollation
          left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = 'public'::regnamespace and attnum > 0
        union all select indexdef from pg_indexes where schemaname = 'public'
        union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
        order by 1`
    : sql<{ text: string }>`select coalesce(sql, name) as text from sqlite_schema order by name`;
  return (await query.execute(db)).rows.map(({ text }) => text);
}

test('there are dumps of earlier versions only', () => {
  expect(VERSIONS).toContain('0.1.0');
  expect(VERSIONS).not.toContain(VERSION);
});

const EARLY =
  /^was made by a development version before 24 November 2026, which this version cannot read\. Export it with that version,/;

// PostgreSQL is for `npm run test:all`.
describe.each(runsAll ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const))('%s', (name) => {
  test.each([
    [
      'of an early version',
      `create table kysely_migration (name text, timestamp text); create table audits (id text);
       insert into kysely_migration values ('0001-audits-and-keys', ''), ('0002-published-domains', '')`,
      EARLY,
    ],
    [
      'of an early version with our first migration',
      `create table kysely_migration (name text, timestamp text); create table audits (id text);
       insert into kysely_migration values ('0001-initial', '')`,
      EARLY,
    ],
    [
      'of another program',
      'create table recipes (id text)',
      /^contains a table of another program \(recipes\)\. Use an empty/,
    ],
    [
      'of another program that uses the same library',
      `create table kysely_migration (name text, timestamp text); create table sessions (id text);
       insert into kysely_migration values ('0001-users', '')`,
      /^contains a table of another program \(sessions\)\. Use an empty/,
    ],
  ])('a database %s is refused and not changed', async (_, statements, reason) => {
    const settings = await DATABASES[name](statements);
    await expect(openStore(settings)).rejects.toThrow(reason);
    expect(await tablesIn(settings)).toEqual(
      [...statements.matchAll(/create table (\w+)/g)].map(([, table]) => table).toSorted(),
    );
  });

  describe.each(VERSIONS)('a database of version %s', (version) => {
    test('is migrated, and its data can be read', async () => {
      const store = await open(await DATABASES[name](read(version, name)));
      const { db } = store;
      expect(await countedStorage(db)).toEqual(await recountStorage(db));
      expect(await readSample(store)).toMatchInlineSnapshot(`
        {
          "audits": [
            {
              "domain": "shop.example",
              "kind": "demonstration",
              "report": "{"it":"is ü"}",
              "status": "done",
            },
            {
              "domain": "shop.example",
              "kind": "live",
              "report": "{"text":"it’s üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü"}",
              "status": "done",
            },
            {
              "domain": "old.example",
              "kind": "live",
              "report": "{"it":"is ü"}",
              "status": "failed",
            },
            {
              "domain": "waiting.example",
              "kind": "live",
              "report": null,
              "status": "queued",
            },
          ],
          "badge": {
            "color": "#0b5d52",
            "label": "AI",
            "labelColor": "#000000",
          },
          "entries": [
            {
              "auditId": "00000000-0000-4000-8000-000000000002",
              "domain": "shop.example",
              "error": null,
              "input": "shop.example",
              "position": 0,
              "status": "done",
            },
            {
              "auditId": null,
              "domain": null,
              "error": "It’s no domain.",
              "input": "not a domain",
              "position": 1,
              "status": "refused",
            },
          ],
          "inventory": "{"pages":["https://shop.example/"]}",
          "keys": [
            {
              "auditsPerDay": null,
              "id": "key-of-the-agency",
              "isAdmin": false,
              "name": "Agency",
              "revokedAt": "2026-03-10T12:00:00.000Z",
            },
            {
              "auditsPerDay": 20,
              "id": "key-of-the-shop",
              "isAdmin": true,
              "name": "Shop’s key",
              "revokedAt": null,
            },
          ],
          "published": {
            "auditId": "00000000-0000-4000-8000-000000000002",
            "auditedAt": "2026-03-10T12:00:00.000Z",
            "domain": "shop.example",
            "keyId": "key-of-the-shop",
            "llmsTxt": "# Shop

        > It’s a shop.
        ",
            "llmsTxtHash": "hash",
            "publishedAt": "2026-03-10T12:00:00.000Z",
          },
          "ranges": [
            "192.0.2.0/24",
          ],
          "secret": "secret",
          "session": {
            "createdAt": "2026-03-10T12:00:00.000Z",
            "hash": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc",
            "keyId": "key-of-the-shop",
          },
          "sites": [
            {
              "domain": "other.example",
              "schedule": "off",
            },
            {
              "domain": "shop.example",
              "schedule": "weekly",
            },
          ],
          "snapshots": [
            "00000000-0000-4000-8000-000000000002",
          ],
          "source": {
            "digest": "d",
            "format": "combined",
            "header": "",
            "isInLongLine": false,
            "name": "source:access.log",
            "nextOffset": 10,
          },
          "traffic": [
            {
              "bytes": 5000000000,
              "crawler": "GPTBot",
              "requests": 7,
            },
          ],
          "visits": [
            {
              "referringHost": "chatgpt.com",
              "userAgent": "Mozilla/5.0",
            },
            {
              "referringHost": null,
              "userAgent": "GPTBot/1.3 'ü' "{a,b}" \\ NULL",
            },
          ],
        }
      `);
    });

    test('has the schema of a new database', async () => {
      const [migrated, made] = [
        await open(await DATABASES[name](read(version, name))),
        await open(await DATABASES[name](null)),
      ];
      const schema = await describeSchema(made.db);
      expect(schema.length).toBeGreaterThan(20);
      expect(await describeSchema(migrated.db)).toEqual(schema);
    });
  });

  test('a database names the versions that migrated it', async () => {
    const { db } = await open(await DATABASES[name](read('0.1.0', name)));
    const { rows } = await sql`select name, version from kysely_migration order by name limit 2`.execute(db);
    expect(rows).toEqual([
      { name: '0001-initial', version: null },
      { name: '0002-version', version: VERSION },
    ]);
  });
});
