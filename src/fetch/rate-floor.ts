/** Number of times that the bytes are counted within the interval of the floor. */
const COUNTS = 8;

/** Minimum number of bytes of a response that must arrive in any interval of this length after its first byte. */
export interface Floor {
  readonly bytes: number;
  /** Milliseconds. */
  readonly ms: number;
}

/**
 * Ends a response that drips: slow enough to hold a slot until a time budget ends, but never silent. Time is measured as a
 * number of checks, each in its own round of the event loop. So a response does not count as slow while this process is
 * blocked.
 */
export class RateFloor {
  readonly #counts: number[] = [];
  readonly #timer: NodeJS.Timeout;

  /**
   * @param received returns the bytes of the response that have arrived so far; null while we pause reading ourselves
   * @param onSlow called once
   */
  constructor({ bytes, ms }: Floor, received: () => number | null, onSlow: () => void) {
    this.#timer = setInterval(() => {
      const count = received();
      // The time until the first byte has its own budget.
      if (count === null || count === 0) this.#counts.length = 0;
      else this.#counts.push(count);
      if (this.#counts.length <= COUNTS) return;
      const before = this.#counts.shift() ?? 0;
      if ((count ?? 0) - before >= bytes) return;
      this.stop();
      onSlow();
    }, ms / COUNTS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
