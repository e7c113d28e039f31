import type { DomainName } from '../../values/domain-name.ts';
import { isoTime, plusDays, utcDay } from '../../values/utc-day.ts';
import type { AuditStore } from '../audits/store/audit-store.ts';
import type { Publications } from '../publishing/publications.ts';
import type { TrafficStore } from './store/traffic-store.ts';
import type { AuditedTraffic } from './traffic-join.ts';
import type { TrafficCounts } from './traffic-rows.ts';

/** Most days of one reading. */
export const MAX_TRAFFIC_DAYS = 92;
/** Most rows of paths that are read. */
const MAX_PATH_ROWS = 10_000;
/** Days in which a page should be fetched. */
const FETCH_DAYS = 30;

/** The traffic of a domain's site over days. */
export interface DomainTraffic extends TrafficCounts {
  readonly domain: string;
  readonly from: string;
  readonly to: string;
  /** Null when the domain has no audit that can be compared with. */
  readonly site: AuditedTraffic | null;
}

export interface DomainTrafficContext {
  readonly traffic: TrafficStore;
  readonly audits: AuditStore;
  readonly publications: Publications;
  readonly retentionDays: number;
}

/** Reads the traffic of published domains, for the keys that own them. */
export class DomainTrafficReader {
  readonly #context: DomainTrafficContext;

  constructor(context: DomainTrafficContext) {
    this.#context = context;
  }

  /**
   * Reads the traffic of a published domain, for the key that owns it.
   *
   * @param from first day, and `to` the last; at most {@link MAX_TRAFFIC_DAYS} in all
   * @param now milliseconds since 1970
   * @throws ServiceError `domain_not_published`, `domain_not_owned`
   */
  async read(domain: DomainName, keyId: string, from: string, to: string, now: number): Promise<DomainTraffic> {
    const { traffic, publications } = this.#context;
    await publications.requireOwner(domain, keyId);
    const daily = await traffic.daily(domain, from, to);
    const paths = await traffic.paths(domain, from, to, MAX_PATH_ROWS);
    return { domain, from, to, daily, paths, site: await this.#join(domain, { daily, paths }, now) };
  }

  async #join(domain: DomainName, counts: TrafficCounts, now: number): Promise<AuditedTraffic | null> {
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
    return joinWithAudit(newest.id, siteFactsOfInventory(inventory), counts, fetches, days);
  }
}
