import { setImmediate } from 'node:timers/promises';
import { urlHash } from '../../site/page/page-url.ts';
import { type DomainName, isDomainName } from '../../values/domain-name.ts';
import { DAY_MS, isoTime } from '../../values/utc-day.ts';
import { ServiceError } from '../app/service-error.ts';
import type { AuditQueue } from '../audits/audit-queue.ts';
import type { AuditStore } from '../audits/store/audit-store.ts';
import type { SiteStore } from '../sites/site-store.ts';
import { PRIORITY } from '../store/jobs/job-queue.ts';
import { KeyEnded } from '../store/key-authority.ts';
import type { PublishedDomainStore } from './published-domain-store.ts';

/** Days between two audits of a site. */
const PERIODS = { daily: DAY_MS, weekly: 7 * DAY_MS } as const;

export interface DailyAuditsContext {
  readonly published: PublishedDomainStore;
  readonly sites: SiteStore;
  readonly audits: AuditStore;
  readonly queue: Pick<AuditQueue, 'add'>;
}

/**
 * Queues an audit of every published domain that is due, and of every site with a schedule. Each domain is due once a day or week,
 * at its own time, unless it was audited since then. Domains that came due while no process ran are queued now. The next audit is a
 * day or week later, whatever the outcome.
 *
 * @param signal stops it
 * @throws what the queue and the stores throw: the remaining domains are due the next time
 */
export async function queueDueAudits(context: DailyAuditsContext, signal: AbortSignal): Promise<void> {
  await queueDueDomains(context, signal);
  await queueDueSites(context, signal);
}

async function queueDueDomains({ published, audits, queue }: DailyAuditsContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = Date.now();
    const due = await published.dueForAudit(isoTime(now), isoTime(now + DAY_MS));
    if (due === null) return;
    const { domain: name, keyId: owner } = due;
    const moment = lastMoment(name, now);
    if (isDomainName(name) && !(await isAuditedSince(audits, name, moment)))
      await queue.add(name, { keyId: null, budget: owner ?? '', priority: PRIORITY.daily }).catch(ignoreRefusal);
    await published.planAudit(name, isoTime(moment + DAY_MS));
    // Lets other requests run: the store is queried without a pause.
    await setImmediate();
  }
}

/** Queues the sites of key holders, whose audits are those of the key: one key's long list delays no other's, and its limit counts. */
async function queueDueSites({ sites, audits, queue }: DailyAuditsContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = Date.now();
    const due = await sites.dueForAudit(isoTime(now), isoTime(now + PERIODS.weekly));
    if (due === null) return;
    const { keyId, domain, schedule } = due;
    const moment = lastMoment(domain, now, PERIODS[schedule]);
    const isOpen = isDomainName(domain) && !(await isAuditedSince(audits, domain, moment));
    if (isOpen) await queue.add(domain, { keyId, priority: PRIORITY.daily }).catch(ignoreRefusal);
    await sites.planAudit(due, isoTime(moment + PERIODS[schedule]));
    await setImmediate();
  }
}

/** A key that may request no more audits today, has used its storage, or was revoked meanwhile, misses this one. */
function ignoreRefusal(error: unknown): void {
  const isRefused =
    error instanceof KeyEnded ||
    (error instanceof ServiceError && (error.code === 'quota_used' || error.code === 'storage_full'));
  if (!isRefused) throw error;
}

async function isAuditedSince(audits: AuditStore, domain: DomainName, moment: number): Promise<boolean> {
  const [newest] = await audits.listScores(domain, 1);
  const startedAt = newest === undefined ? Number.NaN : Date.parse(newest.startedAt);
  // A time far in the future is of a clock that was wrong then.
  return startedAt >= moment && startedAt < moment + 2 * PERIODS.weekly;
}

/**
 * Returns the latest time at which a domain was due. The time within the period follows from its name, so that domains are spread
 * over it.
 *
 * @param now milliseconds since 1970, as the result
 * @param period in milliseconds
 */
export function lastMoment(domain: string, now: number, period: number = DAY_MS): number {
  const offset = Math.floor((urlHash(domain) / 2 ** 32) * period);
  return Math.floor((now - offset) / period) * period + offset;
}
