import { hash } from 'node:crypto';
import Type from 'typebox';
import { UnknownLogFormat } from '../../logs/entry-reader.ts';
import { BadLogFormat, findLogFormat, LOG_FORMATS } from '../../logs/formats/catalogue.ts';
import type { TrustedHop } from '../../logs/log-entry.ts';
import { parseTrustProxy } from '../../values/config.ts';
import { requireDomainName } from '../../values/domain-name.ts';
import { requireHolderId } from '../accounts/auth.ts';
import { trustedProxies } from '../app/client-address.ts';
import type { RouteContext } from '../app/contexts.ts';
import { Refusal } from '../app/errors.ts';
import { uploadSlots } from '../app/load/upload-slots.ts';
import type { App } from '../app/plugin.ts';
import {
  ACCEPTS,
  DomainParams,
  failure,
  named,
  OWNED_DOMAIN_FAILURES,
  ProbablyAi,
  STORAGE_FAILURES,
  Text,
} from '../app/schemas.ts';
import type { Requests } from './compose-requests.ts';
import { decodedBody, linesOfArray } from './log-body.ts';
import {
  KeyReused,
  type LogUpload,
  MAX_LINES,
  OffsetGap,
  TooManyLines,
  type UploadPosition,
} from './traffic-ingest.ts';

