import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DomainName } from '../../domain-name.ts';
import { ANONYMOUS } from '../auth.ts';
import { hostFault } from '../host-field.ts';
import { type Recorded, type RequestRecords, recordEnded, recordedOf } from '../request-log.ts';
import { newTrace } from '../trace-context.ts';
import type { EarlyResponder } from './early-responses.ts';

/** All that is kept, with {@link OVERHEAD_BYTES} for each answer. The oldest give way. */
const MAX_BYTES = 8 * 1024 * 1024;
/** An answer's header, and what holds it together. */
const OVERHEAD_BYTES = 2048;
/** So long an answer whose time is over is given to the others, in milliseconds, while it is made anew for one. */
const MAX_RENEWING_MS = 1_000;

/** Domains whose changes are told apart; beyond that, all count as changed. */
const MAX_CHANGED = 10_000;

/** How a handler's answer may be given again. */
export interface CachedResponse {
  readonly domain: DomainName;
  /** {@link ResponseCache.lastChangeOf} from before the answer was made: what has changed since may not be in it. */
  readonly asOf: number;
  readonly milliseconds: number;
  /** To be done before each answer, which goes when `send` is called. */
  readonly before?: (request: IncomingMessage, send: () => void) => void;
}

interface Answer {
  readonly recorded: Recorded;
  readonly domain: DomainName;
  /** Names and values in turn. */
  readonly headers: string[];
  /** A character for each byte: Node.js sends such a text with the head, at once and without encoding it. */
  readonly body: string;
  readonly until: number;
  readonly before: CachedResponse['before'];
  readonly bytes: number;
  /** Whether somebody was sent to have it made anew. */
  isBeingRenewed: boolean;
}

/**
 * Whole answers to what is asked for most: they are given before the framework does anything, at half of the cost. The
 * framework stays the only place where answers are made: its handlers hand over what they have just answered, and whatever
 * is not exactly that request goes to them. Nobody can tell the difference, nor can the log and the figures, but for one: a
 * client that goes while `before` is being done is taken down when that is done, and not at once.
 */
export class ResponseCache {
  readonly #records: RequestRecords;
  /** By the request target as it was sent; the oldest stands first. */
  readonly #answers = new Map<string, Answer>();
  #bytes = 0;
  #changes = 0;
  /** The number of the last change of each domain, and what it is at most for any other. */
  readonly #lastChanges = new Map<string, number>();
  #earlierChanges = 0;

  constructor(records: RequestRecords) {
    this.#records = records;
  }

  /** Another number after each change of the domain. */
  lastChangeOf(domain: DomainName): number {
    return this.#lastChanges.get(domain) ?? this.#earlierChanges;
  }

  /** Takes over the answer 200 that is about to be sent, with the header that it has by now. */
  keep(
    request: FastifyRequest,
    reply: FastifyReply,
    text: string,
    { domain, asOf, milliseconds, before }: CachedResponse,
  ): void {
    const { url = '' } = request.raw;
    if (asOf !== this.lastChangeOf(domain) || !isPlain(request.raw)) return;
    const body = Buffer.from(text).toString('latin1');
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
    headers.push('content-length', String(body.length));
    const { routeOptions } = request;
    const recorded = recordedOf({ method: 'GET', routeOptions, subject: { domain }, caller: ANONYMOUS });
    const until = performance.now() + milliseconds;
    const bytes = url.length + body.length + OVERHEAD_BYTES;
    if (bytes > MAX_BYTES) return;
    this.#drop(url);
    this.#answers.set(url, { recorded, domain, headers, body, until, before, bytes, isBeingRenewed: false });
    this.#bytes += bytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(oldest);
    }
  }

  /** To be called when there is something new to be said of a domain. */
  forget(domain: string): void {
    this.#changes += 1;
    if (this.#lastChanges.size >= MAX_CHANGED) {
      this.#lastChanges.clear();
      this.#earlierChanges = this.#changes;
    }
    this.#lastChanges.set(domain, this.#changes);
    for (const [url, answer] of this.#answers) if (answer.domain === domain) this.#drop(url);
  }

  #drop(url: string): void {
    this.#bytes -= this.#answers.get(url)?.bytes ?? 0;
    this.#answers.delete(url);
  }

  /** Whether who asks for an answer whose time is over is to have it made anew: the first who does, and all when that takes long. */
  #isToBeMade(url: string, answer: Answer, now: number): boolean {
    const isFirst = !answer.isBeingRenewed;
    answer.isBeingRenewed = true;
    const isLost = answer.until + MAX_RENEWING_MS < now;
    if (isLost) this.#drop(url);
    return isFirst || isLost;
  }

  /** Gives the answer that is at hand, if there is one. */
  readonly answer: EarlyResponder = (request, response, arrived) => {
    const { url = '' } = request;
    const answer = this.#answers.get(url);
    if (answer === undefined || !isPlain(request)) return false;
    if (answer.until < arrived && this.#isToBeMade(url, answer, arrived)) return false;
    const { recorded, headers, body, before } = answer;
    const begun = { response, trace: newTrace(request), start: arrived };
    const send = () => {
      if (!response.closed) {
        response.writeHead(200, headers);
        response.end(body, 'latin1');
      }
      recordEnded(begun, recorded, this.#records);
    };
    if (before === undefined) send();
    else before(request, send);
    return true;
  };
}

/** Whether a request has nothing about it that its answer could depend on but its target. */
function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    method === 'GET' &&
    headers.host !== undefined &&
    hostFault(request) === null &&
    headers['if-none-match'] === undefined &&
    headers.authorization === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined
  );
}
