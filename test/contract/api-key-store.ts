import { beforeEach, expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { MAX_SESSIONS, SessionStore } from '../../src/server/accounts/session-store.ts';
import { AuditStore } from '../../src/server/audits/store/audit-store.ts';
import { KeyEnded } from '../../src/server/store/key-authority.ts';
import type { Store } from '../../src/server/store/store.ts';
import { storeQueued } from '../support/stored-audits.ts';

const KEY = { id: 'b', name: 'one ü', hash: 'hash of one', createdAt: '2026-01-01T00:00:00.000Z' };
const UNUSED = { isAdmin: false, auditsPerDay: null, lastUsedAt: null };
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
    expect(await keys.findByHash(KEY.hash)).toEqual({ ...KEY, ...UNUSED, revokedAt: null });
    expect(await keys.findByHash('another')).toBeNull();
  });

  test('a name is for one key in use, and free again when that is revoked', async () => {
    await keys.insert(KEY);
    const second = { ...KEY, id: 'a', hash: 'hash of two' };
    expect(await keys.insert(second)).toBe(false);
    expect(await keys.revoke(KEY.id, LATER)).toMatchObject({ withdrawn: [] });
    expect(await keys.revoke(KEY.id, LATER)).toBe('not_found');
    expect(await keys.insert(second)).toBe(true);
    expect(await keys.list()).toEqual([
      { ...second, ...UNUSED, revokedAt: null },
      { ...KEY, ...UNUSED, revokedAt: LATER },
    ]);
  });

  test('a key has a limit and a name that change, unless another key in use has that name', async () => {
    await keys.insert({ ...KEY, isAdmin: true, auditsPerDay: 5 });
    await keys.insert({ ...KEY, id: 'a', name: 'two', hash: 'hash of two' });
    expect(await keys.find(KEY.id)).toMatchObject({ isAdmin: true, auditsPerDay: 5 });
    expect(await keys.update(KEY.id, { name: 'two', auditsPerDay: 9 })).toBe(false);
    expect(await keys.update(KEY.id, { name: 'new name' })).toBe(true);
    expect(await keys.find(KEY.id)).toMatchObject({ name: 'new name', auditsPerDay: 5 });
    expect(await keys.update(KEY.id, { name: 'new name', auditsPerDay: null })).toBe(true);
    expect(await keys.find(KEY.id)).toMatchObject({ name: 'new name', auditsPerDay: null });
    await keys.revoke(KEY.id, LATER);
    expect(await keys.update(KEY.id, { auditsPerDay: 1 })).toBe(false);
  });

  test('a session is found by its hash until it or all of its key are deleted, or the key is revoked', async () => {
    const sessions = new SessionStore(store.db);
    await keys.insert(KEY);
    await keys.insert({ ...KEY, id: 'a', name: 'two', hash: 'hash of two' });
    const session = (hash: string, keyId = KEY.id) => ({ hash, keyId, createdAt: LATER });
    for (const one of [session('1'), session('2'), session('3', 'a')]) await sessions.insert(one);
    expect(await sessions.find('1')).toEqual(session('1'));
    await sessions.delete('1');
    expect([await sessions.find('1'), await sessions.find('2')]).toEqual([null, session('2')]);
    await sessions.deleteByKey(KEY.id);
    expect([await sessions.find('2'), await sessions.find('3')]).toEqual([null, session('3', 'a')]);
    await keys.revoke('a', LATER);
    expect(await sessions.find('3')).toBeNull();
  });

  test('a key has a bounded number of sessions: its oldest end, and no other key loses one', async () => {
    const sessions = new SessionStore(store.db);
    await keys.insert(KEY);
    await keys.insert({ ...KEY, id: 'a', name: 'two', hash: 'hash of two' });
    await sessions.insert({ hash: 'other', keyId: 'a', createdAt: '2025-01-01T00:00:00.000Z' });
    const at = (n: number) => new Date(Date.parse(LATER) + n).toISOString();
    for (let n = 0; n <= MAX_SESSIONS; n += 1) await sessions.insert({ hash: `${n}`, keyId: KEY.id, createdAt: at(n) });
    expect(await sessions.find('0')).toBeNull();
    for (const hash of ['1', `${MAX_SESSIONS}`, 'other']) expect(await sessions.find(hash)).not.toBeNull();
  });

  test('the last use is stored at most once in a time', async () => {
    await keys.insert(KEY);
    await keys.touch(KEY.id, '2026-01-01T12:00:00.000Z', '2026-01-01T11:55:00.000Z');
    await keys.touch(KEY.id, '2026-01-01T12:04:00.000Z', '2026-01-01T11:59:00.000Z');
    expect(await keys.find(KEY.id)).toMatchObject({ lastUsedAt: '2026-01-01T12:00:00.000Z' });
    await keys.touch(KEY.id, '2026-01-01T12:06:00.000Z', '2026-01-01T12:01:00.000Z');
    expect(await keys.find(KEY.id)).toMatchObject({ lastUsedAt: '2026-01-01T12:06:00.000Z' });
  });

  test('of many who want one name at once, one gets it', async () => {
    const wishes = Array.from({ length: 8 }, (_, n) => keys.insert({ ...KEY, id: `${n}`, hash: `hash ${n}` }));
    expect((await Promise.all(wishes)).filter(Boolean)).toEqual([true]);
  });

  test('an audit is kept for a key that there is', async () => {
    await keys.insert(KEY);
    await expect(storeQueued(store.db, { keyId: 'another' })).rejects.toThrow(KeyEnded);
    const { id } = await storeQueued(store.db, { keyId: KEY.id });
    expect(await new AuditStore(store.db).find(id)).toMatchObject({ keyId: KEY.id });
  });
}
