import { Distribution } from '../../metrics.ts';

const LOOK_MS = 20;
/** From the least that is a delay to one that stops everybody. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * How late a timer goes off that is due 20 ms after it went off last: so long, everything else that is due waits too. It
 * counts from its making on, whoever reads it and however often, until it is stopped.
 */
export class EventLoopDelay {
  /** In seconds; a timer of Node.js is exact to a millisecond or so. */
  readonly delays = new Distribution(SECONDS);
  readonly #timer: NodeJS.Timeout;

  constructor() {
    let last = performance.now();
    const look = () => {
      const now = performance.now();
      this.delays.observe(Math.max(0, now - last - LOOK_MS) / 1000);
      last = now;
    };
    this.#timer = setInterval(look, LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
