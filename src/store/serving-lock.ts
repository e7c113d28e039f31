/** That this process alone serves a store. */
export interface ServingLock {
  /** Resolves when another process has it in spite of that; never as a rule. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/** What is said of a store that is taken. */
export const TAKEN = 'another citable serve is using it';
