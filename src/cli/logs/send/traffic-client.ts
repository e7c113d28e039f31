import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { VERSION } from '../../../package.ts';
import { isRecord, parseJson } from '../../../values/json.ts';
import { pause } from '../../../values/pause.ts';
import { quote } from '../../../values/untrusted-text.ts';

const compress = promisify(gzip);

/** Time after which a request without a response is repeated, in milliseconds. */
const TIMEOUT_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;
/** Maximum pause that the service may ask for. */
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/** The service refuses what is sent, for a reason that does not pass. The message is one sentence. */
export class SendRefused extends Error {
  /** Of the response; null for none. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** A service and the domain whose logs are sent. */
export interface TrafficTarget {
  /** URL of the endpoint, with its query. */
  readonly url: string;
  readonly key: string;
}

/** A part of a log. */
export interface LogPart {
  readonly source: string;
  /** Offset of the first byte. */
  readonly offset: number;
  readonly bytes: Buffer;
}

/** What became of a part. */
export interface Sent {
  /** Offset from which to send on. */
  readonly nextOffset: number;
  readonly accepted: number;
  readonly ignored: number;
  readonly badLines: number;
  readonly withoutUserAgent: number;
}

/** Sends parts of logs to `POST /api/domains/{domain}/traffic`. Retries what may succeed later. */
export class TrafficClient {
  readonly #target: TrafficTarget;
  readonly #signal: AbortSignal;
  readonly #maxAttempts: number;
  readonly #tell: (sentence: string) => void;

  /**
   * @param maxAttempts for each part
   * @param tell is called with a sentence when the service cannot be reached, and when it can again
   */
  constructor(target: TrafficTarget, signal: AbortSignal, maxAttempts: number, tell: (sentence: string) => void) {
    this.#target = target;
    this.#signal = signal;
    this.#maxAttempts = maxAttempts;
    this.#tell = tell;
  }

  /** Sends a part. Resolves when the service has it on its disk; null when aborted. @throws SendRefused */
  async send(part: LogPart): Promise<Sent | null> {
    const body = await compress(part.bytes);
    let isTold = false;
    for (let attempt = 1; !this.#signal.aborted; attempt++) {
      const result = await this.#attempt(part, body);
      if ('sent' in result) {
        if (isTold) this.#tell('The service is available again.');
        return result.sent;
      }
      if (this.#signal.aborted) break;
      if (attempt >= this.#maxAttempts) throw new SendRefused(`${result.problem} Nothing is lost. Try again later.`);
      if (!isTold) this.#tell(`${result.problem} Retrying until it succeeds.`);
      isTold = true;
      const backoff = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS) * (0.5 + Math.random() / 2);
      await pause(Math.max(backoff, result.retryAfterMs), this.#signal);
    }
    return null;
  }

  async #attempt(
    { source, offset }: LogPart,
    body: Buffer<ArrayBuffer>,
  ): Promise<{ readonly sent: Sent } | { readonly problem: string; readonly retryAfterMs: number }> {
    try {
      const response = await fetch(this.#target.url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.#target.key}`,
          'content-type': 'text/plain',
          'content-encoding': 'gzip',
          'citable-source': source,
          'citable-offset': String(offset),
          'user-agent': `citable/${VERSION}`,
        },
        body,
        // A redirect could take the key elsewhere.
        redirect: 'manual',
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const content = parseObject(await response.text());
      const nextOffset = content[response.status === 409 ? 'expected_offset' : 'next_offset'];
      if ((response.status === 202 || response.status === 409) && isOffset(nextOffset)) {
        const readCount = (name: string) => Number(content[name] ?? 0);
        return {
          sent: {
            ...{ nextOffset, accepted: readCount('accepted'), ignored: readCount('ignored') },
            ...{ badLines: readCount('bad_lines'), withoutUserAgent: readCount('lines_without_user_agent') },
          },
        };
      }
      return this.#explainFailure(response, content['error']);
    } catch (error) {
      if (error instanceof SendRefused) throw error;
      return { problem: `The service cannot be reached: ${describeCause(error)}.`, retryAfterMs: 0 };
    }
  }

  /** @throws SendRefused when the same request can never succeed */
  #explainFailure({ status, headers }: Response, error: unknown): { problem: string; retryAfterMs: number } {
    const reason = typeof error === 'string' ? `: ${quote(error, 300)}` : '.';
    const seconds = Number(headers.get('retry-after') ?? 0);
    // Only the key's owner can make room. A disk without room is the operator's, and the response says when to retry.
    const isStorageOfKeyFull = status === 507 && seconds === 0;
    if (status === 408 || status === 425 || status === 429 || (status >= 500 && !isStorageOfKeyFull)) {
      const retryAfterMs = seconds > 0 ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) : 0;
      return { problem: `The service returned status ${status}${reason}`, retryAfterMs };
    }
    if (status >= 300 && status < 400) {
      throw new SendRefused(
        `The service redirects to ${quote(headers.get('location') ?? '')}. Use that URL with --send.`,
      );
    }
    throw new SendRefused(`The service rejected the log with status ${status}${reason}`, status);
  }
}

function isOffset(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

/** Describes why a request failed. `fetch` hides it in the cause. */
function describeCause(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error ? cause.message : String(cause);
}
