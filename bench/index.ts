import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { CRAWLERS } from '../src/crawlers/registry.ts';
import { CrawlerIndexes } from '../src/server/requests/crawler-index.ts';
import { VisitStore, WEEK } from '../src/server/requests/store/visit-store.ts';
import type { Database } from '../src/server/store/database.ts';
import { openSqlite } from '../src/server/store/sqlite/sqlite.ts';
import { daysUntil } from '../src/values/utc-day.ts';
import { checkBound, median } from './support/measurements.ts';

/**
 * Measures the time of the crawler index. It may grow with the number of hosted files that crawlers requested in the week, but not with the
 * number of visits. Only the counts are written, as that many visits would have left them.
 */
const LAST_DAY = '2026-01-31';
const DAYS = daysUntil(LAST_DAY, WEEK);
const NOW = Date.parse(`${LAST_DAY}T12:00:00.000Z`);
const RUNS = 100;
const FILES = 10_000;
const BOUND_MS = 20;
const BOUND_RATIO = 1.5;
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
const stores = {
  small: await fill(join(folder, 'small'), 1_000_000, FILES),
  large: await fill(join(folder, 'large'), 10_000_000, FILES),
  wide: await fill(join(folder, 'wide'), 10_000_000, 10 * FILES),
};
const times = { small: [] as number[], large: [] as number[], wide: [] as number[] };
for (let run = 0; run < RUNS; run += 1) {
  for (const name of ['small', 'large', 'wide'] as const) times[name].push(await measureTime(stores[name]));
}
checkBound('crawler index of 10 million visits to 10,000 files', median(times.large), BOUND_MS, 'ms', 'at most');
checkBound(
  'the same, compared with 1 million visits',
  median(times.large) / median(times.small),
  BOUND_RATIO,
  '',
  'at most',
);
checkBound('crawler index of 10 million visits to 100,000 files', median(times.wide), 10 * BOUND_MS, 'ms', 'at most');
await Promise.all(Object.values(stores).map(({ db }) => db.destroy()));
rmSync(folder, { recursive: true });

async function measureTime({ indexes }: Filled): Promise<number> {
  const before = performance.now();
  JSON.stringify(await indexes.read(NOW));
  return performance.now() - before;
}

async function fill(dataDir: string, visits: number, files: number): Promise<Filled> {
  const db = await openSqlite(dataDir);
  const vendors = [...new Set(CRAWLERS.map(({ vendor }) => vendor))];
  const totals = DAYS.flatMap((day) =>
    CLASSES.flatMap(([name, share]) => {
      const from = name === 'ai_bot' ? vendors : name === 'human' ? [''] : vendors.slice(0, 10);
      const each = Math.floor((visits * share) / WEEK / from.length);
      return from.map((vendor) => ({ day, class: name, vendor, visits: each }));
    }),
  );
  const paths = DAYS.flatMap((day) =>
    // A few files get most requests.
    Array.from({ length: files }, (_, n) => ({
      path: `/llms/site-${n}.example.com.txt`,
      day,
      visits: Math.ceil(visits / 140 / (n + 1)),
    })),
  );
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
