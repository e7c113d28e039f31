import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { InvalidDomain } from '../../values/domain-name.ts';
import type { Log } from '../../values/log.ts';
import { quote } from '../../values/untrusted-text.ts';
import { type Instance, seenBy } from '../../web/layout/instance.ts';
import { KeyEnded } from '../store/key-authority.ts';
import { StoreUnwritable } from '../store/unwritable.ts';
import { sendPage } from './pages/html-reply.ts';
import { plugin } from './plugin.ts';
import { hostFault, isPreferred } from './request-headers.ts';
import type { RequestLog } from './request-log.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { ACCEPTS } from './schemas.ts';
import { ServiceError, type ServiceErrorCode, storeUnwritableError } from './service-error.ts';
import { parseTrace, publicRequestId } from './trace-context.ts';

/** An error with an HTTP status of its own. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message one sentence for the caller */
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

interface ErrorResponse {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

const SERVICE_STATUS: Readonly<Record<ServiceErrorCode, number>> = {
  audit_not_found: 404,
  audit_unfinished: 409,
  audit_not_comparable: 409,
  audit_not_endable: 409,
  batch_not_found: 404,
  snapshot_not_found: 404,
  picture_not_found: 404,
  page_table_not_found: 404,
  rendering_not_found: 404,
  snapshot_store_missing: 503,
  snapshot_store_unreachable: 503,
  domain_not_published: 404,
  domain_not_owned: 403,
  no_public_url: 503,
  audit_failed: 502,
  nothing_listed: 502,
  internal: 500,
  too_many_sites: 409,
  // RFC 4918 §11.5: the request must not be repeated until the user has made room.
  storage_full: 507,
  disk_low: 507,
  site_not_found: 404,
  quota_used: 429,
  key_not_found: 404,
  key_refused: 409,
  queue_full: 503,
  store_unwritable: 503,
  stopping: 503,
};

/** Messages for requests that the framework refuses. Its own messages change with its versions. */
const FRAMEWORK_MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  404: 'There is nothing at this path; the endpoints are listed in /openapi.json.',
  408: 'The request took too long to arrive.',
  415: 'The body must be sent as Content-Type: application/json.',
  431: 'The header is too large.',
};

const INTERNAL_MESSAGE = 'Something went wrong in the service; its log has the details.';
/** Maximum length of the name of an unknown field that an error shows, in characters. */
const MAX_FIELD_NAME = 40;
const BODY_EXAMPLE = '{"domain": "example.com"}';

/** Maps an error to a response. Faults of ours get a fixed message; the log has the details. */
function toErrorResponse(
  error: unknown,
  { config, bodyLimit }: Pick<FastifyRequest['routeOptions'], 'config' | 'bodyLimit'>,
): ErrorResponse {
  const bodyMessage = `The body must be a JSON object such as ${config?.bodyExample ?? BODY_EXAMPLE}.`;
  if (error instanceof Refusal) return error;
  if (error instanceof InvalidDomain)
    return { status: 400, message: `The domain is refused: ${error.message}`, headers: {} };
  if (error instanceof KeyEnded) return invalidKey();
  if (error instanceof StoreUnwritable) return toErrorResponse(storeUnwritableError(error), { config, bodyLimit });
  if (error instanceof ServiceError) {
    const headers = {
      ...(error.retryAfter === null ? {} : { 'retry-after': String(error.retryAfter) }),
      ...(error.auditId === null ? {} : { 'x-service-audit-id': error.auditId }),
    };
    const message = error.code === 'internal' ? INTERNAL_MESSAGE : error.message;
    return { status: SERVICE_STATUS[error.code], message, headers };
  }
  if (isFastifyError(error)) {
    if (error.validation !== undefined)
      return {
        status: 400,
        message: config?.takesKey === true ? describeForm(error) : describeValidation(error, bodyMessage),
        headers: {},
      };
    const status = error.statusCode ?? 500;
    if (error.code.startsWith('FST_ERR_CTP_') && status === 400) return { status, message: bodyMessage, headers: {} };
    if (status === 413)
      return { status, message: `The body is larger than ${(bodyLimit ?? 0) / 1024} KiB.`, headers: {} };
    if (status === 415 && config?.mediaTypes !== undefined)
      return { status, message: `The body must be sent as Content-Type: ${config.mediaTypes}.`, headers: {} };
    if (status >= 400 && status < 500) {
      return { status, message: FRAMEWORK_MESSAGES[status] ?? 'The request was refused.', headers: {} };
    }
  }
  return { status: 500, message: INTERNAL_MESSAGE, headers: {} };
}

/** Names the parameter and what it accepts. */
function describeValidation({ validation = [], validationContext }: FastifyError, bodyMessage: string): string {
  const [first] = validation;
  const inBody = validationContext === 'body';
  if (inBody && first?.instancePath === '' && first.keyword === 'additionalProperties')
    return `The body ${noField(first)}`;
  const missing = first?.keyword === 'required' ? String(first.params['missingProperty']) : null;
  const name = missing ?? first?.instancePath.split('/')[1] ?? '';
  const values: unknown = first?.params['allowedValues'];
  const accepts = ACCEPTS[name] ?? (Array.isArray(values) ? `one of ${values.join(', ')}` : undefined);
  if (accepts === undefined) return inBody ? bodyMessage : 'The request is malformed.';
  const isHeader = validationContext === 'headers';
  const what = inBody ? `The field ${name} of the body` : `The ${isHeader ? 'header' : 'parameter'} ${name}`;
  return missing === null
    ? `${what} must be given once and be ${accepts}.`
    : `${what} is missing; it must be ${accepts}.`;
}

