import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type BusyAnswer, busyRefusal } from './busy-answer.ts';
import type { Answerer } from './front-door.ts';
import { type App, plugin } from './plugin.ts';

/** So many may wait for their turn: at a few milliseconds each, the last has it within a quarter of a second. */
const MAX_WAITING = 64;
/** So many that were begun have no answer yet: those who ask for a hosted file or a badge wait for no more in the store. */
const MAX_UNANSWERED = 16;
/** Who has no answer by then, in milliseconds, waits for more than the store, as for an audit: others have the place. */
const MAX_TURN_MS = 50;
/** After a round of the event loop that took longer nothing is begun, in milliseconds: many ask, or the processor is others'. */
const LONG_ROUND_MS = 2;
/** So many long rounds in a row, and one is begun all the same. */
const MAX_RESTS = 4;

/** So many refusals are sent at a time, and so often, in milliseconds: a thousand of them take a tenth of a second or less. */
const REFUSALS = 10;
const REFUSING_MS = 10;

/** A request that waits. */
interface Turn {
  readonly request: FastifyRequest;
  readonly begin: () => void;
}

/** Who is told to come back, but not yet. */
interface Refused {
  readonly request: IncomingMessage;
  readonly send: () => void;
}

/**
 * Whoever asks for what takes time to make, a page or a report, has a turn: one is begun in each round of the event loop,
 * after everything that has arrived was read, and while few are unanswered; while rounds are long, in one of five. So hosted
 * files and badges, which take none (`isUnlimited`), never wait for more than one of them, and while there are many, they
 * have most of the time. When too many wait, one more is told to come back, which costs little: not even its route is looked
 * up. A refusal costs as much as two hosted files all the same, so there is a bound on how many are sent: who is refused
 * with many others waits for it, some seconds where all connections are taken, and does not ask again meanwhile. Who has gone
 * gets neither.
 */
export class Turns {
  readonly #busy: Pick<BusyAnswer, 'prepare'>;
  readonly #maxTurnMs: number;
  /** What the paths begin with that take no turn. */
  readonly #free = new Set<string>();
  readonly #waiting: Turn[] = [];
  #refused: Refused[] = [];
  #refusing: NodeJS.Timeout | null = null;
  readonly #unanswered = new Set<FastifyRequest>();
  #isBeginning = false;
  #roundBegan = 0;
  /** Long rounds since one was begun. */
  #rests = 0;

  constructor(busy: Pick<BusyAnswer, 'prepare'>, maxTurnMs = MAX_TURN_MS) {
    this.#busy = busy;
    this.#maxTurnMs = maxTurnMs;
  }

  /** Gives out the turns. */
  readonly plugin = plugin('turns', async (app: App) => {
    app.addHook('onRoute', ({ url, config }) => {
      if (config?.isUnlimited === true) this.#free.add(url.replace(/[:*].*/, ''));
    });
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.routeOptions.config.isUnlimited === true) {
        done();
        return;
      }
      // The front door looks at how a path begins, and not at its method, and never sees who sends an `Expect`.
      if (this.#waiting.length >= MAX_WAITING) {
        this.#refuseLater({ request: request.raw, send: () => done(busyRefusal()) });
        return;
      }
      this.#waiting.push({ request, begin: done });
      this.#begin();
    });
    // The answer is made: to whom it is sent may take it as slowly as they like.
    app.addHook('onSend', (request, _reply, _payload, done) => {
      this.#end(request);
      done();
    });
  });

  /** Tells one more to come back when too many wait. What a browser asks before it asks takes no time. */
  readonly refuse: Answerer = (request, response) => {
    const { method, url = '' } = request;
    if (this.#waiting.length < MAX_WAITING || method === 'OPTIONS' || this.#isFree(url)) return false;
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
    if (this.#isBeginning || this.#waiting.length === 0 || this.#unanswered.size >= MAX_UNANSWERED) return;
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
    let turn = this.#waiting.shift();
    while (turn?.request.socket.destroyed === true) turn = this.#waiting.shift();
    if (turn === undefined) return;
    const { request, begin } = turn;
    this.#unanswered.add(request);
    setTimeout(() => this.#end(request), this.#maxTurnMs).unref();
    begin();
  }

  #end(request: FastifyRequest): void {
    if (this.#unanswered.delete(request)) this.#begin();
  }
}
