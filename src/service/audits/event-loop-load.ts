import { performance } from 'node:perf_hooks';

/** Over so long it is measured at least, in milliseconds. */
const SPAN_MS = 100;
/** Above it the thread hardly rests, and what arrives waits: its share of the time with something to do. */
const HIGH = 0.9;

/** Whether this thread has time left. Nothing runs for that: it is measured from one question to the next. */
export class EventLoopLoad {
  #from = performance.eventLoopUtilization();
  #isHigh = false;

  /** Whether it hardly rested since the question before, or the one before that when it is not long ago. */
  isHigh(): boolean {
    const now = performance.eventLoopUtilization();
    const { active, idle, utilization } = performance.eventLoopUtilization(now, this.#from);
    if (active + idle < SPAN_MS) return this.#isHigh;
    this.#from = now;
    this.#isHigh = utilization >= HIGH;
    return this.#isHigh;
  }
}
