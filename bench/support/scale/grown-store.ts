import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { LiveAuditStore } from '../../../src/server/audits/store/live-audit-store.ts';
import { WEEK } from '../../../src/server/requests/store/visit-store.ts';
import { type Database, isPostgres } from '../../../src/server/store/database.ts';
import { PRIORITY } from '../../../src/server/store/jobs/job-queue.ts';
import { daysUntil } from '../../../src/values/utc-day.ts';

/** Amounts of stored data. */
export interface StoreSize {
  readonly audits: number;
  /** Queued audits of a batch. */
  readonly queued: number;
  /** Visits that are counted; their own rows have been deleted. */
  readonly visits: number;
}

/** The day of the last visits, and the current day of the benchmark. */
export const LAST_DAY = '2026-03-31';
const AUDITS_OF_DOMAIN = 20;
const VISITS_OF_ROW = 100;
const DAYS = daysUntil(LAST_DAY, 10);
const CRAWLERS = ['GPTBot', 'ClaudeBot', 'PerplexityBot', 'Googlebot', 'Bytespider'];
/** Compressed report of the generated audits. Real ones have some kilobytes, which both databases store outside the table's pages. */
const REPORT = 'x'.repeat(300);

/** Returns the n-th domain with stored audits. */
export function domainNumber(n: number): string {
  return `site-${n}.example.com`;
}

/** Returns the number of domains with stored audits. */
export function countDomains({ audits }: StoreSize): number {
  return audits / AUDITS_OF_DOMAIN;
}

/** Queues a batch that no worker takes. */
export async function queueBatch(live: LiveAuditStore, db: Kysely<Database>, { queued }: StoreSize): Promise<void> {
  const [id, keyId, requestedAt] = [randomUUID(), 'bench', new Date().toISOString()];
  await db.insertInto('api_keys').values({ id: keyId, name: keyId, hash: keyId, created_at: requestedAt }).execute();
  const audits = Array.from({ length: queued }, (_, position) => {
    const domain = `waiting-${position}.example.com`;
    return {
      id: randomUUID(),
      domain,
      host: domain,
      priority: PRIORITY.batch - position,
      client: keyId,
      requestedAt,
      keyId,
    };
  });
  const batch = { id, keyId, requestedAt, startedAt: null, finishedAt: null, domains: queued, duplicates: 0 };
  const entries = audits.map(({ domain }, position) => {
    return { position, input: domain, domain, status: 'queued' as const, error: null };
  });
  await live.acceptBatch(batch, entries, audits, 1);
}

/**
 * Fills an empty database with rows as a service would have left them.
 *
 * @returns a description of what was written
 */
export async function growStore(db: Kysely<Database>, size: StoreSize): Promise<string> {
  const isShared = isPostgres(db);
  const series = (count: number) =>
    isShared
      ? sql`generate_series(1, ${sql.lit(count)}) as series (n)`
      : sql`(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${sql.lit(count)}) select n from s)`;
  const id = isShared ? sql`gen_random_uuid()::text` : sql`lower(hex(randomblob(16)))`;
  // Seven seconds apart, up to the last day.
  const time = isShared
    ? sql`to_char(timestamp '2026-03-31' - (n * 7) * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', '2026-03-31', '-' || (n * 7) || ' seconds')`;
  const report = isShared ? sql`convert_to(${REPORT}, 'UTF8')` : sql`cast(${REPORT} as blob)`;
  await sql`
    insert into audits (id, domain, host, kind, status, score, rubric_version, requested_at, started_at, finished_at,
      attempts, report, has_snapshot)
    select ${id}, 'site-' || (n % ${sql.lit(countDomains(size))}) || '.example.com', 'example.com', 'live', 'done',
      n % 100, 1, ${time}, ${time}, ${time}, 1, ${report}, 0
    from ${series(size.audits)}`.execute(db);

  const rows = size.visits / VISITS_OF_ROW;
  const domains = rows / DAYS.length / CRAWLERS.length;
  const values = (names: readonly string[]) => sql.join(names.map((name) => sql`(${sql.lit(name)})`));
  await sql`
    insert into visit_counts (domain, day, path, class, crawler, vendor, purpose, visits)
    select 'site-' || n || '.example.com', days.column1, '/llms/site-' || n || '.example.com.txt', 'ai_bot',
      crawlers.column1, crawlers.column1, 'training', ${sql.lit(VISITS_OF_ROW)}
    from ${series(domains)} cross join (values ${values(DAYS)}) as days cross join (values ${values(CRAWLERS)}) as crawlers`.execute(
    db,
  );
  await sql`
    insert into visit_totals (day, class, vendor, visits)
    select day, class, vendor, sum(visits) from visit_counts group by day, class, vendor`.execute(db);
  await sql`
    insert into path_visits (path, day, visits)
    select '/llms/site-' || n || '.example.com.txt', days.column1, ${sql.lit(VISITS_OF_ROW * CRAWLERS.length)}
    from ${series(domains)} cross join (values ${values(daysUntil(LAST_DAY, WEEK))}) as days`.execute(db);
  if (isShared) await sql`vacuum analyze`.execute(db);
  return `${size.audits} audits, ${size.queued} queued, ${size.visits} visits counted in ${rows} rows and ${domains} paths`;
}
