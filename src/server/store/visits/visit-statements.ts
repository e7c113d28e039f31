import { utcDay } from '../../../values/utc-day.ts';
import type { Verification, VisitClass, VisitPurpose } from '../database.ts';

/** A visitor, as far as it is known. */
export interface Visitor {
  readonly class: VisitClass;
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: VisitPurpose | null;
}

/** A request for a hosted file that got a response. It holds no address and no cookie. */
export interface Visit extends Visitor {
  /** ISO 8601 UTC, with milliseconds. */
  readonly time: string;
  readonly domain: string;
  /** Without the query. */
  readonly path: string;
  /** At most its first 512 characters; null when none was sent. */
  readonly userAgent: string | null;
  readonly referringHost: string | null;
  /** Null for visits of others than AI crawlers. */
  readonly verification: Verification | null;
}

/** Newest visits stored for each published domain. Counts are not affected. */
export const MAX_VISITS_PER_DOMAIN = 5_000;

/** A statement with one text parameter. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly [string];
}

/** The SQL of a database that stores visits. */
export interface VisitSql {
  readonly insert: string;
  readonly addCounts: readonly string[];
  readonly trim: string;
}

export const SQLITE = visitSql('?1', 'json_each(?1) as item');

export const POSTGRES = visitSql('$1', 'jsonb_array_elements($1::jsonb) with ordinality as item (value, key)');

/** @param items selects the items of a JSON array that is the parameter, each with a `key` and a `value` */
function visitSql(parameter: string, items: string): VisitSql {
  const keys = ['domain', 'day', 'path', 'class', 'crawler', 'vendor', 'purpose'];
  // Looked up in the transaction itself, so that it is never out of date.
  const isPublished = `item.value ->> 'domain' in (select domain from published_domains)`;
  const ofCrawlers = `${isPublished} and item.value ->> 'class' = 'ai_bot'`;
  return {
    // In their order. The database may return the rows in any order.
    insert: `insert into visits
        (occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host, verification)
      select item.value ->> 'time', item.value ->> 'domain', item.value ->> 'path', item.value ->> 'class',
        item.value ->> 'crawler', item.value ->> 'vendor', item.value ->> 'purpose', item.value ->> 'userAgent',
        item.value ->> 'referringHost', nullif(item.value ->> 'verification', 'unverified')
      from ${items} where ${isPublished} order by item.key returning id, domain`,
    // All processes change tables and keys in the same order, so that they cannot deadlock. The totals, whose rows all
    // processes change, are locked for the shortest time.
    addCounts: [
      addTo('visit_counts', keys, ['visits', 'verified', 'spoofed'], `${items} where ${isPublished}`),
      addTo('visit_days', ['domain', 'day'], ['visits'], `${items} where ${ofCrawlers}`),
      addTo('path_visits', ['path', 'day'], ['visits', 'verified'], `${items} where ${ofCrawlers}`),
      addTo('visit_totals', ['day', 'class', 'vendor'], ['visits', 'verified'], `${items} where true`),
    ],
    trim: `delete from visits where domain = ${parameter} and id <= (
      select id from visits where domain = ${parameter} order by id desc limit 1 offset ${MAX_VISITS_PER_DOMAIN})`,
  };
}

/** Adds sums to the rows of a table with the same keys, and inserts missing rows, in the order of their keys. */
function addTo(table: string, keys: readonly string[], sums: readonly string[], source: string): string {
  const values = [
    ...keys.map((key) => `item.value ->> '${key}'`),
    ...sums.map((sum) => `sum(cast(item.value ->> '${sum}' as bigint))`),
  ];
  const places = keys.map((_, place) => place + 1);
  const updates = sums.map((sum) => `${sum} = counted.${sum} + excluded.${sum}`);
  return `insert into ${table} as counted (${[...keys, ...sums].join()}) select ${values.join()} from ${source}
    group by ${places.join()} order by ${places.join()} on conflict (${keys.join()}) do update set ${updates.join()}`;
}

/** Inserts visits of published domains, returning the `id` and `domain` of each, and then counts all visits. */
export function insertStatements(visitSql: VisitSql, visits: readonly Visit[]): Statement[] {
  return [{ sql: visitSql.insert, parameters: [JSON.stringify(visits)] }, ...countStatements(visitSql, visits, 1)];
}

/**
 * Adds visits to their counts.
 * @param each 0 for visits that are counted already, whose verification is added
 */
export function countStatements({ addCounts }: VisitSql, visits: readonly Visit[], each: 0 | 1): Statement[] {
  const json = JSON.stringify(rollUp(visits, each));
  return addCounts.map((sql) => ({ sql, parameters: [json] }));
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
      const visitor = { class: kind, crawler: crawler ?? '', vendor: vendor ?? '', purpose: purpose ?? '' };
      rollup = { domain, day, path, ...visitor, visits: 0, verified: 0, spoofed: 0 };
      rollups.set(key, rollup);
    }
    rollup.visits += each;
    if (verification === 'verified') rollup.verified += 1;
    if (verification === 'spoofed') rollup.spoofed += 1;
  }
  return [...rollups.values()];
}
