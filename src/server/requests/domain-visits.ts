import type { DomainName } from '../../values/domain-name.ts';
import { quote } from '../../values/untrusted-text.ts';
import { daysUntil, isoTime, utcDay } from '../../values/utc-day.ts';
import type { Publications } from '../publishing/publications.ts';
import type { VisitClass, VisitPurpose } from '../store/database.ts';
import type { Visit } from '../store/visits/visit-statements.ts';
import type { VisitCount, VisitStore } from './store/visit-store.ts';
import { MAX_USER_AGENT } from './visits.ts';

/** Visits to one domain's hosted file. */
export interface DomainVisits {
  readonly domain: string;
  /** UTC days that are counted, the oldest first. */
  readonly days: readonly string[];
  /** By day and visitor. */
  readonly counts: readonly VisitCount[];
  /** The newest visits first, with quoted user agents. */
  readonly newest: readonly Visit[];
}

const WINDOW_DAYS = 90;
const MAX_NEWEST = 100;

/** Reads the visits to published domains, for the keys that own them. */
export class DomainVisitReader {
  readonly #visits: VisitStore;
  readonly #publications: Publications;

  constructor(visits: VisitStore, publications: Publications) {
    this.#visits = visits;
    this.#publications = publications;
  }

  /**
   * Reads the visits to a published domain, for the key that owns it.
   *
   * @param now milliseconds since 1970; its day is the last that is counted
   * @throws ServiceError `domain_not_published`, `domain_not_owned`
   */
  async read(domain: DomainName, keyId: string, now: number): Promise<DomainVisits> {
    await this.#publications.requireOwner(domain, keyId);
    const days = daysUntil(utcDay(isoTime(now)), WINDOW_DAYS);
    const counts = await this.#visits.countsOf(domain, days[0] ?? '');
    const newest = await this.#visits.newest(domain, MAX_NEWEST);
    return { domain, days, counts, newest: newest.map(quoted) };
  }
}

/** Quotes the user agent, which may contain any byte that HTTP allows, such as C1 controls. */
function quoted({ userAgent, ...visit }: Visit): Visit {
  return { ...visit, userAgent: userAgent === null ? null : quote(userAgent, MAX_USER_AGENT) };
}

/** Number of visits of AI crawlers by the result of verifying them. */
export interface Verifications {
  readonly verified: number;
  readonly unverified: number;
  readonly spoofed: number;
}

type Counted<Key> = Key & { readonly visits: number; readonly verification: Verifications };

/** Sums counts by crawler, vendor, purpose and day, in descending order. */
export function summarise({ days, counts }: Pick<DomainVisits, 'days' | 'counts'>) {
  const totals = { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 };
  const verification = { ...NONE };
  const daily = new Map(days.map((day) => [day, { day, ...totals, verification: { ...NONE } }]));
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

/** Sums counts with the same key, in descending order, ties by key. Leaves out counts without a key. */
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

/** Verifications while they are counted. */
type Tally = { -readonly [Kind in keyof Verifications]: number };

const NONE: Verifications = { verified: 0, unverified: 0, spoofed: 0 };

/** Returns the verifications of an AI crawler's visits; null for other visitors. */
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
