import { type Kysely, sql } from 'kysely';
import { plusDays, utcDay } from '../../utc-day.ts';
import type { Database } from '../database.ts';
import { connectPostgres } from '../postgres/postgres.ts';
import { StoreUnwritable } from '../unwritable.ts';
import { addToPath, columnOf } from './path-visits.ts';
import { dropOldestVisitDay, makeVisitDay } from './postgres-visit-days.ts';
import {
  countRuns,
  laterTextOf,
  lengthOf,
  numbersOf,
  type Places,
  type RowNumbers,
  totalRuns,
  type VisitRun,
  visitRuns,
} from './visit-runs.ts';
import { KEPT_ROWS, TRIMMED_AT_ONCE, TrimSchedule } from './visit-trim.ts';
import type { VisitWriter } from './visit-writer.ts';
import {
  DELETED_AT_ONCE,
  type DeleteSomeVisits,
  type DeleteSomeVisitsOf,
  type JudgedVisit,
  type NewestVisits,
  newestOf,
  type Visit,
} from './visits.ts';

/**
 * Writes visits to PostgreSQL over its own connection, with one statement per table. Other processes may write at the same
 * time: all change the tables in the same order, and the rows in the order of their keys, so they cannot deadlock. The few
 * rows that every process changes come last, because they stay locked until the end.
 */
export class PostgresVisitWriter implements VisitWriter {
  readonly #db: Kysely<Database>;
  /** The days that there is known to be room for. */
  readonly #days = new Set<string>();
  readonly #trims = new TrimSchedule();
  /** Of groups whose transaction broke off, so that nobody said how it ended. */
  readonly #unsure = new WeakMap<readonly Visit[], Kept>();
  /** Resolves when the last group that was given is written, or is not to be. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#db = connectPostgres(url, 1);
  }

  async insert(visits: readonly Visit[], apart?: Places): Promise<RowNumbers> {
    const ids = await this.#next(() => this.#write(visits, apart));
    this.#trimOf(visits, ids);
    return ids;
  }

  judge(judged: readonly JudgedVisit[]): Promise<number> {
    return this.#next(() => this.#db.transaction().execute((transaction) => judgeVisits(transaction, judged)));
  }

  /** Writes what it was given, and lets go of the connection. */
  async close(): Promise<void> {
    await this.#last;
    await this.#db.destroy();
  }

  /** One after the other: they share the connection. */
  #next<Result>(write: () => Promise<Result>): Promise<Result> {
    const written = this.#last.then(write);
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** Trims the domains that are due, after the visits: nobody waits for it. One that fails is tried again with the next group. */
  #trimOf(visits: readonly Visit[], ids: RowNumbers): void {
    const newRows = new Map<string, number>();
    for (const [place, { domain }] of visits.entries()) {
      if (isNewRow(ids, place)) newRows.set(domain, (newRows.get(domain) ?? 0) + 1);
    }
    for (const [domain, rows] of newRows) {
      if (!this.#trims.add(domain, rows)) continue;
      this.#next(async () => this.#trims.trimmed(domain, await trimDomain(this.#db, domain))).catch(() => undefined);
    }
  }

  /** Stores a group once, also when it is passed again after a failure. */
  async #write(visits: readonly Visit[], apart?: Places): Promise<RowNumbers> {
    const earlier = this.#unsure.get(visits);
    if (earlier !== undefined && (await isCommitted(this.#db, earlier.transaction))) {
      this.#unsure.delete(visits);
      return earlier.ids;
    }
    try {
      return await this.#insert(visits, apart);
    } catch (error) {
      if (!isWithoutRoom(error)) throw error;
      // A day that was dropped since.
      this.#days.clear();
      return this.#insert(visits, apart);
    }
  }

  async #insert(visits: readonly Visit[], apart?: Places): Promise<RowNumbers> {
    const runs = visitRuns(visits, apart);
    for (const day of new Set(visits.map(({ time }) => utcDay(time)))) await this.#makeRoom(day);
    const kept = await this.#db.transaction().execute(async (transaction) => {
      const inserted = await insertRuns(transaction, runs);
      this.#unsure.set(visits, inserted);
      return inserted;
    });
    this.#unsure.delete(visits);
    return kept.ids;
  }

  /** The next day is made, too: at midnight nobody waits for it. */
  async #makeRoom(day: string): Promise<void> {
    if (this.#days.has(day)) return;
    for (const made of [day, plusDays(day, 1)]) await makeVisitDay(this.#db, made);
    this.#days.add(day);
  }
}

