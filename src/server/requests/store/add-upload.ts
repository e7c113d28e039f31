import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { MAX_CONTACTS } from '../../../logs/classify-entry.ts';
import { ALLOWED, FORBIDDEN, NOT_DECIDED } from '../../../logs/robots-join.ts';
import type { RowLimits, TrafficRow } from '../../../logs/rollup.ts';
import type { KnownFetches } from '../../../logs/sitemap-fetches.ts';
import { type Database, jsonRows } from '../../store/database.ts';

/**
 * Maximum number of rows with a path, or a contact address, for a domain and day; more are summed into rows without one, those with the fewest requests
 * first.
 */
export const ROWS_PER_DAY: RowLimits = { paths: 1_000, contacts: MAX_CONTACTS };
/** Maximum number of pages of a domain whose last fetch is known. */
export const MAX_PATHS = 20_000;
/** Maximum number of sources of a domain, and most keys. Beyond that, those that were not used for longest are deleted. */
export const MAX_SOURCES = 10_000;
/** Maximum number of bytes of a row, 64 TiB: sums of all rows stay within what databases hold, also of forged sizes. */
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
  readonly fetches: KnownFetches;
  /** Its source after it; null for an upload that names none. */
  readonly source: TrafficSource | null;
  /** The source's offset before it; null when it was not known. */
  readonly offset: number | null;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Adds an upload. @returns `moved` when another upload of its source was added meanwhile: then nothing was changed */
export async function addUpload(
  transaction: Transaction<Database>,
  domain: string,
  upload: TrafficUpload,
): Promise<'added' | 'moved'> {
  if (upload.source !== null && !(await moveSource(transaction, domain, upload.source, upload))) return 'moved';
  await addCounts(transaction, domain, upload.counts);
  await addDays(transaction, domain, upload.counts);
  const days = [...new Set(upload.counts.map(({ day }) => day))];
  await foldCounts(transaction, domain, days, sql<SqlBool>`class != 'traditional_bot'`, ROWS_PER_DAY.paths);
  await foldCounts(transaction, domain, days, sql<SqlBool>`class = 'traditional_bot'`, ROWS_PER_DAY.contacts);
  await addFetches(transaction, domain, upload.fetches);
  return 'added';
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
    const items = jsonRows(transaction, ordered.slice(at, at + ROWS_AT_ONCE));
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

/** Sums the rows with the fewest requests into rows without a path, on days that have too many of these classes. */
async function foldCounts(
  transaction: Transaction<Database>,
  domain: string,
  days: readonly string[],
  ofClass: RawBuilder<SqlBool>,
  max: number,
): Promise<void> {
  if (days.length === 0) return;
  const full = await transaction
    .selectFrom('traffic_counts')
    .select('day')
    .where('domain', '=', domain)
    .where('day', 'in', days)
    .where('path', '!=', '')
    .where(ofClass)
    .groupBy('day')
    .having(({ fn }) => fn.countAll(), '>', max * SLACK)
    .orderBy('day')
    .execute();
  for (const { day } of full) {
    const first = await transaction
      .selectFrom('traffic_counts')
      .select(['requests', 'path'])
      .where('domain', '=', domain)
      .where('day', '=', day)
      .where('path', '!=', '')
      .where(ofClass)
      .orderBy('requests', 'desc')
      .orderBy('path')
      .offset(max)
      .limit(1)
      .executeTakeFirstOrThrow();
    const isFolded = sql<SqlBool>`domain = ${domain} and day = ${day} and path != '' and ${ofClass}
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
  { pages, droppedAt }: KnownFetches,
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
    const items = jsonRows(transaction, rows.slice(at, at + ROWS_AT_ONCE));
    await sql`
      insert into traffic_paths as known (domain, path, fetched_at)
      select ${domain}, item.value ->> 'path', item.value ->> 'at' from ${items} where true
      on conflict (domain, path) do update set fetched_at =
        case when excluded.fetched_at > known.fetched_at then excluded.fetched_at else known.fetched_at end
    `.execute(transaction);
  }
}
