import { type Kysely, type RawBuilder, sql } from 'kysely';
import { utcDay } from '../../utc-day.ts';
import { type Database, isPostgres } from '../database.ts';
import type { Visit } from './visits.ts';

/** Newest visits stored for each published domain. Counts are not affected. */
export const MAX_VISITS_PER_DOMAIN = 5_000;
/** New visits of a domain after which its oldest are deleted. Each process may leave this many more than the maximum. */
const VISITS_BETWEEN_TRIMS = 1_000;
/** Most domains whose new visits are counted. Beyond that, the counts are dropped, and each domain is trimmed at its next visit. */
const MAX_DOMAINS = 10_000;

/** The result of verifying a visit that is stored as unverified. */
export interface JudgedVisit {
  /** Number of its row. */
  readonly id: number;
  /** The visit with its new verification. */
  readonly visit: Visit;
}

/**
 * Stores visits, and counts them in the same transaction: a visit and its counts always agree. Visits of published domains
 * get rows and counts of their domain; only the newest rows are retained. Visits of all other names are added to the daily
 * totals only: anybody may invent such names, and the store must not grow with them.
 */
export interface VisitWriter {
  /**
   * Stores visits, all or none. They are on the disk when this resolves. When it rejects, it may be called again with the same
   * array: visits are never stored twice.
   * @returns the number of each visit's row, in their order; null for a visit without a row
   */
  insert(visits: readonly Visit[]): Promise<readonly (number | null)[]>;

  /**
   * Stores the verification of visits of AI crawlers that are stored as unverified, and counts it, all or none. Skips visits
   * that are verified already or deleted, so the call may be repeated when its outcome is unknown.
   * @returns how many were changed
   */
  judge(judged: readonly JudgedVisit[]): Promise<number>;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Executes statements in one transaction, which is on the disk when this resolves.
 * @param group identifies the statements: if a call fails, a call with the same group again does not execute them twice
 * @returns the rows of each statement
 */
export type Transact = (group: object, statements: readonly RawBuilder<Row>[]) => Promise<readonly (readonly Row[])[]>;

/** Writes visits with the same statements in either database. */
export class SqlVisitWriter implements VisitWriter {
  readonly #db: Kysely<Database>;
  readonly #transact: Transact;
  readonly #items: JsonItems;
  /** Visits added by this process since the last trim, by domain. */
  readonly #added = new Map<string, number>();

  constructor(db: Kysely<Database>, transact: Transact) {
    this.#db = db;
    this.#transact = transact;
    this.#items = isPostgres(db) ? postgresItems : sqliteItems;
  }

  async insert(visits: readonly Visit[]): Promise<readonly (number | null)[]> {
    const statements = [insertVisits(this.#items(visits.map(toRow))), ...this.#addCounts(visits, 1)];
    const [rows = []] = await this.#transact(visits, statements);
    const added = Map.groupBy(rows, ({ domain }) => domain);
    // Nobody waits for it. A trim that fails is repeated after further visits.
    for (const [domain, { length }] of added) void this.#trimIfDue(String(domain), length).catch(() => undefined);
    // All visits of a domain are inserted or none, and the numbers are in their order.
    const ids = rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
    let place = 0;
    return visits.map(({ domain }) => (added.has(domain) ? (ids[place++] ?? null) : null));
  }

  judge(judged: readonly JudgedVisit[]): Promise<number> {
    return this.#db.transaction().execute(async (transaction) => {
      const changed = new Set<number>();
      for (const verification of ['verified', 'spoofed'] as const) {
        const ids = judged.filter(({ visit }) => visit.verification === verification).map(({ id }) => id);
        if (ids.length === 0) continue;
        const rows = await transaction
          .updateTable('visits')
          .set({ verification })
          .where('id', 'in', ids)
          .where('class', '=', 'ai_bot')
          .where('verification', 'is', null)
          .returning('id')
          .execute();
        for (const { id } of rows) changed.add(id);
      }
      const visits = judged.filter(({ id }) => changed.has(id)).map(({ visit }) => visit);
      for (const statement of this.#addCounts(visits, 0)) await statement.execute(transaction);
      return visits.length;
    });
  }

  /** @param each 0 for visits that are counted already, whose verification is added */
  #addCounts(visits: readonly Visit[], each: 0 | 1): RawBuilder<Row>[] {
    const items = this.#items(rollUp(visits, each));
    // In the same order in all processes, so that they cannot deadlock. The totals, which all change, are locked for the shortest time.
    return [addToDomains(items), addToPaths(items), addToTotals(items)];
  }

