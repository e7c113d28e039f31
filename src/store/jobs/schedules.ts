/** Recurring tasks, each run by one of the processes that share the store. */
export interface Schedules {
  /**
   * Runs a task once in every period, in any one of the processes. A task that failed, or takes longer than the period,
   * runs again in the next period.
   * @param name says which task it is, across processes
   */
  every(period: Period, name: string, task: () => Promise<void>): Promise<void>;
  /** Resolves when the tasks that have started are finished. Never rejects. */
  settled(): Promise<void>;
  /** Starts no more tasks. Resolves when none is running. */
  stop(): Promise<void>;
}

export type Period = 'minute' | 'hour' | 'day';
