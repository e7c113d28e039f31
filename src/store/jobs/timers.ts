import type { Period, Schedules } from './schedules.ts';

const PERIOD_MS: Readonly<Record<Period, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The schedules of a store that one process serves: its timers, and once at the start. */
export class Timers implements Schedules {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #underWay = new Map<string, Promise<void>>();
  #stopping = false;

  async every(period: Period, name: string, task: () => Promise<void>): Promise<void> {
    const begin = () => {
      if (this.#stopping || this.#underWay.has(name)) return;
      const end = task()
        // It is for the task to say so.
        .catch(() => undefined)
        .finally(() => this.#underWay.delete(name));
      this.#underWay.set(name, end);
    };
    this.#timers.add(setInterval(begin, PERIOD_MS[period]).unref());
    begin();
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.settled();
  }
}
