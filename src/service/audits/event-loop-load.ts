import { performance } from 'node:perf_hooks';

/** Shortest time that is measured, in milliseconds. */
const SPAN_MS = 100;
/** Share of the time with work from which on requests wait. */
const HIGH = 0.9;

/** Measures the load of this thread's event loop between calls. */
export class EventLoopLoad {
  #from = performance.eventLoopUtilization();
  #isHigh = false;

  /** Returns whether the load since the last measurement is high. Repeats the last result after less than {@link SPAN_MS}. */
  isHigh(): boolean {
    const now = performance.eventLoopUtilization();
    const { active, idle, utilization } = performance.eventLoopUtilization(now, this.#from);
    if (active + idle < SPAN_MS) return this.#isHigh;
    this.#from = now;
    this.#isHigh = utilization >= HIGH;
    return this.#isHigh;
  }
}
