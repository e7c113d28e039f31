import type { VisitClass, VisitPurpose } from '../store/database.ts';
import type { Visit, VisitCount, VisitStore } from '../store/visits.ts';
import { quote } from '../untrusted-text.ts';
import { daysUntil, utcDay } from '../utc-day.ts';
import { MAX_USER_AGENT } from './visits.ts';

/** The visits to one domain's hosted file. */
export interface DomainVisits {
  readonly domain: string;
  /** The UTC days that are counted, the oldest first. */
  readonly days: readonly string[];
  /** By day and visitor. */
  readonly counts: readonly VisitCount[];
  /** The newest first; their user agents are fit to be shown. */
  readonly newest: readonly Visit[];
}

const WINDOW_DAYS = 90;
const MAX_NEWEST = 100;

/** Reads them. @param now milliseconds since 1970; its day is the last that is counted */
export async function readDomainVisits(visits: VisitStore, domain: string, now: number): Promise<DomainVisits> {
  const days = daysUntil(utcDay(new Date(now).toISOString()), WINDOW_DAYS);
  const counts = await visits.countsOf(domain, days[0] ?? '');
  const newest = await visits.newestOf(domain, MAX_NEWEST);
  return { domain, days, counts, newest: newest.map(shown) };
}

/** A user agent may hold any byte that HTTP lets through, C1 controls among them. */
function shown({ userAgent, ...visit }: Visit): Visit {
  return { ...visit, userAgent: userAgent === null ? null : quote(userAgent, MAX_USER_AGENT) };
}

type Counted<Key> = Key & { readonly visits: number };

/** What of them is counted, by what one may ask for: most first. */
export function summarise({ days, counts }: Pick<DomainVisits, 'days' | 'counts'>) {
  const totals = { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 };
  const daily = new Map(days.map((day) => [day, { day, ...totals }]));
  for (const count of counts) {
    totals[count.class] += count.visits;
    const onDay = daily.get(count.day);
    if (onDay !== undefined) onDay[count.class] += count.visits;
  }
  const byAiCrawlers = counts.filter((count) => count.class === 'ai_bot');
  return {
    totals,
    by_crawler: countBy(counts, ({ class: kind, crawler, vendor, purpose }) =>
      crawler === null ? null : { class: kind, crawler, vendor, purpose },
    ),
    by_vendor: countBy(byAiCrawlers, ({ vendor }) => (vendor === null ? null : { vendor })),
    by_purpose: countBy(byAiCrawlers, ({ purpose }) => (purpose === null ? null : { purpose })),
    daily: [...daily.values()],
  } satisfies {
    totals: Record<VisitClass, number>;
    by_purpose: Counted<{ purpose: VisitPurpose }>[];
    [part: string]: unknown;
  };
}

/** Sums what has the same key; what has none is left out. Most first, ties by key. */
function countBy<Key extends object>(
  counts: readonly VisitCount[],
  toKey: (count: VisitCount) => Key | null,
): Counted<Key>[] {
  const sums = new Map<string, { readonly key: Key; visits: number }>();
  for (const count of counts) {
    const key = toKey(count);
    if (key === null) continue;
    const name = JSON.stringify(key);
    const sum = sums.get(name) ?? { key, visits: 0 };
    sum.visits += count.visits;
    sums.set(name, sum);
  }
  return [...sums]
    .sort(([a, most], [b, more]) => more.visits - most.visits || (a < b ? -1 : 1))
    .map(([, { key, visits }]) => ({ ...key, visits }));
}