/** Reads them by an index. */
export function postgresNewestVisits(db: Kysely<Database>): NewestVisits {
  return async (domain, limit) => {
    const visits = db.selectFrom('visits').selectAll().where('domain', '=', domain);
    const rows = await visits.orderBy('id', 'desc').limit(limit).execute();
    return newestOf(rows, limit);
  };
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

/** Deletes a domain's visits from PostgreSQL. */
export function postgresDomainVisitDeletion(db: Kysely<Database>): DeleteSomeVisitsOf {
  return async (domain) => {
    const some = db.selectFrom('visits').select('id').where('domain', '=', domain).limit(DELETED_AT_ONCE);
    const deleting = db.deleteFrom('visits').where('domain', '=', domain).where('id', 'in', some);
    return Number((await deleting.executeTakeFirstOrThrow()).numDeletedRows);
  };
}

/** The result of a transaction that commits. */
interface Kept {
  readonly ids: RowNumbers;
  /** Its number, which the server knows for long after. */
  readonly transaction: string;
}

/** How a transaction has ended. @throws StoreUnwritable while it has not: its connection has broken and the server does not know */
async function isCommitted(db: Kysely<Database>, transaction: string): Promise<boolean> {
  const { rows } = await sql<{ status: string | null }>`select pg_xact_status(${transaction}::xid8) as status`.execute(
    db,
  );
  const status = rows[0]?.status;
  if (status === 'in progress') throw new StoreUnwritable(new Error('an earlier attempt has not ended'));
  return status === 'committed';
}

async function insertRuns(db: Kysely<Database>, runs: readonly VisitRun[]): Promise<Kept> {
  const domains = [...new Set(runs.map(({ visit }) => visit.domain))];
  const { rows } = await sql<{ transaction: string; published: string[] }>`
    select pg_current_xact_id()::text as transaction,
      array(select domain::text from published_domains where domain = any(${domains})) as published`.execute(db);
  const published = new Set(rows[0]?.published);
  const ofPublished = runs.filter(({ visit }) => published.has(visit.domain));
  const rowNumbers = ofPublished.length === 0 ? [] : await insertRows(db, ofPublished);
  await countDomains(db, ofPublished, true);
  await countTotals(db, runs, true);
  const ofRuns = new Map(ofPublished.map((run, place) => [run, rowNumbers[place] ?? null]));
  const ids = numbersOf(
    runs,
    runs.map((run) => ofRuns.get(run) ?? null),
  );
  return { ids, transaction: rows[0]?.transaction ?? '' };
}

/** @returns the number of each run's row */
async function insertRows(db: Kysely<Database>, runs: readonly VisitRun[]): Promise<number[]> {
  const of = <Key extends keyof Visit>(key: Key) => runs.map(({ visit }) => visit[key]);
  // They are numbered in the order in which they are selected; that in which they come back is not promised.
  const { rows } = await sql<{ id: number }>`
    insert into visits
      (occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host, verification, visits, later_ms)
    select occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host,
      nullif(verification, 'unverified'), visits, later_ms
    from unnest(
      ${of('time')}::text[], ${of('domain')}::text[], ${of('path')}::text[], ${of('class')}::text[],
      ${of('crawler')}::text[], ${of('vendor')}::text[], ${of('purpose')}::text[], ${of('userAgent')}::text[],
      ${of('referringHost')}::text[], ${of('verification')}::text[], ${runs.map(lengthOf)}::integer[], ${runs.map(laterTextOf)}::text[]
    ) with ordinality as seen
      (occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host, verification, visits,
        later_ms, position)
    order by position
    returning id`.execute(db);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Deletes rows of a domain beyond the newest {@link KEPT_ROWS}. @returns how many, at most {@link TRIMMED_AT_ONCE} */
async function trimDomain(db: Kysely<Database>, domain: string): Promise<number> {
  const beyond = db
    .selectFrom('visits')
    .select('id')
    .where('domain', '=', domain)
    .orderBy('id', 'desc')
    .limit(TRIMMED_AT_ONCE)
    .offset(KEPT_ROWS);
  const { numDeletedRows } = await db
    .deleteFrom('visits')
    .where('domain', '=', domain)
    .where('id', 'in', beyond)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Returns whether the visit has a row, and is the first of that row. */
function isNewRow(ids: RowNumbers, place: number): boolean {
  const id = ids[place] ?? null;
  return id !== null && id !== (ids[place - 1] ?? null);
}

async function judgeVisits(db: Kysely<Database>, judged: readonly JudgedVisit[]): Promise<number> {
  const of = <Key extends keyof Visit>(key: Key) => judged.map(({ visit }) => visit[key]);
  const times = of('time').toSorted();
  // The bounds of the time say which days are concerned before any is looked at.
  const { rows } = await sql<{ id: number }>`
    update visits set verification = found.verification
    from unnest(
      ${judged.map(({ id }) => id)}::bigint[], ${of('time')}::text[], ${of('domain')}::text[],
      ${of('verification')}::text[]
    ) as found (id, occurred_at, domain, verification)
    where visits.occurred_at between ${times[0] ?? ''} and ${times.at(-1) ?? ''}
      and visits.domain = found.domain and visits.id = found.id and visits.occurred_at = found.occurred_at
      and visits.class = 'ai_bot' and visits.verification is null and visits.visits = 1
      and found.verification <> 'unverified'
    returning visits.id`.execute(db);
  const ids = new Set(rows.map(({ id }) => id));
  const changed = judged.filter(({ id }) => ids.has(id)).map(({ visit }) => visit);
  const runs = visitRuns(changed);
  await countDomains(db, runs, false);
  await countTotals(db, runs, false);
  return changed.length;
}

/**
 * @param runs of published domains
 * @param areNew whether they are to be counted as visits; else what is known of them by now is counted alone
 */
async function countDomains(db: Kysely<Database>, runs: readonly VisitRun[], areNew: boolean): Promise<void> {
  if (runs.length === 0) return;
  const alike = [...countRuns(runs)];
  // What is not known is '', for a key holds no null.
  const each = <Key extends keyof Visit>(key: Key) => alike.map(({ visit }) => visit[key] ?? '');
  const days = alike.map(({ day }) => day);
  const counts = alike.map((sum) => (areNew ? sum.visits : 0));
  const verified = alike.map((sum) => sum.verified);
  const spoofed = alike.map((sum) => sum.spoofed);
  await sql`
    insert into visit_counts as kept
      (domain, day, path, class, crawler, vendor, purpose, visits, verified, spoofed)
    select * from unnest(
      ${each('domain')}::text[], ${days}::text[], ${each('path')}::text[], ${each('class')}::text[],
      ${each('crawler')}::text[], ${each('vendor')}::text[], ${each('purpose')}::text[], ${counts}::bigint[],
      ${verified}::bigint[], ${spoofed}::bigint[]
    )
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (domain, day, path, class, crawler, vendor, purpose)
    do update set visits = kept.visits + excluded.visits, verified = kept.verified + excluded.verified,
      spoofed = kept.spoofed + excluded.spoofed`.execute(db);
  // A row is of all days. The first statement has those of all, so that who comes later waits for each in its order.
  const [firstDay, ...laterDays] = [...new Set(days)].toSorted();
  for (const day of firstDay === undefined ? [] : [firstDay, ...laterDays]) {
    const [ofDay, verifiedOfDay] = [columnOf('visits', day), columnOf('verified', day)];
    await sql`
      insert into path_visits as kept (path, last_day, ${sql.ref(ofDay)}, ${sql.ref(verifiedOfDay)})
      select path, ${day},
        coalesce(sum(visits) filter (where day = ${day}), 0), coalesce(sum(verified) filter (where day = ${day}), 0)
      from unnest(
        ${days}::text[], ${each('path')}::text[], ${each('class')}::text[], ${counts}::bigint[], ${verified}::bigint[]
      ) as seen (day, path, class, visits, verified)
      where class = 'ai_bot' and visits + verified > 0 and (day = ${day} or ${day === firstDay}::boolean)
      group by path order by path
      ${sql.raw(addToPath(day))}`.execute(db);
  }
}

/** @param areNew as of {@link countDomains} */
async function countTotals(db: Kysely<Database>, runs: readonly VisitRun[], areNew: boolean): Promise<void> {
  const totals = [...totalRuns(runs)];
  if (totals.length === 0) return;
  await sql`
    insert into visit_totals as kept (day, class, vendor, visits, verified)
    select * from unnest(
      ${totals.map(({ day }) => day)}::text[], ${totals.map((sum) => sum.class)}::text[],
      ${totals.map(({ vendor }) => vendor ?? '')}::text[], ${totals.map(({ visits }) => (areNew ? visits : 0))}::bigint[],
      ${totals.map(({ verified }) => verified)}::bigint[]
    )
    order by 1, 2, 3
    on conflict (day, class, vendor)
    do update set visits = kept.visits + excluded.visits, verified = kept.verified + excluded.verified`.execute(db);
}

/** Returns whether there is no part of the table for a row: PostgreSQL calls that a check that is violated. */
function isWithoutRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514';
}
