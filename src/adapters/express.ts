/**
 * Counts AI crawlers on an Express application, or any other with middleware of `(request, response, next)`:
 *
 *     app.set('trust proxy', 1);
 *     app.use(citable({ url: 'https://citable.example', domain: 'example.com', key: process.env.CITABLE_API_KEY }));
 */
import { addNodeRequest, type NodeRequest, type NodeResponse } from './node-request.ts';
import { TrafficLog, type TrafficLogOptions } from './traffic-log.ts';

export { TrafficLog, type TrafficLogOptions, type TrafficStats } from './traffic-log.ts';

/** A response that says when it ends. */
export interface EndingResponse extends NodeResponse {
  once(event: 'close', listener: () => void): unknown;
}

/** Middleware, and the log to which it adds requests. */
export interface CitableMiddleware {
  (request: NodeRequest, response: EndingResponse, next: () => void): void;
  /** To be closed before the process ends, so that the last requests are sent. */
  readonly log: TrafficLog;
}

/** Makes middleware that sends requests to a service, without keeping one waiting. */
export function citable(options: TrafficLogOptions): CitableMiddleware {
  const log = new TrafficLog(options);
  const middleware = (request: NodeRequest, response: EndingResponse, next: () => void): void => {
    const time = Date.now();
    response.once('close', () => addNodeRequest(log, request, response, time));
    next();
  };
  return Object.assign(middleware, { log });
}
