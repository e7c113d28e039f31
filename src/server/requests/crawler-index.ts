import { SingleFlight } from '../../values/single-flight.ts';
import { daysUntil, isoTime, utcDay } from '../../values/utc-day.ts';
import type { Counted } from '../store/database.ts';
import { type VisitStore, WEEK } from './store/visit-store.ts';

/** The crawler index as the API returns it (§2.7): seven fields and no others. */
export type CrawlerIndex = Awaited<ReturnType<typeof makeIndex>>;

const MAX_PATHS = 20;
const HOUR_MS = 3_600_000;
/** Lifetime of an index, so that many requests cause few reads while visits wait to be written. */
const CACHED_MS = 200;
const REQUESTS =
  'Requests for the llms.txt files that this server hosts, counted as they arrive and classified by their user agent, referrer and requested URL. Access logs that owners send are not counted here.';
const COUNTS = {
  claimed: { counted: 'visits', source: `${REQUESTS} User agents are not verified.` },
  verified: {
    counted: 'verified',
    source: `${REQUESTS} Visits of AI crawlers are counted only if an address, the DNS or a signature proves their vendor.`,
  },
} satisfies Record<string, { counted: Counted; source: string }>;

/**
 * Makes the index from counts. Returns the last one for up to an hour while nothing has changed, so that clients can
 * revalidate it.
 */
export class CrawlerIndexes {
  readonly #visits: VisitStore;
  readonly #counts: keyof typeof COUNTS;
  readonly #reading = new SingleFlight<CrawlerIndex>();
  readonly #cachedMs: number;
  #last: { readonly index: CrawlerIndex; readonly counts: string; readonly at: number } | null = null;

  /**
   * @param counts which visits of AI crawlers count: all that claim to be one, or only verified ones
   * @param cachedMs lifetime of an index, in milliseconds
   */
  constructor(visits: VisitStore, counts: keyof typeof COUNTS = 'claimed', cachedMs = CACHED_MS) {
    this.#visits = visits;
    this.#counts = counts;
    this.#cachedMs = cachedMs;
  }

  /** Reads the index of the last seven UTC days. @param now milliseconds since 1970; its day is the last */
  read(now: number): Promise<CrawlerIndex> {
    return this.#reading.do(utcDay(isoTime(now)), () => this.#readOnce(now));
  }

  async #readOnce(now: number): Promise<CrawlerIndex> {
    const last = this.#last;
    const generatedAt = isoTime(now);
    if (last !== null && Math.abs(now - last.at) < this.#cachedMs && utcDay(isoTime(last.at)) === utcDay(generatedAt))
      return last.index;
    const index = await makeIndex(this.#visits, generatedAt, COUNTS[this.#counts]);
    const counts = JSON.stringify({ ...index, generated_at: null });
    const isUnchanged = last?.counts === counts && Math.abs(now - Date.parse(last.index.generated_at)) < HOUR_MS;
    this.#last = { index: isUnchanged ? last.index : index, counts, at: now };
    return this.#last.index;
  }
}

async function makeIndex(
  visits: VisitStore,
  generatedAt: string,
  { counted, source }: { readonly counted: Counted; readonly source: string },
) {
  const today = utcDay(generatedAt);
  const days = daysUntil(today, WEEK);
  const counts = await visits.totals(days[0] ?? today, today);
  const totals = { ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 };
  const daily = days.map((day) => ({ day, ai_bot: 0, ai_referral: 0, human: 0 }));
  const vendors = new Map<string, number>();
  for (const count of counts) {
    const n = count.class === 'ai_bot' ? count[counted] : count.visits;
    if (n === 0) continue;
    totals[count.class] += n;
    const onDay = daily.find(({ day }) => day === count.day);
    if (onDay !== undefined && count.class !== 'traditional_bot') onDay[count.class] += n;
    if (count.class === 'ai_bot') {
      const vendor = count.vendor ?? 'unknown';
      vendors.set(vendor, (vendors.get(vendor) ?? 0) + n);
    }
  }
  return {
    generated_at: generatedAt,
    window_days: WEEK,
    totals,
    by_vendor: [...vendors]
      .sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
      .map(([vendor, count]) => ({ vendor, visits: count, share: Math.round((count / totals.ai_bot) * 1e4) / 1e4 })),
    daily,
    top_paths: await visits.mostVisitedPaths(today, MAX_PATHS, counted),
    data_source: source,
  };
}
