import { beforeEach, expect, test } from 'vitest';
import { RetentionClock } from '../../src/server/store/retention-clock.ts';
import type { Store } from '../../src/server/store/store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FRIDAY = Date.parse('2026-03-06T18:00:00.000Z');

/** The time that retention counts from, in any database. @param open makes an empty store for one test */
export function retentionClockContract(open: () => Promise<Store>): void {
  let db: Store['db'];
  /** Advances a clock as a process that was just started does. */
  const advance = (now: number) => new RetentionClock(db).advance(now);

  beforeEach(async () => {
    ({ db } = await open());
    await advance(FRIDAY);
  });

  test('a system clock that is set forward moves it by one day an hour, restarts included', async () => {
    const wrong = FRIDAY + 100 * DAY;
    expect(await advance(wrong)).toBe(FRIDAY + DAY);
    for (let restart = 1; restart < 10; restart++) expect(await advance(wrong + restart * 1_000)).toBe(FRIDAY + DAY);
    expect(await advance(wrong + HOUR)).toBe(FRIDAY + 2 * DAY);
  });

  test('it is right again as soon as the system clock is', async () => {
    await advance(FRIDAY + 100 * DAY);
    expect(await advance(FRIDAY + HOUR)).toBe(FRIDAY + HOUR);
    expect(await advance(FRIDAY + 2 * HOUR)).toBe(FRIDAY + 2 * HOUR);
  });

  test('after a weekend off it catches up in two hours', async () => {
    const monday = FRIDAY + 2.5 * DAY;
    expect(await advance(monday)).toBe(FRIDAY + DAY);
    expect(await advance(monday + HOUR)).toBe(FRIDAY + 2 * DAY);
    expect(await advance(monday + 2 * HOUR)).toBe(monday + 2 * HOUR);
  });
}
