import { createRequire } from 'node:module';
import type { FastifySchema, FastifySchemaCompiler } from 'fastify';

// Fastify calls compilers without waiting for them: they cannot be imported then.
const require = createRequire(import.meta.url);

/** A parameter is what was sent: nothing is converted or dropped. */
const AJV = { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true } };

const ajvCompiler = once(() => {
  const makeFactory: typeof import('@fastify/ajv-compiler') = require('@fastify/ajv-compiler');
  return makeFactory()({}, AJV);
});
const jsonCompiler = once(() => {
  const makeFactory: typeof import('@fastify/fast-json-stringify-compiler') = require('@fastify/fast-json-stringify-compiler');
  return makeFactory()({}, {});
});

/**
 * Compiles a schema with Fastify's own compiler when the first request needs it. Compiling all schemas at the start would take more
 * than a quarter of the time until the service listens, mostly for routes that nobody requests soon.
 */
export const compileValidator: FastifySchemaCompiler<FastifySchema> = (route) => {
  const validator = once(() => ajvCompiler()(route));
  return (data: unknown) => {
    const validate = validator();
    return validate(data) === true || { error: validate.errors ?? [] };
  };
};

/** See {@link compileValidator}. */
export function buildSerializer() {
  return (route: Parameters<ReturnType<typeof jsonCompiler>>[0]) => {
    const serializer = once(() => jsonCompiler()(route));
    return (document: unknown) => serializer()(document);
  };
}

/** Is never called. Without it, Fastify would load its own compiler at the start, beside {@link compileValidator}. */
export function buildValidator(): never {
  throw new Error('Schemas are compiled by compileValidator.');
}

/** Creates a value when it is first used. */
function once<Thing extends object>(make: () => Thing): () => Thing {
  let made: Thing | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
