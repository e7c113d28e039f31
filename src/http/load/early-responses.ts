import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../plugin.ts';
import type { Connections } from './connections.ts';

/**
 * Answers a request, or leaves it to others.
 *
 * @param arrived of `performance.now()`
 * @returns whether it answers
 */
export type EarlyResponder = (request: IncomingMessage, response: ServerResponse, arrived: number) => boolean;

/**
 * Has the requests that are admitted answered by the first of these that does, before the framework does anything, and by the
 * app otherwise. Once the app is closing it answers everything: it knows how connections are to end.
 */
export function respondEarly(app: App, connections: Connections, responders: readonly EarlyResponder[]): void {
  app.addHook('preClose', (done) => {
    connections.stop();
    done();
  });
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    const arrived = performance.now();
    if (!connections.admit(request, response, arrived)) return;
    if (!connections.isStopping) for (const answer of responders) if (answer(request, response, arrived)) return;
    app.routing(request, response);
  });
}
