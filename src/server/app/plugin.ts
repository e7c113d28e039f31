import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';

/** The Fastify app, typed by the TypeBox schemas of its routes. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/**
 * A named plugin whose hooks and decorators hold for the whole app, not only for routes inside it.
 * (https://fastify.dev/docs/latest/Reference/Plugins/#handle-the-scope)
 */
export function plugin<Options extends object>(name: string, register: (app: App, options: Options) => Promise<void>) {
  return Object.assign(register, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('fastify.display-name')]: name,
    [Symbol.for('plugin-meta')]: { name },
  });
}
