import type { Socket } from 'node:net';
import type { MinimumRate } from './budgets.ts';
import { FetchError, failed, shown, size } from './failure.ts';

/**
 * Limits the bytes that a connection receives for one request. Interim responses, line breaks before a response and the
 * framing of chunks are in no other budget, and a fast server could send them until the time runs out.
 */
export interface ByteMeter {
  /** Counts the bytes of this socket from now on. A socket over the limit is destroyed with a {@link FetchError}. */
  watch(socket: Socket): void;
  /** Starts the count of another request. */
  restart(): void;
  /** Returns the number of bytes received for the request. */
  received(): number;
}

/** @param host the host that the failure names */
export function createByteMeter(host: string, maxBytes: number): ByteMeter {
  let watched: Socket | null = null;
  let before = 0;
  const received = (): number => (watched === null ? 0 : watched.bytesRead - before);
  const restart = (): void => {
    before = watched?.bytesRead ?? 0;
  };
  return {
    watch(socket) {
      watched = socket;
      restart();
      socket.on('readable', () => {
        if (socket.bytesRead - before <= maxBytes) return;
        const message = `${shown(host)} sent more than ${size(maxBytes)} in one response; the rest was not read.`;
        socket.destroy(new FetchError(failed('too_large', message, { limit: 'wire' })));
      });
    },
    restart,
    received,
  };
}

/** Number of times that the bytes are counted within the interval of the minimum rate. */
const COUNTS = 8;

/**
 * Ends a response that drips: slow enough to occupy a connection until a time budget ends, but never silent. Time is
 * measured as a number of counts, each in its own round of the event loop, so a response does not count as slow while this
 * process is blocked.
 */
export class RateMonitor {
  readonly #counts: number[] = [];
  readonly #timer: NodeJS.Timeout;

  /**
   * @param received returns the bytes of the response that have arrived so far; null while we pause reading ourselves
   * @param onSlow called once
   */
  constructor({ bytes, ms }: MinimumRate, received: () => number | null, onSlow: () => void) {
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
