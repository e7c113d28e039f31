import { type Kysely, sql } from 'kysely';
import { daysUntil, plusDays } from '../../utc-day.ts';
import type { Counted, Database } from '../database.ts';

/** The days that the crawler index looks at, the last of them included. */
export const WEEK = 7;

const DAY_MS = 86_400_000;

export interface PathVisits {
  readonly path: string;
  readonly visits: number;
}

/** The column of `path_visits` that counts a day: each day of a week has its own, and the next week has the same again. */
export function columnOf(counted: Counted, day: string) {
  return `${counted}_${slotOf(day)}` as const;
}

/**
 * What an insertion of a path's visits on a day ends with, where the path may have a row already: its days that are over by
 * then are emptied, and a day that was over before is not counted. The table goes by the name `kept`.
 */
export function addToPath(day: string): string {
  const column = (counted: Counted, other: string): string => {
    const name = columnOf(counted, other);
    if (other !== day) return `${name} = case when kept.last_day >= '${other}' then kept.${name} else 0 end`;
    return `${name} = case when kept.last_day >= '${plusDays(day, WEEK)}' then kept.${name}
      when kept.last_day >= '${day}' then kept.${name} + excluded.${name} else excluded.${name} end`;
  };
  const columns = daysUntil(day, WEEK).flatMap((other) => [column('visits', other), column('verified', other)]);
  return `on conflict (path) do update set ${columns.join(', ')},
    last_day = case when kept.last_day >= '${day}' then kept.last_day else '${day}' end`;
}

/**
 * The paths that AI crawlers asked for most in the week that ends with a day, most first, ties by name.
 *
 * Rows say how much they count in the week that ends with their own last day; in the week that is asked for they count no more.
 * So the first rows of each last day say how much is needed to be among the first, and only rows that may have as much are
 * looked at.
 */
export async function mostVisitedPaths(
  db: Kysely<Database>,
  lastDay: string,
  limit: number,
  counted: Counted,
): Promise<PathVisits[]> {
  // A process whose clock is ahead may have begun the next day.
  const lastDays = daysUntil(plusDays(lastDay, 1), WEEK + 1);
  const read = (day: string, least: number | null) => readPaths(db, { day, lastDay, limit, counted, least });
  const lists = await Promise.all(lastDays.map(async (day) => ({ day, paths: await read(day, null) })));
  const needed = first(lists, limit)[limit - 1]?.visits ?? 0;
  const known = await Promise.all(
    lists.map(async (list) => {
      const isWhole = list.day === lastDay || list.paths.length < limit;
      return isWhole ? list : { day: list.day, paths: await read(list.day, needed) };
    }),
  );
  return first(known, limit);
}

interface Read {
  /** Of the paths that were last asked for on this day. */
  readonly day: string;
  readonly lastDay: string;
  readonly limit: number;
  readonly counted: Counted;
  /** Of those that count so much in their own week, the first in the other; null: the first in their own. */
  readonly least: number | null;
}

/** Paths, and what each counts in the week that ends with `lastDay`. */
function readPaths(db: Kysely<Database>, { day, lastDay, limit, counted, least }: Read): Promise<PathVisits[]> {
  const [earlier, later] = day < lastDay ? [day, lastDay] : [lastDay, day];
  const days = daysUntil(later, WEEK).filter((one) => one <= earlier);
  const columns = days.map((one) => sql.ref(columnOf(counted, one)));
  const inWeek = sql<number>`(${sql.join(columns, sql` + `)})`;
  const paths = db
    .selectFrom('path_visits')
    .select('path')
    // Not by the name of a column, which would be taken for it below.
    .select(inWeek.as('inWeek'))
    .where('last_day', '=', day)
    .$if(least !== null, (query) => query.where(counted, '>=', least))
    // Also for the index, which holds no others.
    .where(counted, '>', sql.lit(0))
    .orderBy(least === null ? sql.ref(counted) : inWeek, 'desc')
    .orderBy('path')
    .limit(limit);
  return paths.execute().then((rows) => rows.map((row) => ({ path: row.path, visits: row.inWeek })));
}

function first(lists: readonly { readonly paths: readonly PathVisits[] }[], limit: number): PathVisits[] {
  const most = new Map<string, PathVisits>();
  // Most first: one that is visited between two readings is in the lists of both days, and the later counts more.
  for (const one of lists.flatMap(({ paths }) => paths).toSorted(compare)) {
    if (one.visits > 0 && !most.has(one.path)) most.set(one.path, one);
  }
  return [...most.values()].slice(0, limit);
}

function compare(a: PathVisits, b: PathVisits): number {
  if (a.visits !== b.visits) return b.visits - a.visits;
  return a.path < b.path ? -1 : Number(a.path > b.path);
}

function slotOf(day: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const number = (Date.parse(day) / DAY_MS) % WEEK;
  switch (number) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
      return number;
    default:
      throw new RangeError(`${day} is no day since 1970.`);
  }
}
