import type { FastifyRequest } from 'fastify';
import { toClient } from '../client-address.ts';
import { Refusal } from '../errors.ts';
import { type App, plugin } from '../plugin.ts';
import { ClientQueue } from './client-queue.ts';

/** Limits of requests that take time. */
export interface LoadLimits {
  /** Maximum number of requests that wait. At a millisecond each, the last one starts after a second. */
  readonly waiting: number;
  /** Maximum number of active requests. Hosted files and badges wait for no more than these. */
  readonly active: number;
  /** Time in milliseconds after which a request no longer counts as active: it waits for something else, such as an audit. */
  readonly activeMs: number;
}

const LIMITS: LoadLimits = { waiting: 1_024, active: 4, activeMs: 50 };

/** A request that waits. */
interface Waiting {
  readonly request: FastifyRequest;
  /** Continues the request, or refuses it with an error. */
  readonly done: (error?: Error) => void;
}

/**
 * A semaphore with a bounded queue, for requests that take time: pages and reports. Hosted files and badges (`isUnlimited`)
 * skip it. Clients share the queue by round robin, and a client that floods it is refused first. A waiting client that has
 * disconnected is neither served nor refused. Hooks that refuse requests without waiting must run before this one.
 */
export const loadShedding = plugin('load-shedding', async (app: App, options: Partial<LoadLimits>) => {
  const limits = { ...LIMITS, ...options };
  const waiting = new ClientQueue<Waiting>(limits.waiting);
  const active = new Set<FastifyRequest>();

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isUnlimited === true) {
      done();
      return;
    }
    const evicted = waiting.push(toClient(request.ip), { request, done });
    evicted?.done(new Refusal(503, 'Too many requests are waiting; try again later.', { 'retry-after': '5' }));
    reply.raw.once('close', () => release(request));
    startWaiting();
  });

  function startWaiting(): void {
    while (active.size < limits.active) {
      const next = waiting.shift();
      if (next === null) return;
      const { request, done } = next;
      if (request.socket.destroyed) continue;
      active.add(request);
      setTimeout(() => release(request), limits.activeMs).unref();
      done();
    }
  }

  /** Makes room in the next round of the event loop: hosted files and badges that have arrived meanwhile are served first. */
  function release(request: FastifyRequest): void {
    setImmediate(() => {
      if (active.delete(request)) startWaiting();
    });
  }
});