function noField({ params }: FastifySchemaValidationError): string {
  return `has no field "${quote(String(params['additionalProperty']), MAX_FIELD_NAME)}".`;
}

/** Names the field of a form, or the parameter of a page, and what it accepts. */
function describeForm({ validation: [first] = [] }: FastifyError): string {
  const name = first?.instancePath.split('/')[1] ?? '';
  const { missingProperty, allowedValue, allowedValues } = first?.params ?? {};
  if (first?.keyword === 'additionalProperties') return `This form ${noField(first)}`;
  if (missingProperty !== undefined) return `The field ${missingProperty} is missing.`;
  if (allowedValue !== undefined) return `The field ${name} must be ${allowedValue}, or be left out.`;
  if (Array.isArray(allowedValues)) return `The field ${name} must be one of ${allowedValues.join(', ')}.`;
  return name === '' ? 'The request is malformed.' : `The field ${name} is repeated or too long.`;
}

/** Makes the refusal of a key or session that is not valid (RFC 6750 §3.1). */
export function invalidKey(): Refusal {
  return new Refusal(401, 'The API key is not valid: it is mistyped, unknown or revoked, or its session has ended.', {
    'www-authenticate': 'Bearer error="invalid_token"',
  });
}

/** Makes the refusal of a parameter whose value is not accepted. @param name one that `ACCEPTS` describes */
export function refuseParameter(name: string): Refusal {
  return new Refusal(400, `The parameter ${name} must be given once and be ${ACCEPTS[name]}.`);
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Paths of programs: their errors are JSON, whatever the Accept header says. */
const FOR_PROGRAMS = /^\/(?:(?:api|llms)\/|(?:healthz|readyz|mcp|metrics|openapi\.json)$)/;

/** Returns whether an error of this request is shown as a page. @param url path and query of the request */
export function wantsPage(url: string, accept: string | undefined): boolean {
  const [path = ''] = url.split('?');
  return !FOR_PROGRAMS.test(path) && isPreferred('text/html', 'application/json', accept);
}

export interface ErrorHandling {
  readonly instance: Instance;
  readonly log: Log;
  readonly requests: RequestLog;
  readonly metrics: RequestMetrics;
}

/** Sends an error as JSON, or as a page where a browser requests one. */
function sendError(
  { instance, log }: ErrorHandling,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, message, headers } = toErrorResponse(error, request.routeOptions);
  if (error instanceof ServiceError && error.auditId !== null) request.subject.audit = error.auditId;
  if (error instanceof StoreUnwritable) log.oncePerMinute('requests refused', { problem: error.message });
  else if (status >= 500 && !(error instanceof ServiceError) && !(error instanceof Refusal))
    log.error({ ...parseTrace(request.id), err: error }, 'fault');
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  // The log has the same id, so that callers can quote it.
  reply
    .code(status)
    .headers(headers)
    .header('x-request-id', publicRequestId(parseTrace(request.id)));
  const [path = ''] = request.url.split('?');
  if (FOR_PROGRAMS.test(path)) return reply.send({ error: message });
  reply.header('vary', 'Accept');
  if (!wantsPage(request.url, request.headers.accept)) return reply.send({ error: message });
  import('../../web/layout/error-page.tsx').then(
    ({ errorPage }) => sendPage(reply, errorPage(seenBy(instance, request), { status, message, path })),
    () => reply.send({ error: message }),
  );
  return reply;
}

/**
 * Makes what sends error responses. `sendFrameworkError` is for errors before routing, where no hook runs: it sets the field of
 * `cors` itself. `errorResponses` is for all routes, and for paths without a route.
 */
export function errorHandling(handling: ErrorHandling) {
  const { requests, metrics } = handling;
  const sendFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    requests.record(request, reply);
    reply.header('access-control-allow-origin', '*');
    sendError(handling, error, request, reply);
  };
  const errorResponses = plugin('error-responses', async (app) => {
    app.setErrorHandler((error, request, reply) => sendError(handling, error, request, reply));
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      const fault = hostFault(raw);
      if (fault === null) done();
      else done(new Refusal(400, fault));
    });
    // RFC 9110 §10.1.1 leaves it to the server whether an unknown expectation is refused.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    app.setNotFoundHandler((request, reply) =>
      sendError(handling, new Refusal(404, FRAMEWORK_MESSAGES[404] ?? ''), request, reply),
    );
  });
  return { sendFrameworkError, errorResponses, handleClientError: clientErrorResponse(metrics) };
}

/** Responds on the bare socket to what Node.js cannot parse as a request, with the same JSON. */
function clientErrorResponse(metrics: RequestMetrics) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    metrics.malformed.inc({ status });
    const body = JSON.stringify({ error: FRAMEWORK_MESSAGES[status] });
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Access-Control-Allow-Origin: *',
        'Cache-Control: no-store',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An example of a body, for the error about another one. Default: that of an audit. */
    bodyExample?: string;
    /** The media types that a body may have; default application/json. */
    mediaTypes?: string;
  }
}
