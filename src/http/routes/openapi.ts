import swagger from '@fastify/swagger';
import Type from 'typebox';
import { CHECK_COUNT } from '../../audit/rubric.ts';
import { capital } from '../../audit/wording.ts';
import { VERSION } from '../../version.ts';
import { revalidateEachTime } from '../caching.ts';
import { type App, plugin } from '../plugin.ts';
import { COMMON_FAILURES, notModified } from '../schemas.ts';

/** Collects the routes that are registered from here on, from the very schemas they are validated by. */
export const openApi = plugin('openapi', async (app, { baseUrl }: { readonly baseUrl: string | null }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Citable',
        version: VERSION,
        description: `How ready is a website for AI answer engines? ${capital(CHECK_COUNT)} checks, a score from 0 to 100, and the evidence.`,
      },
      servers: [{ url: baseUrl ?? '/' }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    },
  });
});

/** `/openapi.json`: the interface as OpenAPI 3.1. */
export async function openApiRoutes(app: App): Promise<void> {
  app.get(
    '/openapi.json',
    {
      schema: {
        summary: 'This document',
        response: {
          200: {
            description: 'OpenAPI 3.1',
            content: { 'application/json': { schema: Type.Unsafe<string>({ type: 'object' }) } },
          },
          304: notModified('this document'),
          ...COMMON_FAILURES,
        },
      },
    },
    async (_request, reply) => {
      revalidateEachTime(reply);
      // Written already: what a serializer would leave out of it is not to be left out.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger()));
    },
  );
}
