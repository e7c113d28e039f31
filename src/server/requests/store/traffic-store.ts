import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { crawlerByToken } from '../../../crawlers/registry.ts';
import { ALLOWED, FORBIDDEN, NOT_DECIDED } from '../../../logs/robots-join.ts';
import type { TrafficRow } from '../../../logs/rollup.ts';
import type { ForbiddenCount } from '../../../logs/site-join.ts';
import { type LogEvidence, MAX_REFUSALS, REFUSAL_STATUSES } from '../../../site/log-evidence.ts';
import { type Database, itemsOf } from '../../store/database.ts';
import { actAs } from '../../store/key-authority.ts';
import { requireRoom, type StorageLimits, UNLIMITED } from '../../store/key-storage.ts';
import type { RequestCount } from './visit-store.ts';

/** Maximum number of rows with a path for a domain and day; more are summed into rows without one, those with the fewest requests first. */
export const MAX_ROWS_PER_DAY = 1_000;
/** Maximum number of pages of a domain whose last fetch is known. */
export const MAX_PATHS = 20_000;
/** Maximum number of sources of a domain, and of keys. Beyond that, those that were not used for longest are deleted. */
export const MAX_SOURCES = 10_000;
/** Maximum sum of bytes in a row, 64 TiB: sums of all rows stay within what databases hold, also of forged sizes. */
const MAX_BYTES = 2 ** 46;
/** Bounds may be exceeded by this part, so that rows are not deleted with each upload. */
const SLACK = 1.25;
/** Rows of one statement. */
const ROWS_AT_ONCE = 2_000;
/** A row of `traffic_counts`, as an upload adds it. */
export type TrafficCount = Readonly<TrafficRow>;

/** How far a source was counted: a row of `traffic_sources`. */
export interface TrafficSource {
  readonly name: string;
  readonly nextOffset: number;
  /** Null when none was read. */
  readonly format: string | null;
  readonly header: string;
  readonly isInLongLine: boolean;
  readonly digest: string;
}

/** What one upload adds. */
export interface TrafficUpload {
  readonly counts: readonly TrafficCount[];
  /** Last fetch by path. */
  readonly fetches: { readonly pages: ReadonlyMap<string, string>; readonly droppedAt: string };
  /** Its source after it; null for an upload that names none. */
  readonly source: TrafficSource | null;
  /** The source's offset before it; null when it was not known. */
  readonly offset: number | null;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** The last request of a crawler for a path, without its query. */
export interface LastRequest {
  readonly path: string;
  readonly crawler: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Columns of what the sums of days and of paths have in common. */
const GROUPED = ['class', 'crawler', 'vendor', 'status', 'verdict'] as const;

const SUMS = [
  sql<number>`sum(requests)`.as('requests'),
  // A sum may be beyond the whole numbers of JavaScript, which reading it would refuse.
  sql<number>`cast(sum(bytes) as double precision)`.as('bytes'),
  sql<string>`max(last_at)`.as('lastAt'),
] as const;

/** Traffic of domains, counted from their access logs. */
export class TrafficStore {
  readonly #db: Kysely<Database>;
  readonly #limits: StorageLimits;

  constructor(db: Kysely<Database>, limits = UNLIMITED) {
    this.#db = db;
    this.#limits = limits;
  }

  /** Finds a source of a domain; null when it is not known. */
  async source(domain: string, name: string): Promise<TrafficSource | null> {
    const row = await this.#db
      .selectFrom('traffic_sources')
      .select(['name', 'next_offset as nextOffset', 'format', 'header', 'is_in_long_line', 'digest'])
      .where('domain', '=', domain)
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { is_in_long_line: isInLongLine, format, ...rest } = row;
    return { ...rest, format: format === '' ? null : format, isInLongLine: isInLongLine === 1 };
  }

