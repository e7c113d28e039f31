import { beforeEach, expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/store/api-keys.ts';
import { AuditStore } from '../../src/store/audits.ts';
import type { Store } from '../../src/store/store.ts';
import { keepQueued } from '../support/kept-audits.ts';

const KEY = { id: 'b', name: 'one ü', hash: 'hash of one', createdAt: '2026-01-01T00:00:00.000Z' };
const LATER = '2026-01-02T00:00:00.000Z';

/** What keeps keys in any database. @param open makes an empty store for one test */
export function apiKeyStoreContract(open: () => Promise<Store>): void {
  let store: Store;
  let keys: ApiKeyStore;

  beforeEach(async () => {
    store = await open();
    keys = new ApiKeyStore(store.db);
  });

  test('a key is found by its hash alone, as it was kept', async () => {
    expect(await keys.insert(KEY)).toBe(true);
    expect(await keys.findByHash(KEY.hash)).toEqual({ ...KEY, revokedAt: null });
    expect(await keys.findByHash('another')).toBeNull();
  });

  test('a name is for one key in use, and free again when that is revoked', async () => {
    await keys.insert(KEY);
    const second = { ...KEY, id: 'a', hash: 'hash of two' };
    expect(await keys.insert(second)).toBe(false);
    expect(await keys.revoke(KEY.id, LATER)).toBe(true);
    expect(await keys.revoke(KEY.id, LATER)).toBe(false);
    expect(await keys.insert(second)).toBe(true);
    expect(await keys.list()).toEqual([
      { ...second, revokedAt: null },
      { ...KEY, revokedAt: LATER },
    ]);
  });

  test('of many who want one name at once, one gets it', async () => {
    const wishes = Array.from({ length: 8 }, (_, n) => keys.insert({ ...KEY, id: `${n}`, hash: `hash ${n}` }));
    expect((await Promise.all(wishes)).filter(Boolean)).toEqual([true]);
  });

  test('an audit is kept for a key that there is', async () => {
    await keys.insert(KEY);
    await expect(keepQueued(store.db, { keyId: 'another' })).rejects.toThrow(/foreign key/i);
    const { id } = await keepQueued(store.db, { keyId: KEY.id });
    expect(await new AuditStore(store.db).find(id)).toMatchObject({ keyId: KEY.id });
  });
}
