import type { Socket } from 'node:net';
import { FetchError, failed, shown, size } from './failure.ts';

/**
 * Bounds what a connection receives for one request, whatever it is: interim answers, line breaks before an answer and
 * the framing of chunks are in no other budget, and a fast server could send them for as long as the time lasts.
 */
export interface ByteMeter {
  /** Counts this socket from now on; it is destroyed with a {@link FetchError} when it has received too much. */
  watch(socket: Socket): void;
  /** Another request begins. */
  restart(): void;
  /** Bytes that were received for the request. */
  received(): number;
}

/** @param host as the failure names it */
export function createByteMeter(host: string, maxBytes: number): ByteMeter {
  let watched: Socket | null = null;
  let before = 0;
  const restart = (): void => {
    before = watched?.bytesRead ?? 0;
  };
  return {
    watch(socket) {
      watched = socket;
      restart();
      socket.on('readable', () => {
        if (socket.bytesRead - before <= maxBytes) return;
        const message = `${shown(host)} sent more than ${size(maxBytes)} for one answer; the rest was not read.`;
        socket.destroy(new FetchError(failed('too_large', message, { limit: 'wire' })));
      });
    },
    restart,
    received: () => (watched === null ? 0 : watched.bytesRead - before),
  };
}
