import Type from 'typebox';
import { revalidateEachTime } from './caching.ts';
import type { App } from './plugin.ts';
import { NOT_MODIFIED } from './schemas.ts';

/** `/openapi.json`: the API as OpenAPI 3.1. */
export default async function openApiRoutes(app: App): Promise<void> {
  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'getOpenApi',
        tags: ['Service'],
        summary: 'This document',
        description: 'OpenAPI 3.1, made from the schemas that validate requests.',
        response: {
          200: {
            description: 'OpenAPI 3.1',
            content: { 'application/json': { schema: Type.Unsafe<string>({ type: 'object' }) } },
          },
          304: NOT_MODIFIED,
        },
      },
    },
    async (_request, reply) => {
      revalidateEachTime(reply);
      // Serialized here, because the response serializer would drop fields.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger()));
    },
  );
}
