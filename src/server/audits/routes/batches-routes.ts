import { Readable } from 'node:stream';
import Type from 'typebox';
import { csvHeader, csvLine } from '../../../values/csv.ts';
import { requireHolder, requireHolderId } from '../../accounts/auth.ts';
import type { RouteContext } from '../../app/contexts.ts';
import { CSV_TYPE, fileHeaders, negotiateFormat } from '../../app/downloads.ts';
import { Refusal } from '../../app/errors.ts';
import { jsonParser } from '../../app/load/json-body.ts';
import { uploadSlots } from '../../app/load/upload-slots.ts';
import type { App } from '../../app/plugin.ts';
import {
  Count,
  exactly,
  failure,
  named,
  STORAGE_FAILURES,
  Time,
  timeOrNull,
  UNNEEDED_BODY_FAILURES,
  Uuid,
} from '../../app/schemas.ts';
import type { Batch, BatchResult } from '../batches.ts';
import type { Audits } from '../compose-audits.ts';
import { PagesField, requestedPages } from '../requested-pages.ts';

/** Maximum number of domains of a batch. */
const MAX_DOMAINS = 10_000;
/** Room for 10,000 domains of the greatest length. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Ten for each of 10,000 domains, since invalid names may contain commas. That many parse in a few milliseconds. */
const MAX_VALUES = 100_000;

/** Maximum number of batches of a key that are read and stored at once: each takes up to 4 MiB. */
const MAX_UPLOADS = 10;

const BatchProgress = named('Batch', {
  id: Uuid,
  status: Type.Enum(['queued', 'running', 'done', 'cancelled'], { description: 'queued until its first audit starts' }),
  requested_at: Time,
  started_at: timeOrNull(),
  finished_at: timeOrNull(),
  estimated_finish_at: timeOrNull({ description: 'estimated from the pace so far; null if unknown or finished' }),
  domains: Type.Integer({ minimum: 1, maximum: MAX_DOMAINS, description: 'number of entries sent' }),
  duplicates: Type.Integer({ minimum: 0, description: 'number of repeated domains' }),
  counts: exactly(
    { queued: Count, running: Count, done: Count, failed: Count, refused: Count, cancelled: Count },
    { description: 'number of domains, each counted once' },
  ),
});
const BatchParams = Type.Object({ id: Type.String({ description: 'id of the batch' }) });
const Lines = Type.Unsafe<Readable>({ type: 'string' });
const NOT_FOUND = failure('The id is unknown or belongs to another key');

/** `POST /api/audits` and `/api/batches/{id}`: many audits at once. Not part of the contract. */
export default async function batchRoutes(
  app: App,
  { batches, config }: Pick<Audits, 'batches'> & Pick<RouteContext, 'config'>,
): Promise<void> {
  limitJsonValues(app);
  createRoute(app, batches, config);
  app.get(
    '/api/batches/:id',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getBatch',
        tags: ['Batches'],
        summary: 'The progress of a batch',
        params: BatchParams,
        response: { 200: BatchProgress, 404: NOT_FOUND },
      },
    },
    async (request) => toJson(await batches.find(request.params.id, requireHolderId(request))),
  );
  app.get(
    '/api/batches',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'listBatches',
        tags: ['Batches'],
        summary: 'The newest batches of a key',
        description: 'At most 50, the newest first.',
        response: { 200: named('BatchList', { batches: Type.Array(BatchProgress) }) },
      },
    },
    async (request) => ({ batches: (await batches.list(requireHolderId(request))).map(toJson) }),
  );
  app.delete(
    '/api/batches/:id',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'cancelBatch',
        tags: ['Batches'],
        summary: 'Cancel a batch',
        description:
          'Its waiting audits end, except those that another batch, a client or a schedule also requested. Audits that run at that moment finish outside the batch, and are `cancelled` in its counts and results. Results so far stay. A batch that has ended stays as it is. A key that may manage keys may cancel any batch.',
        params: BatchParams,
        response: {
          200: { ...BatchProgress, description: 'The batch' },
          400: failure('A body was sent that is not JSON'),
          404: NOT_FOUND,
          ...UNNEEDED_BODY_FAILURES,
        },
      },
    },
    async (request) => toJson((await batches.cancel(request.params.id, requireHolder(request))).batch),
  );
  resultsRoute(app, batches);
}