  /** Marks a source as used, so that it stays known. */
  async touchSource(domain: string, name: string, at: string): Promise<void> {
    await this.#db
      .updateTable('traffic_sources')
      .set({ used_at: at })
      .where('domain', '=', domain)
      .where('name', '=', name)
      .execute();
  }

  /**
   * Adds an upload, all or nothing. It is on the disk when this resolves.
   *
   * @returns `not_owned` when the key does not own the domain, `moved` when another upload of the source was added meanwhile: then
   * nothing was changed
   * @throws KeyEnded, StorageFull
   */
  add(domain: string, keyId: string, upload: TrafficUpload): Promise<'added' | 'not_owned' | 'moved'> {
    return actAs(this.#db, keyId, async (transaction) => {
      // Locks the domain: uploads of it are added one after the other, and it cannot be withdrawn meanwhile.
      const { numUpdatedRows } = await transaction
        .updateTable('published_domains')
        .set({ key_id: keyId })
        .where('domain', '=', domain)
        .where('key_id', '=', keyId)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return 'not_owned';
      if (upload.source !== null && !(await moveSource(transaction, domain, upload.source, upload))) return 'moved';
      await addCounts(transaction, domain, upload.counts);
      await addDays(transaction, domain, upload.counts);
      await foldCounts(transaction, domain, new Set(upload.counts.map(({ day }) => day)));
      await addFetches(transaction, domain, upload.fetches);
      await requireRoom(transaction, keyId, this.#limits);
      return 'added';
    });
  }

  /** Sums the counts of each day, both included, over all paths. Their `path` is ''. */
  async daily(domain: string, firstDay: string, lastDay: string): Promise<RequestCount[]> {
    const rows = await this.#counts(domain, firstDay, lastDay)
      .select(['day', ...GROUPED])
      .groupBy(['day', ...GROUPED])
      .orderBy('day')
      .execute();
    return rows.map((row) => toCount({ ...row, path: '' }));
  }

  /**
   * Sums the counts of each path over days, both included: those of AI crawlers and their referrals, most requests first. Their `day`
   * is '', and the path '' is of all that have no row of their own.
   */
  async paths(domain: string, firstDay: string, lastDay: string, limit: number): Promise<RequestCount[]> {
    const rows = await this.#counts(domain, firstDay, lastDay)
      .select(['path', ...GROUPED])
      .where('class', 'in', ['ai_bot', 'ai_referral'])
      .groupBy(['path', ...GROUPED])
      .orderBy('requests', 'desc')
      .orderBy('path')
      .limit(limit)
      .execute();
    return rows.map((row) => toCount({ ...row, day: '' }));
  }

  /**
   * Sums the requests of AI crawlers over days, both included, that robots.txt forbids, by crawler, path and verdict, most first, and those
   * that were not compared with one. Impostors do not count.
   */
  async robots(
    domain: string,
    firstDay: string,
    lastDay: string,
    limit: number,
  ): Promise<{ readonly forbidden: ForbiddenCount[]; readonly undecided: number }> {
    const ofCrawlers = this.#counts(domain, firstDay, lastDay)
      .where('class', '=', 'ai_bot')
      .where('verdict', '!=', 'spoofed');
    const forbidden = await ofCrawlers
      .select(['crawler', 'path', 'robots'])
      .where('robots', 'not in', [NOT_DECIDED, ALLOWED])
      .groupBy(['crawler', 'path', 'robots'])
      .orderBy('requests', 'desc')
      .orderBy('path')
      .limit(limit)
      .execute();
    const { requests } = await ofCrawlers.where('robots', '=', NOT_DECIDED).executeTakeFirstOrThrow();
    return {
      forbidden: forbidden.map(({ bytes: _, lastAt: __, ...row }) => ({ ...row, requests: Number(row.requests) })),
      undecided: Number(requests ?? 0),
    };
  }

