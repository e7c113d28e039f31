import type { Log } from '../log.ts';
import type { Schedules } from '../store/jobs/schedules.ts';

export interface MaintenanceContext {
  readonly schedules: Schedules;
  readonly log: Log;
  /** Deletes data past its retention time, until `signal` aborts. Resolves to how many of each. */
  readonly deleteExpired: (signal: AbortSignal) => Promise<Readonly<Record<string, number>>>;
  /** Makes the write-ahead log of the embedded database small again; null where there is none. */
  readonly shrinkLog: (() => Promise<void>) | null;
  /** Renews the hosted texts that were not renewed, because the process that was to has died. */
  readonly renewOutdated: () => Promise<void>;
  /** Queues the daily audits that are due. */
  readonly queueDueAudits: (signal: AbortSignal) => Promise<void>;
  /** Asks vendors for the addresses of their crawlers, where that was not done lately. */
  readonly refreshIpRanges: () => Promise<void>;
}

/** Recurring maintenance tasks. */
export class Maintenance {
  readonly #context: MaintenanceContext;
  readonly #abort = new AbortController();

  constructor(context: MaintenanceContext) {
    this.#context = context;
  }

  /** Begins. @param withAudits whether published domains are audited daily */
  async start(withAudits: boolean): Promise<void> {
    const { schedules, log, deleteExpired, shrinkLog, renewOutdated, queueDueAudits, refreshIpRanges } = this.#context;
    const { signal } = this.#abort;
    const told = (name: string, act: () => Promise<void>) => () =>
      act().catch((err: unknown) => {
        if (!signal.aborted) log.error({ err }, name);
      });
    const retention = told('retention', async () => log.info(await deleteExpired(signal), 'retention'));
    await schedules.every('hour', 'retention', retention);
    if (shrinkLog !== null) await schedules.every('minute', 'write-ahead-log', told('write-ahead log', shrinkLog));
    await schedules.every('hour', 'renewals', told('llms.txt not renewed', renewOutdated));
    if (!withAudits) return;
    await schedules.every(
      'minute',
      'daily-audits',
      told('daily audits', () => queueDueAudits(signal)),
    );
    await schedules.every('hour', 'ip-ranges', told('address ranges of crawlers', refreshIpRanges));
  }

  /** Starts no more tasks. Resolves when none uses the store. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#context.schedules.stop();
  }
}
