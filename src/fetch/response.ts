import { isUtf8 } from 'node:buffer';
import type { Dispatcher } from 'undici';
import type { FetchBudgets } from './budgets.ts';
import { CHALLENGE_PREFIX_BYTES } from './challenge.ts';
import { canDecode, createDecoder, type Decoder, listCodings } from './decoding/content-coding.ts';
import type { BodySink, FetchFailure } from './exchange.ts';
import { auditOver, FetchError, failed, responseFailure, shown, size, timedOut, tooSlow } from './failure.ts';
import { isRedirect } from './next-request.ts';
import { RateMonitor } from './transfer-limits.ts';

/** One request on one connection. */
export interface HttpRequest {
  readonly method: 'GET' | 'HEAD';
  readonly url: URL;
  /** Names and values in turn. */
  readonly headers: string[];
  /** Decoded bytes. */
  readonly maxBodyBytes: number;
  readonly sink: BodySink | null;
  readonly budgets: Pick<FetchBudgets, 'firstByte' | 'body' | 'minimumRate' | 'wireBytes' | 'headerBytes'>;
  /** Returns the number of bytes that the connection has received for this request. */
  readonly received: () => number;
  /** Ends the request as a time-out of the audit. */
  readonly signal: AbortSignal;
}

interface HeaderFields {
  /** Names in lower case, repeated fields joined by `, ` (RFC 9110 §5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** Location fields, each different one once. */
  readonly locations: readonly string[];
}

/** Response to one {@link HttpRequest}, or the failure in its place. */
export interface HttpResponse extends HeaderFields {
  /** `performance.now()` when the request was sent; null when it never was. */
  readonly sentAt: number | null;
  readonly status: number | null;
  /** Decoded body bytes. With a failure, those before it; with a sink, only a prefix. */
  readonly body: readonly Uint8Array[];
  /** Number of body bytes received. */
  readonly wire: number;
  /** Number of body bytes after decoding. */
  readonly decoded: number;
  /** `performance.now()` when the head was complete. */
  readonly headAt: number | null;
  readonly failure: FetchFailure | null;
  /** True when the connection may carry another request. */
  readonly reusable: boolean;
}

/** Limits on the body of a redirect. It is read only so that the connection can be reused. */
const REDIRECT_BODY = { bytes: 16_384, ms: 1000 };

/**
 * Sends a request over a connection and reads the response within its budgets. Does not follow redirects, and discards their
 * bodies.
 *
 * @returns never rejects, unless the sink throws
 */
export function sendRequest(client: Dispatcher, request: HttpRequest): Promise<HttpResponse> {
  const { url, method } = request;
  return new Promise((resolve, reject) => {
    const reader = new ResponseReader(request, resolve, reject);
    client.dispatch({ origin: url.origin, path: url.pathname + url.search, method, headers: request.headers }, reader);
  });
}

/** Creates the response of a request that was not sent. */
export function unsent(failure: FetchFailure): HttpResponse {
  return {
    sentAt: null,
    status: null,
    headers: {},
    locations: [],
    body: [],
    wire: 0,
    decoded: 0,
    headAt: null,
    failure,
    reusable: false,
  };
}

