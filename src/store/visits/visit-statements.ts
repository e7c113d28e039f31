import { utcDay } from '../../utc-day.ts';
import type { Visit } from './visits.ts';

/** Newest visits stored for each published domain. Counts are not affected. */
export const MAX_VISITS_PER_DOMAIN = 5_000;
/** New visits of a domain after which its oldest are deleted. Each process may leave this many more than the maximum. */
const VISITS_BETWEEN_TRIMS = 1_000;
/** Most domains whose new visits are counted. Beyond that, the counts are dropped, and each domain is trimmed at its next visit. */
const MAX_DOMAINS = 10_000;

/** A statement with one text parameter. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly [string];
}

/** Statements in the SQL of a database. */
export interface Dialect {
  /** The items of a JSON array that is the parameter, each with a `key` and a `value`. */
  readonly items: string;
  readonly addCounts: readonly string[];
  readonly trim: string;
}

/** Condition for items of published domains. Looked up in the transaction itself, so that it is never out of date. */
export const IS_PUBLISHED = `item.value ->> 'domain' in (select domain from published_domains)`;

export const SQLITE = dialect('?1', 'json_each(?1) as item');

export const POSTGRES = dialect('$1', 'jsonb_array_elements($1::jsonb) with ordinality as item (value, key)');

function dialect(parameter: string, items: string): Dialect {
  const keys = ['domain', 'day', 'path', 'class', 'crawler', 'vendor', 'purpose'];
  const ofCrawlers = `${IS_PUBLISHED} and item.value ->> 'class' = 'ai_bot'`;
  return {
    items,
    // All processes change tables and keys in the same order, so that they cannot deadlock. The totals, whose rows all
    // processes change, are locked for the shortest time.
    addCounts: [
      addTo('visit_counts', keys, ['visits', 'verified', 'spoofed'], `${items} where ${IS_PUBLISHED}`),
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

/**
 * Adds visits to their counts.
 * @param each 0 for visits that are counted already, whose verification is added
 */
export function countStatements({ addCounts }: Dialect, visits: readonly Visit[], each: 0 | 1): Statement[] {
  const json = JSON.stringify(rollUp(visits, each));
  return addCounts.map((sql) => ({ sql, parameters: [json] }));
}

/** Deletes the visits of a domain beyond the newest {@link MAX_VISITS_PER_DOMAIN}. */
export function trimStatement({ trim }: Dialect, domain: string): Statement {
  return { sql: trim, parameters: [domain] };
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

/** Schedules the deletion of a domain's oldest visits: without it, one client could fill the disk. */
export class TrimSchedule {
  /** Visits added by this process since the last trim, by domain. */
  readonly #added = new Map<string, number>();

  /** Returns the domains that are due: at their first visits in this process, and after every {@link VISITS_BETWEEN_TRIMS}. */
  dueAfter(domains: readonly string[]): string[] {
    const due = new Set<string>();
    for (const domain of domains) {
      const added = (this.#added.get(domain) ?? VISITS_BETWEEN_TRIMS) + 1;
      if (this.#added.size >= MAX_DOMAINS) this.#added.clear();
      if (added > VISITS_BETWEEN_TRIMS) due.add(domain);
      this.#added.set(domain, added > VISITS_BETWEEN_TRIMS ? 0 : added);
    }
    return [...due];
  }
}
