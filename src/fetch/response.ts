import type { Dispatcher } from 'undici';
import { CHALLENGE_PREFIX_BYTES } from './challenge.ts';
import { canDecode, codingsOf, createDecoder, type Decoder } from './decoding/content-coding.ts';
import type { BodySink, FetchFailure } from './exchange.ts';
import { auditOver, FetchError, failed, shown, size, timedOut, tooSlow } from './failure.ts';
import { type HeadFields, readHeadFields } from './head-fields.ts';
import { type Floor, RateFloor } from './rate-floor.ts';
import { isRedirect } from './redirect.ts';
import { responseFailure } from './response-failure.ts';

/** One request on one connection. */
export interface HttpRequest {
  readonly method: 'GET' | 'HEAD';
  readonly url: URL;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly maxBodyBytes: number;
  readonly sink: BodySink | null;
  readonly budgets: ResponseBudgets;
  /** Bytes that its connection has received for it so far. */
  readonly received: () => number;
  /** Ends it with a time-out of the audit. */
  readonly signal: AbortSignal;
}

interface ResponseBudgets {
  /** Milliseconds from the request to the end of the response head. */
  readonly firstByte: number;
  /** Milliseconds for the whole body. */
  readonly body: number;
  readonly floor: Floor;
  /** Body bytes on the wire. */
  readonly wireBytes: number;
  readonly headerBytes: number;
}

/** What came back for one {@link HttpRequest}. */
export interface HttpResponse extends HeadFields {
  /** `performance.now()` when it was asked; null when it never was. */
  readonly sentAt: number | null;
  readonly status: number | null;
  /** Decoded body bytes: all of them, or with a failure those until then; with a sink no more than a prefix. */
  readonly body: readonly Uint8Array[];
  readonly wire: number;
  readonly decoded: number;
  /** `performance.now()` when the head was there. */
  readonly headAt: number | null;
  readonly failure: FetchFailure | null;
  /** Whether the connection is in order and may carry another request. */
  readonly reusable: boolean;
}

/** What is read of a redirect's body, and for how long, so that its connection can be used again. */
const REDIRECT_BODY = { bytes: 16_384, ms: 1000 };

