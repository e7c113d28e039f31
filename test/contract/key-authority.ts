import { beforeEach, expect, test } from 'vitest';
import { ApiKeyStore, type NewApiKey } from '../../src/server/accounts/api-key-store.ts';
import { SessionStore } from '../../src/server/accounts/session-store.ts';
import { AuditStore } from '../../src/server/audits/store/audit-store.ts';
import { BatchStore } from '../../src/server/audits/store/batch-store.ts';
import { LiveAuditStore } from '../../src/server/audits/store/live-audit-store.ts';
import { PublishedDomainStore } from '../../src/server/publishing/published-domain-store.ts';
import { TrafficStore } from '../../src/server/requests/store/traffic-store.ts';
import { SiteStore } from '../../src/server/sites/site-store.ts';
import { PRIORITY } from '../../src/server/store/jobs/job-queue.ts';
import { KeyEnded } from '../../src/server/store/key-authority.ts';
import { StorageStore } from '../../src/server/store/key-storage.ts';
import { QuotaUsed } from '../../src/server/store/quota.ts';
import type { Store } from '../../src/server/store/store.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { doneAudit, requestedAudit, UNBOUNDED } from '../support/stored-audits.ts';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.000Z';
const ANY = { slots: 99, running: [], recent: [], perHost: 99 };

