import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { sumBy } from '../../src/server/requests/request-summary.ts';
import { RequestDeletion } from '../../src/server/requests/store/request-deletion.ts';
import { VisitStore, WEEK } from '../../src/server/requests/store/visit-store.ts';
import type { Database, Verification } from '../../src/server/store/database.ts';
import type { Store } from '../../src/server/store/store.ts';
import { MAX_VISITS_PER_DOMAIN, type Visit } from '../../src/server/store/visits/visit-statements.ts';
import { daysUntil, plusDays, utcDay } from '../../src/values/utc-day.ts';
import { publishDomains } from '../support/publish-domains.ts';

const DAY = '2026-03-10';

/** A visit of an AI crawler, unless it is told otherwise. */
export function visit(more: Partial<Visit> = {}): Visit {
  return {
    time: `${DAY}T12:00:00.000Z`,
    domain: 'example.com',
    path: '/llms/example.com.txt',
    class: 'ai_bot',
    crawler: 'GPTBot',
    vendor: 'OpenAI',
    purpose: 'training',
    userAgent: 'GPTBot/1.3 "ü" {a,b} \\ NULL',
    referringHost: null,
    verification: 'unverified',
    ...more,
  };
}

/** What the visits of these tests are of. */
const PUBLISHED = ['example.com', 'example.org', 'rare.example', ...[0, 1, 2, 3, 4].map((n) => `${n}.example`)];

const HUMAN = {
  class: 'human',
  crawler: null,
  vendor: null,
  purpose: null,
  userAgent: null,
  verification: null,
} as const;

const NONE_FOUND = { verified: 0, spoofed: 0 };

const SUMS = `count(*) as visits, sum(case when verification = 'verified' then 1 else 0 end) as verified,
  sum(case when verification = 'spoofed' then 1 else 0 end) as spoofed`;
const KEYS = ['class', 'crawler', 'vendor', 'purpose'].map((name) => `coalesce(${name}, '') as ${name}`).join(', ');

/**
 * Holds every count against the visits that it was made of.
 * @param unpublished visits of names that are not published, which are in the totals alone
 */
export async function expectCountsOfVisits({ db }: { readonly db: Kysely<Database> }, unpublished = 0): Promise<void> {
  const readRows = async (query: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(query).execute(db);
    return rows.map((row) => Object.values(row).join(' ')).toSorted();
  };
  const counted = async (keys: string, sums: string, of = 'true') =>
    readRows(`select ${keys}, ${sums} from (
      select domain, path, substr(occurred_at, 1, 10) as day, verification, ${KEYS} from visits
    ) as seen where ${of} group by ${keys}`);
  const all = 'domain, day, path, class, crawler, vendor, purpose';
  expect(await readRows(`select ${all}, visits, verified, spoofed from visit_counts`)).toEqual(
    await counted(all, SUMS),
  );
  expect(await readRows('select domain, day, visits from visit_days')).toEqual(
    await counted('domain, day', 'count(*)', "class = 'ai_bot'"),
  );
  const some = 'day, class, vendor';
  const sums = SUMS.slice(0, SUMS.lastIndexOf(','));
  if (unpublished === 0) {
    expect(await readRows(`select ${some}, visits, verified from visit_totals`)).toEqual(await counted(some, sums));
  }
  expect(Number(await readRows('select sum(visits) from visit_totals'))).toBe(
    Number(await readRows('select count(*) from visits')) + unpublished,
  );

  expect(await readRows('select path, day, visits, verified from path_visits')).toEqual(
    await counted('path, day', sums, "class = 'ai_bot'"),
  );
}

