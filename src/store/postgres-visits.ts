import { type Kysely, sql } from 'kysely';
import { plusDays, utcDay } from '../utc-day.ts';
import { alikeVisits } from './alike-visits.ts';
import type { Database } from './database.ts';
import { connectPostgres } from './postgres.ts';
import { dropOldestVisitDay, makeVisitDay } from './postgres-visit-days.ts';
import type { VisitWriter } from './visit-writer.ts';
import { type DeleteSomeVisits, type Visit, WEEK } from './visits.ts';

/**
 * Writes visits to PostgreSQL, over a connection of its own. Each table takes all its rows by one statement. Other processes
 * may write at the same time: all change the tables in one order and the rows in the order of their keys, so that nobody
 * waits in a circle; the few rows that everybody changes come last, because they are held until the end.
 */
export class PostgresVisitWriter implements VisitWriter {
  readonly #db: Kysely<Database>;
  /** The days that there is known to be room for. */
  readonly #days = new Set<string>();
  /** Resolves when the last group that was given is written, or is not to be. */
  #last: Promise<void> = Promise.resolve();

  constructor(url: string) {
    this.#db = connectPostgres(url, 1);
  }

  insert(visits: readonly Visit[]): Promise<void> {
    const written = this.#last.then(() => this.#write(visits));
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** Writes what it was given, and lets go of the connection. */
  async close(): Promise<void> {
    await this.#last;
    await this.#db.destroy();
  }

  async #write(visits: readonly Visit[]): Promise<void> {
    try {
      await this.#insert(visits);
    } catch (error) {
      if (!isWithoutRoom(error)) throw error;
      // A day that was dropped since.
      this.#days.clear();
      await this.#insert(visits);
    }
  }

  async #insert(visits: readonly Visit[]): Promise<void> {
    for (const day of new Set(visits.map(({ time }) => utcDay(time)))) await this.#makeRoom(day);
    await this.#db.transaction().execute((transaction) => insertVisits(transaction, visits));
  }

  /** The next day is made, too: at midnight nobody waits for it. */
  async #makeRoom(day: string): Promise<void> {
    if (this.#days.has(day)) return;
    for (const made of [day, plusDays(day, 1)]) await makeVisitDay(this.#db, made);
    this.#days.add(day);
  }
}

/** Deletes visits by whole days: a visit stays until all of its UTC day are too old. */
export function postgresVisitDeletion(db: Kysely<Database>): DeleteSomeVisits {
  return async (time) => {
    for (;;) {
      const visits = await dropOldestVisitDay(db, time);
      if (visits !== 0) return visits ?? 0;
    }
  };
}

async function insertVisits(db: Kysely<Database>, visits: readonly Visit[]): Promise<void> {
  const of = <Key extends keyof Visit>(key: Key) => visits.map((visit) => visit[key]);
  await sql`
    insert into visits (occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host)
    select * from unnest(
      ${of('time')}::text[], ${of('domain')}::text[], ${of('path')}::text[], ${of('class')}::text[],
      ${of('crawler')}::text[], ${of('vendor')}::text[], ${of('purpose')}::text[], ${of('userAgent')}::text[],
      ${of('referringHost')}::text[]
    )`.execute(db);

  const alike = [...alikeVisits(visits)];
  // What is not known is '', for a key holds no null.
  const each = <Key extends keyof Visit>(key: Key) => alike.map(({ visit }) => visit[key] ?? '');
  const days = alike.map(({ day }) => day);
  const counts = alike.map((sum) => sum.visits);
  await sql`
    insert into visit_counts as kept (domain, day, path, class, crawler, vendor, purpose, visits)
    select * from unnest(
      ${each('domain')}::text[], ${days}::text[], ${each('path')}::text[], ${each('class')}::text[],
      ${each('crawler')}::text[], ${each('vendor')}::text[], ${each('purpose')}::text[], ${counts}::bigint[]
    )
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (domain, day, path, class, crawler, vendor, purpose)
    do update set visits = kept.visits + excluded.visits`.execute(db);
  await sql`
    insert into path_weeks as kept (last_day, path, visits)
    select to_char(day::date + later, 'YYYY-MM-DD'), path, sum(visits)
    from unnest(${days}::text[], ${each('path')}::text[], ${each('class')}::text[], ${counts}::bigint[])
      as seen (day, path, class, visits)
    cross join generate_series(0, ${WEEK - 1}::integer) as later
    where class = 'ai_bot'
    group by 1, 2 order by 1, 2
    on conflict (last_day, path) do update set visits = kept.visits + excluded.visits`.execute(db);
  await sql`
    insert into visit_totals as kept (day, class, vendor, visits)
    select day, class, vendor, sum(visits)
    from unnest(${days}::text[], ${each('class')}::text[], ${each('vendor')}::text[], ${counts}::bigint[])
      as seen (day, class, vendor, visits)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, class, vendor) do update set visits = kept.visits + excluded.visits`.execute(db);
}

/** Whether there is no part of the table for a row: PostgreSQL calls that a check that is violated. */
function isWithoutRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514';
}
