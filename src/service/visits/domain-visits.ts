import type { VisitClass, VisitPurpose } from '../../store/database.ts';
import type { Visit, VisitCount, VisitStore } from '../../store/visits/visits.ts';
import { quote } from '../../untrusted-text.ts';
import { daysUntil, utcDay } from '../../utc-day.ts';
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
  const newest = await visits.newest(domain, MAX_NEWEST);
  return { domain, days, counts, newest: newest.map(shown) };
}

/** A user agent may hold any byte that HTTP lets through, C1 controls among them. */
function shown({ userAgent, ...visit }: Visit): Visit {
  return { ...visit, userAgent: userAgent === null ? null : quote(userAgent, MAX_USER_AGENT) };
}

/** How many visits of AI crawlers were whose they said. */
export interface Verifications {
  readonly verified: number;
  readonly unverified: number;
  readonly spoofed: number;
}

type Counted<Key> = Key & { readonly visits: number; readonly verification: Verifications };

/** What of them is counted, by what one may ask for: most first. */
export function summarise({ days, counts }: Pick<DomainVisits, 'days' | 'counts'>) {
  const totals = { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 };
  const verification = { verified: 0, unverified: 0, spoofed: 0 };
  const daily = new Map(days.map((day) => [day, { day, ...totals, verification: { ...verification } }]));
  for (const count of counts) {
    totals[count.class] += count.visits;
    addTo(verification, count);
    const onDay = daily.get(count.day);
    if (onDay === undefined) continue;
    onDay[count.class] += count.visits;
    addTo(onDay.verification, count);
  }
  const byAiCrawlers = counts.filter((count) => count.class === 'ai_bot');
  return {
    totals,
    verification,
    by_crawler: countBy(counts, ({ class: kind, crawler, vendor, purpose }) =>
      crawler === null ? null : { class: kind, crawler, vendor, purpose },
    ).map((count) => ({ ...count, verification: count.class === 'ai_bot' ? count.verification : null })),
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
  const sums = new Map<string, { readonly key: Key; visits: number; readonly verification: Tally }>();
  for (const count of counts) {
    const key = toKey(count);
    if (key === null) continue;
    const name = JSON.stringify(key);
    const sum = sums.get(name) ?? { key, visits: 0, verification: { ...NONE } };
    sum.visits += count.visits;
    addTo(sum.verification, count);
    sums.set(name, sum);
  }
  return [...sums]
    .sort(([a, most], [b, more]) => more.visits - most.visits || (a < b ? -1 : 1))
    .map(([, { key, visits, verification }]) => ({ ...key, visits, verification }));
}

/** Verifications that are being counted. */
type Tally = { -readonly [Kind in keyof Verifications]: number };

const NONE: Verifications = { verified: 0, unverified: 0, spoofed: 0 };

/** How many of the visits of an AI crawler were whose they said; null of others'. */
export function verificationsOf(count: VisitCount): Verifications | null {
  return count.class === 'ai_bot' ? addTo({ ...NONE }, count) : null;
}

function addTo(sum: Tally, { class: kind, visits, verified, spoofed }: VisitCount): Verifications {
  if (kind !== 'ai_bot') return sum;
  sum.verified += verified;
  sum.spoofed += spoofed;
  sum.unverified += visits - verified - spoofed;
  return sum;
}
