import type { Registry } from 'prom-client';
import Type from 'typebox';
import type { Config } from '../../values/config.ts';
import type { Log } from '../../values/log.ts';
import { EventLoopDelay } from '../app/load/event-loop-delay.ts';
import type { App } from '../app/plugin.ts';
import type { RequestMetrics } from '../app/request-metrics.ts';
import type { Service } from '../service.ts';
import { createRegistry } from './metrics-registry.ts';

export interface MetricsRoutesOptions {
  readonly service: Service;
  readonly requests: RequestMetrics;
  readonly config: Pick<Config, 'METRICS'>;
  readonly log: Log;
}

/** `/metrics`, in the text format of Prometheus: for key holders, for everyone or for nobody, as `METRICS` says. */
export async function metricsRoutes(app: App, { service, requests, config, log }: MetricsRoutesOptions): Promise<void> {
  if (config.METRICS === 'off') return;
  const eventLoop = new EventLoopDelay();
  app.addHook('onClose', async () => eventLoop.stop());
  const isForKeysOnly = config.METRICS === 'key';
  let registry: Registry | null = null;

  app.get(
    '/metrics',
    {
      config: { isForKeysOnly },
      schema: {
        operationId: 'getMetrics',
        tags: ['Service'],
        summary: 'The metrics of the service, for Prometheus',
        description: 'The text format of Prometheus, version 0.0.4. With `METRICS=public`, no key is needed.',
        response: { 200: { description: 'The metrics', content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) => {
      registry ??= createRegistry(service.metrics, requests, eventLoop, log);
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}
