import { beforeEach, describe, expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { PublishedDomainStore } from '../../src/server/publishing/published-domain-store.ts';
import type { Store } from '../../src/server/store/store.ts';
import { storeFinished } from '../support/stored-audits.ts';

const FIRST = {
  domain: 'example.com',
  publishedAt: '2026-01-01T00:00:00.000Z',
  keyId: null,
  auditId: 'first',
  auditedAt: '2026-01-02T00:00:00.000Z',
  llmsTxt: '# first ü\n',
  llmsTxtHash: 'hash of first',
};
const LATER = {
  ...FIRST,
  publishedAt: '2026-03-01T00:00:00.000Z',
  auditId: 'later',
  auditedAt: '2026-01-02T00:00:00.001Z',
  llmsTxt: '# later\n',
  llmsTxtHash: 'hash of later',
};

/** What keeps published domains in any database. @param open makes an empty store for one test */
export function publishedDomainStoreContract(open: () => Promise<Store>): void {
  let published: PublishedDomainStore;
  let db: Store['db'];

  beforeEach(async () => {
    ({ db } = await open());
    published = new PublishedDomainStore(db);
  });

  test('a published domain is found as it was kept, and no other', async () => {
    await published.insert(FIRST);
    expect(await published.find('example.com')).toEqual(FIRST);
    expect(await published.find('example.org')).toBeNull();
    expect([await published.has('example.com'), await published.has('example.org')]).toEqual([true, false]);
  });

  test('the choices for a badge are stored by the owner of the domain, and stay when its text is renewed', async () => {
    const choice = { label: 'AI ready', labelColor: null, color: '#7a1fa2' };
    await new ApiKeyStore(db).insert({ id: 'a', name: 'a', hash: 'a', createdAt: FIRST.publishedAt });
    await published.insert({ ...FIRST, keyId: 'a' });
    await published.setBadge('example.com', 'b', choice);
    expect(await published.findBadge('example.com')).toEqual({ label: null, labelColor: null, color: null });
    await published.setBadge('example.com', 'a', choice);
    await published.renewText(LATER);
    expect(await published.findBadge('example.com')).toEqual(choice);
    await published.setBadge('example.org', 'a', choice);
    expect(await published.findBadge('example.org')).toBeNull();
  });

  test('what is published already is not published again', async () => {
    expect([await published.insert(FIRST), await published.insert(LATER)]).toEqual([true, false]);
    expect(await published.find('example.com')).toEqual(FIRST);
  });

  test('a later text takes the place of an earlier one, and the day it was published stays', async () => {
    await published.insert(FIRST);
    await published.renewText(LATER);
    expect(await published.find('example.com')).toEqual({ ...LATER, publishedAt: FIRST.publishedAt });
  });

  test('an earlier text does not take the place of a later one, whenever it is done', async () => {
    await published.insert(LATER);
    await published.renewText(FIRST);
    expect((await published.find('example.com'))?.llmsTxt).toBe(LATER.llmsTxt);
  });

  test('a text of a domain that is not published, or withdrawn meanwhile, publishes nothing', async () => {
    await published.insert(FIRST);
    expect(await published.delete('example.com', null)).toBe(true);
    await published.renewText(LATER);
    expect(await published.find('example.com')).toBeNull();
  });

  describe('belong to a key', () => {
    const [MINE, OTHERS] = ['mine', 'others'];
    const createKey = (id: string) => ({ id, name: `name of ${id}`, hash: id, createdAt: FIRST.publishedAt });
    let keys: ApiKeyStore;

    beforeEach(async () => {
      keys = new ApiKeyStore(db);
      for (const id of [MINE, OTHERS]) await keys.insert(createKey(id));
      await published.insert({ ...FIRST, keyId: MINE });
      await published.insert({ ...FIRST, domain: 'example.org' });
    });

    /** As earlier versions revoked keys. */
    const leaveWithoutOwner = (id: string) =>
      db.updateTable('api_keys').set({ revoked_at: LATER.publishedAt }).where('id', '=', id).execute();

    test('which keeps them, whoever else claims them', async () => {
      await published.claim('example.com', OTHERS);
      expect([await published.findOwner('example.com'), await published.findOwner('example.org')]).toEqual([
        MINE,
        null,
      ]);
      expect(await published.findOwner('none.example')).toBeNull();
    });

    test('when it claims one that is nobody’s, or whose key is revoked', async () => {
      await published.claim('example.org', OTHERS);
      await leaveWithoutOwner(MINE);
      expect([await published.findOwner('example.com'), await published.findOwner('example.org')]).toEqual([
        null,
        OTHERS,
      ]);
      await published.claim('example.com', OTHERS);
      expect(await published.findOwner('example.com')).toBe(OTHERS);
    });

    test('until an operator moves them, or they are handed over with the revocation of their key', async () => {
      expect(await published.move('none.example', OTHERS)).toBe(false);
      expect(await published.move('example.org', MINE)).toBe(true);
      expect((await published.list(MINE)).map(({ domain }) => domain)).toEqual(['example.com', 'example.org']);
      expect(await keys.revoke(MINE, LATER.publishedAt, { heirId: OTHERS })).toMatchObject({ withdrawn: [] });
      expect(await published.list(MINE)).toEqual([]);
      expect(await published.list()).toEqual(
        ['example.com', 'example.org'].map((domain) => ({
          domain,
          publishedAt: FIRST.publishedAt,
          owner: 'name of others',
        })),
      );
      expect(await keys.revoke(MINE, LATER.publishedAt, { heirId: OTHERS })).toBe('not_found');
      expect(await published.findOwner('example.com')).toBe(OTHERS);
    });

    test('and are listed with its name while it is in use', async () => {
      await leaveWithoutOwner(MINE);
      await published.move('example.org', OTHERS);
      expect((await published.list()).map(({ domain, owner }) => [domain, owner])).toEqual([
        ['example.com', null],
        ['example.org', 'name of others'],
      ]);
    });

    test('that withdraws them, and no other', async () => {
      expect(await published.delete('example.com', OTHERS)).toBe(false);
      expect(await published.has('example.com')).toBe(true);
      expect(await published.delete('example.com', MINE)).toBe(true);
      expect([await published.has('example.com'), await published.has('example.org')]).toEqual([false, true]);
      expect(await published.delete('example.com', MINE)).toBe(false);
    });
  });

  test('outdated are those that were audited since their text was made, in the order of their names, by their bytes', async () => {
    const after = '2026-01-02T00:00:00.001Z';
    for (const domain of ['b.example', 'ab.example', 'a-c.example']) {
      await published.insert({ ...FIRST, domain });
      await storeFinished(db, { domain }, { finishedAt: after });
    }
    await published.insert({ ...FIRST, domain: 'never.example' });
    await published.insert({ ...FIRST, domain: 'same.example' });
    await storeFinished(db, { domain: 'same.example' }, { finishedAt: FIRST.auditedAt });
    await published.insert({ ...FIRST, domain: 'failed.example' });
    await storeFinished(db, { domain: 'failed.example' }, { finishedAt: after, status: 'failed' });
    await storeFinished(db, { domain: 'unpublished.example' }, { finishedAt: after });
    expect(await published.outdated()).toEqual(['a-c.example', 'ab.example', 'b.example']);
  });

  test('due is who has waited longest, and first who was never planned for', async () => {
    for (const domain of ['a.example', 'b.example', 'c.example']) await published.insert({ ...FIRST, domain });
    await published.planAudit('a.example', '2026-01-02T00:00:00.000Z');
    await published.planAudit('c.example', '2026-01-01T00:00:00.000Z');
    const time = '2026-01-02T00:00:00.000Z';
    for (const domain of ['b.example', 'c.example', 'a.example']) {
      expect(await published.dueForAudit(time, '2026-01-03')).toMatchObject({ domain });
      await published.planAudit(domain, '2026-01-02T00:00:00.001Z');
    }
    expect(await published.dueForAudit(time, '2026-01-03')).toBeNull();
    // A wrong clock has planned it.
    await published.planAudit('c.example', '2026-04-01T00:00:00.000Z');
    expect(await published.dueForAudit(time, '2026-01-03')).toMatchObject({ domain: 'c.example' });
  });
}