class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #request: HttpRequest;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #sentAt = performance.now();
  readonly #onAbort = (): void => this.#stop(auditOver(this.#request.url.hostname, this.#request.signal));
  #controller: Dispatcher.DispatchController | null = null;
  #timer: NodeJS.Timeout | undefined;
  #rate: RateMonitor | undefined;
  /** True while reading waits for the decoder to drain. */
  #isPaused = false;
  #fields: HeaderFields = { headers: {}, locations: [] };
  #status: number | null = null;
  #headAt: number | null = null;
  #isRedirect = false;
  #decoder: Decoder | null = null;
  #body: Uint8Array[] = [];
  #wire = 0;
  #decoded = 0;
  #failure: FetchFailure | null = null;
  /** True when no more is read from the network. */
  #isStopped = false;
  #isComplete = false;
  #isSettled = false;

  constructor(request: HttpRequest, resolve: (response: HttpResponse) => void, reject: (error: unknown) => void) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    request.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (request.signal.aborted) this.#onAbort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isStopped) {
      controller.abort(new Error('stopped'));
      return;
    }
    const { budgets, received, url } = this.#request;
    this.#startTimer('first_byte', budgets.firstByte);
    this.#rate = new RateMonitor(
      budgets.minimumRate,
      () => (this.#isPaused ? null : received()),
      () => this.#stop(this.#isRedirect ? null : tooSlow(url.hostname, budgets.minimumRate)),
    );
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // The time for interim responses (RFC 9110 §15.2) is part of the time until the first byte.
    if (status < 200 || this.#isStopped) return;
    this.#status = status;
    this.#headAt = performance.now();
    this.#fields = readHeaderFields(controller.rawHeaders);
    this.#isRedirect = isRedirect(status);
    const { body } = this.#request.budgets;
    this.#startTimer('body', this.#isRedirect ? Math.min(REDIRECT_BODY.ms, body) : body);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isStopped) return;
    const limit = this.#isRedirect ? REDIRECT_BODY.bytes : this.#request.budgets.wireBytes;
    const part = chunk.subarray(0, limit - this.#wire);
    const isFirst = this.#wire === 0;
    this.#wire += chunk.length;
    if (!this.#isRedirect && part.length > 0) {
      if (isFirst && !this.#openDecoder(controller)) return;
      if (this.#decoder === null) this.#addDecoded(part);
      else if (!this.#decoder.write(part)) {
        this.#isPaused = true;
        controller.pause();
      }
    }
    if (part.length < chunk.length) this.#stop(this.#isRedirect ? null : this.#tooLarge('wire'));
  }

  onResponseEnd(): void {
    if (this.#isStopped) return;
    this.#isComplete = true;
    this.#stop(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isStopped) return;
    const { url, budgets } = this.#request;
    // The target of a redirect is known already.
    if (this.#isRedirect) this.#stop(null);
    else if (error instanceof FetchError) this.#stop(error.failure);
    else this.#stop(responseFailure(error, url, budgets.headerBytes, this.#status !== null));
  }

  /** Returns false, and stops, when the body is in a content coding that cannot be decoded. */
  #openDecoder(controller: Dispatcher.DispatchController): boolean {
    const codings = listCodings(this.#fields.headers['content-encoding']);
    if (codings.length === 0) return true;
    if (!canDecode(codings)) {
      this.#stop(this.#undecodable('a content coding that was not asked for'));
      return false;
    }
    this.#decoder = createDecoder(codings, this.#request.maxBodyBytes, {
      data: (bytes) => this.#addDecoded(bytes),
      drain: () => {
        this.#isPaused = false;
        controller.resume();
      },
      end: (result) => {
        this.#decoder = null;
        if (result === 'broken') this.#failure ??= this.#undecodable('a body that its content coding cannot decode');
        if (result === 'too_large') this.#failure ??= this.#tooLarge('body');
        this.#settle();
      },
    });
    return true;
  }

  /** Adds decoded bytes to the body, up to the budget. */
  #addDecoded(bytes: Uint8Array): void {
    const { maxBodyBytes, sink } = this.#request;
    const start = this.#decoded;
    const part = bytes.subarray(0, maxBodyBytes - start);
    this.#decoded += part.length;
    if (sink === null) this.#body.push(part);
    else if (start < CHALLENGE_PREFIX_BYTES) this.#body.push(part.slice(0, CHALLENGE_PREFIX_BYTES - start));
    if (sink !== null && part.length > 0 && !this.#writeTo(sink, part)) return;
    if (part.length < bytes.length) this.#stop(this.#tooLarge('body'));
  }

  /** Returns false, and settles, when the sink needs no more bytes. */
  #writeTo(sink: BodySink, bytes: Uint8Array): boolean {
    try {
      if (sink.write(bytes)) return true;
    } catch (error) {
      this.#reject(error);
    }
    // The sink has what it needs, so a failure in the meantime does not count.
    this.#failure = null;
    this.#dropDecoder();
    this.#settle();
    return false;
  }

  #startTimer(stage: 'first_byte' | 'body', ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { hostname, port, protocol } = this.#request.url;
      const failure = timedOut(stage, hostname, Number(port) || (protocol === 'https:' ? 443 : 80), ms);
      // Reading has stopped, and only the decoder is still at work.
      if (this.#isStopped) this.#dropDecoder();
      this.#failure ??= this.#isRedirect ? null : failure;
      if (this.#isStopped) this.#settle();
      else this.#stop(this.#failure);
    }, ms);
  }

  /** Stops reading, and settles once the decoder has given out what it holds. */
  #stop(failure: FetchFailure | null): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#rate?.stop();
    this.#failure ??= failure;
    if (this.#decoder === null) this.#settle();
    else this.#decoder.end();
  }

  #settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#rate?.stop();
    this.#request.signal.removeEventListener('abort', this.#onAbort);
    if (!this.#isComplete) this.#controller?.abort(new Error('stopped'));
    this.#resolve({
      ...this.#fields,
      sentAt: this.#sentAt,
      status: this.#status,
      body: this.#body,
      wire: this.#wire,
      decoded: this.#decoded,
      headAt: this.#headAt,
      failure: this.#failure,
      reusable: this.#isComplete,
    });
  }

  #dropDecoder(): void {
    this.#decoder?.destroy();
    this.#decoder = null;
  }

  #tooLarge(limit: 'wire' | 'body'): FetchFailure {
    const { url, budgets, maxBodyBytes } = this.#request;
    const max = size(limit === 'wire' ? budgets.wireBytes : maxBodyBytes);
    const verb = limit === 'wire' ? 'sent a body of more than' : 'sent a body that holds more than';
    return failed('too_large', `${shown(url.hostname)} ${verb} ${max}; the rest was not read.`, { limit });
  }

  #undecodable(what: string): FetchFailure {
    return failed('decoding', `${shown(this.#request.url.hostname)} sent ${what}.`);
  }
}

/**
 * Reads the header fields of a response. Values are decoded as UTF-8 where they are valid UTF-8, since many servers send
 * a Location so, else as ISO 8859-1 (RFC 9110 §5.5).
 *
 * @param raw names and values in turn, as undici's HTTP/1.1 parser gives them
 */
function readHeaderFields(raw: unknown): HeaderFields {
  const headers = new Map<string, string>();
  const locations = new Set<string>();
  if (Array.isArray(raw)) {
    for (let i = 0; i + 1 < raw.length; i += 2) {
      const name = decodeField(raw[i]).toLowerCase();
      const value = decodeField(raw[i + 1]);
      const before = headers.get(name);
      headers.set(name, before === undefined ? value : `${before}, ${value}`);
      if (name === 'location') locations.add(value);
    }
  }
  return { headers: Object.fromEntries(headers), locations: [...locations] };
}

function decodeField(bytes: unknown): string {
  if (!Buffer.isBuffer(bytes)) return '';
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}
