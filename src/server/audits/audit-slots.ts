import { cpus, totalmem } from 'node:os';

/** Audits that run at once however busy the processors are. */
const MIN_SLOTS = 4;
const MAX_SLOTS = 32;
/** Memory of the machine for each audit that runs at once. Its process uses 55 MB, and at most 256 MB. */
const BYTES_PER_SLOT = 2 ** 29;
/** Shares of idle processor time above which there is work for another audit, and below which there is too much. */
const IDLE = 0.15;
const BUSY = 0.05;
/** Interval at which the idle time is read. */
const SAMPLE_MS = 500;

/**
 * Number of audits that may run at once: fixed, or with `auto` as many as keep the processors busy. Most of an audit is waiting for its
 * site, so that slow sites leave the processors idle; more audits of fast sites would only slow each other down.
 */
export class AuditSlots {
  /** Limit of {@link count}. */
  readonly max: number;
  readonly #isFixed: boolean;
  readonly #idleShare: () => number;
  #count: number;

  /** @param idleShare returns the share of processor time, 0 to 1, in which nothing ran since it was called last */
  constructor(setting: number | 'auto', idleShare: () => number = machineIdleShare()) {
    this.#isFixed = setting !== 'auto';
    this.max = setting === 'auto' ? slotsInMemory() : setting;
    this.#count = setting === 'auto' ? Math.min(MIN_SLOTS, this.max) : setting;
    this.#idleShare = idleShare;
  }

  get count(): number {
    return this.#count;
  }

  /** Adapts the number from time to time. @param onMore called when there are more @returns a function that ends it */
  watch(running: () => number, onMore: () => void): () => void {
    if (this.#isFixed) return () => undefined;
    const timer = setInterval(() => {
      if (this.adapt(running())) onMore();
    }, SAMPLE_MS).unref();
    return () => clearInterval(timer);
  }

  /** Adapts the number to the idle time since the last call. @returns whether it grew */
  adapt(running: number): boolean {
    const idle = this.#idleShare();
    if (idle < BUSY && this.#count > MIN_SLOTS) this.#count -= 1;
    // A client alone leaves a quarter of the slots free for others.
    const isFull = running >= this.#count - Math.ceil(this.#count / 4);
    if (idle <= IDLE || !isFull || this.#count >= this.max) return false;
    this.#count += 1;
    return true;
  }
}

/** A container may have less memory than its machine. */
function slotsInMemory(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(MAX_SLOTS, Math.max(MIN_SLOTS, Math.floor(bytes / BYTES_PER_SLOT)));
}

function machineIdleShare(): () => number {
  let [idle, all] = processorTimes();
  return () => {
    const [idleNow, allNow] = processorTimes();
    const share = (idleNow - idle) / Math.max(1, allNow - all);
    [idle, all] = [idleNow, allNow];
    return share;
  };
}

/** Returns the idle and the whole time of all processors, in milliseconds. */
function processorTimes(): readonly [idle: number, all: number] {
  const times = cpus().map(({ times }) => times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  return [idle, times.reduce((sum, time) => sum + time.idle + time.user + time.nice + time.sys + time.irq, 0)];
}
