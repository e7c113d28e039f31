import type { IncomingMessage, ServerResponse } from 'node:http';
import { ANONYMOUS } from '../auth.ts';
import { COMMON_HEADERS } from '../cors.ts';
import { Refusal, wantsPage } from '../errors.ts';
import { type RequestRecords, recordedOf, recordWhenDone } from '../request-log.ts';
import { newTrace, publicRequestId } from '../trace-context.ts';
import { PAGE_HEADERS } from '../web/layout/html-reply.ts';
import type { Instance } from '../web/layout/instance.ts';

const STATUS = 503;
const MESSAGE = 'Too many requests are waiting; try again later.';
const RETRY_AFTER_SECONDS = '5';
const HEADERS = { ...COMMON_HEADERS, 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_SECONDS };
const AS_JSON = { ...HEADERS, 'content-type': 'application/json; charset=utf-8' };
const AS_PAGE = { ...HEADERS, ...PAGE_HEADERS, vary: 'Accept' };
const JSON_BODY = asSent(JSON.stringify({ error: MESSAGE }));

/** What those are told whose requests the framework has taken up before it was seen that too many wait. */
export function busyRefusal(): Refusal {
  return new Refusal(STATUS, MESSAGE, { 'retry-after': RETRY_AFTER_SECONDS });
}

/** What those are told who ask while too many wait. It is made once: it is sent when there is least time. */
export class BusyResponse {
  readonly #instance: Instance;
  readonly #records: RequestRecords;
  /** Null until it was asked for. */
  #page: string | null = null;

  constructor(instance: Instance, records: RequestRecords) {
    this.#instance = instance;
    this.#records = records;
  }

  /** Takes a request down. @returns what sends it the answer */
  prepare(request: IncomingMessage, response: ServerResponse): () => void {
    const trace = newTrace(request);
    const { method = '', url = '', headers } = request;
    // The route is not looked up.
    const unrouted = { method, routeOptions: {}, subject: {}, caller: ANONYMOUS };
    recordWhenDone(response, trace, () => recordedOf(unrouted), this.#records);
    const page = wantsPage(url, headers.accept) ? this.#pageAtHand() : null;
    const body = page ?? JSON_BODY;
    return () =>
      response
        .writeHead(STATUS, {
          ...(page === null ? AS_JSON : AS_PAGE),
          'x-request-id': publicRequestId(trace),
          'content-length': body.length,
        })
        .end(body, 'latin1');
  }

  #pageAtHand(): string | null {
    if (this.#page === null) void this.#makePage();
    return this.#page;
  }

  async #makePage(): Promise<void> {
    const { errorPage } = await import('../web/layout/error-page.tsx');
    this.#page = asSent(errorPage(this.#instance, { status: STATUS, message: MESSAGE, path: '/' }));
  }
}

/** A character for each byte: Node.js sends such a text with the head, at once and without encoding it. */
function asSent(text: string): string {
  return Buffer.from(text).toString('latin1');
}
