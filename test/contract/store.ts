import { CompiledQuery, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { AuditStore } from '../../src/server/audits/store/audit-store.ts';
import { VisitStore } from '../../src/server/requests/store/visit-store.ts';
import { SiteStore } from '../../src/server/sites/site-store.ts';
import { isPostgres } from '../../src/server/store/database.ts';
import { Heartbeat } from '../../src/server/store/heartbeat.ts';
import { openStore, type StoreSettings } from '../../src/server/store/store.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { storeManyFinished } from '../support/stored-audits.ts';
import { visit } from './visits.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** The store as a whole, in any database. @param place names the settings of a new one */
export function storeContract(place: () => Promise<StoreSettings>): void {
  const open = async (settings: StoreSettings) => {
    const store = await openStore(settings);
    onTestFinished(() => store.close());
    return store;
  };

  test('a store that a newer version has migrated is refused with that version', async () => {
    const settings = await place();
    const store = await openStore(settings);
    await sql`insert into kysely_migration (name, timestamp, version) values ('9999-of-the-future', ${AT}, '9.1.0')`.execute(
      store.db,
    );
    await store.close();
    await expect(openStore(settings)).rejects.toThrow(
      /^was made by version 9\.1\.0, which this version cannot read\. Export it with 9\.1\.0, or start with an empty (DATA_DIR|database)\.$/,
    );
  });

  test('looks up the audits that have a snapshot in an index of these alone', async () => {
    const requests: CompiledQuery[] = [];
    const { db, close } = await openStore(await place(), ({ query }) => void requests.push(query));
    onTestFinished(close);
    await storeManyFinished(db, 500);
    await sql`analyze audits`.execute(db);
    requests.length = 0;
    expect(await new AuditStore(db).idsWithSnapshotBefore('2026-02-01T00:00:00.000Z', 10)).toEqual([]);
    const [question] = requests;
    const explain = isPostgres(db) ? 'explain' : 'explain query plan';
    const { sql: text = '', parameters = [] } = question ?? {};
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
    expect(JSON.stringify(rows)).toContain('audits_with_snapshot');
  });

  test('reads the results of a list of sites through indexes alone', async () => {
    const requests: CompiledQuery[] = [];
    const { db, close } = await openStore(await place(), ({ query }) => void requests.push(query));
    onTestFinished(close);
    await storeManyFinished(db, 1_000);
    await sql`update audits set domain = id`.execute(db);
    await new ApiKeyStore(db).insert({ id: 'a', name: 'a', hash: 'a', createdAt: AT });
    await new SiteStore(db).add('a', ['example.com'], AT, 1);
    await sql`analyze audits`.execute(db);
    requests.length = 0;
    await new SiteStore(db).list('a');
    const [question] = requests;
    const explain = isPostgres(db) ? 'explain' : 'explain query plan';
    const { sql: text = '', parameters = [] } = question ?? {};
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
    const plan = JSON.stringify(rows);
    expect(plan).toContain('audits_live_done');
    expect(plan).not.toMatch(/SCAN (?:audit|newest|previous|failed)\b|Seq Scan on audits/);
  });

  test('is as it was when it is opened again, and while it is open', async () => {
    const settings = await place();
    const first = await open(settings);
    await new Heartbeat(first.db).beat(AT);
    const { db } = await open(settings);
    await new Heartbeat(db).read();
    expect(await db.selectFrom('heartbeats').selectAll().execute()).toEqual([{ id: 1, beaten_at: AT }]);
  });

  test('writes what it was given before it is closed', async () => {
    const settings = await place();
    const store = await openStore(settings);
    await publishDomains(store.db, ['example.com']);
    const written = store.visitWriter.insert([visit()]);
    await store.close();
    await written;
    const { db } = await open(settings);
    expect(await new VisitStore(db).newest('example.com', 9)).toEqual([visit()]);
  });

  test('tells of each statement how it ended, visits apart', async () => {
    const output: string[] = [];
    const store = await openStore(await place(), ({ level, query }) => {
      output.push(`${level} ${query.query.kind}`);
    });
    onTestFinished(() => store.close());
    output.length = 0;
    await store.visitWriter.insert([visit()]);
    expect(output).toEqual([]);
    await new Heartbeat(store.db).read();
    const session = { hash: '', key_id: 'nobody', created_at: AT };
    await expect(store.db.insertInto('sessions').values(session).execute()).rejects.toThrow();
    expect(output).toEqual(['query SelectQueryNode', 'error InsertQueryNode']);
  });
}
