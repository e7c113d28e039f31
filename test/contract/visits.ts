import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { type Visit, VisitStore } from '../../src/store/visits.ts';
import { daysUntil } from '../../src/utc-day.ts';

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
    ...more,
  };
}

const HUMAN = { class: 'human', crawler: null, vendor: null, purpose: null, userAgent: null } as const;

/** What keeps visits in any database. @param open makes an empty store for one test */
export function visitsContract(open: () => Promise<Store>): void {
  let store: Store;
  let visits: VisitStore;

  beforeEach(async () => {
    store = await open();
    visits = new VisitStore(store.db);
  });

  test('are kept with every field, the newest first, each domain by itself', async () => {
    const first = visit({ referringHost: 'example.net' });
    const second = visit({ ...HUMAN, time: `${DAY}T12:00:00.001Z` });
    await store.visitWriter.insert([first, visit({ domain: 'example.org' }), second]);
    expect(await visits.newestOf('example.com', 10)).toEqual([second, first]);
    expect(await visits.newestOf('example.com', 1)).toEqual([second]);
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
    expect(await visits.countsOf('example.com', DAY)).toEqual([
      { day: DAY, ...gptBot, visits: 5 },
      { day: DAY, ...human, visits: 1 },
      { day: '2026-03-11', ...gptBot, visits: 1 },
    ]);
    expect(await visits.countsOf('example.com', '2026-03-12')).toEqual([]);
    const totals = await visits.totals(DAY, DAY);
    expect(totals.toSorted((a, b) => b.visits - a.visits)).toEqual([
      { day: DAY, class: 'ai_bot', vendor: 'OpenAI', visits: 6 },
      { day: DAY, class: 'human', vendor: null, visits: 1 },
    ]);
  });

  test('of AI crawlers count for their path in the seven weeks that they are in', async () => {
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
    await visits.deleteWeeksBefore('2026-03-12');
    expect(await visits.mostVisitedPaths('2026-03-11', 3)).toEqual([]);
    expect(await visits.mostVisitedPaths('2026-03-12', 3)).toHaveLength(3);
  });

  test('are kept and counted all or none', async () => {
    await store.db.schema.alterTable('visit_totals').renameTo('gone').execute();
    await expect(store.visitWriter.insert([visit(), visit()])).rejects.toThrow();
    await store.db.schema.alterTable('gone').renameTo('visit_totals').execute();
    expect(await visits.newestOf('example.com', 10)).toEqual([]);
    expect(await visits.countsOf('example.com', DAY)).toEqual([]);
    await store.visitWriter.insert([visit()]);
    expect(await visits.totals(DAY, DAY)).toMatchObject([{ visits: 1 }]);
  });

  test('a group may be large, and be written while others are', async () => {
    const group = (n: number) => Array.from({ length: n }, (_, i) => visit({ path: `/${i % 100}` }));
    await Promise.all([7_000, 1, 500].map((n) => store.visitWriter.insert(group(n))));
    expect(await visits.totals(DAY, DAY)).toMatchObject([{ visits: 7_501 }]);
    expect(await visits.newestOf('example.com', 10_000)).toHaveLength(7_501);
  });

  describe('whose time is over', () => {
    const deleteBefore = async (time: string): Promise<number> => {
      let all = 0;
      for (let some = await store.deleteSomeVisits(time); some > 0; some = await store.deleteSomeVisits(time))
        all += some;
      return all;
    };

    test('go, and their counts stay', async () => {
      const days = ['2026-03-08', '2026-03-09', DAY];
      for (const day of days) {
        await store.visitWriter.insert([
          visit({ time: `${day}T00:00:00.000Z` }),
          visit({ time: `${day}T23:59:59.999Z` }),
        ]);
      }
      expect(await deleteBefore(`${DAY}T00:00:00.000Z`)).toBe(4);
      expect((await visits.newestOf('example.com', 10)).map(({ time }) => time)).toEqual([
        `${DAY}T23:59:59.999Z`,
        `${DAY}T00:00:00.000Z`,
      ]);
      expect((await visits.countsOf('example.com', '2026-03-08')).map(({ day }) => day)).toEqual(days);
      expect(await deleteBefore(`${DAY}T00:00:00.000Z`)).toBe(0);
    });

    test('go also when there are days without any between them, and more may come of a day that went', async () => {
      const days = ['2026-01-01', '2026-02-01'].map((day) => visit({ time: `${day}T01:00:00.000Z` }));
      await store.visitWriter.insert(days);
      expect(await deleteBefore(`${DAY}T00:00:00.000Z`)).toBe(2);
      await store.visitWriter.insert(days);
      expect(await visits.newestOf('example.com', 10)).toHaveLength(2);
      expect((await visits.countsOf('example.com', '2026-01-01')).map((count) => count.visits)).toEqual([2, 2]);
    });
  });
}
