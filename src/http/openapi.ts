import swagger from '@fastify/swagger';
import { VERSION } from '../version.ts';
import { type App, plugin } from './plugin.ts';

/** Collects the routes that are registered from here on, from the very schemas they are validated by. */
export const openApi = plugin('openapi', async (app, { baseUrl }: { readonly baseUrl: string | null }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Citable',
        version: VERSION,
        description:
          'How ready is a website for AI answer engines? Nine checks, a score from 0 to 100, and the evidence.',
      },
      servers: [{ url: baseUrl ?? '/' }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    },
  });
});

/** `/openapi.json`: the interface as OpenAPI 3.1. */
export async function openApiRoutes(app: App): Promise<void> {
  app.get('/openapi.json', { schema: { summary: 'This document' } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8');
    return JSON.stringify(app.swagger());
  });
}
