import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { addressOf, clientOf, type TrustProxy } from '../client-address.ts';
import { type App, plugin } from '../plugin.ts';
import { type BusyResponse, busyRefusal } from './busy-response.ts';
import { ClientQueue } from './client-queue.ts';
import type { EarlyResponder } from './early-responses.ts';

/** Requests that may wait: at a few milliseconds each, the last one begins within a quarter of a second. */
const MAX_WAITING = 64;
/** Most requests in progress: hosted files and badges wait in the store behind no more than these. */
const MAX_UNANSWERED = 16;
/** After this time, in milliseconds, a request no longer counts as in progress: it waits for something else, such as an audit. */
const MAX_BEGUN_MS = 50;
/** After a round of the event loop that took this long, in milliseconds, no request starts: the processor is overloaded. */
const LONG_ROUND_MS = 2;
/** After this many long rounds in a row, a request starts all the same. */
const MAX_RESTS = 4;

/** Refusals sent at a time, and how often, in milliseconds: a thousand of them take a tenth of a second or less. */
const REFUSALS = 10;
const REFUSING_MS = 10;

/** A request that waits. */
interface Waiting {
  readonly request: FastifyRequest;
  /** Continues the request, or refuses it with an error. */
  readonly done: (error?: Error) => void;
}

/** A refusal that is not sent yet. */
interface Refused {
  readonly request: IncomingMessage;
  readonly send: () => void;
}

/**
 * A semaphore with a bounded queue, for requests that take time: pages and reports. One starts in each round of the event
 * loop, after all input was read, or in one of five rounds while rounds are long. Hosted files and badges (`isUnlimited`) skip
 * the queue, so they wait for at most one such request.
 *
 * Clients share the queue by round robin; a client that floods it is refused first. A refusal costs as much as two hosted
 * files, so their rate is limited too. A client that has disconnected is neither served nor refused.
 */
export class LoadShedder {
  readonly #busy: Pick<BusyResponse, 'prepare'>;
  readonly #trust: false | TrustProxy;
  readonly #maxBegunMs: number;
  /** Path prefixes of routes that skip the queue. */
  readonly #free = new Set<string>();
  readonly #waiting = new ClientQueue<Waiting>(MAX_WAITING);
  #refused: Refused[] = [];
  #refusing: NodeJS.Timeout | null = null;
  readonly #unanswered = new Set<FastifyRequest>();
  #isBeginning = false;
  #roundBegan = 0;
  /** Long rounds since a request started. */
  #rests = 0;

  /** @param trust which proxies are believed about client addresses, for requests that the framework has not seen yet */
  constructor(busy: Pick<BusyResponse, 'prepare'>, trust: false | TrustProxy, maxBegunMs = MAX_BEGUN_MS) {
    this.#busy = busy;
    this.#trust = trust;
    this.#maxBegunMs = maxBegunMs;
  }

  /** Queues requests. Hooks that refuse requests without waiting must run before this one. */
  readonly plugin = plugin('load-shedding', async (app: App) => {
    app.addHook('onRoute', ({ url, config }) => {
      if (config?.isUnlimited === true) this.#free.add(url.replace(/[:*].*/, ''));
    });
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.routeOptions.config.isUnlimited === true) {
        done();
        return;
      }
      const waiting = { request, done };
      const evicted = this.#waiting.push(clientOf(request.ip), waiting);
      if (evicted !== null)
        this.#refuseLater({ request: evicted.request.raw, send: () => evicted.done(busyRefusal()) });
      if (evicted !== waiting) this.#begin();
    });
    // The response is ready: a slow client no longer counts as in progress.
    app.addHook('onSend', (request, _reply, _payload, done) => {
      this.#end(request);
      done();
    });
  });

  /** Refuses a request for which there is no room, before the framework handles it. Preflights are always served. */
  readonly refuse: EarlyResponder = (request, response) => {
    const { method, url = '' } = request;
    if (!this.#waiting.isFull || method === 'OPTIONS' || this.#isFree(url)) return false;
    if (this.#waiting.hasRoomFor(clientOf(addressOf(request, this.#trust)))) return false;
    this.#refuseLater({ request, send: this.#busy.prepare(request, response) });
    return true;
  };

  #refuseLater(refused: Refused): void {
    this.#refused.push(refused);
    this.#refusing ??= setInterval(() => this.#sendRefusals(), REFUSING_MS);
  }

  #sendRefusals(): void {
    const present = this.#refused.filter(({ request }) => !request.socket.destroyed);
    this.#refused = present.slice(REFUSALS);
    for (const { send } of present.slice(0, REFUSALS)) send();
    if (this.#refused.length > 0 || this.#refusing === null) return;
    clearInterval(this.#refusing);
    this.#refusing = null;
  }

  #isFree(url: string): boolean {
    for (const beginning of this.#free) if (url.startsWith(beginning)) return true;
    return false;
  }

  #begin(): void {
    if (this.#isBeginning || this.#waiting.isEmpty || this.#unanswered.size >= MAX_UNANSWERED) return;
    this.#isBeginning = true;
    this.#roundBegan = performance.now();
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isBeginning = false;
    const isLong = performance.now() - this.#roundBegan >= LONG_ROUND_MS;
    if (isLong && this.#rests < MAX_RESTS) this.#rests += 1;
    else {
      this.#rests = 0;
      this.#beginFirst();
    }
    this.#begin();
  }

  #beginFirst(): void {
    let waiting = this.#waiting.shift();
    while (waiting?.request.socket.destroyed === true) waiting = this.#waiting.shift();
    if (waiting === null) return;
    const { request, done } = waiting;
    this.#unanswered.add(request);
    setTimeout(() => this.#end(request), this.#maxBegunMs).unref();
    done();
  }

  #end(request: FastifyRequest): void {
    if (this.#unanswered.delete(request)) this.#begin();
  }
}
