import { Readable } from 'node:stream';

/** An event of `text/event-stream`. */
export interface ServerSentEvent {
  readonly event: string;
  /** Id of the last event that a reconnecting client received (`Last-Event-ID`). */
  readonly id?: string;
  /** Sent as JSON. */
  readonly data: unknown;
}

/** Idle time after which a comment is sent: proxies close silent connections. */
const HEARTBEAT_MS = 15_000;
/** Minimum time between two events. */
const SPACING_MS = 200;
/** Bytes that wait for a slow reader beside those in the buffers of its connection. */
const MAX_BUFFERED = 1_024;

/**
 * Returns the body of an event stream. The next event is taken only when the reader has room for it. A slow reader misses events that
 * are outdated by then, and nothing accumulates.
 * @param events must end when `signal` aborts
 */
export function eventBody(events: AsyncIterator<ServerSentEvent, unknown>, signal: AbortSignal): Readable {
  return Readable.from(eventStream(events, signal), { objectMode: false, highWaterMark: MAX_BUFFERED });
}

/**
 * Writes events as an event stream (HTML Living Standard §9.2.5), at most five a second: the next one is taken only
 * then.
 * @param events must end when `signal` aborts
 */
export async function* eventStream(
  events: AsyncIterator<ServerSentEvent, unknown>,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const aborted = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  let next = events.next();
  try {
    while (!signal.aborted) {
      const result = await within(HEARTBEAT_MS, next);
      if (result === null) yield ':\n\n';
      else if (result.done) return;
      else {
        yield toText(result.value);
        await within(SPACING_MS, aborted);
        next = events.next();
      }
    }
  } finally {
    // Nobody reads it any more. It fails where the service has stopped meanwhile.
    next.catch(() => undefined);
  }
}

/** Formats an event. JSON contains no line break, so one `data` line is enough. */
function toText({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Returns what a promise resolves to; null when it takes longer. */
async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, ms, null);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
