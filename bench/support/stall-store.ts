import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CRAWLERS } from '../../src/crawlers/registry.ts';
import { ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { ApiKeys } from '../../src/server/accounts/api-keys.ts';
import { openSqlite } from '../../src/server/store/sqlite/sqlite.ts';

/** Amounts of stored data. */
export interface StallSize {
  /** Published domains, all of one key. */
  readonly domains: number;
  /** Stored audits of each domain, one a day. */
  readonly audits: number;
  /** Days of each domain with visits, each of {@link VISITORS} crawlers. */
  readonly days: number;
}

const VISITORS = 8;
/** Bytes of the report and of the page inventory of an audit, compressed. */
const REPORT_BYTES = 7_000;
const INVENTORY_BYTES = 1_500;

/** Returns the n-th published domain, from 0. */
export function stallDomain(n: number): string {
  return `site-${n}.example.com`;
}

/** Fills a folder with a database, as a service that ran for long would have left it. @returns the key that owns all domains */
export async function fillStallStore(folder: string, { domains, audits, days }: StallSize): Promise<string> {
  const store = await openSqlite(folder);
  const keys = new ApiKeys(new ApiKeyStore(store));
  const key = await keys.create('stall');
  const [record] = await keys.list();
  await store.destroy();
  if (key === null || record === undefined) throw new Error('No key was made.');
  const database = new DatabaseSync(join(folder, 'citable.sqlite'));
  database.exec('pragma synchronous = off; pragma cache_size = -500000');
  const run = (text: string, ...values: readonly (string | number)[]) => {
    database.exec('begin');
    database.prepare(text).run(...values);
    database.exec('commit');
  };
  const series = (count: number) =>
    `(with recursive s (n) as (select 0 union all select n + 1 from s where n < ${count - 1}) select n from s)`;
  const site = `'site-' || s.n || '.example.com'`;
  const time = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || d.n || ' days', '-' || (s.n * 60) || ' seconds')`;
  run(
    `insert into published_domains (domain, published_at, key_id, audit_id, audited_at, llms_txt, llms_txt_hash, next_audit_at)
      select ${site}, '2026-01-01T00:00:00.000Z', ?, 'planted', '9999', '# ' || ${site}, 'planted', '9999' from ${series(domains)} as s`,
    record.id,
  );
  // A day at once, as a service writes them.
  for (let day = audits - 1; day >= 0; day -= 1) {
    run(
      `insert into audits (id, domain, host, kind, status, score, rubric_version, verdict, requested_at, started_at, finished_at,
          attempts, report, inventory, has_snapshot)
        select lower(hex(randomblob(16))), ${site}, 'example.com', 'live', 'done', (s.n + d.n) % 100, 3, 'middling', ${time}, ${time},
          ${time}, 1, randomblob(${REPORT_BYTES}), randomblob(${INVENTORY_BYTES}), 0
        from ${series(domains)} as s, (select ? as n) as d`,
      day,
    );
  }
  const crawlers = CRAWLERS.slice(0, VISITORS)
    .map(({ token, vendor }) => `('${token}', '${vendor}')`)
    .join();
  for (let day = days - 1; day >= 0; day -= 1) {
    run(
      `insert into visit_counts (domain, day, path, class, crawler, vendor, purpose, visits)
        select ${site}, date('now', '-' || ? || ' days'), '/llms/' || ${site} || '.txt', 'ai_bot', c.column1, c.column2, 'training', 100
        from ${series(domains)} as s cross join (values ${crawlers}) as c`,
      day,
    );
  }
  run(`insert into visit_days select domain, day, sum(visits) from visit_counts group by domain, day`);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  return key;
}
