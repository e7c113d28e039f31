import { SingleFlight } from '../../single-flight.ts';
import type { Counted, VisitClass } from '../../store/database.ts';
import { type VisitStore, WEEK } from '../../store/visits/visits.ts';
import { daysUntil, isoTime, utcDay } from '../../utc-day.ts';

/** The crawler index as the interface shows it (§2.7): these seven fields and no others. */
export interface CrawlerIndex {
  readonly generated_at: string;
  readonly window_days: 7;
  readonly totals: Readonly<Record<VisitClass, number>>;
  readonly by_vendor: { readonly vendor: string; readonly visits: number; readonly share: number }[];
  readonly daily: {
    readonly day: string;
    readonly ai_bot: number;
    readonly ai_referral: number;
    readonly human: number;
  }[];
  readonly top_paths: { readonly path: string; readonly visits: number }[];
  readonly data_source: string;
}

const MAX_PATHS = 20;
const HOUR_MS = 3_600_000;
/** So old the figures may be: under load they would be read over and over, and visits wait meanwhile. */
const MOMENT_MS = 200;
const REQUESTS =
  'Requests for the llms.txt files that this server hosts, recorded as they were answered, and classified by what they said of themselves: user agent, referrer and address asked for.';
const COUNTS = {
  claimed: { counted: 'visits', source: `${REQUESTS} User agents are not verified.` },
  verified: {
    counted: 'verified',
    source: `${REQUESTS} Of AI crawlers, only visits are counted that came from their vendor: by address, name in the DNS or signature.`,
  },
} satisfies Record<string, { counted: Counted; source: string }>;

/**
 * Makes the index from counts. While nothing has changed, the one of up to an hour ago is given again: so a client that has
 * it already is told so.
 */
export class CrawlerIndexes {
  readonly #visits: VisitStore;
  readonly #counts: keyof typeof COUNTS;
  readonly #reading = new SingleFlight<CrawlerIndex>();
  readonly #momentMs: number;
  /** What was read last, and when. */
  #last: { readonly index: CrawlerIndex; readonly figures: string; readonly at: number } | null = null;

  /**
   * @param counts which visits of AI crawlers count: all that say that they are one, or those that are proved to be
   * @param momentMs an index that was read so short a time ago is given again
   */
  constructor(visits: VisitStore, counts: keyof typeof COUNTS = 'claimed', momentMs = MOMENT_MS) {
    this.#visits = visits;
    this.#counts = counts;
    this.#momentMs = momentMs;
  }

  /** The index of the last seven UTC days. @param now milliseconds since 1970; its day is the last */
  read(now: number): Promise<CrawlerIndex> {
    return this.#reading.do(utcDay(isoTime(now)), () => this.#readOnce(now));
  }

  async #readOnce(now: number): Promise<CrawlerIndex> {
    const last = this.#last;
    const generatedAt = isoTime(now);
    if (last !== null && Math.abs(now - last.at) < this.#momentMs && utcDay(isoTime(last.at)) === utcDay(generatedAt))
      return last.index;
    const index = await makeIndex(this.#visits, generatedAt, COUNTS[this.#counts]);
    const figures = JSON.stringify({ ...index, generated_at: null });
    const isAsBefore = last?.figures === figures && Math.abs(now - Date.parse(last.index.generated_at)) < HOUR_MS;
    this.#last = { index: isAsBefore ? last.index : index, figures, at: now };
    return this.#last.index;
  }
}

async function makeIndex(
  visits: VisitStore,
  generatedAt: string,
  { counted, source }: { readonly counted: Counted; readonly source: string },
): Promise<CrawlerIndex> {
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
