/** How often the bytes are counted within the time of the floor. */
const COUNTS = 8;

/** The least that must arrive of a response within any such time, from its first byte on. */
export interface Floor {
  readonly bytes: number;
  /** Milliseconds. */
  readonly ms: number;
}

/**
 * Ends a response that drips: slow enough to hold a slot for as long as a time budget lasts, quick enough never to be silent.
 * Time is measured by counts, each in a round of the event loop of its own: while this process is held up itself, the
 * response does not become slow.
 */
export class RateFloor {
  readonly #counts: number[] = [];
  readonly #timer: NodeJS.Timeout;

  /**
   * @param received bytes that have arrived of the response so far; null while nothing is read of it by our own doing
   * @param onSlow called once
   */
  constructor({ bytes, ms }: Floor, received: () => number | null, onSlow: () => void) {
    this.#timer = setInterval(() => {
      const count = received();
      // A server may think before it answers: that has a budget of its own.
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
