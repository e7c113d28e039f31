import { finished, type Readable } from 'node:stream';
import Type from 'typebox';
import { toClient } from '../../app/client-address.ts';
import type { RouteContext } from '../../app/contexts.ts';
import { Refusal } from '../../app/errors.ts';
import { eventBody, type ServerSentEvent } from '../../app/event-stream.ts';
import type { App } from '../../app/plugin.ts';
import { AuditParams, failure, noBody } from '../../app/schemas.ts';
import { toCrawlFields } from '../audit-result.ts';
import type { Audits } from '../compose-audits.ts';
import type { AuditUpdate } from '../stored-audits.ts';

/** Maximum number of open streams, in total and of one client. */
const MAX_STREAMS = 256;
const MAX_OF_CLIENT = 16;
const RETRY_AFTER_SECONDS = 10;
/** The id of the last event. A client that reconnects with it has seen all. */
const END = 'end';

/**
 * `/api/audits/{id}/events`: the progress of an audit as server-sent events (HTML Living Standard §9.2). Not part of the
 * contract.
 */
export default async function auditEventsRoutes(
  app: App,
  { audits, requests }: Pick<Audits, 'audits'> & Pick<RouteContext, 'requests'>,
): Promise<void> {
  /** Open streams, each with its client. */
  const open = new Map<AbortController, string>();
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.abort();
  });

  /** @throws Refusal when one more may not be opened */
  function requireRoom(client: string): void {
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
    const own = [...open.values()].filter((other) => other === client).length;
    if (own >= MAX_OF_CLIENT) {
      requests.rateLimited.inc({ limit: 'event_streams' });
      throw new Refusal(429, `You are watching ${MAX_OF_CLIENT} audits; close one, or try again shortly.`, headers);
    }
    if (open.size >= MAX_STREAMS)
      throw new Refusal(503, 'Too many audits are being watched; try again shortly.', headers);
  }

  app.get(
    '/api/audits/:id/events',
    {
      config: { isReport: true },
      schema: {
        operationId: 'watchAudit',
        tags: ['Audits'],
        summary: 'Follow an audit until it is finished',
        description:
          'Server-sent events. `progress` is sent at the start and after each change, at most five times a second, with `status`, `place` in the queue (1 is next; null while it runs), `stage`, `requests` and `crawl`: null, or how far an audit of more than 25 pages is. The last event is `done` or `failed`, with `id`, `status`, `kind` (`live` or `demonstration`) and `aeo_score`, and ends the stream. A finished audit has only this event.\n\nAfter 15 seconds without an event, a comment is sent. When the service stops, the stream ends without a last event: reconnect. A client that reconnects after the last event gets 204. At most 16 streams are open for each client address, and 256 in all.',
        params: AuditParams,
        headers: Type.Object({
          'last-event-id': Type.Optional(Type.String({ description: 'end: no more events are needed' })),
        }),
        response: {
          200: { description: 'The events', content: { 'text/event-stream': { schema: Type.Unsafe<Readable>({}) } } },
          204: noBody('The client has seen the end and should not reconnect'),
          404: failure('The id is unknown'),
          429: failure('Too many requests, or 16 audits are being watched from this address'),
          503: failure('Too many audits are being watched, or requests are waiting'),
        },
      },
    },
    async (request, reply) => {
      const stream = new AbortController();
      // Called also when the client has disconnected already.
      finished(reply.raw, () => {
        open.delete(stream);
        requests.openStreams.set(open.size);
        stream.abort();
      });
      const { id, updates } = await audits.watch(request.params.id, stream.signal);
      request.subject.audit = id;
      reply.header('cache-control', 'no-store');
      if (request.headers['last-event-id'] === END) return reply.code(204).send(undefined);
      const client = toClient(request.ip);
      requireRoom(client);
      if (!stream.signal.aborted) open.set(stream, client);
      requests.openStreams.set(open.size);
      // An idle connection would delay the end of the service, and a reverse proxy that buffers would delay the events.
      reply.headers({ connection: 'close', 'x-accel-buffering': 'no' }).type('text/event-stream');
      return reply.send(eventBody(toEvents(updates), stream.signal));
    },
  );
}

async function* toEvents(updates: AsyncIterable<AuditUpdate>): AsyncGenerator<ServerSentEvent, void> {
  for await (const update of updates) {
    if ('audit' in update) {
      const { id, status, report } = update.audit;
      yield { event: status, id: END, data: { id, status, kind: report.kind, aeo_score: report.score } };
    } else {
      const { status, place, stage, requests, crawl } = update;
      const data = { status, place, stage, requests, crawl: crawl && toCrawlFields(crawl) };
      yield { event: 'progress', data };
    }
  }
}
