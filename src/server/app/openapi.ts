import swagger, { type SwaggerTransform } from '@fastify/swagger';
import { capital } from '../../audit/formatting.ts';
import { CHECK_COUNT } from '../../audit/rubric.ts';
import { VERSION } from '../../package.ts';
import type { App } from './plugin.ts';
import { FAULT, failure, KEY_REQUIRED } from './schemas.ts';

/** Describes the routes that are registered from here on as OpenAPI, by the schemas that validate them. */
export function describeApi(app: App, baseUrl: string | undefined): void {
  app.register(swagger, {
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
    transform: describeAccess,
  });
}

/** Errors of every route with limits. */
const COMMON_FAILURES = {
  429: failure('Too many requests: see Retry-After and the RateLimit fields'),
  500: FAULT,
  503: failure('Too many requests are waiting: see Retry-After'),
};

/** Adds what follows from a route's access: whether it needs a key, and common errors. The route's own schema takes precedence. */
const describeAccess: SwaggerTransform = ({ schema, url, route }) => {
  const { isForKeysOnly = false, isUnlimited = false } = route.config ?? {};
  const response = {
    ...(isForKeysOnly ? { 401: failure('A valid API key is needed') } : {}),
    ...(isUnlimited ? {} : COMMON_FAILURES),
    ...(schema.response instanceof Object ? schema.response : {}),
  };
  return { url, schema: { security: isForKeysOnly ? KEY_REQUIRED : [], ...schema, response } };
};
