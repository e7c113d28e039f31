import { Histogram } from 'prom-client';

const INTERVAL_MS = 20;

/** Measures how late a timer fires that is due every 20 ms: everything else that is due waits as long. */
export class EventLoopDelay {
  readonly delays = new Histogram({
    name: 'citable_event_loop_delay_seconds',
    help: 'Delay of a timer that is due every 20 ms.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [],
  });
  readonly #timer: NodeJS.Timeout;

  constructor() {
    let last = performance.now();
    const measure = () => {
      const now = performance.now();
      this.delays.observe(Math.max(0, now - last - INTERVAL_MS) / 1000);
      last = now;
    };
    this.#timer = setInterval(measure, INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
