import type { App } from './plugin.ts';
import { Health } from './schemas.ts';

/** `/healthz`: the process serves. */
export async function healthRoutes(app: App): Promise<void> {
  app.get(
    '/healthz',
    {
      config: { isUnlimited: true },
      schema: { summary: 'Whether the service is up', response: { 200: Health } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' } as const;
    },
  );
}
