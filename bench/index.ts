import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { CRAWLERS } from '../src/crawlers/registry.ts';
import { CrawlerIndexes } from '../src/service/visits/crawler-index.ts';
import type { Database } from '../src/store/database.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { columnOf, WEEK } from '../src/store/visits/path-visits.ts';
import { VisitStore } from '../src/store/visits/visits.ts';
import { daysUntil, plusDays } from '../src/utc-day.ts';
import { hold, median } from './support/figures.ts';

/**
 * What the crawler index costs with ten million visits in its window, and with one million. Only counts are written, as
 * that many visits would have left them: with ten times the visits come ten times the hosted files.
 */
const LAST_DAY = '2026-01-31';
const DAYS = daysUntil(LAST_DAY, WEEK);
const NOW = Date.parse(`${LAST_DAY}T12:00:00.000Z`);
const RUNS = 200;
const BOUND_MS = 10;
const BOUND_RATIO = 1.5;
/** Visits of one hosted file in a week, on average. */
const VISITS_OF_FILE = 100;
const CLASSES = [
  ['ai_bot', 0.6],
  ['traditional_bot', 0.2],
  ['human', 0.15],
  ['ai_referral', 0.05],
] as const;
const ROWS = 2_000;

interface Filled {
  readonly db: Kysely<Database>;
  readonly indexes: CrawlerIndexes;
}

const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));
const small = await fill(join(folder, 'small'), 1_000_000);
const large = await fill(join(folder, 'large'), 10_000_000);
const smallTimes: number[] = [];
const largeTimes: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  smallTimes.push(await timeOf(small));
  largeTimes.push(await timeOf(large));
}
hold('index of 10 million visits', median(largeTimes), BOUND_MS, 'ms', 'at most');
hold('over that of 1 million', median(largeTimes) / median(smallTimes), BOUND_RATIO, '', 'at most');
await Promise.all([small.db.destroy(), large.db.destroy()]);
rmSync(folder, { recursive: true });

async function timeOf({ indexes }: Filled): Promise<number> {
  const before = performance.now();
  JSON.stringify(await indexes.read(NOW));
  return performance.now() - before;
}

async function fill(dataDir: string, visits: number): Promise<Filled> {
  const db = await openSqlite(dataDir);
  const vendors = [...new Set(CRAWLERS.map(({ vendor }) => vendor))];
  const totals = DAYS.flatMap((day) =>
    CLASSES.flatMap(([name, share]) => {
      const from = name === 'ai_bot' ? vendors : name === 'human' ? [''] : vendors.slice(0, 10);
      const each = Math.floor((visits * share) / WEEK / from.length);
      return from.map((vendor) => ({ day, class: name, vendor, visits: each }));
    }),
  );
  const files = visits / VISITS_OF_FILE;
  const paths = Array.from({ length: files }, (_, n) => ({
    path: `/llms/site-${n}.example.com.txt`,
    // By now not all were asked for again.
    last_day: plusDays(LAST_DAY, n % 3 === 0 ? -1 : 0),
    // A few are asked for much oftener than the rest.
    ...Object.fromEntries(DAYS.map((day) => [columnOf('visits', day), Math.ceil(visits / 140 / (n + 1))])),
  }));
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('visit_totals').values(totals).execute();
    for (let start = 0; start < paths.length; start += ROWS) {
      await transaction
        .insertInto('path_visits')
        .values(paths.slice(start, start + ROWS))
        .execute();
    }
  });
  console.log(`        ${visits} visits: ${totals.length} totals, ${files} files`);
  return { db, indexes: new CrawlerIndexes(new VisitStore(db), 'claimed', 0) };
}
