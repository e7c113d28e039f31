import { expect, test } from 'vitest';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import {
  MAX_PATHS,
  MAX_SOURCES,
  ROWS_PER_DAY,
  type TrafficCount,
  type TrafficSource,
  type TrafficUpload,
} from '../../src/server/requests/store/add-upload.ts';
import { RequestDeletion } from '../../src/server/requests/store/request-deletion.ts';
import { TrafficStore } from '../../src/server/requests/store/traffic-store.ts';
import { SiteStore } from '../../src/server/sites/site-store.ts';
import type { Store } from '../../src/server/store/store.ts';
import { publishDomains } from '../support/publish-domains.ts';

const DAY = '2026-03-10';
const AT = `${DAY}T12:00:00.000Z`;
const LATER = `${DAY}T13:00:00.000Z`;
const DOMAIN = 'example.com';
const KEY = 'key';

const count = (more: Partial<TrafficCount> = {}): TrafficCount => ({
  day: DAY,
  path: '/',
  class: 'ai_bot',
  crawler: 'GPTBot',
  vendor: 'OpenAI',
  status: 200,
  verdict: 'verified',
  robots: '+',
  requests: 1,
  bytes: 10,
  lastAt: AT,
  ...more,
});

/** A sum over all verdicts of robots.txt. */
const summed = (more: Partial<TrafficCount>) => {
  const { robots: _, ...sum } = count(more);
  return { ...sum, purpose: 'training' };
};

const source = (more: Partial<TrafficSource> = {}): TrafficSource => ({
  name: 'source:a',
  nextOffset: 10,
  format: null,
  header: '',
  isInLongLine: false,
  digest: '',
  ...more,
});

const NOTHING: TrafficUpload = {
  counts: [],
  fetches: { pages: new Map(), droppedAt: '' },
  source: null,
  offset: null,
  at: AT,
};