  /** Counts the requests of verified AI crawlers over days, both included, and those of them that were refused, most first. */
  async verifiedRefusals(
    domain: string,
    firstDay: string,
    lastDay: string,
  ): Promise<Pick<LogEvidence, 'verified' | 'refusals'>> {
    const verified = this.#counts(domain, firstDay, lastDay)
      .where('class', '=', 'ai_bot')
      .where('verdict', '=', 'verified');
    const all = await verified.executeTakeFirstOrThrow();
    const refusals = await verified
      .select([
        'crawler',
        'vendor',
        'status',
        sql<number>`count(distinct day)`.as('days'),
        sql<string>`max(day)`.as('lastDay'),
      ])
      .where('status', 'in', REFUSAL_STATUSES)
      .groupBy(['crawler', 'vendor', 'status'])
      .orderBy('requests', 'desc')
      .orderBy('crawler')
      .orderBy('status')
      .limit(MAX_REFUSALS)
      .execute();
    return {
      verified: Number(all.requests ?? 0),
      refusals: refusals.map(({ bytes: _, lastAt: __, ...row }) => ({
        ...row,
        requests: Number(row.requests),
        days: Number(row.days),
      })),
    };
  }

  #counts(domain: string, firstDay: string, lastDay: string) {
    return this.#db
      .selectFrom('traffic_counts')
      .select(SUMS)
      .where('domain', '=', domain)
      .where('day', '>=', firstDay)
      .where('day', '<=', lastDay);
  }

  /** Returns the days of which logs were counted, from a day on, in order. */
  async loggedDays(domain: string, firstDay: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('traffic_days')
      .select('day')
      .where('domain', '=', domain)
      .where('day', '>=', firstDay)
      .orderBy('day')
      .execute();
    return rows.map(({ day }) => day);
  }

  /** Returns the last fetches of a domain's pages by AI search crawlers. Of a page without one nothing is known before `droppedAt`. */
  async fetches(domain: string): Promise<{ pages: ReadonlyMap<string, string>; droppedAt: string }> {
    const rows = await this.#db
      .selectFrom('traffic_paths')
      .select(['path', 'fetched_at'])
      .where('domain', '=', domain)
      .execute();
    const pages = new Map(rows.map(({ path, fetched_at }) => [path, fetched_at]));
    const droppedAt = pages.get('') ?? '';
    pages.delete('');
    return { pages, droppedAt };
  }

  /**
   * Returns when each known AI crawler last requested each path of a domain, the newest first. Requests of impostors do not count, and
   * paths that have no row of their own are missing.
   */
  async lastRequests(domain: string, limit: number): Promise<LastRequest[]> {
    return this.#db
      .selectFrom('traffic_counts')
      .select(['path', 'crawler', sql<string>`max(last_at)`.as('at')])
      .where('domain', '=', domain)
      .where('class', '=', 'ai_bot')
      .where('verdict', '!=', 'spoofed')
      .where('path', '!=', '')
      .where('crawler', '!=', '')
      .groupBy(['path', 'crawler'])
      .orderBy('at', 'desc')
      .orderBy('path')
      .orderBy('crawler')
      .limit(limit)
      .execute();
  }

