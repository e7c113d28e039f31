/** One request to a site, as it is sent. Unknown fields are absent or null. */
export interface TrafficEntry {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly host: string | null;
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** HTTP status; null where it is not known. */
  readonly status: number | null;
  /** Bytes of the response. */
  readonly bytes: number | null;
  readonly userAgent: string | null;
  readonly referrer: string | null;
  /** Client's address, by which crawlers are verified. The service does not store it. */
  readonly address: string | null;
}

export interface TrafficLogOptions {
  /** URL of the service, such as `https://citable.example`. */
  readonly url: string;
  /** Domain of the site, such as `example.com`. */
  readonly domain: string;
  /** API key that owns the domain. Without one, as where an environment variable is not set, no request is sent. */
  readonly key: string | undefined;
  /** Maximum time for which requests are collected before they are sent, in milliseconds. Default: 2000. */
  readonly intervalMs?: number;
  /** Maximum number of requests that wait; further ones are dropped and counted. Default: 10,000. */
  readonly maxQueue?: number;
  /** Maximum time that `close` waits for the service, in milliseconds. What is not sent then is dropped. Default: 2000. */
  readonly closeMs?: number;
  /** Is called with one sentence when requests cannot be sent: once, until they can again. Default: `console.warn`. */
  readonly onProblem?: (problem: string) => void;
}

/** What became of the requests. */
export interface TrafficStats {
  sent: number;
  /** Requests that were lost: too many waited, or the service refused them or did not respond for some minutes. */
  dropped: number;
}

/** Maximum number of requests of one batch. */
const BATCH_SIZE = 1_000;
const MAX_FIELD_LENGTH = 2_048;
const TIMEOUT_MS = 20_000;
/** Characters of a response after which the rest is not read. */
const MAX_RESPONSE = 4_096;
/** Pauses between the attempts to send a batch, in milliseconds: eight minutes in all. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 240_000];

/**
 * Collects requests and sends them in batches to `POST /api/domains/{domain}/traffic`. Never throws, and keeps no request of the site
 * waiting. Each batch has an `Idempotency-Key`, so a batch that is sent again is counted once. Needs `fetch` and nothing of Node.js.
 */
export class TrafficLog {
  readonly stats: TrafficStats = { sent: 0, dropped: 0 };
  readonly #url: string;
  readonly #key: string | undefined;
  readonly #intervalMs: number;
  readonly #maxQueue: number;
  readonly #closeMs: number;
  readonly #onProblem: (problem: string) => void;
  readonly #queue: string[] = [];
  #sending: Promise<void> | null = null;
  /** Ends the current pause. */
  #wake: () => void = () => undefined;
  #isClosed = false;
  /** Aborts what is being sent when `close` has waited long enough. */
  readonly #closing = new AbortController();
  #hasProblem = false;

  constructor(options: TrafficLogOptions) {
    const { url, domain, key, intervalMs = 2_000, maxQueue = 10_000, closeMs = 2_000, onProblem = warn } = options;
    this.#url = `${url.replace(/\/+$/, '')}/api/domains/${encodeURIComponent(domain)}/traffic`;
    this.#key = key;
    this.#intervalMs = intervalMs;
    this.#maxQueue = maxQueue;
    this.#closeMs = closeMs;
    this.#onProblem = onProblem;
    if (key === undefined || key === '') this.#tell('no API key is set, so no request is sent.');
  }

  /** Requests that wait to be sent. */
  get pending(): number {
    return this.#queue.length;
  }

  /**
   * Adds a request, to be sent soon.
   * @returns a promise of what this call began to send, for `waitUntil` of a platform that stops after its response; else null
   */
  add(entry: TrafficEntry): Promise<void> | null {
    if (this.#isClosed || !this.#key || this.#queue.length >= this.#maxQueue) {
      this.stats.dropped++;
      return null;
    }
    this.#queue.push(formatLine(entry));
    if (this.#queue.length === BATCH_SIZE) this.#wake();
    if (this.#sending !== null) return null;
    this.#sending = this.#sendSoon();
    return this.#sending;
  }

  /** Sends what waits, now, and drops what is not sent within `closeMs`. Further requests are dropped. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    const timer = setTimeout(() => this.#closing.abort(), this.#closeMs);
    await this.#sending;
    clearTimeout(timer);
  }

  async #sendSoon(): Promise<void> {
    if (!this.#isClosed) await this.#pause(this.#intervalMs);
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, BATCH_SIZE);
      if (await this.#send(batch)) this.stats.sent += batch.length;
      else this.#drop(batch);
    }
    this.#sending = null;
  }

  /** Once it is closed, what is left would fail as well. */
  #drop(batch: readonly string[]): void {
    this.stats.dropped += batch.length;
    if (this.#isClosed) this.stats.dropped += this.#queue.splice(0).length;
  }

  async #send(batch: readonly string[]): Promise<boolean> {
    const id = crypto.randomUUID();
    const body = batch.join('');
    for (const pauseMs of PAUSES_MS) {
      const problem = await this.#attempt(id, body);
      if (problem === null) {
        this.#hasProblem = false;
        return true;
      }
      this.#tell(problem.text);
      if (!problem.isPassing || this.#isClosed) return false;
      await this.#pause(pauseMs);
    }
    return false;
  }

  async #attempt(id: string, body: string): Promise<{ readonly text: string; readonly isPassing: boolean } | null> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.#key}`,
          'content-type': 'application/x-ndjson',
          'idempotency-key': id,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#closing.signal]),
      });
      const text = await readBeginning(response);
      if (response.ok) return null;
      const isPassing = response.status === 408 || response.status === 429 || response.status >= 500;
      return {
        text: `The service responds with status ${response.status}: ${text.slice(0, 200).replace(/\p{C}+/gu, ' ')}`,
        isPassing,
      };
    } catch (error) {
      return { text: `The service cannot be reached: ${String(error)}`, isPassing: true };
    }
  }

  #tell(problem: string): void {
    if (this.#hasProblem) return;
    this.#hasProblem = true;
    try {
      this.#onProblem(`Citable: requests cannot be sent. ${problem}`);
    } catch {
      // What it throws must not end the sending.
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer: unknown = setTimeout(resolve, ms);
      // In Node.js a timer keeps the process alive.
      if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
        timer.unref();
      this.#wake = resolve;
    });
  }
}

/** Reads the beginning of a response, and cancels the rest. */
async function readBeginning({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader !== undefined && text.length < MAX_RESPONSE) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

/** A line of the log format `citable`, with its line break. */
function formatLine({ time, host, method, path, status, bytes, userAgent, referrer, address }: TrafficEntry): string {
  const entry = {
    ...{ citable: 1, time, host: cut(host), method: cut(method), path: cut(path), status, bytes },
    ...{ user_agent: cut(userAgent), referrer: cut(referrer), address: cut(address) },
  };
  return `${JSON.stringify(entry)}\n`;
}

function cut(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_FIELD_LENGTH).toWellFormed();
}

function warn(problem: string): void {
  console.warn(problem);
}
