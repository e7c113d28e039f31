import type { TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import type { RawRequest, RawResponse } from './raw-client.ts';

interface Documented {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: TSchema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly schema: { readonly enum?: readonly string[]; readonly examples?: readonly string[] };
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, Documented>>;
}

/** The parts of `/openapi.json` by which requests are made and responses are checked. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

/** Content-Type of every error (docs/api.md, "Rules for all operations"). */
const ERROR_TYPE = 'application/json; charset=utf-8';

/** Returns the fault of a response by the document and docs/api.md; null when there is none. */
export function findFault(document: OpenApi, request: RawRequest, response: RawResponse): string | null {
  const { status, headers } = response;
  const has = (name: string): boolean => headers.get(name) !== undefined;
  if (request.breaks !== null) {
    // Node.js responds to these itself, in the shape of our errors.
    return status === request.breaks ? errorFault(response) : `${status}, not ${request.breaks}`;
  }
  if (headers.get('access-control-allow-origin') !== '*') return 'no Access-Control-Allow-Origin';
  if (!request.isDecodable) return status === 400 ? errorFault(response) : `${status} on a path that cannot be decoded`;
  if (request.method === 'OPTIONS') return status === 204 ? null : `${status} to OPTIONS`;
  // Rate limits apply before routing.
  const isLimited = status === 429 && has('retry-after') && has('ratelimit-limit');
  const methods = document.paths[request.path];
  if (methods === undefined) return status === 404 || isLimited ? errorFault(response) : `${status} on no path`;
  const operation = methods[request.method === 'HEAD' ? 'get' : request.method.toLowerCase()];
  if (operation === undefined) {
    if (isLimited) return errorFault(response);
    if (status !== 405) return `${status} to a method that is not documented`;
    return has('allow') ? errorFault(response) : '405 without Allow';
  }
  const documented = operation.responses[status];
  if (documented === undefined) return `${status} is not documented`;
  if (status === 500) return '500';
  if (status === 304 && !has('etag')) return '304 without ETag';
  if (status === 401 && !has('www-authenticate')) return '401 without WWW-Authenticate';
  if (status === 429 && !isLimited) return '429 without Retry-After or RateLimit';
  if (documented.description.includes('at Location') && !has('location')) return `${status} without Location`;
  if (!has('cache-control')) return 'no Cache-Control';
  if (request.method === 'HEAD') return response.body.length === 0 ? null : 'HEAD with a body';
  if (status >= 400) return errorFault(response) ?? bodyFault(document, documented, response);
  return bodyFault(document, documented, response);
}

function bodyFault({ components }: OpenApi, { content }: Documented, { headers, body }: RawResponse): string | null {
  if (content === undefined) return null;
  const type = headers.get('content-type')?.split(';', 1)[0] ?? '';
  const schema = content[type]?.schema;
  if (schema === undefined) return `${type} is not documented`;
  const text = body.toString('utf8');
  const value: unknown = type === 'application/json' ? JSON.parse(text) : text;
  // References begin at the root.
  return Check({ ...schema, components }, value) ? null : `not by its schema: ${text.slice(0, 200)}`;
}

function errorFault({ headers, body, isHead }: RawResponse): string | null {
  if (headers.get('content-type') !== ERROR_TYPE) return `an error as ${headers.get('content-type')}`;
  if (!headers.get('cache-control')?.includes('no-store')) return 'an error that may be cached';
  if (isHead) return null;
  const value: unknown = JSON.parse(body.toString('utf8'));
  const isError =
    typeof value === 'object' &&
    value !== null &&
    'error' in value &&
    typeof value.error === 'string' &&
    /^[^\n]+\.?$/.test(value.error);
  return isError && Object.keys(value).length === 1
    ? null
    : `not an error's shape: ${body.toString('utf8').slice(0, 200)}`;
}
