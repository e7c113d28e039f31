import { type Kysely, sql } from 'kysely';
import { plusDays } from '../../utc-day.ts';
import type { Database } from '../database.ts';
import { StoreUnwritable } from '../unwritable.ts';

/** Advisory lock held while days are created or dropped: an arbitrary number that nothing else uses. */
const LOCK = 5_204_118_003_001n;
/** A backup may read for hours, and a session that waits for a lock behind it blocks all visits. */
const MAX_WAIT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/** Creates the partition for the visits of a UTC day, unless it exists. Any process may call it. */
export async function makeVisitDay(db: Kysely<Database>, day: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    if ((await visitDays(transaction)).includes(day)) return;
    const table = sql.table(tableOf(day));
    const [first, end] = [sql.lit(day), sql.lit(plusDays(day, 1))];
    // Attached, and not made as a part: that would wait for all who read or write visits.
    await sql`create table ${table} (like visits including defaults)`.execute(transaction);
    await sql`alter table visits attach partition ${table} for values from (${first}) to (${end})`.execute(transaction);
  });
}

/**
 * Drops the oldest day of visits if it ended before a time. Null when there is none, or somebody has it in use.
 * @returns how many visits there were
 */
export async function dropOldestVisitDay(db: Kysely<Database>, time: string): Promise<number | null> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`select set_config('lock_timeout', ${`${MAX_WAIT_MS}`}, true)`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
      const [oldest] = await visitDays(transaction);
      if (oldest === undefined || plusDays(oldest, 1) > time) return null;
      const { rows } = await sql<{ visits: number | null }>`
        select sum(visits)::bigint as visits from ${sql.table(tableOf(oldest))}`.execute(transaction);
      await sql`drop table ${sql.table(tableOf(oldest))}`.execute(transaction);
      return rows[0]?.visits ?? 0;
    });
  } catch (error) {
    if (error instanceof StoreUnwritable && codeOf(error.cause) === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}

/** The days that there is room for, the oldest first. */
async function visitDays(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'visits'::regclass order by relname`.execute(db);
  return rows.map(({ name }) => name.slice(-10).replaceAll('_', '-'));
}

function tableOf(day: string): string {
  return `visits_${day.replaceAll('-', '_')}`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