  /** Deletes the oldest visits of a domain at its first visit in this process and after every {@link VISITS_BETWEEN_TRIMS}. */
  async #trimIfDue(domain: string, inserted: number): Promise<void> {
    const added = (this.#added.get(domain) ?? VISITS_BETWEEN_TRIMS) + inserted;
    if (this.#added.size >= MAX_DOMAINS) this.#added.clear();
    this.#added.set(domain, added > VISITS_BETWEEN_TRIMS ? 0 : added);
    if (added > VISITS_BETWEEN_TRIMS) await this.#transact({}, [trim(domain)]);
  }
}

function trim(domain: string): RawBuilder<Row> {
  return sql`delete from visits where domain = ${domain} and id <= (
    select id from visits where domain = ${domain} order by id desc limit 1 offset ${sql.lit(MAX_VISITS_PER_DOMAIN)})`;
}

/** A table `item` of the values of a JSON array, each with its place as `key`. */
type JsonItems = (values: readonly object[]) => RawBuilder<unknown>;

const sqliteItems: JsonItems = (values) => sql`json_each(${JSON.stringify(values)}) as item`;

const postgresItems: JsonItems = (values) =>
  sql`jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality as item (value, key)`;

/** A field of an item, as text. */
function text(field: string): RawBuilder<string | null> {
  return sql`item.value ->> ${sql.lit(field)}`;
}

const VISIT_COLUMNS = [
  'occurred_at',
  'domain',
  'path',
  'class',
  'crawler',
  'vendor',
  'purpose',
  'user_agent',
  'referring_host',
  'verification',
];

/** The domain is looked up in the transaction itself, so that it is never out of date. */
const IS_PUBLISHED = sql<boolean>`${text('domain')} in (select domain from published_domains)`;

/** Inserts visits in their order. Returns the number and domain of each in any order. */
function insertVisits(items: RawBuilder<unknown>): RawBuilder<Row> {
  return sql`insert into visits (${sql.join(VISIT_COLUMNS.map(sql.ref))})
    select ${sql.join(VISIT_COLUMNS.map(text))} from ${items}
    where ${IS_PUBLISHED} order by item.key returning id, domain`;
}

function addToDomains(items: RawBuilder<unknown>): RawBuilder<Row> {
  const keys = ['domain', 'day', 'path', 'class', 'crawler', 'vendor', 'purpose'];
  return addTo('visit_counts', keys, ['visits', 'verified', 'spoofed'], sql`${items} where ${IS_PUBLISHED}`);
}

function addToPaths(items: RawBuilder<unknown>): RawBuilder<Row> {
  const isOfCrawler = sql`${text('class')} = 'ai_bot'`;
  return addTo(
    'path_visits',
    ['path', 'day'],
    ['visits', 'verified'],
    sql`${items} where ${IS_PUBLISHED} and ${isOfCrawler}`,
  );
}

function addToTotals(items: RawBuilder<unknown>): RawBuilder<Row> {
  return addTo('visit_totals', ['day', 'class', 'vendor'], ['visits', 'verified'], sql`${items} where true`);
}

/** Adds sums to the rows of a table with the same keys, and inserts missing rows, in the order of their keys. */
function addTo(
  table: string,
  keys: readonly string[],
  sums: readonly string[],
  source: RawBuilder<unknown>,
): RawBuilder<Row> {
  const added = sums.map((sum) => sql`sum(cast(${text(sum)} as bigint))`);
  const places = sql.join(keys.map((_, place) => sql.lit(place + 1)));
  const updates = sums.map((sum) => sql`${sql.ref(sum)} = counted.${sql.ref(sum)} + excluded.${sql.ref(sum)}`);
  return sql`insert into ${sql.table(table)} as counted (${sql.join([...keys, ...sums].map(sql.ref))})
    select ${sql.join([...keys.map(text), ...added])} from ${source}
    group by ${places} order by ${places}
    on conflict (${sql.join(keys.map(sql.ref))}) do update set ${sql.join(updates)}`;
}

function toRow(visit: Visit): Row {
  const { time, domain, path, class: kind, crawler, vendor, purpose, userAgent, referringHost, verification } = visit;
  return {
    occurred_at: time,
    domain,
    path,
    class: kind,
    crawler,
    vendor,
    purpose,
    user_agent: userAgent,
    referring_host: referringHost,
    verification: verification === 'unverified' ? null : verification,
  };
}

interface Rollup {
  readonly domain: string;
  readonly day: string;
  readonly path: string;
  readonly class: string;
  readonly crawler: string;
  readonly vendor: string;
  readonly purpose: string;
  visits: number;
  verified: number;
  spoofed: number;
}

/** Sums visits that are counted in the same row of `visit_counts`. Unknown values are '', because a key holds no null. */
function rollUp(visits: readonly Visit[], each: 0 | 1): Rollup[] {
  const rollups = new Map<string, Rollup>();
  for (const { time, domain, path, class: kind, crawler, vendor, purpose, verification } of visits) {
    const day = utcDay(time);
    const key = `${day}\n${domain}\n${path}\n${kind}\n${crawler}\n${vendor}\n${purpose}`;
    let rollup = rollups.get(key);
    if (rollup === undefined) {
      const unknown = { crawler: crawler ?? '', vendor: vendor ?? '', purpose: purpose ?? '' };
      rollup = { domain, day, path, class: kind, ...unknown, visits: 0, verified: 0, spoofed: 0 };
      rollups.set(key, rollup);
    }
    rollup.visits += each;
    if (verification === 'verified') rollup.verified += 1;
    if (verification === 'spoofed') rollup.spoofed += 1;
  }
  return [...rollups.values()];
}
