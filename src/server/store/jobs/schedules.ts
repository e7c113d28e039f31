import type { Boss } from '../postgres/postgres-boss.ts';

export type Period = 'minute' | 'hour';

/** Recurring tasks, each run by one of the processes that share the store. */
export interface Schedules {
  /**
   * Runs a task once in every period, in any one of the processes. A task that failed, or takes longer than the period,
   * runs again in the next period.
   * @param name of the task, the same in all processes
   */
  every(period: Period, name: string, task: () => Promise<void>): Promise<void>;
  /** Resolves when the tasks that have started are finished. Never rejects. */
  settled(): Promise<void>;
  /** Starts no more tasks. Resolves when none is running. */
  stop(): Promise<void>;
}

const PERIOD_MS: Readonly<Record<Period, number>> = { minute: 60_000, hour: 3_600_000 };

/** Schedules of a store that one process serves: runs each task at the start, and then by a timer. */
export class TimerSchedules implements Schedules {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Map<string, Promise<void>>();
  #stopping = false;

  async every(period: Period, name: string, task: () => Promise<void>): Promise<void> {
    const start = () => {
      if (this.#stopping || this.#running.has(name)) return;
      const end = task()
        // The task logs its failures.
        .catch(() => undefined)
        .finally(() => this.#running.delete(name));
      this.#running.set(name, end);
    };
    this.#timers.add(setInterval(start, PERIOD_MS[period]).unref());
    start();
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.settled();
  }
}

/** Cron expressions, in UTC. */
const CRON: Readonly<Record<Period, string>> = { minute: '* * * * *', hour: '7 * * * *' };
/** Maximum duration of a task, in seconds. */
const MAX_SECONDS = 6 * 3_600;
/** A task whose process has sent no heartbeat for this long runs again. */
const HEARTBEAT_SECONDS = 30;
/** Finished jobs are deleted after this long. */
const RETENTION_SECONDS = 86_400;

/** Schedules of all processes of a PostgreSQL database: pg-boss runs each task once, in one of those that registered it. */
export class PostgresSchedules implements Schedules {
  readonly #boss: Boss;
  readonly #running = new Set<Promise<void>>();
  readonly #names: string[] = [];

  constructor(boss: Boss) {
    this.#boss = boss;
  }

  async every(period: Period, name: string, task: () => Promise<void>): Promise<void> {
    const boss = await this.#boss.get();
    await boss.createQueue(name, {
      policy: 'exclusive',
      retryLimit: 0,
      expireInSeconds: MAX_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: RETENTION_SECONDS,
    });
    await boss.schedule(name, CRON[period]);
    this.#names.push(name);
    await boss.work(name, async () => {
      const end = task();
      this.#running.add(end);
      await end.finally(() => this.#running.delete(end));
    });
  }

  async stop(): Promise<void> {
    if (this.#names.length === 0) return;
    const boss = await this.#boss.get();
    await Promise.all(this.#names.map((name) => boss.offWork(name, { wait: false })));
    await this.settled();
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
