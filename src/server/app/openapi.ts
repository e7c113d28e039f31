import { isDeepStrictEqual } from 'node:util';
import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger';
import { capital } from '../../audit/formatting.ts';
import { CHECK_COUNT } from '../../audit/rubric.ts';
import { VERSION } from '../../package.ts';
import { isRecord } from '../../values/json.ts';
import { TAGS } from './openapi-tags.ts';
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
      tags: [...TAGS],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    },
    transform: describeAccess,
    transformObject: nameSchemas,
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

/**
 * Moves each schema with a title to `components.schemas`, so that generated types have names. The description stays at the
 * reference, because it says what the schema is used for there (OpenAPI 3.1.1, §4.8.24).
 *
 * @throws Error when different schemas have the same title
 */
const nameSchemas: SwaggerTransformObject = (described) => {
  if (!('openapiObject' in described)) throw new Error('The document is not OpenAPI 3.');
  const { openapiObject: document } = described;
  const schemas: Record<string, object> = {};
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (!isRecord(value)) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, moved(member)]));
    const { title, description, ...schema } = copy;
    if (typeof title !== 'string') return copy;
    if (!isDeepStrictEqual(schemas[title] ?? schema, schema)) throw new Error(`Two schemas have the title ${title}.`);
    schemas[title] = schema;
    return { ...(description === undefined ? {} : { description }), $ref: `#/components/schemas/${title}` };
  };
  const paths = moved(document.paths);
  return Object.assign(document, { paths, components: { ...document.components, schemas } });
};
