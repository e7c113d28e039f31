/**
 * Counts AI crawlers on an Express application, or any other with middleware of `(request, response, next)`:
 *
 *     app.set('trust proxy', 1);
 *     app.use(citable({ url: 'https://citable.example', domain: 'example.com', key: process.env.CITABLE_API_KEY }));
 *
 * Serves the Markdown that `citable markdown` wrote to clients that prefer it, before the pages:
 *
 *     app.use(markdown({ read: (path) => readFile(join('markdown', path), 'utf8').catch(() => null) }));
 */
import { MARKDOWN, type MarkdownOptions, requestedMarkdown } from './markdown.ts';
import { withAccept } from './negotiation.ts';
import { addNodeRequest, firstValue, type NodeRequest, type NodeResponse } from './node-request.ts';
import { TrafficLog, type TrafficLogOptions } from './traffic-log.ts';

export type { MarkdownOptions } from './markdown.ts';
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

/** A response whose fields and body can be written. */
export interface WritableResponse extends NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  writeHead(status: number, ...rest: unknown[]): unknown;
  end(body?: string): unknown;
}

/** Makes middleware that serves Markdown by content negotiation. All responses to GET and HEAD get `Vary: Accept`. */
export function markdown(options: MarkdownOptions) {
  return async (request: NodeRequest, response: WritableResponse, next: () => void): Promise<void> => {
    const { method = 'GET', url = '/', originalUrl = url, headers } = request;
    if (method === 'GET' || method === 'HEAD') varyByAccept(response);
    const text = await requestedMarkdown(options, method, originalUrl, firstValue(headers['accept']));
    if (text === null) {
      next();
      return;
    }
    response.statusCode = 200;
    response.setHeader('Content-Type', MARKDOWN);
    response.end(method === 'HEAD' ? undefined : text);
  };
}

/**
 * Adds `Accept` to Vary now, and once more when the head is written: a later handler may have set the field, or pass it to `writeHead`.
 */
function varyByAccept(response: WritableResponse): void {
  const add = (): void => {
    const vary = response.getHeader('vary');
    response.setHeader('Vary', withAccept(Array.isArray(vary) ? vary.join(', ') : String(vary ?? '')));
  };
  add();
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]): unknown => {
    const passed = rest.at(-1);
    const fields =
      typeof passed === 'object' && passed !== null && !Array.isArray(passed) ? Object.entries(passed) : [];
    if (!fields.some(([name]) => isVary(name))) add();
    // What is passed replaces what was set.
    else
      rest[rest.length - 1] = Object.fromEntries(
        fields.map(([name, value]) => [name, isVary(name) ? withAccept(String(value)) : value]),
      );
    return writeHead.call(response, status, ...rest);
  };
}

function isVary(name: string): boolean {
  return name.toLowerCase() === 'vary';
}