function createRoute(app: App, batches: Audits['batches'], config: RouteContext['config']): void {
  const takeSlot = uploadSlots({ perKey: MAX_UPLOADS, all: Number.POSITIVE_INFINITY, what: 'batches' });
  app.post(
    '/api/audits',
    {
      bodyLimit: MAX_BODY_BYTES,
      onRequest: async (request, reply) => takeSlot(requireHolderId(request), reply.raw),
      config: { isForKeysOnly: true, bodyExample: '{"domains": ["example.com", "example.org"]}' },
      schema: {
        operationId: 'queueBatch',
        tags: ['Batches'],
        summary: 'Queue a batch of audits',
        description:
          'The whole batch is stored on disk before the response is sent, and runs even if the process is killed. The first single audit of each client takes precedence over it. The body may have 4 MiB.',
        body: exactly({
          domains: Type.Array(Type.String(), {
            minItems: 1,
            maxItems: MAX_DOMAINS,
            description: 'an invalid entry gets the result `refused`; a repeated domain is audited once',
            examples: [['example.com', 'example.org']],
          }),
          pages: PagesField,
        }),
        response: {
          202: { ...BatchProgress, description: 'The batch, at Location. It survives a restart of the service' },
          400: failure('The body is not the expected JSON, or the number of pages is not accepted'),
          413: failure('The body is larger than 4 MiB'),
          415: failure('The body is not application/json'),
          ...STORAGE_FAILURES,
          503: failure(
            'The key already has ten unfinished batches, nothing can be stored for now, or the service is stopping',
          ),
        },
      },
    },
    async (request, reply) => {
      const { domains, pages } = request.body;
      const options = { allowPrivate: config.ALLOW_PRIVATE_TARGETS, pages: requestedPages(pages, config) };
      await app.limitLiveAudits(request, reply);
      const batch = await batches.create(requireHolderId(request), domains, options);
      reply.code(202).header('location', `/api/batches/${batch.id}`);
      return toJson(batch);
    },
  );
}

function resultsRoute(app: App, batches: Audits['batches']): void {
  app.get(
    '/api/batches/:id/results',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getBatchResults',
        tags: ['Batches'],
        summary: 'The results of a batch',
        description:
          'The results so far, in the order of the list. A line of JSON has `id` (of the audit, or null), `input` (as sent), `domain` (null if refused), `status` (`done`, `failed`, `refused` or `cancelled`), `aeo_score`, `rubric_version`, `pages_read` (that the score is of), `pages_known`, `started_at`, `finished_at`, `error` (why there is no score, or null) and `findings`. A missing `aeo_score` is null, not 0. CSV has a column with the points of each check, empty if the check does not apply.',
        params: BatchParams,
        querystring: Type.Object({
          format: Type.Optional(
            Type.Enum(['jsonl', 'csv'], { description: 'jsonl or csv; default: by Accept, else jsonl' }),
          ),
        }),
        response: {
          200: {
            description: 'One line for each finished domain',
            content: {
              'application/jsonl': { schema: Lines },
              'text/csv': { schema: Lines },
            },
          },
          400: failure('A parameter is repeated or not accepted'),
          404: NOT_FOUND,
        },
      },
    },
    async (request, reply) => {
      const batch = await batches.find(request.params.id, requireHolderId(request));
      const format = negotiateFormat(request, reply, 'jsonl');
      reply.headers(fileHeaders(`${batch.id}.${format}`));
      reply.type(format === 'csv' ? CSV_TYPE : 'application/jsonl; charset=utf-8');
      // HEAD has no body, so nothing is read.
      const results = request.method === 'HEAD' ? [] : batches.results(batch);
      return reply.send(Readable.from(format === 'csv' ? toCsv(results) : toJsonLines(results)));
    },
  );
}

/** Refuses JSON bodies with too many values before they are parsed. */
function limitJsonValues(app: App): void {
  const parseJson = jsonParser(app);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (hasMoreValues(body, MAX_VALUES))
      done(new Refusal(400, 'The body has too many values; send at most 10,000 domains.'));
    else parseJson(request, body.toString(), done);
  });
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

function toJson(batch: Batch) {
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

async function* toJsonLines(results: AsyncIterable<BatchResult> | Iterable<BatchResult>): AsyncGenerator<string, void> {
  for await (const result of results) yield `${JSON.stringify(result)}\n`;
}

async function* toCsv(results: AsyncIterable<BatchResult> | Iterable<BatchResult>): AsyncGenerator<string, void> {
  const { BULK_COLUMNS, toBulkCells } = await import('../bulk-result.ts');
  yield csvHeader(['id', ...BULK_COLUMNS]);
  for await (const result of results) yield csvLine([result.id, ...toBulkCells(result)]);
}
