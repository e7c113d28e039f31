/** What is done again and again, by one process of all that share the store. */
export interface Schedules {
  /**
   * Has a task done once in every period, in whichever process is there for it. One that has failed, or takes longer than
   * the period, is done in the next.
   * @param name says which task it is, across processes
   */
  every(period: Period, name: string, task: () => Promise<void>): Promise<void>;
  /** Resolves when nothing is under way that was begun before. Never rejects. */
  settled(): Promise<void>;
  /** Begins nothing more. Resolves when nothing is under way. */
  stop(): Promise<void>;
}

export type Period = 'minute' | 'hour' | 'day';
