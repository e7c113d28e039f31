import type { Config } from '../values/config.ts';
import type { Log } from '../values/log.ts';
import { isoTime } from '../values/utc-day.ts';
import type { AuditQueue } from './audits/audit-queue.ts';
import type { Batches } from './audits/batches.ts';
import type { AuditStore } from './audits/store/audit-store.ts';
import type { BatchStore } from './audits/store/batch-store.ts';
import { queueDueAudits } from './publishing/daily-audits.ts';
import type { PublishedDomainStore } from './publishing/published-domain-store.ts';
import type { PublishedDomains } from './publishing/published-domains.ts';
import type { RequestDeletion } from './requests/store/request-deletion.ts';
import type { IpRanges } from './requests/verification/ip-ranges.ts';
import { type Deleted, deleteExpired } from './retention.ts';
import type { SiteStore } from './sites/site-store.ts';
import type { RetentionClock } from './store/retention-clock.ts';
import type { SnapshotStore } from './store/snapshots/snapshot-store.ts';
import type { Store } from './store/store.ts';

const DAY_MS = 86_400_000;

export interface MaintenanceContext {
  readonly store: Pick<Store, 'schedules' | 'writeAheadLog' | 'freePages'>;
  readonly stores: {
    readonly audits: AuditStore;
    readonly batches: BatchStore;
    readonly published: PublishedDomainStore;
    readonly requests: RequestDeletion;
    readonly retention: RetentionClock;
    readonly sites: SiteStore;
  };
  readonly snapshots: SnapshotStore | null;
  readonly queue: AuditQueue;
  readonly batches: Batches;
  readonly publishing: PublishedDomains;
  readonly ipRanges: IpRanges;
  readonly log: Log;
  readonly config: Config;
}

/** Recurring maintenance tasks. */
export class Maintenance {
  readonly #context: MaintenanceContext;
  readonly #abort = new AbortController();

  constructor(context: MaintenanceContext) {
    this.#context = context;
  }

  /** Starts all tasks. With `SCHEDULES=off`, domains and sites are not audited by themselves and addresses of crawlers not fetched. */
  async start(): Promise<void> {
    const { store, stores, queue, publishing, ipRanges, log, config } = this.#context;
    const { schedules, writeAheadLog } = store;
    const { signal } = this.#abort;
    const logged = (message: string, act: () => Promise<unknown>) => async () => {
      try {
        await act();
      } catch (err) {
        if (!signal.aborted) log.error({ err }, message);
      }
    };
    await schedules.every(
      'hour',
      'retention',
      logged('retention', () => this.runRetention(Date.now(), signal)),
    );
    if (writeAheadLog !== null) {
      const shrink = logged('write-ahead log', () => writeAheadLog.shrink());
      await schedules.every('minute', 'write-ahead-log', shrink);
    }
    const renew = logged('llms.txt not renewed', () => publishing.renewOutdated());
    await schedules.every('hour', 'renewals', renew);
    if (config.SCHEDULES === 'off') return;
    const queueAudits = logged('daily audits', () => queueDueAudits({ ...stores, queue }, signal));
    await schedules.every('minute', 'daily-audits', queueAudits);
    const refresh = logged('address ranges of crawlers', () => ipRanges.refresh());
    await schedules.every('hour', 'ip-ranges', refresh);
  }

  /**
   * Deletes what the stored clock of retention says is past its time. A system clock that is wrong for an hour costs one day of data,
   * not all of it. @param now milliseconds since 1970
   */
  async runRetention(now: number, signal?: AbortSignal): Promise<void> {
    const { store, stores, log } = this.#context;
    const time = await stores.retention.advance(now);
    // After a restart within the hour it lags a little.
    if (now - time > DAY_MS) {
      const fields = { counts_from: isoTime(time), clock: isoTime(now) };
      log.warn(fields, 'retention lags behind the clock and moves by a day an hour: check the clock');
    }
    log.info(await this.deleteExpired(time, signal), 'retention');
    await store.freePages?.release(signal);
  }

  /** Deletes data past its retention time, until `signal` aborts. @param now milliseconds since 1970 */
  async deleteExpired(now: number, signal?: AbortSignal): Promise<Deleted> {
    const { stores, snapshots, batches, config } = this.#context;
    const retention = {
      auditDays: config.AUDIT_RETENTION_DAYS,
      snapshotDays: config.SNAPSHOT_RETENTION_DAYS,
      visitDays: config.VISIT_RETENTION_DAYS,
    };
    await batches.deleteIncomplete(now);
    return deleteExpired({ ...stores, snapshots }, retention, now, signal);
  }

  /** Resolves when running tasks have ended. Never rejects. */
  settled(): Promise<void> {
    return this.#context.store.schedules.settled();
  }

  /** Starts no more tasks. Resolves when none uses the store. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#context.store.schedules.stop();
  }
}
