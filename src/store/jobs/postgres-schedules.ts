import type { Boss } from '../postgres/postgres-boss.ts';
import type { Period, Schedules } from './schedules.ts';

/** In UTC. */
const CRON: Readonly<Record<Period, string>> = { minute: '* * * * *', hour: '7 * * * *', day: '7 3 * * *' };
const LONGEST_SECONDS = 6 * 3_600;
/** One whose process has died is done again after so long. */
const HEARTBEAT_SECONDS = 30;
const KEPT_SECONDS = 86_400;

/** The schedules of all processes of a database: pg-boss has each task done once, by one of those that are there for it. */
export class PostgresSchedules implements Schedules {
  readonly #boss: Boss;
  readonly #underWay = new Set<Promise<void>>();
  readonly #names: string[] = [];

  constructor(boss: Boss) {
    this.#boss = boss;
  }

  async every(period: Period, name: string, task: () => Promise<void>): Promise<void> {
    const boss = await this.#boss.get();
    await boss.createQueue(name, {
      policy: 'exclusive',
      retryLimit: 0,
      expireInSeconds: LONGEST_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: KEPT_SECONDS,
    });
    await boss.schedule(name, CRON[period]);
    this.#names.push(name);
    await boss.work(name, async () => {
      const end = task();
      this.#underWay.add(end);
      await end.finally(() => this.#underWay.delete(end));
    });
  }

  async stop(): Promise<void> {
    if (this.#names.length === 0) return;
    const boss = await this.#boss.get();
    await Promise.all(this.#names.map((name) => boss.offWork(name, { wait: false })));
    await this.settled();
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }
}