/** Maximum size of a body as sent, in bytes. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MEDIA_TYPES = ['text/plain', 'application/x-ndjson', 'application/json'];
const LIMITS = { perKey: 2, all: 8, what: 'logs' };

const NAMES = LOG_FORMATS.map(({ name }) => name).join(', ');
const Lines = Type.Unsafe<Buffer>({ description: 'lines of an access log' });

const TrafficUploadHeaders = Type.Object({
  'citable-source': Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: `name of the log: ${ACCEPTS['citable-source']}; with Citable-Offset`,
    }),
  ),
  'citable-offset': Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      description:
        'offset of the body’s first byte in the log, both decoded; lines that were counted before are skipped',
    }),
  ),
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[ -~]{1,255}$',
      description: `${ACCEPTS['idempotency-key']}; the same body with the same key is counted once; instead of Citable-Source`,
    }),
  ),
});

const TrafficUploadQuery = Type.Object({
  format: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'name of the format, the notation of nginx’s log_format, or a mapping of JSON; default: detected',
      examples: ['combined'],
    }),
  ),
  trust_proxy: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'the number of proxies, or their addresses, whose X-Forwarded-For counts; default: off',
      examples: ['1'],
    }),
  ),
});

const TrafficUploadResult = named('CountedTraffic', {
  accepted: Type.Integer({ minimum: 0, description: 'counted requests' }),
  ignored: Type.Integer({
    minimum: 0,
    description: 'requests to other hosts, without a time, in the future, or older than stored data',
  }),
  bad_lines: Type.Integer({ minimum: 0, description: 'lines that do not match the format' }),
  first_bad_lines: Type.Optional(Type.Array(Text, { maxItems: 3 })),
  lines_without_user_agent: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'bad lines that lack only the user agent, so no crawler can be recognized',
    }),
  ),
  probably_ai: Type.Optional(ProbablyAi),
  duplicate: Type.Boolean({ description: 'true if the whole body was counted before' }),
  next_offset: Type.Optional(
    Type.Integer({ minimum: 0, description: 'with Citable-Source: offset of the next byte to send' }),
  ),
});

const OffsetGapFailure = named(
  'OffsetGap',
  { error: Text, expected_offset: Type.Integer({ minimum: 0 }) },
  { description: 'The body begins after the next expected byte' },
);

/** `POST /api/domains/{domain}/traffic`: access logs of a published domain. Not part of the contract. */
export default async function trafficUploadRoutes(
  app: App,
  { trafficIngest, config }: Pick<Requests, 'trafficIngest'> & Pick<RouteContext, 'config'>,
): Promise<void> {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(MEDIA_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const takeSlot = uploadSlots(LIMITS);
  app.post(
    '/api/domains/:domain/traffic',
    {
      bodyLimit: MAX_BODY_BYTES,
      config: { isForKeysOnly: true, mediaTypes: 'text/plain, application/x-ndjson or application/json' },
      onRequest: async (request, reply) => {
        const domain = requireDomain(request.params);
        request.subject.domain = domain;
        await trafficIngest.requireOwner(domain, requireHolderId(request));
        takeSlot(requireHolderId(request), reply.raw);
      },
      schema: {
        operationId: 'uploadTraffic',
        tags: ['Visits and traffic'],
        summary: 'Send access logs',
        description:
          'For the key that owns the domain. The body has the lines of an access log, or one JSON object per line; gzip is accepted. Requests of AI crawlers and of visitors sent by AI assistants are counted by day, path, crawler and status. Addresses are compared with those that vendors publish, but not stored. The counts are on disk before the response is sent.',
        params: DomainParams,
        querystring: TrafficUploadQuery,
        headers: TrafficUploadHeaders,
        body: { content: Object.fromEntries(MEDIA_TYPES.map((type) => [type, { schema: Lines }])) },
        response: {
          202: { ...TrafficUploadResult, description: 'The counts' },
          400: failure('The format is unknown, or a header, a parameter or the body is not accepted'),
          ...OWNED_DOMAIN_FAILURES,
          409: OffsetGapFailure,
          413: failure('The body is larger than 10 MiB, or 64 MiB when decompressed, or has more than 2,000,000 lines'),
          415: failure('The media type, or a content coding other than gzip, is not supported'),
          422: failure('The Idempotency-Key was already used for another body'),
          ...STORAGE_FAILURES,
          503: failure(
            'The key is already sending two logs, too many logs are being sent, or nothing can be stored for now',
          ),
        },
      },
    },
    async (request, reply) => {
      const { headers, body } = request;
      if (!Buffer.isBuffer(body)) throw new Refusal(400, 'The body is empty; send lines of an access log.');
      const position = readPosition(headers, body);
      const upload = await readUpload(headers, body, position, request.query);
      try {
        const result = await trafficIngest.add(
          requireDomain(request.params),
          requireHolderId(request),
          upload,
          Date.now(),
        );
        reply.code(202);
        return {
          accepted: result.accepted,
          ignored: result.ignored,
          bad_lines: result.badLines,
          ...(result.badLines > 0 ? { first_bad_lines: [...result.firstBadLines] } : {}),
          ...(result.withoutUserAgent > 0 ? { lines_without_user_agent: result.withoutUserAgent } : {}),
          ...(result.probablyAi.length > 0 ? { probably_ai: [...result.probablyAi] } : {}),
          duplicate: result.isDuplicate,
          ...(result.nextOffset === null ? {} : { next_offset: result.nextOffset }),
        };
      } catch (error) {
        if (!(error instanceof OffsetGap)) throw toRefusal(error);
        return reply.code(409).send({ error: error.message, expected_offset: error.expected });
      }
    },
  );

  function requireDomain({ domain }: { domain: string }) {
    return requireDomainName(domain, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
  }
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** @throws Refusal for headers that contradict each other */
function readPosition(headers: Headers, body: Buffer): UploadPosition | null {
  const { 'citable-source': source, 'citable-offset': offset, 'idempotency-key': key } = headers;
  if ((source === undefined) !== (offset === undefined)) {
    throw new Refusal(400, 'Citable-Source and Citable-Offset belong together; send both or neither.');
  }
  if (source !== undefined && key !== undefined) {
    throw new Refusal(400, 'Send Citable-Source and Citable-Offset, or an Idempotency-Key, not both.');
  }
  if (source !== undefined) return { kind: 'offset', source: String(source), offset: Number(offset) };
  if (key === undefined) return null;
  const digest = (data: string | Buffer) => hash('sha256', data, 'base64url');
  return { kind: 'key', name: `key:${digest(String(key))}`, digest: digest(body) };
}

async function readUpload(
  headers: Headers,
  body: Buffer,
  position: UploadPosition | null,
  query: { readonly format?: string; readonly trust_proxy?: string },
): Promise<LogUpload> {
  const format = query.format === undefined ? null : requireFormat(query.format);
  const isTrusted = query.trust_proxy === undefined ? null : requireTrusted(query.trust_proxy);
  const chunks = decodedBody(body, String(headers['content-encoding'] ?? 'identity'));
  const isJson = /^application\/json\b/i.test(String(headers['content-type']));
  const lines = isJson ? await linesOfArray(chunks) : null;
  if (lines === null) return { chunks, format, isTrusted, position };
  if (position?.kind === 'offset') {
    throw new Refusal(400, 'A JSON array has no offset; send an Idempotency-Key instead of Citable-Source.');
  }
  const chunksOfLines = async function* () {
    yield lines;
  };
  return { chunks: chunksOfLines, format, isTrusted, position };
}

/** @throws Refusal 400 */
function requireTrusted(text: string): TrustedHop | null {
  const setting = parseTrustProxy(text);
  if (setting !== null) return trustedProxies(setting) || null;
  throw new Refusal(
    400,
    'The parameter trust_proxy must be the number of proxies (1 to 16), or their addresses or ranges.',
  );
}

/** @throws Refusal 400 for an unknown name, or a notation that cannot be read */
function requireFormat(name: string) {
  try {
    const format = findLogFormat(name);
    if (format !== null) return format;
  } catch (error) {
    if (error instanceof BadLogFormat) throw new Refusal(400, error.message);
    throw error;
  }
  throw new Refusal(
    400,
    `The parameter format must be given once and be one of ${NAMES}, a format of nginx, or a mapping.`,
  );
}

function toRefusal(error: unknown): unknown {
  if (error instanceof UnknownLogFormat) {
    return new Refusal(400, `The format of the lines is not known. Name it: ?format= and one of ${NAMES}.`);
  }
  if (error instanceof TooManyLines) {
    return new Refusal(413, `The body has more than ${MAX_LINES.toLocaleString('en')} lines; send it in parts.`);
  }
  if (error instanceof KeyReused) {
    return new Refusal(422, 'This Idempotency-Key was used for another body; use a new key for each body.');
  }
  return error;
}