  /** Returns whether a crawler of a domain was verified since a day. */
  async hasVerified(domain: string, firstDay: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('traffic_counts')
      .select('day')
      .where('domain', '=', domain)
      .where('day', '>=', firstDay)
      .where('verdict', '=', 'verified')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}

function toCount(row: Omit<TrafficCount, 'robots'>): RequestCount {
  const { crawler, vendor, requests, bytes } = row;
  return {
    ...row,
    crawler: crawler === '' ? null : crawler,
    vendor: vendor === '' ? null : vendor,
    // The logs of a crawler that the registry does not know have no purpose.
    purpose: (row.class === 'ai_bot' ? crawlerByToken(crawler)?.purpose : undefined) ?? null,
    requests: Number(requests),
    bytes: Number(bytes),
  };
}

/** Stores how far a source was counted, if it still is where the upload began. @returns false if it is not */
async function moveSource(
  transaction: Transaction<Database>,
  domain: string,
  source: TrafficSource,
  { offset, at }: Pick<TrafficUpload, 'offset' | 'at'>,
): Promise<boolean> {
  const values = {
    next_offset: source.nextOffset,
    format: source.format ?? '',
    header: source.header,
    is_in_long_line: source.isInLongLine ? 1 : 0,
    digest: source.digest,
    used_at: at,
  };
  if (offset !== null) {
    const { numUpdatedRows } = await transaction
      .updateTable('traffic_sources')
      .set(values)
      .where('domain', '=', domain)
      .where('name', '=', source.name)
      .where('next_offset', '=', offset)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('traffic_sources')
    .values({ domain, name: source.name, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await trimSources(transaction, domain, source.digest === '' ? '=' : '!=');
  return true;
}

/** Trims the sources, or the keys, which have digests: applications that send often use very many keys. */
async function trimSources(transaction: Transaction<Database>, domain: string, digestIs: '=' | '!='): Promise<void> {
  const first = await transaction
    .selectFrom('traffic_sources')
    .select('used_at')
    .where('domain', '=', domain)
    .where('digest', digestIs, '')
    .orderBy('used_at', 'desc')
    .offset(MAX_SOURCES)
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return;
  await transaction
    .deleteFrom('traffic_sources')
    .where('domain', '=', domain)
    .where('digest', digestIs, '')
    .where('used_at', '<=', first.used_at)
    .execute();
}

const COUNT_KEYS = ['day', 'path', 'class', 'crawler', 'vendor', 'verdict', 'robots'] as const;

/** Adds counts to the rows with the same key, in the order of their keys, and inserts missing rows. */
async function addCounts(
  transaction: Transaction<Database>,
  domain: string,
  counts: readonly TrafficCount[],
): Promise<void> {
  const ordered = counts.toSorted((a, b) => (a.day === b.day ? (a.path < b.path ? -1 : 1) : a.day < b.day ? -1 : 1));
  const keys = sql.join(COUNT_KEYS.map((key) => sql.raw(`item.value ->> '${key}'`)));
  const number = (name: string) => sql.raw(`cast(item.value ->> '${name}' as bigint)`);
  for (let at = 0; at < ordered.length; at += ROWS_AT_ONCE) {
    const items = itemsOf(transaction, ordered.slice(at, at + ROWS_AT_ONCE));
    await addRows(
      transaction,
      sql`select ${domain}, ${keys}, ${number('status')}, ${number('requests')}, ${boundedBytes(number('bytes'))}, item.value ->> 'lastAt'
        from ${items} where true`,
    );
  }
}

/** Adds selected rows to `traffic_counts`. */
async function addRows(transaction: Transaction<Database>, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into traffic_counts as counted (domain, ${sql.raw(COUNT_KEYS.join())}, status, requests, bytes, last_at) ${rows}
    on conflict (domain, day, path, class, crawler, vendor, status, verdict, robots) do update set
      requests = counted.requests + excluded.requests,
      bytes = ${boundedBytes(sql`counted.bytes + excluded.bytes`)},
      last_at = case when excluded.last_at > counted.last_at then excluded.last_at else counted.last_at end
  `.execute(transaction);
}

/** Without a path, rules are not told apart. */
const RULE_FOLDED = sql`case when robots in (${sql.lit(NOT_DECIDED)}, ${sql.lit(ALLOWED)}) then robots else ${sql.lit(FORBIDDEN)} end`;

function boundedBytes(bytes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${bytes} > ${sql.lit(MAX_BYTES)} then ${sql.lit(MAX_BYTES)} else ${bytes} end`;
}

/** Adds the requests of AI crawlers to the days. */
async function addDays(
  transaction: Transaction<Database>,
  domain: string,
  counts: readonly TrafficCount[],
): Promise<void> {
  const requests = new Map<string, number>();
  for (const count of counts) {
    const added = count.class === 'ai_bot' ? count.requests : 0;
    requests.set(count.day, (requests.get(count.day) ?? 0) + added);
  }
  if (requests.size === 0) return;
  await transaction
    .insertInto('traffic_days')
    .values([...requests].map(([day, ai_requests]) => ({ domain, day, ai_requests })))
    .onConflict((conflict) =>
      conflict.columns(['domain', 'day']).doUpdateSet((eb) => ({
        ai_requests: eb('traffic_days.ai_requests', '+', eb.ref('excluded.ai_requests')),
      })),
    )
    .execute();
}

/** Sums the rows with the fewest requests into rows without a path, on days that have too many. */
async function foldCounts(
  transaction: Transaction<Database>,
  domain: string,
  days: ReadonlySet<string>,
): Promise<void> {
  if (days.size === 0) return;
  const full = await transaction
    .selectFrom('traffic_counts')
    .select('day')
    .where('domain', '=', domain)
    .where('day', 'in', [...days])
    .where('path', '!=', '')
    .groupBy('day')
    .having(({ fn }) => fn.countAll(), '>', MAX_ROWS_PER_DAY * SLACK)
    .orderBy('day')
    .execute();
  for (const { day } of full) {
    const first = await transaction
      .selectFrom('traffic_counts')
      .select(['requests', 'path'])
      .where('domain', '=', domain)
      .where('day', '=', day)
      .where('path', '!=', '')
      .orderBy('requests', 'desc')
      .orderBy('path')
      .offset(MAX_ROWS_PER_DAY)
      .limit(1)
      .executeTakeFirstOrThrow();
    const isFolded = sql<SqlBool>`domain = ${domain} and day = ${day} and path != ''
      and (requests < ${first.requests} or (requests = ${first.requests} and path >= ${first.path}))`;
    await addRows(
      transaction,
      sql`select domain, day, '', class, crawler, vendor, verdict, ${RULE_FOLDED} as folded, status,
          sum(requests), ${boundedBytes(sql`sum(bytes)`)}, max(last_at)
        from traffic_counts where ${isFolded} group by domain, day, class, crawler, vendor, verdict, folded, status`,
    );
    await transaction.deleteFrom('traffic_counts').where(isFolded).execute();
  }
}

/** Stores the last fetches of pages, and deletes the oldest beyond {@link MAX_PATHS}. */
async function addFetches(
  transaction: Transaction<Database>,
  domain: string,
  { pages, droppedAt }: TrafficUpload['fetches'],
): Promise<void> {
  const rows = [...pages].map(([path, at]) => ({ path, at })).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  await putFetches(transaction, domain, droppedAt === '' ? rows : [{ path: '', at: droppedAt }, ...rows]);
  if (rows.length === 0) return;
  const { count } = await transaction
    .selectFrom('traffic_paths')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow();
  if (count <= MAX_PATHS * SLACK) return;
  const first = await transaction
    .selectFrom('traffic_paths')
    .select('fetched_at')
    .where('domain', '=', domain)
    .where('path', '!=', '')
    .orderBy('fetched_at', 'desc')
    .offset(MAX_PATHS)
    .limit(1)
    .executeTakeFirstOrThrow();
  await transaction
    .deleteFrom('traffic_paths')
    .where('domain', '=', domain)
    .where('path', '!=', '')
    .where('fetched_at', '<=', first.fetched_at)
    .execute();
  await putFetches(transaction, domain, [{ path: '', at: first.fetched_at }]);
}

async function putFetches(
  transaction: Transaction<Database>,
  domain: string,
  rows: readonly { readonly path: string; readonly at: string }[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const items = itemsOf(transaction, rows.slice(at, at + ROWS_AT_ONCE));
    await sql`
      insert into traffic_paths as known (domain, path, fetched_at)
      select ${domain}, item.value ->> 'path', item.value ->> 'at' from ${items} where true
      on conflict (domain, path) do update set fetched_at =
        case when excluded.fetched_at > known.fetched_at then excluded.fetched_at else known.fetched_at end
    `.execute(transaction);
  }
}
