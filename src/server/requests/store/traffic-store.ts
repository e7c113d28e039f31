import { type Kysely, sql } from 'kysely';
import { crawlerByToken } from '../../../crawlers/registry.ts';
import { MAX_CONTACTS, type ProbablyAi, probablyAi } from '../../../logs/classify-entry.ts';
import { ALLOWED, NOT_DECIDED } from '../../../logs/robots-join.ts';
import type { RobotsCounts } from '../../../logs/site-join.ts';
import type { KnownFetches } from '../../../logs/sitemap-fetches.ts';
import { type LogEvidence, MAX_REFUSALS, REFUSAL_STATUSES } from '../../../site/log-evidence.ts';
import type { Database } from '../../store/database.ts';
import { actAs, lockDomain } from '../../store/key-authority.ts';
import { requireRoom, type StorageLimits, UNLIMITED } from '../../store/key-storage.ts';
import { addUpload, type TrafficCount, type TrafficSource, type TrafficUpload } from './add-upload.ts';
import type { RequestCount } from './visit-store.ts';

/** The last request of a crawler for a path, without its query. */
export interface LastRequest {
  readonly path: string;
  readonly crawler: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Columns of what the sums of days and of paths have in common. */
const GROUPED = ['class', 'crawler', 'vendor', 'status', 'verdict'] as const;

const SUMS = [
  sql<number>`sum(requests)`.as('requests'),
  // A sum may be beyond the whole numbers of JavaScript, which reading it would refuse.
  sql<number>`cast(sum(bytes) as double precision)`.as('bytes'),
  sql<string>`max(last_at)`.as('lastAt'),
] as const;

/** Traffic of domains, counted from their access logs. */
export class TrafficStore {
  readonly #db: Kysely<Database>;
  readonly #limits: StorageLimits;

  constructor(db: Kysely<Database>, limits = UNLIMITED) {
    this.#db = db;
    this.#limits = limits;
  }

  /** Finds a source of a domain; null when it is not known. */
  async source(domain: string, name: string): Promise<TrafficSource | null> {
    const row = await this.#db
      .selectFrom('traffic_sources')
      .select(['name', 'next_offset as nextOffset', 'format', 'header', 'is_in_long_line', 'digest'])
      .where('domain', '=', domain)
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { is_in_long_line: isInLongLine, format, ...rest } = row;
    return { ...rest, format: format === '' ? null : format, isInLongLine: isInLongLine === 1 };
  }

  /** Marks a source as used, so that it stays known. */
  async touchSource(domain: string, name: string, at: string): Promise<void> {
    await this.#db
      .updateTable('traffic_sources')
      .set({ used_at: at })
      .where('domain', '=', domain)
      .where('name', '=', name)
      .execute();
  }

  /**
   * Adds an upload, all or nothing. It is on the disk when this resolves.
   *
   * @returns `not_owned` when the key does not own the domain, `moved` when another upload of the source was added meanwhile: then
   * nothing was changed
   * @throws KeyEnded, StorageFull
   */
  add(domain: string, keyId: string, upload: TrafficUpload): Promise<'added' | 'not_owned' | 'moved'> {
    return actAs(this.#db, keyId, async (transaction) => {
      if (!(await lockDomain(transaction, domain, keyId))) return 'not_owned';
      if ((await addUpload(transaction, domain, upload)) === 'moved') return 'moved';
      await requireRoom(transaction, keyId, this.#limits);
      return 'added';
    });
  }

  /** Sums the counts of each day, both included, over all paths. Their `path` is ''. */
  async daily(domain: string, firstDay: string, lastDay: string): Promise<RequestCount[]> {
    const rows = await this.#counts(domain, firstDay, lastDay)
      .select(['day', ...GROUPED])
      .groupBy(['day', ...GROUPED])
      .orderBy('day')
      .execute();
    return rows.map((row) => toCount({ ...row, path: '' }));
  }

  /**
   * Sums the counts of each path over days, both included: those of AI crawlers and their referrals, most requests first. Their `day`
   * is '', and the path '' is of all that have no row of their own.
   */
  async paths(domain: string, firstDay: string, lastDay: string, limit: number): Promise<RequestCount[]> {
    const rows = await this.#counts(domain, firstDay, lastDay)
      .select(['path', ...GROUPED])
      .where('class', 'in', ['ai_bot', 'ai_referral'])
      .groupBy(['path', ...GROUPED])
      .orderBy('requests', 'desc')
      .orderBy('path')
      .limit(limit)
      .execute();
    return rows.map((row) => toCount({ ...row, day: '' }));
  }

  /** Sums the requests of unknown programs over days, both included, by the host of their contact address, most first. */
  async contacts(domain: string, firstDay: string, lastDay: string): Promise<ProbablyAi[]> {
    const rows = await this.#counts(domain, firstDay, lastDay)
      .select('path')
      .where('class', '=', 'traditional_bot')
      .where('path', '!=', '')
      .groupBy('path')
      .orderBy('requests', 'desc')
      .orderBy('path')
      .limit(MAX_CONTACTS)
      .execute();
    return probablyAi(rows.map(({ path, requests }) => [path, Number(requests)] as const));
  }

