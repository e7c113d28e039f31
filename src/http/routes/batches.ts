import type { ServerResponse } from 'node:http';
import { finished, Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Config } from '../../config.ts';
import { csvLine } from '../../csv.ts';
import type { Batch as BatchRead } from '../../service/audits/batch.ts';
import type { BatchResult } from '../../service/audits/batches.ts';
import type { Service } from '../../service/service.ts';
import { isPreferred } from '../accept.ts';
import { keyIdOf } from '../auth.ts';
import { Refusal } from '../errors.ts';
import type { App } from '../plugin.ts';
import { Batch, BatchBody, BatchFormatQuery, BatchParams, COMMON_FAILURES, failure } from '../schemas.ts';

export interface BatchRoutesOptions {
  readonly service: Service;
  readonly config: Pick<Config, 'ALLOW_PRIVATE_TARGETS'>;
}

/** Room for 10,000 domains of the greatest length. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Ten for each of 10,000 domains, since invalid names may contain commas. That many parse in a few milliseconds. */
const MAX_VALUES = 100_000;

/** Requests of a key that are read and stored at once, as many as it may have unfinished batches: each takes up to 4 MiB. */
const MAX_AT_ONCE = 10;
const RETRY_AFTER_SECONDS = 10;

const Lines = Type.Unsafe<Readable>({ type: 'string' });
const NOT_FOUND = failure('The id is unknown, or of another key');

/** `POST /api/audits` and `/api/batches/{id}`: many audits at once. Ours, beside the interface. */
export async function batchRoutes(app: App, { service, config }: BatchRoutesOptions): Promise<void> {
  const { batches } = service;
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (hasMoreValues(body, MAX_VALUES))
      done(new Refusal(400, 'The body has too many values; send at most 10,000 domains.'));
    else parseJson(request, body.toString(), done);
  });

  /** How many of each key are being read and stored. */
  const underWay = new Map<string, number>();
  /** @throws Refusal before any of the body is read */
  function takePlace(key: string, response: ServerResponse): void {
    const count = (underWay.get(key) ?? 0) + 1;
    if (count > MAX_AT_ONCE) {
      const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
      throw new Refusal(503, `You are sending ${MAX_AT_ONCE} batches already; wait until one is stored.`, headers);
    }
    underWay.set(key, count);
    finished(response, () => {
      const left = (underWay.get(key) ?? 0) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    });
  }

  app.post(
    '/api/audits',
    {
      bodyLimit: MAX_BODY_BYTES,
      onRequest: async (request, reply) => takePlace(ownerOf(request), reply.raw),
      config: { isForKeysOnly: true, bodyExample: '{"domains": ["example.com", "example.org"]}' },
      schema: {
        summary: 'Queue a batch of audits',
        description:
          'Live audits of up to 10,000 domains, which run beside what is asked for singly and never before it. The batch is at Location.',
        security: [{ apiKey: [] }],
        body: BatchBody,
        response: {
          202: { ...Batch, description: 'The batch, which will be audited whatever becomes of the process' },
          ...COMMON_FAILURES,
          400: failure('The body is not the JSON asked for'),
          401: failure('No valid API key'),
          413: failure('The body is larger than 4 MiB'),
          415: failure('The body is not application/json'),
          503: failure(
            'Ten batches of the key are under way or being sent, nothing can be stored for now, or the service is stopping',
          ),
        },
      },
    },
    async (request, reply) => {
      await app.limitLiveAudits(request, reply);
      const batch = await batches.create(ownerOf(request), request.body.domains, {
        allowPrivate: config.ALLOW_PRIVATE_TARGETS,
      });
      reply.code(202).header('location', `/api/batches/${batch.id}`);
      return toJson(batch);
    },
  );

  app.get(
    '/api/batches/:id',
    {
      config: { isForKeysOnly: true },
      schema: {
        summary: 'How far a batch is',
        security: [{ apiKey: [] }],
        params: BatchParams,
        response: { 200: Batch, 401: failure('No valid API key'), 404: NOT_FOUND, ...COMMON_FAILURES },
      },
    },
    async (request) => toJson(await batches.find(request.params.id, ownerOf(request))),
  );

  app.get(
    '/api/batches/:id/results',
    {
      config: { isForKeysOnly: true },
      schema: {
        summary: 'The results of a batch',
        description:
          'Those there are so far, in the order of the list. As JSON Lines: the audit with its findings, and `input`, `error` and `rubric_version`. As CSV: the points of each check in a column of its own.',
        security: [{ apiKey: [] }],
        params: BatchParams,
        querystring: BatchFormatQuery,
        response: {
          200: {
            description: 'One line for each domain that is finished',
            content: {
              'application/jsonl': { schema: Lines },
              'text/csv': { schema: Lines },
            },
          },
          400: failure('A parameter is repeated or not accepted'),
          401: failure('No valid API key'),
          404: NOT_FOUND,
          ...COMMON_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const batch = await batches.find(request.params.id, ownerOf(request));
      const format = request.query.format ?? preferredFormat(request);
      reply.header('vary', 'Accept').header('x-content-type-options', 'nosniff');
      reply.header('content-disposition', `attachment; filename="${batch.id}.${format}"`);
      reply.type(format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/jsonl; charset=utf-8');
      // Nobody reads what there would be.
      const results = request.method === 'HEAD' ? [] : batches.results(batch);
      return reply.send(Readable.from(format === 'csv' ? csvOf(results) : jsonLinesOf(results)));
    },
  );
}

/**
 * Returns whether a JSON text may hold more values than that. It counts the characters that begin or separate values, even
 * inside strings. Parsing a million values would block all other requests; counting does not.
 */
function hasMoreValues(json: Buffer, most: number): boolean {
  let count = 0;
  for (const character of [',', '[', '{']) {
    for (let at = json.indexOf(character); at !== -1; at = json.indexOf(character, at + 1)) {
      count += 1;
      if (count > most) return true;
    }
  }
  return false;
}

/** The key that asks, without which nothing here is answered. */
function ownerOf(request: FastifyRequest): string {
  const keyId = keyIdOf(request);
  if (keyId === null) throw new Error('A batch was asked for without a key.');
  return keyId;
}

function toJson(batch: BatchRead) {
  return {
    id: batch.id,
    status: batch.status,
    requested_at: batch.requestedAt,
    started_at: batch.startedAt,
    finished_at: batch.finishedAt,
    estimated_finish_at: batch.estimatedFinishAt,
    domains: batch.domains,
    duplicates: batch.duplicates,
    counts: batch.counts,
  };
}

async function* jsonLinesOf(results: AsyncIterable<BatchResult> | Iterable<BatchResult>): AsyncGenerator<string, void> {
  for await (const result of results) yield `${JSON.stringify(result)}\n`;
}

async function* csvOf(results: AsyncIterable<BatchResult> | Iterable<BatchResult>): AsyncGenerator<string, void> {
  const { BULK_COLUMNS, toBulkCells } = await import('../../service/audits/bulk-result.ts');
  yield csvLine(['id', ...BULK_COLUMNS]);
  for await (const result of results) yield csvLine([result.id, ...toBulkCells(result)]);
}

/** CSV only where it is wanted more than JSON Lines. */
function preferredFormat({ headers }: FastifyRequest): 'jsonl' | 'csv' {
  return isPreferred('text/csv', 'application/jsonl', headers.accept) ? 'csv' : 'jsonl';
}