/**
 * Sends a request over a connection and reads the response within its budgets. Does not follow redirects: of those, the
 * body is passed over.
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

class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #request: HttpRequest;
  readonly #resolve: (answer: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #sentAt = performance.now();
  readonly #onAbort = (): void => this.#stop(auditOver(this.#request.url.hostname, this.#request.signal));
  #controller: Dispatcher.DispatchController | null = null;
  #timer: NodeJS.Timeout | undefined;
  #floor: RateFloor | undefined;
  /** Nothing is read until the decoder has made room. */
  #isPaused = false;
  #head: HeadFields = { headers: {}, locations: [] };
  #status: number | null = null;
  #headAt: number | null = null;
  #redirect = false;
  #decoder: Decoder | null = null;
  #body: Uint8Array[] = [];
  #wire = 0;
  #decoded = 0;
  #failure: FetchFailure | null = null;
  /** No more is read from the network. */
  #stopped = false;
  #whole = false;
  #settled = false;

  constructor(request: HttpRequest, resolve: (answer: HttpResponse) => void, reject: (error: unknown) => void) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    request.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (request.signal.aborted) this.#onAbort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#stopped) {
      controller.abort(new Error('stopped'));
      return;
    }
    const { budgets, received, url } = this.#request;
    this.#budget('first_byte', budgets.firstByte);
    this.#floor = new RateFloor(
      budgets.floor,
      () => (this.#isPaused ? null : received()),
      () => this.#stop(this.#redirect ? null : tooSlow(url.hostname, budgets.floor)),
    );
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // Interim answers (RFC 9110 §15.2) count against the same time.
    if (status < 200 || this.#stopped) return;
    this.#status = status;
    this.#headAt = performance.now();
    this.#head = readHeadFields(controller.rawHeaders);
    this.#redirect = isRedirect(status);
    const { body } = this.#request.budgets;
    this.#budget('body', this.#redirect ? Math.min(REDIRECT_BODY.ms, body) : body);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stopped) return;
    const room = this.#redirect ? REDIRECT_BODY.bytes : this.#request.budgets.wireBytes;
    const part = chunk.length > room - this.#wire ? chunk.subarray(0, room - this.#wire) : chunk;
    const first = this.#wire === 0;
    this.#wire += chunk.length;
    if (!this.#redirect && part.length > 0) {
      if (first && !this.#openDecoder(controller)) return;
      if (this.#decoder === null) this.#take(part);
      else if (!this.#decoder.write(part)) {
        this.#isPaused = true;
        controller.pause();
      }
    }
    if (part.length < chunk.length) this.#stop(this.#redirect ? null : this.#tooLarge('wire'));
  }

  onResponseEnd(): void {
    if (this.#stopped) return;
    this.#whole = true;
    this.#stop(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#stopped) return;
    const { url, budgets } = this.#request;
    // Where a redirect leads is known already.
    if (this.#redirect) this.#stop(null);
    else if (error instanceof FetchError) this.#stop(error.failure);
    else this.#stop(responseFailure(error, url, budgets.headerBytes, this.#status !== null));
  }

  /** Returns false when the body is in a coding that cannot be undone: then it ends here. */
  #openDecoder(controller: Dispatcher.DispatchController): boolean {
    const codings = codingsOf(this.#head.headers['content-encoding']);
    if (codings.length === 0) return true;
    if (!canDecode(codings)) {
      this.#stop(this.#undecodable('a content coding that was not asked for'));
      return false;
    }
    this.#decoder = createDecoder(codings, this.#request.maxBodyBytes, {
      data: (bytes) => this.#take(bytes),
      drain: () => {
        this.#isPaused = false;
        controller.resume();
      },
      end: (how) => {
        this.#decoder = null;
        if (how === 'broken') this.#failure ??= this.#undecodable('a body that its content coding cannot decode');
        if (how === 'too_large') this.#failure ??= this.#tooLarge('body');
        this.#settle();
      },
    });
    return true;
  }

  /** Takes decoded bytes, up to the budget. */
  #take(bytes: Uint8Array): void {
    const { maxBodyBytes, sink } = this.#request;
    const room = maxBodyBytes - this.#decoded;
    const part = bytes.length > room ? bytes.subarray(0, room) : bytes;
    const kept = this.#decoded;
    this.#decoded += part.length;
    if (sink === null) this.#body.push(part);
    else if (kept < CHALLENGE_PREFIX_BYTES) this.#body.push(part.slice(0, CHALLENGE_PREFIX_BYTES - kept));
    if (sink !== null && part.length > 0 && !this.#feed(sink, part)) return;
    if (part.length < bytes.length) this.#stop(this.#tooLarge('body'));
  }

  /** Returns false when the sink wants no more. */
  #feed(sink: BodySink, bytes: Uint8Array): boolean {
    try {
      if (sink.write(bytes)) return true;
    } catch (error) {
      this.#reject(error);
    }
    // What else ended the reading meanwhile is no failure any more: there was enough.
    this.#failure = null;
    this.#dropDecoder();
    this.#settle();
    return false;
  }

  #budget(stage: 'first_byte' | 'body', ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { hostname, port, protocol } = this.#request.url;
      const late = timedOut(stage, hostname, Number(port) || (protocol === 'https:' ? 443 : 80), ms);
      // A second time-out, or one while only the decoder is still at work, waits for nothing.
      if (this.#stopped) this.#dropDecoder();
      this.#failure ??= this.#redirect ? null : late;
      if (this.#stopped) this.#settle();
      else this.#stop(this.#failure);
    }, ms);
  }

  /** Ends the reading; what is still in the decoder comes out first. */
  #stop(failure: FetchFailure | null): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#floor?.stop();
    this.#failure ??= failure;
    if (this.#decoder === null) this.#settle();
    else this.#decoder.end();
  }

  #settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#floor?.stop();
    this.#request.signal.removeEventListener('abort', this.#onAbort);
    if (!this.#whole) this.#controller?.abort(new Error('stopped'));
    this.#resolve({
      ...this.#head,
      sentAt: this.#sentAt,
      status: this.#status,
      body: this.#body,
      wire: this.#wire,
      decoded: this.#decoded,
      headAt: this.#headAt,
      failure: this.#failure,
      reusable: this.#whole,
    });
  }

  #dropDecoder(): void {
    this.#decoder?.destroy();
    this.#decoder = null;
  }

  #tooLarge(limit: 'wire' | 'body'): FetchFailure {
    const { url, budgets, maxBodyBytes } = this.#request;
    const most = size(limit === 'wire' ? budgets.wireBytes : maxBodyBytes);
    const what = limit === 'wire' ? 'sent a body of more than' : 'sent a body that holds more than';
    return failed('too_large', `${shown(url.hostname)} ${what} ${most}; the rest was not read.`, { limit });
  }

  #undecodable(what: string): FetchFailure {
    return failed('decoding', `${shown(this.#request.url.hostname)} sent ${what}.`);
  }
}