/** What a key may do, and what ends with it, in any database. @param open makes an empty store for one test */
export function keyAuthorityContract(open: () => Promise<Store>): void {
  let store: Store;
  let keys: ApiKeyStore;
  let live: LiveAuditStore;
  let batches: BatchStore;

  const makeKey = (id: string, key: Partial<NewApiKey> = {}) =>
    keys.insert({ id, name: id, hash: id, createdAt: AT, ...key });

  beforeEach(async () => {
    store = await open();
    keys = new ApiKeyStore(store.db);
    live = new LiveAuditStore(store.db, store.jobs);
    batches = new BatchStore(store.db);
    for (const id of ['a', 'b']) await makeKey(id);
  });

  const accept = (domain: string, keyId: string | null, priority: number = PRIORITY.caller) =>
    live.accept(requestedAudit({ domain, keyId, client: keyId ?? '~', priority }), UNBOUNDED);

  function acceptBatch(id: string, keyId: string, domains: readonly string[]) {
    const entries = domains.map((domain, position) => {
      return { position, input: domain, domain, status: 'queued' as const, error: null };
    });
    const audits = entries.map(({ domain, position }) =>
      requestedAudit({ domain, keyId, client: keyId, priority: PRIORITY.batch - position }),
    );
    const row = { id, keyId, requestedAt: AT, startedAt: null, finishedAt: null, duplicates: 0 };
    return live.acceptBatch({ ...row, domains: domains.length }, entries, audits, 10);
  }

  /** Returns the domains of the waiting audits, with their keys. */
  async function waiting() {
    const rows = await store.db
      .selectFrom('audits')
      .select(['domain', 'key_id'])
      .where('status', '=', 'queued')
      .orderBy('domain')
      .execute();
    return rows.map(({ domain, key_id: keyId }) => [domain, keyId]);
  }

  const readSettled = async (id: string) => Object.fromEntries((await batches.countProgress(id)).settled);

  test('a batch is cancelled: its waiting audits end, except those that others want; running ones finish', async () => {
    await acceptBatch('one', 'a', ['run.com', 'gone.com', 'shared.com', 'called.com', 'joined.com']);
    const running = await live.take(ANY);
    expect(running?.domain).toBe('run.com');
    await acceptBatch('two', 'a', ['shared.com']);
    await accept('called.com', 'a');
    await accept('joined.com', null, PRIORITY.daily);
    expect(await live.cancelBatch('one', LATER)).toEqual({ batches: 1, sites: 5, audits: 1 });
    expect((await waiting()).map(([domain]) => domain)).toEqual(['called.com', 'joined.com', 'shared.com']);
    expect(await batches.find('one')).toMatchObject({ startedAt: running?.startedAt, finishedAt: LATER });
    expect([await readSettled('one'), await readSettled('two')]).toEqual([{ cancelled: 5 }, { queued: 1 }]);
    expect(await live.cancelBatch('one', LATER)).toEqual({ batches: 0, sites: 0, audits: 0 });
    // Nobody wants it any more, so it is not retried.
    expect(running && (await live.retry(running, AT))).toBe(false);
  });

  test('a batch of many is cancelled while some of its audits run: what it counts stays, as its entries say', async () => {
    await acceptBatch(
      'many',
      'a',
      Array.from({ length: 300 }, (_, n) => `${n}.com`),
    );
    await acceptBatch('other', 'b', ['7.com', '8.com', '299.com']);
    const started = [await live.take(ANY), await live.take(ANY), await live.take(ANY)].flatMap((audit) => audit ?? []);
    expect(started).toHaveLength(3);
    const [first] = started;
    await live.finish(first ?? expect.fail(), doneAudit(), null);
    const counts = { done: 1, cancelled: 299 };
    expect(await live.cancelBatch('many', LATER)).toEqual({ batches: 1, sites: 299, audits: 294 });
    for (const audit of started.slice(1)) await live.finish(audit, doneAudit(), null);
    expect([await readSettled('many'), await readSettled('other')]).toEqual([counts, { queued: 3 }]);
    const entries = await batches.entriesAfter('many', -1, 999);
    expect(
      Object.fromEntries(
        Map.groupBy(entries, ({ status }) => status)
          .entries()
          .map(([status, of]) => [status, of.length]),
      ),
    ).toEqual(counts);
    expect(await waiting()).toEqual(['299.com', '7.com', '8.com'].map((domain) => [domain, 'a']));
    expect(await batches.find('many')).toMatchObject({ startedAt: first?.startedAt, finishedAt: LATER });
  });

  test('the work of a revoked key ends, and what others want too is theirs', async () => {
    await acceptBatch('one', 'a', ['gone.com', 'shared.com']);
    await acceptBatch('two', 'b', ['shared.com']);
    for (const domain of ['single.com', 'joined.com', 'public.com']) await accept(domain, 'a');
    await accept('joined.com', 'b');
    await accept('public.com', null);
    await accept('daily.com', 'a', PRIORITY.daily);
    await accept('other.com', 'b');
    expect(await keys.revoke('a', LATER)).toEqual({ withdrawn: [], ended: { batches: 1, sites: 2, audits: 3 } });
    expect(await waiting()).toEqual([
      ['joined.com', null],
      ['other.com', 'b'],
      ['public.com', null],
      ['shared.com', 'b'],
    ]);
    expect([await readSettled('one'), await readSettled('two')]).toEqual([{ cancelled: 2 }, { queued: 1 }]);
  });

  test('an audit of a key that earlier versions revoked never runs', async () => {
    await accept('first.com', 'a');
    await accept('second.com', 'a');
    await accept('other.com', 'b');
    await store.db.updateTable('api_keys').set({ revoked_at: LATER }).where('id', '=', 'a').execute();
    expect(await live.take(ANY)).toMatchObject({ domain: 'other.com' });
    expect(await live.take(ANY)).toBeNull();
    expect(await waiting()).toEqual([]);
  });

  test('a running audit of a revoked key may finish, but is not retried', async () => {
    await accept('a.com', 'a', PRIORITY.daily);
    const running = (await live.take(ANY)) ?? expect.fail('Nothing waits.');
    await keys.revoke('a', LATER);
    expect(await live.retry(running, AT)).toBe(false);
  });

  test('nothing is stored for a revoked key', async () => {
    await publishDomains(store.db, ['mine.com']);
    const published = new PublishedDomainStore(store.db);
    const text = { publishedAt: AT, auditId: '', auditedAt: AT, llmsTxt: '', llmsTxtHash: '' };
    const upload = { counts: [], fetches: { pages: new Map(), droppedAt: '' }, source: null, offset: null, at: AT };
    await makeKey('admin', { isAdmin: true });
    expect(await keys.update('b', { auditsPerDay: 3 }, 'admin')).toBe(true);
    await keys.revoke('a', LATER, { by: 'admin' });
    for (const act of [
      () => accept('a.com', 'a'),
      () => acceptBatch('one', 'a', ['a.com']),
      () => new SiteStore(store.db).add('a', ['a.com'], AT, 9),
      () => new SessionStore(store.db).insert({ hash: 'a', keyId: 'a', createdAt: AT }),
      () => published.insert({ ...text, domain: 'a.com', keyId: 'a' }),
      () => published.claim('mine.com', 'a'),
      () => published.move('mine.com', 'a'),
      () => new TrafficStore(store.db).add('mine.com', 'a', upload),
      () => new SiteStore(store.db).schedule('a', ['a.com'], 'daily'),
      () => new AuditStore(store.db).nextLinkSeries('one', 'a'),
      () => new StorageStore(store.db).oldestAudits('a', LATER, 9, true, 'a'),
      () => live.cancelBatch('one', LATER, 'a'),
      () => keys.insert({ id: 'c', name: 'c', hash: 'c', createdAt: AT }, 'a'),
      () => keys.update('b', { name: 'c' }, 'a'),
      () => keys.revoke('b', LATER, { by: 'a' }),
      // In use, but may not manage keys.
      () => keys.revoke('b', LATER, { by: 'b' }),
    ])
      await expect(act()).rejects.toThrow(KeyEnded);
    expect(await waiting()).toEqual([]);
  });

  test('a key requests no more audits on a day than its limit, however many arrive at once', async () => {
    await makeKey('limited', { auditsPerDay: 5 });
    const requests = Array.from({ length: 12 }, (_, n) => accept(`${n}.com`, 'limited'));
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(new QuotaUsed(5, 0, 1));
    }
    expect(await waiting()).toHaveLength(5);
    // A joined audit is not a further one.
    await accept('free.com', 'a');
    expect(await accept('free.com', 'limited')).toMatchObject({ status: 'queued' });
  });

  test('batches that arrive at once have one limit', async () => {
    await makeKey('limited', { auditsPerDay: 5 });
    const requests = ['w', 'x', 'y', 'z'].map((id) => acceptBatch(id, 'limited', [`1${id}.com`, `2${id}.com`]));
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await waiting()).toHaveLength(4);
  });

  test('callers fill the queue to its bound, however many arrive at once', async () => {
    const bounds = { most: 5, mostOfClient: () => 5 };
    const requests = Array.from({ length: 12 }, (_, n) =>
      live.accept(requestedAudit({ domain: `${n}.com`, client: `${n}` }), bounds),
    );
    const refused = (await Promise.all(requests)).filter((outcome) => outcome === 'full');
    expect(refused).toHaveLength(7);
    expect(await waiting()).toHaveLength(5);
  });

  test('of two last keys that may manage keys, one stays when both are revoked at once', async () => {
    for (const id of ['c', 'd']) await makeKey(id, { isAdmin: true });
    const outcomes = await Promise.all(['c', 'd'].map((id) => keys.revoke(id, LATER, { keepsAdmin: true })));
    expect(outcomes.filter((outcome) => outcome === 'last_admin')).toHaveLength(1);
  });

  test('domains go to a key in use, also when that is revoked at once', async () => {
    const published = new PublishedDomainStore(store.db);
    await publishDomains(store.db, ['mine.com'], 'a');
    const outcomes = await Promise.all([keys.revoke('a', LATER, { heirId: 'b' }), keys.revoke('b', LATER)]);
    expect(outcomes.filter((outcome) => outcome === 'owns_domains' || outcome === 'heir_ended')).toHaveLength(1);
    expect(await published.findOwner('mine.com')).toMatch(/^[ab]$/);
  });

  test('a key that has published domains is revoked only with what becomes of them', async () => {
    await publishDomains(store.db, ['mine.com', 'ours.com'], 'a');
    expect(await keys.revoke('a', LATER)).toBe('owns_domains');
    expect(await keys.find('a')).toMatchObject({ revokedAt: null });
    const { withdrawn } = Object(await keys.revoke('a', LATER, { withdraws: true }));
    expect(withdrawn.toSorted()).toEqual(['mine.com', 'ours.com']);
    expect(await new PublishedDomainStore(store.db).list()).toEqual([]);
  });

  test('of many keys that are renamed to one name at once, one gets it', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `k${n}`);
    for (const name of names) await makeKey(name);
    const renamed = await Promise.all(names.map((id) => keys.update(id, { name: 'new name' })));
    expect(renamed.filter(Boolean)).toEqual([true]);
  });
}