  /**
   * Sums the requests of AI crawlers over days, both included, that robots.txt forbids, by crawler, path and verdict, most first, and those
   * that were not compared with one. Impostors do not count.
   */
  async robots(domain: string, firstDay: string, lastDay: string, limit: number): Promise<RobotsCounts> {
    const ofCrawlers = this.#counts(domain, firstDay, lastDay)
      .where('class', '=', 'ai_bot')
      .where('verdict', '!=', 'spoofed');
    const forbidden = await ofCrawlers
      .select(['crawler', 'path', 'robots'])
      .where('robots', 'not in', [NOT_DECIDED, ALLOWED])
      .groupBy(['crawler', 'path', 'robots'])
      .orderBy('requests', 'desc')
      .orderBy('path')
      .limit(limit)
      .execute();
    const { requests } = await ofCrawlers.where('robots', '=', NOT_DECIDED).executeTakeFirstOrThrow();
    return {
      forbidden: forbidden.map(({ bytes: _, lastAt: __, ...row }) => ({ ...row, requests: Number(row.requests) })),
      undecided: Number(requests ?? 0),
    };
  }

  /** Counts the requests of verified AI crawlers over days, both included, and those of them that were refused, most first. */
  async verifiedRefusals(
    domain: string,
    firstDay: string,
    lastDay: string,
  ): Promise<Pick<LogEvidence, 'verified' | 'refusals'>> {
    const verified = this.#counts(domain, firstDay, lastDay)
      .where('class', '=', 'ai_bot')
      .where('verdict', '=', 'verified');
    const all = await verified.executeTakeFirstOrThrow();
    const refusals = await verified
      .select([
        'crawler',
        'vendor',
        'status',
        sql<number>`count(distinct day)`.as('days'),
        sql<string>`max(day)`.as('lastDay'),
      ])
      .where('status', 'in', REFUSAL_STATUSES)
      .groupBy(['crawler', 'vendor', 'status'])
      .orderBy('requests', 'desc')
      .orderBy('crawler')
      .orderBy('status')
      .limit(MAX_REFUSALS)
      .execute();
    return {
      verified: Number(all.requests ?? 0),
      refusals: refusals.map(({ bytes: _, lastAt: __, ...row }) => ({
        ...row,
        requests: Number(row.requests),
        days: Number(row.days),
      })),
    };
  }

  #counts(domain: string, firstDay: string, lastDay: string) {
    return this.#db
      .selectFrom('traffic_counts')
      .select(SUMS)
      .where('domain', '=', domain)
      .where('day', '>=', firstDay)
      .where('day', '<=', lastDay);
  }

  /** Returns the days of which logs were counted, from a day on, in order. */
  async loggedDays(domain: string, firstDay: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('traffic_days')
      .select('day')
      .where('domain', '=', domain)
      .where('day', '>=', firstDay)
      .orderBy('day')
      .execute();
    return rows.map(({ day }) => day);
  }

  /** Returns the last fetches of a domain's pages by AI search crawlers. */
  async fetches(domain: string): Promise<KnownFetches> {
    const rows = await this.#db
      .selectFrom('traffic_paths')
      .select(['path', 'fetched_at'])
      .where('domain', '=', domain)
      .execute();
    const pages = new Map(rows.map(({ path, fetched_at }) => [path, fetched_at]));
    const droppedAt = pages.get('') ?? '';
    pages.delete('');
    return { pages, droppedAt };
  }

  /**
   * Returns when each known AI crawler last requested each path of a domain, the newest first. Requests of impostors do not count, and
   * paths that have no row of their own are missing.
   */
  async lastRequests(domain: string, limit: number): Promise<LastRequest[]> {
    return this.#db
      .selectFrom('traffic_counts')
      .select(['path', 'crawler', sql<string>`max(last_at)`.as('at')])
      .where('domain', '=', domain)
      .where('class', '=', 'ai_bot')
      .where('verdict', '!=', 'spoofed')
      .where('path', '!=', '')
      .where('crawler', '!=', '')
      .groupBy(['path', 'crawler'])
      .orderBy('at', 'desc')
      .orderBy('path')
      .orderBy('crawler')
      .limit(limit)
      .execute();
  }

  /** Returns whether a crawler of a domain was verified since a day. */
  async hasVerified(domain: string, firstDay: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('traffic_counts')
      .select('day')
      .where('domain', '=', domain)
      .where('day', '>=', firstDay)
      .where('verdict', '=', 'verified')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}

function toCount(row: Omit<TrafficCount, 'robots'>): RequestCount {
  const { crawler, vendor, requests, bytes } = row;
  return {
    ...row,
    crawler: crawler === '' ? null : crawler,
    vendor: vendor === '' ? null : vendor,
    // The logs of a crawler that the registry does not know have no purpose.
    purpose: (row.class === 'ai_bot' ? crawlerByToken(crawler)?.purpose : undefined) ?? null,
    requests: Number(requests),
    bytes: Number(bytes),
  };
}
