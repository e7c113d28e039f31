import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ApiKeyStore } from '../../src/store/api-keys.ts';
import { AuditStore } from '../../src/store/audits.ts';
import type { Database } from '../../src/store/database.ts';
import { Heartbeat } from '../../src/store/heartbeat.ts';
import { migrate, SCHEMAS } from '../../src/store/migrations/migrate.ts';
import { openStore, type StoreSettings } from '../../src/store/store.ts';
import { VisitStore } from '../../src/store/visits.ts';
import { visit } from './visits.ts';

const AT = '2026-01-01T00:00:00.000Z';
const KEY = { id: 'key', name: 'one', hash: 'hash', createdAt: AT };
const AUDIT = { id: 'audit', domain: 'example.com', requestedAt: AT, keyId: 'key' };

/**
 * What a store does as a whole, in any database.
 * @param place says where a new one may be
 * @param connect connects to a place, where nothing is made yet
 */
export function storeContract(
  place: () => Promise<StoreSettings>,
  connect: (place: StoreSettings) => Kysely<Database>,
): void {
  const open = async (settings: StoreSettings) => {
    const store = await openStore(settings);
    onTestFinished(() => store.close());
    return store;
  };

  test.each(SCHEMAS)('what is in a store of schema %s is there when it is opened', async (schema) => {
    const settings = await place();
    const old = connect(settings);
    await migrate(old, schema);
    await new ApiKeyStore(old).insert(KEY);
    await new AuditStore(old).insertQueued(AUDIT);
    await old.destroy();

    const store = await open(settings);
    expect(await new AuditStore(store.db).find('audit')).toMatchObject(AUDIT);
    expect(await new AuditStore(store.db).findInventory('audit')).toBeNull();
    expect(await new ApiKeyStore(store.db).list()).toMatchObject([KEY]);
    await store.visitWriter.insert([visit()]);
    expect(await new VisitStore(store.db).newestOf('example.com', 1)).toEqual([visit()]);
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
    const written = store.visitWriter.insert([visit()]);
    await store.close();
    await written;
    const { db } = await open(settings);
    expect(await new VisitStore(db).newestOf('example.com', 9)).toEqual([visit()]);
  });

  test('tells of each statement how it ended, visits apart', async () => {
    const told: string[] = [];
    const store = await openStore(await place(), ({ level, query }) => {
      told.push(`${level} ${query.query.kind}`);
    });
    onTestFinished(() => store.close());
    told.length = 0;
    await store.visitWriter.insert([visit()]);
    expect(told).toEqual([]);
    await new Heartbeat(store.db).read();
    await expect(new AuditStore(store.db).insertQueued(AUDIT)).rejects.toThrow();
    expect(told).toEqual(['query SelectQueryNode', 'error InsertQueryNode']);
  });
}