/** The paths of visits in the week that ends with a day, most first, ties by name. */
function listMostVisited(stored: readonly Visit[], lastDay: string, counted: 'visits' | 'verified') {
  const counts = new Map<string, number>();
  for (const { time, path, verification } of stored) {
    const day = utcDay(time);
    if (day > lastDay || day <= plusDays(lastDay, -WEEK)) continue;
    if (counted === 'verified' && verification !== 'verified') continue;
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const paths = [...counts].map(([path, visits]) => ({ path, visits }));
  return paths.toSorted((a, b) => b.visits - a.visits || (a.path < b.path ? -1 : 1));
}

/** What keeps visits in any database. @param open makes an empty store for one test */
export function visitsContract(open: () => Promise<Store>): void {
  let store: Store;
  let visits: VisitStore;
  let deletion: RequestDeletion;

  beforeEach(async () => {
    store = await open();
    visits = new VisitStore(store.db);
    deletion = new RequestDeletion(store.db);
    await publishDomains(store.db, PUBLISHED);
  });

  const readCounts = async (domain: string, firstDay: string) => {
    const counts = await visits.countVisits(domain, firstDay);
    return sumBy(counts, ({ day, class: kind, crawler, vendor, purpose }) => ({
      ...{ day, class: kind, crawler, vendor, purpose },
    })).map(({ requests, bytes: _, errors: __, lastAt: ___, verification: { verified, spoofed }, ...key }) => ({
      ...{ ...key, visits: requests, verified, spoofed },
    }));
  };
  /** Deletes the visits before a time. @returns how many */
  const deleteBefore = (time: string) => deletion.expired(Date.parse(time), 0);

  test('are kept with every field, the newest first, each domain by itself', async () => {
    const first = visit({ referringHost: 'example.net' });
    const second = visit({ ...HUMAN, time: `${DAY}T12:00:00.001Z` });
    await store.visitWriter.insert([first, visit({ domain: 'example.org' }), second]);
    expect(await visits.newest('example.com', 10)).toEqual([second, first]);
    expect(await visits.newest('example.com', 1)).toEqual([second]);
  });

  test('are found among those of any number of others, few or many of them', async () => {
    const stored = Array.from({ length: 700 }, (_, place) => {
      const domain = place % 150 === 3 ? 'rare.example' : `${place % 3}.example`;
      return visit({ domain, userAgent: `GPTBot/${place}` });
    });
    for (let start = 0; start < stored.length; start += 70)
      await store.visitWriter.insert(stored.slice(start, start + 70));
    for (const domain of ['rare.example', '0.example', '2.example', 'none.example']) {
      const all = stored.filter((one) => one.domain === domain).toReversed();
      expect(await visits.newest(domain, 1_000)).toEqual(all);
      expect(await visits.newest(domain, 100)).toEqual(all.slice(0, 100));
    }
  });

  test('that are alike have a row each, in their order, also by a clock that was set back', async () => {
    const stored = ['12:00:00.500', '12:00:00.500', '12:00:01.003', '11:59:59.999', '23:59:59.999'].map((time) =>
      visit({ time: `${DAY}T${time}Z` }),
    );
    const ids = await store.visitWriter.insert(stored);
    expect(new Set(ids).size).toBe(5);
    const later = await store.visitWriter.insert([visit({ userAgent: 'after' })]);
    expect([...ids, ...later].map(Number)).toEqual([...ids, ...later].map(Number).toSorted((a, b) => a - b));
    const newest = [visit({ userAgent: 'after' }), ...stored.toReversed()];
    for (const limit of [1, 2, 5, 9]) expect(await visits.newest('example.com', limit)).toEqual(newest.slice(0, limit));
    await expectCountsOfVisits(store);
    expect(await deleteBefore('2026-03-11T00:00:00.000Z')).toBe(6);
    expect(await visits.newest('example.com', 9)).toEqual([]);
  });

  test('are counted by domain, day and crawler over several groups', async () => {
    await store.visitWriter.insert([visit(), visit(), visit(HUMAN)]);
    await store.visitWriter.insert([visit(), visit({ path: '/other' }), visit({ domain: 'example.org' })]);
    await store.visitWriter.insert([
      visit({ time: '2026-03-11T00:00:00.000Z' }),
      visit({ time: `${DAY}T23:59:59.999Z` }),
    ]);
    const gptBot = { class: 'ai_bot', crawler: 'GPTBot', vendor: 'OpenAI', purpose: 'training' };
    const human = { class: 'human', crawler: null, vendor: null, purpose: null };
    expect(await readCounts('example.com', DAY)).toEqual([
      { day: DAY, ...gptBot, visits: 5, ...NONE_FOUND },
      { day: DAY, ...human, visits: 1, ...NONE_FOUND },
      { day: '2026-03-11', ...gptBot, visits: 1, ...NONE_FOUND },
    ]);
    expect(await readCounts('example.com', '2026-03-12')).toEqual([]);
    const totals = await visits.totals(DAY, DAY);
    expect(totals.toSorted((a, b) => b.visits - a.visits)).toEqual([
      { day: DAY, class: 'ai_bot', vendor: 'OpenAI', visits: 6, verified: 0 },
      { day: DAY, class: 'human', vendor: null, visits: 1, verified: 0 },
    ]);
  });

  test('are kept and counted with what is known of them at once', async () => {
    const all = [
      visit({ verification: 'verified' }),
      visit({ verification: 'spoofed' }),
      visit({ verification: 'verified', path: '/b' }),
      visit(),
      visit({ ...HUMAN }),
    ];
    await store.visitWriter.insert(all);
    await store.visitWriter.insert([visit({ verification: 'verified' })]);
    expect((await visits.newest('example.com', 9)).map(({ verification }) => verification)).toEqual([
      'verified',
      null,
      'unverified',
      'verified',
      'spoofed',
      'verified',
    ]);
    expect(await readCounts('example.com', DAY)).toMatchObject([
      { class: 'ai_bot', visits: 5, verified: 3, spoofed: 1 },
      { class: 'human', visits: 1, ...NONE_FOUND },
    ]);
    await expectCountsOfVisits(store);
  });

  test('of AI crawlers are judged later, each once, and their counts with them', async () => {
    const found = (more: Partial<Visit>) => [visit(more), visit({ ...more, userAgent: 'another' })];
    const all = [...found({}), ...found({ path: '/b' }), ...found({ domain: 'example.org' }), visit({ ...HUMAN })];
    const ids = await store.visitWriter.insert(all);
    expect(new Set(ids).size).toBe(all.length);
    const judge = (verdicts: Record<number, Verification>) =>
      store.visitWriter.judge(
        Object.entries(verdicts).map(([index, verification]) => {
          const [id, stored] = [ids[Number(index)], all[Number(index)]];
          if (id === undefined || id === null || stored === undefined) throw new Error('No such visit.');
          return { id, visit: { ...stored, verification } };
        }),
      );
    expect(await judge({ 0: 'verified', 3: 'spoofed', 5: 'verified', 4: 'unverified' })).toBe(3);
    // What is judged stays so, and nobody but a crawler is.
    expect(await judge({ 0: 'spoofed', 2: 'verified', 3: 'verified', 6: 'verified' })).toBe(1);
    expect(await judge({ 0: 'verified', 2: 'verified' })).toBe(0);
    expect(await store.visitWriter.judge([])).toBe(0);
    const kept = await visits.newest('example.com', 9);
    expect(kept.map(({ path, userAgent, verification }) => [path, userAgent, verification])).toEqual([
      [visit().path, null, null],
      ['/b', 'another', 'spoofed'],
      ['/b', visit().userAgent, 'verified'],
      [visit().path, 'another', 'unverified'],
      [visit().path, visit().userAgent, 'verified'],
    ]);
    expect(await readCounts('example.org', DAY)).toMatchObject([{ visits: 2, verified: 1, spoofed: 0 }]);
    await expectCountsOfVisits(store);
  });

  test('are judged all or none', async () => {
    const id = (await store.visitWriter.insert([visit()]))[0] ?? 0;
    await store.db.schema.alterTable('visit_totals').renameTo('gone').execute();
    const judged = [{ id, visit: visit({ verification: 'verified' }) }];
    await expect(store.visitWriter.judge(judged)).rejects.toThrow();
    await store.db.schema.alterTable('gone').renameTo('visit_totals').execute();
    await expectCountsOfVisits(store);
    expect(await visits.newest('example.com', 9)).toEqual([visit()]);
    expect(await store.visitWriter.judge(judged)).toBe(1);
    await expectCountsOfVisits(store);
  });

  test('that are judged when their time is over are not counted, nor taken for later visits', async () => {
    const id = (await store.visitWriter.insert([visit()]))[0] ?? 0;
    await deleteBefore('2026-04-01T00:00:00.000Z');
    await store.visitWriter.insert([visit()]);
    expect(await store.visitWriter.judge([{ id, visit: visit({ verification: 'verified' }) }])).toBe(0);
    expect(await visits.newest('example.com', 9)).toEqual([visit()]);
    expect(await readCounts('example.com', DAY)).toMatchObject([{ visits: 2, verified: 0 }]);
  });

  test('the paths of verified visits are ranked by them alone', async () => {
    const verification = 'verified';
    await store.visitWriter.insert([visit({ path: '/a' }), visit({ path: '/a', verification }), visit({ path: '/c' })]);
    await store.visitWriter.insert([visit({ path: '/b', verification }), visit({ path: '/b', verification })]);
    expect(await visits.mostVisitedPaths(DAY, 9, 'verified')).toEqual([
      { path: '/b', visits: 2 },
      { path: '/a', visits: 1 },
    ]);
    expect(await visits.mostVisitedPaths(DAY, 9)).toHaveLength(3);
  });

  test('of AI crawlers count for their path in the seven weeks that they belong to', async () => {
    await store.visitWriter.insert([visit({ path: '/b' }), visit({ path: '/a' }), visit({ ...HUMAN, path: '/a' })]);
    await store.visitWriter.insert([visit({ path: '/c' }), visit({ path: '/c' }), visit({ path: '/B' })]);
    for (const lastDay of daysUntil('2026-03-16', 7)) {
      expect(await visits.mostVisitedPaths(lastDay, 3)).toEqual([
        { path: '/c', visits: 2 },
        { path: '/B', visits: 1 },
        { path: '/a', visits: 1 },
      ]);
    }
    for (const lastDay of ['2026-03-09', '2026-03-17']) expect(await visits.mostVisitedPaths(lastDay, 3)).toEqual([]);
    // A week may still be read that begins on the day before the clock's.
    await deletion.expired(Date.parse('2026-03-17'), 90);
    expect(await visits.mostVisitedPaths('2026-03-16', 3)).toHaveLength(3);
    await deletion.expired(Date.parse('2026-03-18'), 90);
    expect(await visits.mostVisitedPaths('2026-03-16', 3)).toEqual([]);
  });

  test('the most visited paths of a week are found whichever days they were visited on', async () => {
    const days = daysUntil('2026-03-20', 16);
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const stored: Visit[] = [];
    for (const [place, day] of days.entries()) {
      const some = Array.from({ length: 90 }, () => {
        const verification = random(3) === 0 ? ('verified' as const) : ('unverified' as const);
        // Some come a little late, and what is visited changes.
        const time = `${days[Math.max(0, place - (random(9) === 0 ? 1 : 0))] ?? day}T12:00:00.000Z`;
        return visit({ time, verification, path: `/${(place * 3 + random(2 + random(40))) % 60}` });
      });
      await store.visitWriter.insert(some);
      stored.push(...some);
      for (const counted of ['visits', 'verified'] as const) {
        const expected = listMostVisited(stored, day, counted);
        for (const limit of [1, 3, 20]) {
          expect(await visits.mostVisitedPaths(day, limit, counted)).toEqual(expected.slice(0, limit));
        }
      }
    }
    await expectCountsOfVisits(store);
  });

  test('a visit that comes a week late or more counts in no week that is over, and in its day', async () => {
    await store.visitWriter.insert([visit({ time: '2026-03-20T00:00:00.000Z' })]);
    for (const day of ['2026-03-14', '2026-03-13', '2026-03-06']) {
      await store.visitWriter.insert([visit({ time: `${day}T12:00:00.000Z`, verification: 'verified' })]);
    }
    const [path] = await visits.mostVisitedPaths('2026-03-20', 9);
    expect(path?.visits).toBe(2);
    await expectCountsOfVisits(store);
  });

  test('a visit of tomorrow, by a clock that is ahead, takes nothing from today', async () => {
    await store.visitWriter.insert([visit(), visit(), visit({ time: '2026-03-11T00:00:00.000Z' })]);
    expect(await visits.mostVisitedPaths(DAY, 9)).toMatchObject([{ visits: 2 }]);
    expect(await visits.mostVisitedPaths('2026-03-11', 9)).toMatchObject([{ visits: 3 }]);
  });

  test('are kept and counted all or none', async () => {
    await store.db.schema.alterTable('visit_totals').renameTo('gone').execute();
    await expect(store.visitWriter.insert([visit(), visit()])).rejects.toThrow();
    await store.db.schema.alterTable('gone').renameTo('visit_totals').execute();
    expect(await visits.newest('example.com', 10)).toEqual([]);
    expect(await readCounts('example.com', DAY)).toEqual([]);
    await store.visitWriter.insert([visit()]);
    expect(await visits.totals(DAY, DAY)).toMatchObject([{ visits: 1 }]);
  });

  test('a group may be large, and be written while others are', async () => {
    const group = (n: number) => Array.from({ length: n }, (_, i) => visit({ path: `/${i % 100}` }));
    await Promise.all([4_000, 1, 500].map((n) => store.visitWriter.insert(group(n))));
    expect(await visits.totals(DAY, DAY)).toMatchObject([{ visits: 4_501 }]);
    expect(await visits.newest('example.com', 10_000)).toHaveLength(4_501);
  });

  describe('of names that nobody has published', () => {
    const TABLES = ['visits', 'visit_counts', 'path_visits'] as const;
    const invented = (n: number) => visit({ domain: `invented-${n}.com`, path: `/llms/invented-${n}.com.txt` });
    const readRows = async (table: (typeof TABLES)[number]) => store.db.selectFrom(table).selectAll().execute();

    test('are in the totals alone, and make no more rows however many names there are', async () => {
      const found = { verification: 'verified' } as const;
      for (let start = 0; start < 3_000; start += 500) {
        const group = Array.from({ length: 500 }, (_, place) => invented(start + place));
        const ids = await store.visitWriter.insert([...group, visit({ ...HUMAN, domain: `people-${start}.com` })]);
        expect(new Set(ids)).toEqual(new Set([null]));
      }
      await store.visitWriter.insert([
        { ...invented(0), ...found },
        { ...invented(1), verification: 'spoofed' },
      ]);
      for (const table of TABLES) expect(await readRows(table)).toEqual([]);
      expect((await visits.totals(DAY, DAY)).toSorted((a, b) => b.visits - a.visits)).toEqual([
        { day: DAY, class: 'ai_bot', vendor: 'OpenAI', visits: 3_002, verified: 1 },
        { day: DAY, class: 'human', vendor: null, visits: 6, verified: 0 },
      ]);
      expect(await store.db.selectFrom('visit_totals').selectAll().execute()).toHaveLength(2);
      expect(await visits.mostVisitedPaths(DAY, 9)).toEqual([]);
    });

    test('take no row from a published domain whose visits come with them', async () => {
      const others = visit({ userAgent: 'after' });
      const ids = await store.visitWriter.insert([invented(0), visit(), invented(1), others, invented(2)]);
      expect(ids.map((id) => id === null)).toEqual([true, false, true, false, true]);
      expect(await visits.newest('example.com', 9)).toEqual([others, visit()]);
      const judged = { id: ids[3] ?? 0, visit: { ...others, verification: 'verified' } as const };
      expect(await store.visitWriter.judge([judged])).toBe(1);
      expect(await visits.mostVisitedPaths(DAY, 9)).toEqual([{ path: visit().path, visits: 2 }]);
      expect(await visits.totals(DAY, DAY)).toMatchObject([{ visits: 5, verified: 1 }]);
      await expectCountsOfVisits(store, 3);
    });

    test('get rows as soon as somebody publishes them, and none from then on when they are withdrawn', async () => {
      await store.visitWriter.insert([invented(0)]);
      await publishDomains(store.db, ['invented-0.com']);
      await store.visitWriter.insert([invented(0)]);
      await store.db.deleteFrom('published_domains').where('domain', '=', 'invented-0.com').execute();
      await store.visitWriter.insert([invented(0)]);
      expect(await visits.newest('invented-0.com', 9)).toHaveLength(1);
      await expectCountsOfVisits(store, 2);
    });
  });

  test('of one domain are forgotten with their counts, and stay in the totals', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => visit({ userAgent: `GPTBot/${n}` }));
    await store.visitWriter.insert([...many, visit({ ...HUMAN, time: '2026-03-09T12:00:00.000Z' })]);
    await store.visitWriter.insert([visit({ domain: 'example.org', path: '/llms/example.org.txt' })]);
    await deletion.ofDomain('example.com');
    expect(await visits.newest('example.com', 9)).toEqual([]);
    expect(await readCounts('example.com', '2026-01-01')).toEqual([]);
    expect(await visits.mostVisitedPaths(DAY, 9)).toEqual([{ path: '/llms/example.org.txt', visits: 1 }]);
    expect(await visits.totals(DAY, DAY)).toMatchObject([{ visits: 2_501 }]);
    await expectCountsOfVisits(store, 2_501);
  });

  test('the newest visits of a domain are retained as rows up to a limit, and all are counted', async () => {
    const of = (n: number) => visit({ userAgent: `GPTBot/${n}` });
    const other = visit({ domain: 'example.org' });
    await store.visitWriter.insert([other]);
    const groups = 20;
    for (let group = 0; group < groups; group += 1) {
      await store.visitWriter.insert(Array.from({ length: 500 }, (_, place) => of(group * 500 + place)));
      const { rows } = await store.db
        .selectFrom('visits')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('domain', '=', 'example.com')
        .executeTakeFirstOrThrow();
      expect(rows).toBeLessThanOrEqual(MAX_VISITS_PER_DOMAIN + 2_000);
    }
    const newest = Array.from({ length: MAX_VISITS_PER_DOMAIN }, (_, place) => of(groups * 500 - 1 - place));
    expect(await visits.newest('example.com', MAX_VISITS_PER_DOMAIN)).toEqual(newest);
    expect(await visits.newest('example.org', 9)).toEqual([other]);
    expect(await readCounts('example.com', DAY)).toMatchObject([{ visits: groups * 500 }]);
  });

  describe('whose time is over', () => {
    test('go, and their counts stay', async () => {
      const days = ['2026-03-08', '2026-03-09', DAY];
      for (const day of days) {
        await store.visitWriter.insert([
          visit({ time: `${day}T00:00:00.000Z` }),
          visit({ time: `${day}T23:59:59.999Z` }),
        ]);
      }
      expect(await deleteBefore(`${DAY}T00:00:00.000Z`)).toBe(4);
      expect((await visits.newest('example.com', 10)).map(({ time }) => time)).toEqual([
        `${DAY}T23:59:59.999Z`,
        `${DAY}T00:00:00.000Z`,
      ]);
      expect((await readCounts('example.com', '2026-03-08')).map(({ day }) => day)).toEqual(days);
      expect(await deleteBefore(`${DAY}T00:00:00.000Z`)).toBe(0);
    });

    test('go whichever number they came by: those of a clock that was behind, too', async () => {
      const stored = Array.from({ length: 5_000 }, (_, place) => {
        const day = place % 7 === 0 ? DAY : '2026-03-08';
        return visit({ domain: `${place % 5}.example`, time: `${day}T12:00:00.000Z` });
      });
      await store.visitWriter.insert(stored);
      const left = stored.filter(({ time }) => time.startsWith(DAY));
      expect(await deleteBefore('2026-03-09T00:00:00.000Z')).toBe(stored.length - left.length);
      for (const domain of ['0.example', '4.example']) {
        expect(await visits.newest(domain, 5_000)).toEqual(left.filter((one) => one.domain === domain));
      }
    });

    test('go also when there are days without any between them, and more may come of a day that went', async () => {
      const days = ['2026-01-01', '2026-02-01'].map((day) => visit({ time: `${day}T01:00:00.000Z` }));
      await store.visitWriter.insert(days);
      expect(await deleteBefore(`${DAY}T00:00:00.000Z`)).toBe(2);
      await store.visitWriter.insert(days);
      expect(await visits.newest('example.com', 10)).toHaveLength(2);
      expect((await readCounts('example.com', '2026-01-01')).map((count) => count.visits)).toEqual([2, 2]);
    });
  });
}
