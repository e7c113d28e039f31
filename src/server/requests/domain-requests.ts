import type { ProbablyAi } from '../../logs/classify-entry.ts';
import type { LogEvidence } from '../../site/log-evidence.ts';
import { type DomainName, isDomainName } from '../../values/domain-name.ts';
import { quote } from '../../values/untrusted-text.ts';
import { daysUntil, isoTime, plusDays, utcDay } from '../../values/utc-day.ts';
import type { LastRequests } from '../audits/around-reports.ts';
import type { AuditStore } from '../audits/store/audit-store.ts';
import type { Publications } from '../publishing/publications.ts';
import type { Visit } from '../store/visits/visit-statements.ts';
import type { TrafficCounts } from './request-summary.ts';
import type { TrafficStore } from './store/traffic-store.ts';
import type { RequestCount, VisitStore } from './store/visit-store.ts';
import type { AuditedTraffic } from './traffic-join.ts';
import { MAX_USER_AGENT } from './visits.ts';

/** Days of visits that are read. */
const VISIT_DAYS = 90;
const MAX_NEWEST = 100;
/** Maximum days of one reading of traffic. */
export const MAX_TRAFFIC_DAYS = 92;
/** Maximum rows of paths that are read. */
const MAX_PATH_ROWS = 10_000;
/** Maximum paths and crawlers whose last request is read. */
const MAX_LAST_REQUESTS = 20_000;
/** Days in which a page should be fetched. */
const FETCH_DAYS = 30;

/** Visits to one domain's hosted file. */
export interface DomainVisits {
  readonly domain: string;
  /** UTC days that are counted, the oldest first. */
  readonly days: readonly string[];
  /** By day, visitor and verdict. */
  readonly counts: readonly RequestCount[];
  /** The newest visits first, with quoted user agents. */
  readonly newest: readonly Visit[];
}

/** Requests for the pages of one domain's site over days, from its access logs. */
export interface DomainTraffic extends TrafficCounts {
  readonly domain: string;
  readonly from: string;
  readonly to: string;
  readonly probablyAi: readonly ProbablyAi[];
  /** Null when the domain has no audit that can be compared with. */
  readonly site: AuditedTraffic | null;
}

export interface DomainRequestsContext {
  readonly visits: VisitStore;
  readonly traffic: TrafficStore;
  readonly audits: AuditStore;
  readonly publications: Publications;
  readonly retentionDays: number;
}

/** Reads who requested published domains, for the keys that own them: their hosted files, and their own sites. */
export class DomainRequests {
  readonly #context: DomainRequestsContext;

  constructor(context: DomainRequestsContext) {
    this.#context = context;
  }

  /**
   * Reads the visits to a domain's hosted file.
   *
   * @param now milliseconds since 1970; its day is the last that is counted
   * @throws ServiceError `domain_not_published`, `domain_not_owned`
   */
  async visits(domain: DomainName, keyId: string, now: number): Promise<DomainVisits> {
    const { visits, publications } = this.#context;
    await publications.requireOwner(domain, keyId);
    const days = daysUntil(utcDay(isoTime(now)), VISIT_DAYS);
    const counts = await visits.countVisits(domain, days[0] ?? '');
    const newest = await visits.newest(domain, MAX_NEWEST);
    return { domain, days, counts, newest: newest.map(quoted) };
  }

  /**
   * Reads the requests for the pages of a domain's site.
   *
   * @param from first day, and `to` the last; at most {@link MAX_TRAFFIC_DAYS} in all
   * @param now milliseconds since 1970
   * @throws ServiceError `domain_not_published`, `domain_not_owned`
   */
  async traffic(domain: DomainName, keyId: string, from: string, to: string, now: number): Promise<DomainTraffic> {
    const { traffic, publications } = this.#context;
    await publications.requireOwner(domain, keyId);
    const daily = await traffic.daily(domain, from, to);
    const paths = await traffic.paths(domain, from, to, MAX_PATH_ROWS);
    const contacts = await traffic.contacts(domain, from, to);
    return {
      domain,
      from,
      to,
      daily,
      paths,
      probablyAi: contacts,
      site: await this.#join(domain, { daily, paths }, { from, to, now }),
    };
  }

  /**
   * Returns when AI crawlers last requested the pages of a domain's site, by path without a query, the newest first.
   *
   * @returns null where the key does not own the domain, or no access logs were sent
   */
  async lastRequests(domain: string, keyId: string): Promise<LastRequests | null> {
    const { traffic, publications } = this.#context;
    if (!isDomainName(domain) || (await publications.findOwner(domain, keyId)) !== 'own') return null;
    if ((await traffic.loggedDays(domain, '')).length === 0) return null;
    const requests = await traffic.lastRequests(domain, MAX_LAST_REQUESTS);
    return Map.groupBy(requests, ({ path }) => path);
  }

  /**
   * Returns what the logs of a domain say about its crawlers, for its owner's audits.
   *
   * @param now milliseconds since 1970; its day is the last that counts
   * @returns null where the key does not own the domain, or no access logs of the last weeks were sent
   */
  async logEvidence(domain: DomainName, keyId: string, now: number): Promise<LogEvidence | null> {
    const { traffic, publications } = this.#context;
    if ((await publications.findOwner(domain, keyId)) !== 'own') return null;
    const until = utcDay(isoTime(now));
    const since = plusDays(until, 1 - FETCH_DAYS);
    const days = (await traffic.loggedDays(domain, since)).filter((day) => day <= until);
    if (days.length === 0) return null;
    return { since, until, daysWithLogs: days.length, ...(await traffic.verifiedRefusals(domain, since, until)) };
  }

  async #join(
    domain: DomainName,
    counts: TrafficCounts,
    { from, to, now }: { readonly from: string; readonly to: string; readonly now: number },
  ): Promise<AuditedTraffic | null> {
    const { traffic, audits, retentionDays } = this.#context;
    const newest = await audits.newestInventory(domain);
    if (newest === null) return null;
    // The schema and the readers of a site are loaded when they are first needed.
    const [{ parseInventory }, { siteFactsOfInventory }, { joinWithAudit }] = await Promise.all([
      import('../../site/inventory/inventory-file.ts'),
      import('../../logs/audited-site-facts.ts'),
      import('./traffic-join.ts'),
    ]);
    const inventory = parseInventory(newest.inventory);
    if (inventory === null) return null;
    const first = plusDays(utcDay(isoTime(now)), 1 - Math.min(FETCH_DAYS, retentionDays));
    const days = await traffic.loggedDays(domain, first);
    const fetches = await traffic.fetches(domain);
    const robots = await traffic.robots(domain, from, to, MAX_PATH_ROWS);
    return joinWithAudit(newest.id, siteFactsOfInventory(inventory), counts, robots, fetches, days);
  }
}

/** Quotes the user agent, which may contain any byte that HTTP allows, such as C1 controls. */
function quoted({ userAgent, ...visit }: Visit): Visit {
  return { ...visit, userAgent: userAgent === null ? null : quote(userAgent, MAX_USER_AGENT) };
}
