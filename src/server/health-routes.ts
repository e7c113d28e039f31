import Type from 'typebox';
import type { App } from './app/plugin.ts';
import { failure, named, Text } from './app/schemas.ts';
import type { Service } from './service.ts';

const Health = named('Health', { status: Type.Literal('ok') });

const Ready = named('Ready', {
  status: Type.Literal('ready'),
  lacks: Type.Optional(
    Type.Array(Text, {
      minItems: 1,
      description: 'what does not work at the moment, one sentence each; the service is ready nevertheless',
    }),
  ),
});
const Unready = named(
  'Unready',
  { status: Type.Literal('unready'), reasons: Type.Array(Text, { minItems: 1 }) },
  { description: 'Something is missing, or the service is stopping' },
);

const BAD_HOST = failure('The request has no Host header, or more than one');

/** `/healthz`: the process serves. `/readyz`: all of its parts work. */
export default async function healthRoutes(
  app: App,
  { readiness, snapshotHealth }: Pick<Service, 'readiness' | 'snapshotHealth'>,
): Promise<void> {
  app.get(
    '/healthz',
    {
      config: { isUnlimited: true },
      schema: {
        operationId: 'getHealth',
        tags: ['Service'],
        summary: 'Whether the service is up',
        description:
          '200 while the process runs. With a single instance, let a proxy check this, because hosted files and reports still work when nothing can be written.',
        response: { 200: Health, 400: BAD_HOST },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' } as const;
    },
  );

  app.get(
    '/readyz',
    {
      config: { isUnlimited: true },
      schema: {
        operationId: 'getReadiness',
        tags: ['Service'],
        summary: 'Whether the service is ready: it can read and write its store, and is not stopping',
        description:
          'The store is tested at most once in five seconds. A damaged database is not ready. An unavailable store of snapshots does not make the service unready: `lacks` names it.',
        response: { 200: Ready, 400: BAD_HOST, 503: Unready },
      },
    },
    async (_request, reply) => {
      const reasons = await readiness.faults(performance.now());
      reply.header('cache-control', 'no-store');
      if (reasons.length > 0) return reply.code(503).send({ status: 'unready', reasons: [...reasons] });
      const lacks = snapshotHealth.unavailable(performance.now());
      return { status: 'ready', ...(lacks.length === 0 ? {} : { lacks: [...lacks] }) } as const;
    },
  );
}
