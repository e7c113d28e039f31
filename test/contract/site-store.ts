import { beforeEach, expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { SiteStore } from '../../src/server/sites/site-store.ts';
import type { Store } from '../../src/server/store/store.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { storeFinished, storeQueued } from '../support/stored-audits.ts';
import { visit } from './visits.ts';

const AT = '2026-01-01T00:00:00.000Z';
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;

/** What keeps the sites of keys in any database. @param open makes an empty store for one test */
export function siteStoreContract(open: () => Promise<Store>): void {
  let store: Store;
  let sites: SiteStore;
  let keys: ApiKeyStore;

  beforeEach(async () => {
    store = await open();
    sites = new SiteStore(store.db);
    keys = new ApiKeyStore(store.db);
    for (const id of ['a', 'b']) await keys.insert({ id, name: id, hash: id, createdAt: AT });
  });

  const listNames = async (keyId: string) => (await sites.list(keyId)).map(({ domain }) => domain);

  test('each key has its own list, in the order of names', async () => {
    expect(await sites.add('a', ['two.com', 'one.com'], AT, 9)).toBe(2);
    expect(await sites.add('a', ['one.com', 'three.com'], AT, 9)).toBe(1);
    expect(await sites.add('b', ['other.com'], AT, 9)).toBe(1);
    expect(await listNames('a')).toEqual(['one.com', 'three.com', 'two.com']);
    expect(await listNames('b')).toEqual(['other.com']);
    expect(await sites.ofKey('a', ['one.com', 'other.com'])).toEqual(new Set(['one.com']));
    expect(await sites.remove('a', ['one.com', 'other.com'], AT)).toBe(1);
    expect(await listNames('a')).toEqual(['three.com', 'two.com']);
    expect(await listNames('b')).toEqual(['other.com']);
  });

  test('the last removal of a key is undone: its sites are as they were, and no other key changes', async () => {
    await sites.add('a', ['one.com', 'two.com', 'three.com'], AT, 9);
    await sites.add('b', ['one.com'], AT, 9);
    await sites.schedule('a', ['one.com', 'two.com'], 'weekly');
    await sites.planAudit({ keyId: 'a', domain: 'one.com', schedule: 'weekly' }, day(20));
    const before = await store.db.selectFrom('sites').selectAll().orderBy('key_id').orderBy('domain').execute();
    expect(await sites.remove('a', ['one.com', 'two.com', 'other.com'], day(2))).toBe(2);
    expect(await listNames('a')).toEqual(['three.com']);
    expect(await sites.lastRemoval('a', day(2))).toEqual({ at: day(2), sites: 2 });
    expect([await sites.lastRemoval('a', day(3)), await sites.lastRemoval('b', AT)]).toEqual([null, null]);
    expect([await sites.restore('b', day(2), 9), await sites.restore('a', AT, 9)]).toEqual([0, 0]);
    expect(await sites.restore('a', day(2), 2)).toBeNull();
    expect(await sites.restore('a', day(2), 9)).toBe(2);
    expect(await store.db.selectFrom('sites').selectAll().orderBy('key_id').orderBy('domain').execute()).toEqual(
      before,
    );
    expect([await sites.lastRemoval('a', AT), await sites.restore('a', day(2), 9)]).toEqual([null, 0]);
  });

  test('only the last removal is stored, and none of a revoked key', async () => {
    await sites.add('a', ['one.com', 'two.com'], AT, 9);
    await sites.remove('a', ['one.com'], day(2));
    await sites.remove('a', ['two.com'], day(3));
    expect(await sites.lastRemoval('a', AT)).toEqual({ at: day(3), sites: 1 });
    expect(await keys.revoke('a', day(4))).toMatchObject({ ended: {} });
    expect(await sites.lastRemoval('a', AT)).toBeNull();
  });

  test('a list that would be too long stays as it is, also when two grow it at once', async () => {
    const grow = (first: number) =>
      sites.add(
        'a',
        Array.from({ length: 300 }, (_, n) => `s${first + n}.com`),
        AT,
        400,
      );
    const added = await Promise.all([grow(0), grow(1000)]);
    expect(added.toSorted()).toEqual([300, null]);
    expect((await sites.list('a')).length).toBe(300);
  });

  test('a domain shows its newest audit, the change by the same rubric, and a failure since', async () => {
    await sites.add('a', ['example.com', 'new.com', 'changed.com'], AT, 9);
    const keep = (domain: string, score: number, at: number, rubricVersion = 2) =>
      storeFinished(
        store.db,
        { domain },
        { score, rubricVersion, finishedAt: day(at), verdict: 'poor', worstProblem: 'It is closed.' },
      );
    await keep('example.com', 40, 1);
    await keep('example.com', 60, 2);
    const newest = await keep('example.com', 55, 3);
    await keep('changed.com', 10, 1, 1);
    await keep('changed.com', 90, 2, 2);
    const failed = await storeFinished(
      store.db,
      { domain: 'example.com' },
      { status: 'failed', score: 0, finishedAt: day(4) },
    );
    await storeFinished(store.db, { domain: 'changed.com' }, { status: 'failed', score: 0, finishedAt: day(1) });
    const rows = new Map((await sites.list('a')).map((row) => [row.domain, row]));
    expect(rows.get('example.com')).toEqual({
      domain: 'example.com',
      schedule: 'off',
      isPublished: false,
      newest: { id: newest, score: 55, verdict: 'poor', worstProblem: 'It is closed.', finishedAt: day(3) },
      previousScore: 60,
      failed: { id: failed, finishedAt: day(4) },
    });
    expect(rows.get('changed.com')).toMatchObject({ newest: { score: 90 }, previousScore: null, failed: null });
    expect(rows.get('new.com')).toMatchObject({ newest: null, previousScore: null, failed: null });
    expect(await sites.listTrends(['example.com', 'changed.com', 'new.com'], 2)).toEqual(
      new Map([
        ['example.com', [60, 55]],
        ['changed.com', [90]],
      ]),
    );
    expect(await sites.listTrends([], 2)).toEqual(new Map());
  });

  test('an unfinished audit is found, whoever asked for it', async () => {
    const { id } = await storeQueued(store.db, { domain: 'example.com' });
    expect(await sites.findUnfinished(['example.com', 'other.com'])).toEqual(
      new Map([['example.com', { id, isRunning: false }]]),
    );
  });

  test('published domains are in the list of their key, with the visits of AI crawlers', async () => {
    await publishDomains(store.db, ['example.com', 'others.com']);
    await store.db.updateTable('published_domains').set({ key_id: 'a' }).where('domain', '=', 'example.com').execute();
    await store.visitWriter.insert([
      visit(),
      visit(),
      visit({ class: 'human', crawler: null, vendor: null, purpose: null }),
    ]);
    expect(await sites.list('a')).toMatchObject([{ domain: 'example.com', isPublished: true, schedule: 'off' }]);
    expect(await sites.list('b')).toEqual([]);
    expect(await sites.countAiVisits(['example.com', 'none.com'], '2000-01-01')).toEqual(new Map([['example.com', 2]]));
    expect(await sites.countAiVisits(['example.com'], '2999-01-01')).toEqual(new Map());
    expect(await sites.countAiVisits([], '2000-01-01')).toEqual(new Map());
  });

  test('a site is due by its schedule, the one that has waited longest first', async () => {
    await sites.add('a', ['one.com', 'two.com', 'three.com'], AT, 9);
    expect(await sites.dueForAudit(day(2), day(9))).toBeNull();
    expect(await sites.schedule('a', ['one.com', 'two.com', 'other.com'], 'weekly')).toBe(2);
    await sites.planAudit({ keyId: 'a', domain: 'one.com', schedule: 'weekly' }, day(3));
    await sites.planAudit({ keyId: 'a', domain: 'two.com', schedule: 'weekly' }, day(2));
    expect(await sites.dueForAudit(day(1), day(9))).toBeNull();
    expect(await sites.dueForAudit(day(4), day(9))).toEqual({ keyId: 'a', domain: 'two.com', schedule: 'weekly' });
    await sites.schedule('a', ['two.com'], 'off');
    expect(await sites.dueForAudit(day(4), day(9))).toMatchObject({ domain: 'one.com' });
    // A wrong clock has planned it for day 3.
    expect(await sites.dueForAudit(day(1), day(2))).toMatchObject({ domain: 'one.com' });
  });

  test('a revoked key leaves its sites to its heir, or to nobody', async () => {
    await sites.add('a', ['one.com', 'two.com'], AT, 9);
    await sites.schedule('a', ['one.com'], 'daily');
    await sites.add('b', ['two.com'], AT, 9);
    await keys.revoke('a', AT, { heirId: 'b' });
    expect(await listNames('a')).toEqual([]);
    expect(await sites.list('b')).toMatchObject([{ domain: 'one.com', schedule: 'daily' }, { domain: 'two.com' }]);
    await keys.revoke('b', AT);
    expect(await listNames('b')).toEqual([]);
  });
}
