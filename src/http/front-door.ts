import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from './plugin.ts';

/** Answers a request, or leaves it to others. @returns whether it answers */
export type Answerer = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Has requests answered by the first of these that does, before the framework does anything, and by the app otherwise. Once
 * the app is closing it answers everything: it knows how connections are to end.
 */
export function answerBefore(app: App, answerers: readonly Answerer[]): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    const isAnswered = !isClosing && answerers.some((answer) => answer(request, response));
    if (!isAnswered) app.routing(request, response);
  });
}
