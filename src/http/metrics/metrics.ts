import Type from 'typebox';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Service } from '../../service/service.ts';
import type { App } from '../plugin.ts';
import { COMMON_FAILURES, failure } from '../schemas.ts';
import { EventLoopDelay } from './event-loop-delay.ts';
import type { RequestMetrics } from './request-metrics.ts';

export interface MetricsRoutesOptions {
  readonly service: Service;
  readonly requests: RequestMetrics;
  readonly config: Pick<Config, 'METRICS'>;
  readonly log: Log;
}

/** `/metrics`, in the text format of Prometheus: for key holders, for everyone, or not there, as `METRICS` says. */
export async function metricsRoutes(app: App, { service, requests, config, log }: MetricsRoutesOptions): Promise<void> {
  if (config.METRICS === 'off') return;
  const eventLoop = new EventLoopDelay();
  app.addHook('onClose', async () => eventLoop.stop());
  const isForKeysOnly = config.METRICS === 'key';
  const load = async () => {
    const [{ makeRegistry }, { catalogue }] = await Promise.all([import('./registry.ts'), import('./catalogue.ts')]);
    return makeRegistry(catalogue(service.metrics, requests, eventLoop, log));
  };
  let registry: ReturnType<typeof load> | null = null;

  app.get(
    '/metrics',
    {
      config: { isForKeysOnly },
      schema: {
        summary: 'The figures of the service, for Prometheus',
        ...(isForKeysOnly ? { security: [{ apiKey: [] }] } : {}),
        response: {
          200: { description: 'The figures', content: { 'text/plain': { schema: Type.String() } } },
          ...(isForKeysOnly ? { 401: failure('No valid API key') } : {}),
          ...COMMON_FAILURES,
        },
      },
    },
    async (_request, reply) => {
      // prom-client takes as long to load as a tenth of the start: not before somebody asks.
      registry ??= load();
      const { contentType } = await registry;
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      return reply.type(contentType).send(await (await registry).metrics());
    },
  );
}
