/**
 * Counts AI crawlers on a Fastify application:
 *
 *     await app.register(citable, { url: 'https://citable.example', domain: 'example.com', key: process.env.CITABLE_API_KEY });
 */
import type { FastifyInstance } from 'fastify';
import { addNodeRequest } from './node-request.ts';
import { TrafficLog, type TrafficLogOptions } from './traffic-log.ts';

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
