import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type BusyAnswer, busyRefusal } from './busy-answer.ts';
import { addressOf, clientOf, type TrustProxy } from './client-address.ts';
import { ClientQueue } from './client-queue.ts';
import type { Answerer } from './front-door.ts';
import { type App, plugin } from './plugin.ts';

/** Requests that may wait: at a few milliseconds each, the last one begins within a quarter of a second. */
const MAX_WAITING = 64;
/** Requests that are begun and not answered: hosted files and badges wait in the store for no more than these. */
const MAX_UNANSWERED = 16;
/** A request without a response by then waits for more than the store, as for an audit: another one may begin, in milliseconds. */
const MAX_BEGUN_MS = 50;
/** After a longer round of the event loop nothing is begun, in milliseconds: there are many requests, or the processor is others'. */
const LONG_ROUND_MS = 2;
/** After that many long rounds in a row, a request is begun all the same. */
const MAX_RESTS = 4;

/** Refusals sent at a time, and how often, in milliseconds: a thousand of them take a tenth of a second or less. */
const REFUSALS = 10;
const REFUSING_MS = 10;

/** A request that waits. */
interface Waiting {
  readonly request: FastifyRequest;
  /** Goes on with it, or refuses it with an error. */
  readonly done: (error?: Error) => void;
}

/** A refusal that is not sent yet. */
interface Refused {
  readonly request: IncomingMessage;
  readonly send: () => void;
}

/**
 * A semaphore with a bounded queue, for requests whose responses take time to make: pages and reports. One is begun in each
 * round of the event loop, after everything that has arrived was read, or in one of five rounds while they are long. So
 * hosted files and badges (`isUnlimited`), which do not wait here, wait for one of them at most.
 *
 * The queue is shared between clients in turn, and who floods it is refused in place of others. A refusal costs as much
 * as two hosted files, though its route is not even looked up: only so many are sent at a time. A client that has gone is
 * neither served nor refused.
 */
export class LoadShedder {
  readonly #busy: Pick<BusyAnswer, 'prepare'>;
  readonly #trust: false | TrustProxy;
  readonly #maxBegunMs: number;
  /** What the paths begin with that do not wait. */
  readonly #free = new Set<string>();
  readonly #waiting = new ClientQueue<Waiting>(MAX_WAITING);
  #refused: Refused[] = [];
  #refusing: NodeJS.Timeout | null = null;
  readonly #unanswered = new Set<FastifyRequest>();
  #isBeginning = false;
  #roundBegan = 0;
  /** Long rounds since one was begun. */
  #rests = 0;

  /** @param trust whose word is taken for a client's address, before the framework says it */
  constructor(busy: Pick<BusyAnswer, 'prepare'>, trust: false | TrustProxy, maxBegunMs = MAX_BEGUN_MS) {
    this.#busy = busy;
    this.#trust = trust;
    this.#maxBegunMs = maxBegunMs;
  }

  /** Has requests wait. What can be refused without waiting must be refused by a hook before this one. */
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
    // The response is made: its client may take it as slowly as it likes.
    app.addHook('onSend', (request, _reply, _payload, done) => {
      this.#end(request);
      done();
    });
  });

  /** Refuses a request for which there is no room, before the framework does anything. Preflights take no time. */
  readonly refuse: Answerer = (request, response) => {
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
