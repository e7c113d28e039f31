import { setImmediate } from 'node:timers/promises';
import { type DomainName, isDomainName } from '../../domain-name.ts';
import { urlHash } from '../../site/page/page-url.ts';
import type { AuditStore } from '../../store/audits.ts';
import { PRIORITY } from '../../store/jobs/job-queue.ts';
import type { PublishedDomainStore } from '../../store/published-domains.ts';
import type { AuditQueue } from '../audits/audit-queue.ts';

const DAY_MS = 86_400_000;

export interface DailyAuditsContext {
  readonly published: PublishedDomainStore;
  readonly audits: AuditStore;
  readonly queue: Pick<AuditQueue, 'add'>;
}

/**
 * Queues an audit of every published domain that is due. Each domain is due once a day, at its own time, unless it was audited
 * since then. Domains that came due while no process ran are queued now. The next audit is a day later, whatever the outcome.
 *
 * @param signal stops it
 * @throws what the queue and the stores throw: the remaining domains are due the next time
 */
export async function queueDueAudits(
  { published, audits, queue }: DailyAuditsContext,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const now = Date.now();
    const name = await published.dueForAudit(new Date(now).toISOString());
    if (name === null) return;
    const moment = lastMoment(name, now);
    if (isDomainName(name) && !(await isAuditedSince(audits, name, moment)))
      await queue.add(name, { keyId: null, priority: PRIORITY.daily });
    await published.planAudit(name, new Date(moment + DAY_MS).toISOString());
    // Lets other requests run: the store is queried without a pause.
    await setImmediate();
  }
}

async function isAuditedSince(audits: AuditStore, domain: DomainName, moment: number): Promise<boolean> {
  const [newest] = await audits.scoresOf(domain, 1);
  return newest !== undefined && Date.parse(newest.startedAt) >= moment;
}

/**
 * Returns the latest time at which a domain was due. The time of day follows from its name, so that domains are spread over
 * the day.
 *
 * @param now milliseconds since 1970, as the result
 */
export function lastMoment(domain: string, now: number): number {
  const timeOfDay = Math.floor((urlHash(domain) / 2 ** 32) * DAY_MS);
  return Math.floor((now - timeOfDay) / DAY_MS) * DAY_MS + timeOfDay;
}