/** The traffic of domains, in any database. */
export function trafficContract(open: () => Promise<Store>): void {
  const openOwned = async () => {
    const { db } = await open();
    await db
      .insertInto('api_keys')
      .values({ id: KEY, name: KEY, hash: KEY, created_at: AT, revoked_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await publishDomains(db, [DOMAIN], KEY);
    const traffic = new TrafficStore(db);
    const add = (upload: Partial<TrafficUpload>) => traffic.add(DOMAIN, KEY, { ...NOTHING, ...upload });
    return { db, traffic, add };
  };

  test('the requests of AI crawlers are summed by day, for every logged day, until the day is deleted', async () => {
    const { db, traffic, add } = await openOwned();
    const sums = async () => [...(await new SiteStore(db).countPageRequests([DOMAIN], DAY))];
    expect(await sums()).toEqual([]);
    await add({ counts: [count({ class: 'human' })] });
    expect(await sums()).toEqual([[DOMAIN, 0]]);
    await add({ counts: [count({ requests: 2 }), count({ path: '/a' }), count({ day: '2026-03-09', requests: 9 })] });
    await add({ counts: [count({ day: '2026-03-11', requests: 4 })] });
    expect(await sums()).toEqual([[DOMAIN, 7]]);
    expect(await traffic.loggedDays(DOMAIN, DAY)).toEqual([DAY, '2026-03-11']);
    const deletion = new RequestDeletion(db);
    await deletion.expired(Date.parse('2026-03-11'), 0);
    expect(await db.selectFrom('traffic_days').select('day').execute()).toEqual([{ day: '2026-03-11' }]);
    await deletion.ofDomain(DOMAIN);
    expect(await sums()).toEqual([]);
  });

  test('counts of the same key are added, and the last time stays', async () => {
    const { traffic, add } = await openOwned();
    await add({ counts: [count({ lastAt: LATER }), count({ path: '/ü "\'\\' }), count({ status: 404 })] });
    await add({ counts: [count({ requests: 2 }), count({ verdict: 'spoofed', day: '2026-03-11' })] });
    expect(await traffic.daily(DOMAIN, DAY, DAY)).toEqual([
      summed({ path: '', requests: 4, bytes: 30, lastAt: LATER }),
      summed({ path: '', status: 404 }),
    ]);
    expect(await traffic.paths(DOMAIN, DAY, '2026-03-11', 2)).toEqual([
      summed({ day: '', requests: 3, bytes: 20, lastAt: LATER }),
      summed({ day: '', status: expect.any(Number), verdict: expect.any(String) }),
    ]);
    expect([await traffic.hasVerified(DOMAIN, DAY), await traffic.hasVerified(DOMAIN, '2026-03-11')]).toEqual([
      true,
      false,
    ]);
  });

  test('verdicts of robots.txt are counted by crawler and rule, and rules are not told apart without a path', async () => {
    const { traffic, add } = await openOwned();
    const rule = '2 Disallow: /ü';
    await add({ counts: [count({ robots: rule, requests: 3 }), count({ robots: '', requests: 5 }), count()] });
    await add({ counts: [count({ robots: rule, day: '2026-03-11' }), count({ robots: rule, verdict: 'spoofed' })] });
    await add({ counts: [count({ class: 'human', crawler: '', robots: '' }), count({ path: '', robots: '-' })] });
    expect(await traffic.robots(DOMAIN, DAY, '2026-03-11', 9)).toEqual({
      forbidden: [
        { crawler: 'GPTBot', path: '/', robots: rule, requests: 4 },
        { crawler: 'GPTBot', path: '', robots: '-', requests: 1 },
      ],
      undecided: 5,
    });
    const many = Array.from({ length: ROWS_PER_DAY.paths * 2 }, (_, n) =>
      count({ path: `/${n}`, robots: `${n} Disallow: /` }),
    );
    await add({ counts: [...many, count({ path: '/', robots: rule, requests: 9 })] });
    const { forbidden } = await traffic.robots(DOMAIN, DAY, DAY, 9_000);
    expect(forbidden.reduce((sum, { requests }) => sum + requests, 0)).toBe(4 + many.length + 9);
    expect(forbidden.filter(({ path, robots }) => path === '' && robots === '-')).toHaveLength(1);
  });

  test('forged sizes of any amount are stored, summed and read', async () => {
    const { traffic, add } = await openOwned();
    const forged = Array.from({ length: ROWS_PER_DAY.paths * 2 }, (_, n) => count({ path: `/${n}`, bytes: 2 ** 62 }));
    for (let upload = 0; upload < 3; upload++) expect(await add({ counts: forged })).toBe('added');
    const [{ requests, bytes } = { requests: 0, bytes: 0 }] = await traffic.daily(DOMAIN, DAY, DAY);
    expect([requests, bytes > 0 && bytes < 2 ** 63]).toEqual([forged.length * 3, true]);
  });

  test('nothing is added for a key that does not own the domain, or for one that is not published', async () => {
    const { db, traffic } = await openOwned();
    const upload = { ...NOTHING, counts: [count()], source: source() };
    await new ApiKeyStore(db).insert({ id: 'other', name: 'other', hash: 'other', createdAt: LATER });
    expect(await traffic.add(DOMAIN, 'other', upload)).toBe('not_owned');
    expect(await traffic.add('example.org', KEY, upload)).toBe('not_owned');
    for (const table of ['traffic_counts', 'traffic_sources'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test('of two uploads that begin at the same offset one is added, also at the same time', async () => {
    const { traffic, add } = await openOwned();
    const upload = { counts: [count()], source: source() };
    expect((await Promise.all([add(upload), add(upload)])).toSorted()).toEqual(['added', 'moved']);
    const next = { counts: [count()], source: source({ nextOffset: 20, header: 'x' }), offset: 10 };
    expect((await Promise.all([add(next), add(next), add(next)])).toSorted()).toEqual(['added', 'moved', 'moved']);
    expect(await traffic.source(DOMAIN, 'source:a')).toEqual(source({ nextOffset: 20, header: 'x' }));
    expect(await traffic.daily(DOMAIN, DAY, DAY)).toMatchObject([{ requests: 2 }]);
  });

  test('a day has a bounded number of paths, those with most requests, and no request is lost', async () => {
    const { db, traffic, add } = await openOwned();
    for (let round = 0; round < 3; round++) {
      const paths = Array.from({ length: ROWS_PER_DAY.paths }, (_, n) => count({ path: `/${round}/${n}` }));
      await add({ counts: [...paths, count({ path: '/top', requests: 50 }), count({ path: '/404', status: 404 })] });
      const { rows } = await db
        .selectFrom('traffic_counts')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow();
      expect(rows).toBeLessThanOrEqual(ROWS_PER_DAY.paths * 1.25 + 2);
    }
    const daily = await traffic.daily(DOMAIN, DAY, DAY);
    expect(daily.map(({ status, requests, bytes }) => [status, requests, bytes])).toEqual([
      [200, 3 * (ROWS_PER_DAY.paths + 50), 30 * (ROWS_PER_DAY.paths + 1)],
      [404, 3, 30],
    ]);
    const paths = await traffic.paths(DOMAIN, DAY, DAY, 2 * ROWS_PER_DAY.paths);
    expect(paths.find(({ path }) => path === '/top')).toMatchObject({ requests: 150 });
    expect(paths[0]?.path).toBe('');
  });

  test('a day has a bounded number of contact addresses, beside all of its paths, and no request is lost', async () => {
    const { traffic, add } = await openOwned();
    const other = { class: 'traditional_bot', crawler: '', vendor: '', status: 0, verdict: '', robots: '' } as const;
    const crawled = Array.from({ length: ROWS_PER_DAY.paths }, (_, n) => count({ path: `/${n}`, requests: 9 }));
    await add({ counts: crawled });
    for (let round = 0; round < 3; round++) {
      const contacts = Array.from({ length: ROWS_PER_DAY.contacts }, (_, n) =>
        count({ ...other, path: `${round}-${n}.ai` }),
      );
      await add({
        counts: [...contacts, count({ ...other, path: 'top.ai', requests: 5 }), count({ ...other, path: '' })],
      });
    }
    const found = await traffic.contacts(DOMAIN, DAY, DAY);
    expect(found).toHaveLength(ROWS_PER_DAY.contacts);
    expect(found[0]).toEqual({ contact: 'top.ai', requests: 15 });
    const daily = await traffic.daily(DOMAIN, DAY, DAY);
    expect(daily.find((row) => row.class === 'traditional_bot')?.requests).toBe(3 * (ROWS_PER_DAY.contacts + 6));
    const paths = await traffic.paths(DOMAIN, DAY, DAY, 2 * ROWS_PER_DAY.paths);
    expect(paths).toHaveLength(ROWS_PER_DAY.paths);
  });

  test('last fetches are those of the newest pages, and of others it is known since when nothing is', async () => {
    const { traffic, add } = await openOwned();
    const pages = (from: number, length: number, at: string) =>
      new Map(Array.from({ length }, (_, n) => [`/${from + n}`, at] as const));
    await add({ fetches: { pages: pages(0, 10, AT), droppedAt: '' } });
    await add({ fetches: { pages: pages(9, MAX_PATHS, LATER), droppedAt: '' } });
    expect((await traffic.fetches(DOMAIN)).pages.get('/8')).toBe(AT);
    await add({ fetches: { pages: pages(9, 1, AT), droppedAt: '' } });
    expect((await traffic.fetches(DOMAIN)).pages.get('/9')).toBe(LATER);
    await add({ fetches: { pages: pages(MAX_PATHS + 9, MAX_PATHS, `${DAY}T14:00:00.000Z`), droppedAt: '' } });
    const { pages: known, droppedAt } = await traffic.fetches(DOMAIN);
    expect([known.size, known.has('/9'), droppedAt]).toEqual([MAX_PATHS, false, LATER]);
  });

  test('sources are bounded, apart from keys: the one not used for longest is forgotten', async () => {
    const { db, traffic, add } = await openOwned();
    const row = {
      domain: DOMAIN,
      next_offset: 0,
      format: '',
      header: '',
      is_in_long_line: 0,
      digest: '',
      used_at: LATER,
    };
    const names = Array.from({ length: MAX_SOURCES - 1 }, (_, n) => `source:${n}`);
    for (let at = 0; at < names.length; at += 1_000) {
      await db
        .insertInto('traffic_sources')
        .values(names.slice(at, at + 1_000).map((name) => ({ ...row, name })))
        .execute();
    }
    await add({ source: source(), at: AT });
    expect(await traffic.source(DOMAIN, 'source:a')).not.toBeNull();
    await add({ source: source({ name: 'key:a', digest: 'x' }), at: LATER });
    expect(await traffic.source(DOMAIN, 'source:a')).not.toBeNull();
    await add({ source: source({ name: 'source:b' }), at: LATER });
    expect(await traffic.source(DOMAIN, 'source:a')).toBeNull();
    expect(await traffic.source(DOMAIN, 'key:a')).not.toBeNull();
    expect(await traffic.source(DOMAIN, 'source:b')).not.toBeNull();
  });

  test('what is past its retention is deleted, and all of a domain', async () => {
    const { db, traffic, add } = await openOwned();
    const deletion = new RequestDeletion(db);
    const next = '2026-03-11T01:00:00.000Z';
    const pages = new Map([
      ['/', AT],
      ['/b', next],
    ]);
    await add({
      ...{ counts: [count(), count({ day: '2026-03-11' })], fetches: { pages, droppedAt: '' }, source: source() },
    });
    await add({ source: source({ name: 'source:b' }), at: next });
    await deletion.expired(Date.parse('2026-03-18'), 7);
    expect(await traffic.daily(DOMAIN, DAY, '2026-03-12')).toMatchObject([{ day: '2026-03-11' }]);
    expect([...(await traffic.fetches(DOMAIN)).pages.keys()]).toEqual(['/b']);
    expect(await traffic.source(DOMAIN, 'source:a')).toBeNull();
    expect(await traffic.source(DOMAIN, 'source:b')).not.toBeNull();
    await deletion.ofDomain(DOMAIN);
    for (const table of ['traffic_counts', 'traffic_days', 'traffic_paths', 'traffic_sources'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });
}
