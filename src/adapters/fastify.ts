/**
 * Counts AI crawlers on a Fastify application:
 *
 *     await app.register(citable, { url: 'https://citable.example', domain: 'example.com', key: process.env.CITABLE_API_KEY });
 *
 * Serves the Markdown that `citable markdown` wrote to clients that prefer it:
 *
 *     await app.register(markdown, { read: (path) => readFile(join('markdown', path), 'utf8').catch(() => null) });
 */
import type { FastifyInstance } from 'fastify';
import { MARKDOWN, type MarkdownOptions, requestedMarkdown } from './markdown.ts';
import { withAccept } from './negotiation.ts';
import { addNodeRequest } from './node-request.ts';
import { TrafficLog, type TrafficLogOptions } from './traffic-log.ts';

export type { MarkdownOptions } from './markdown.ts';
export { TrafficLog, type TrafficLogOptions, type TrafficStats } from './traffic-log.ts';

/** Plugin that sends requests to a service, without keeping one waiting. Closing the application sends the last ones. */
export const citable = Object.assign(
  async (app: FastifyInstance, options: TrafficLogOptions): Promise<void> => {
    const log = new TrafficLog(options);
    app.addHook('onResponse', async (request, reply) => {
      const { statusCode, raw, elapsedTime } = reply;
      const response = { statusCode, headersSent: raw.headersSent, getHeader: (name: string) => reply.getHeader(name) };
      addNodeRequest(log, request, response, Date.now() - Math.round(elapsedTime));
    });
    app.addHook('onClose', () => log.close());
  },
  // The hooks are for all routes, not only for those of the plugin.
  { [Symbol.for('skip-override')]: true },
);

/** Plugin that serves Markdown by content negotiation. All responses to GET and HEAD get `Vary: Accept`. */
export const markdown = Object.assign(
  async (app: FastifyInstance, options: MarkdownOptions): Promise<void> => {
    app.addHook('onRequest', async ({ method, url, headers }, reply) => {
      const text = await requestedMarkdown(options, method, url, headers.accept);
      return text === null ? undefined : reply.type(MARKDOWN).send(text);
    });
    app.addHook('onSend', async ({ method }, reply) => {
      if (method !== 'GET' && method !== 'HEAD') return;
      const vary = reply.getHeader('vary');
      reply.header('vary', withAccept(Array.isArray(vary) ? vary.join(', ') : String(vary ?? '')));
    });
  },
  { [Symbol.for('skip-override')]: true },
);
