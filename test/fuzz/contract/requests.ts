import fc, { type Arbitrary } from 'fast-check';
import { mangled } from '../../support/arbitraries.ts';
import { DOMAIN_WORDS } from '../../support/words.ts';
import type { OpenApi, Operation, Parameter } from './document.ts';
import type { Field, RawRequest } from './raw-client.ts';

/** Values that generated requests refer to. */
export interface Known {
  readonly key: string;
  readonly revokedKey: string;
  /** Ids of audits, and of a batch. */
  readonly auditIds: readonly string[];
  readonly etags: readonly string[];
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LINK'];
const COMMON_FIELDS: readonly Field[] = [
  ['Host', 'citable.example'],
  ['Connection', 'close'],
];
/** Fields that could smuggle one request in another. */
const BOTH_LENGTHS: readonly Field[] = [
  ['Content-Length', '1'],
  ['Transfer-Encoding', 'chunked'],
];
const HUGE = 'x'.repeat(20_000);

/** Writes any text into a URL: encoded, unencoded where possible, or encoded twice. */
const written = (text: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(text, fc.constantFrom('once', 'once', 'twice', 'fully', 'not')).map(([value, how]) => {
    const wellFormed = value.toWellFormed();
    if (how === 'twice') return encodeURIComponent(encodeURIComponent(wellFormed));
    if (how === 'fully')
      return [...Buffer.from(wellFormed)].map((octet) => `%${octet.toString(16).padStart(2, '0')}`).join('');
    // Characters that no request line may contain are always encoded.
    if (how === 'not') return wellFormed.replace(/[^!$%'()*+,\-.0-9:;@A-Z[\]_a-z|~{}^`]/gu, encodeURIComponent);
    return encodeURIComponent(wellFormed);
  });

const DOMAINS = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'example.com',
      'www.example.com',
      'fails.example.org',
      'münchen.de',
      'EXAMPLE.com.',
      'a.co',
    ),
  },
  { weight: 2, arbitrary: mangled(DOMAIN_WORDS, 6) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      'localhost',
      '127.0.0.1',
      '[::1]',
      'http://example.com/',
      'example.com/x',
      'a'.repeat(300),
      '\0',
      '__proto__',
    ),
  },
);
const HOSTILE = fc.oneof(
  mangled(['vip', 'free', '&', '=', '/', '..', '%', ';', '"', '<', '\r\n'], 6),
  fc.constantFrom('', HUGE.slice(0, 4_000)),
);

function textFor(parameter: Parameter, { auditIds }: Known): Arbitrary<string> {
  const { schema, name } = parameter;
  if (name === 'id') {
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...auditIds) },
      { weight: 2, arbitrary: fc.uuid() },
      { weight: 2, arbitrary: HOSTILE },
    );
  }
  if (schema.enum !== undefined) {
    const near = schema.enum.flatMap((one) => [one.toUpperCase(), ` ${one}`, `${one}\0`]);
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...schema.enum) },
      { weight: 1, arbitrary: fc.constantFrom(...near) },
      { weight: 1, arbitrary: HOSTILE },
    );
  }
  if (schema.examples !== undefined || name === 'domain') return DOMAINS;
  return fc.oneof(fc.constantFrom('fff', '#12ab9F', 'Label', 'é 日本'), HOSTILE);
}

function arbitraryQuery(operation: Operation, known: Known): Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const pairs = parameters.map((one) =>
    fc
      .tuple(fc.integer({ min: 0, max: 19 }), written(textFor(one, known)), written(textFor(one, known)))
      .map(([how, value, other]) => {
        if (how === 0 || (how < 8 && one.required !== true)) return [];
        if (how === 19) return [`${one.name}=${value}`, `${one.name}=${other}`];
        if (how === 18) return [`${one.name}[]=${value}`];
        if (how === 17) return [one.name];
        return [`${one.name}=${value}`];
      }),
  );
  const extra = fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(written(HOSTILE), written(HOSTILE)).map(([name, value]) => [`${name}=${value}`]) },
  );
  return fc.tuple(fc.tuple(...pairs), extra).map(([some, more]) => {
    const query = [...some.flat(), ...more].join('&');
    return query === '' ? '' : `?${query}`;
  });
}

function arbitraryPath(path: string, operation: Operation, known: Known): Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'path');
  return fc.tuple(...parameters.map((one) => written(textFor(one, known)))).map((values) => {
    let next = 0;
    // An empty parameter, or one with a slash, would be another path.
    return path.replace(/\{\w+\}/g, () => (values[next++] || 'x').replaceAll('/', '%2F'));
  });
}

/** Returns the documented path of a target; none for a file name with a line break. */
function findRoute(path: string, target: string): string {
  return path.startsWith('/llms/') && /%0[ad]|%e2%80%a[89]/i.test(target) ? '' : path;
}

function arbitraryHeaders({ key, revokedKey, etags }: Known): Arbitrary<Field[]> {
  const field = (name: string, weight: number, ...values: string[]) =>
    fc.oneof(
      { weight, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.constantFrom(...values).map((value) => [[name, value] as const]) },
    );
  const bearer = Array.from({ length: 8 }, () => `Bearer ${key}`);
  return fc
    .tuple(
      field(
        'Authorization',
        1,
        ...bearer,
        `bearer  ${key} `,
        `Bearer ${revokedKey}`,
        `Bearer ${key}x`,
        key,
        `Basic ${key}`,
        'Bearer',
        '',
        `Bearer ${HUGE.slice(0, 8_000)}`,
        '\x80\xff',
      ),
      field(
        'Accept',
        2,
        '*/*',
        'text/csv',
        'application/jsonl',
        'application/json;q=0, text/csv',
        'text/html',
        ',;q=x',
        'a/b;q=9999999999',
        HUGE.slice(0, 2_000),
      ),
      field('If-None-Match', 2, '*', ...etags, 'W/"x"', '"', ',,,'),
      field('Origin', 5, 'https://example.com', 'null', '\xff'),
      field('X-Forwarded-For', 5, '1.2.3.4', '::1, x', ','),
      field('User-Agent', 2, 'GPTBot/1.1', 'Mozilla/5.0', '\t', HUGE.slice(0, 3_000)),
      field('Referer', 5, 'https://chatgpt.com/', 'http://[', '\xe9'),
      field('Cookie', 9, 'a=b'),
      field('Accept-Encoding', 5, 'gzip', 'br;q=1', 'zzz'),
      field('Last-Event-ID', 9, 'end', 'x'),
      field('Expect', 30, '100-continue', 'something'),
      field('Range', 15, 'bytes=0-1', 'bytes=9-'),
    )
    .map((fields) => fields.flat());
}

const JSON_BODIES = fc.oneof(
  { weight: 6, arbitrary: DOMAINS.map((domain) => JSON.stringify({ domain })) },
  { weight: 4, arbitrary: fc.array(DOMAINS, { maxLength: 5 }).map((domains) => JSON.stringify({ domains })) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      '{}',
      '{"domain":1}',
      '{"domains":"example.com"}',
      '{"domains":[null]}',
      '{"domain":["example.com"]}',
      '{"domain":null}',
      '{"domain":"example.com","domain":"a.co"}',
      '{"domain":"example.com","__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}},"domain":"example.com"}',
      '{"domain":"example.com","extra":true}',
      '{"domain":"exam',
      '\ufeff{"domain":"example.com"}',
      `${'['.repeat(8_000)}`,
      JSON.stringify({ domain: HUGE }),
      'domain=example.com',
    ),
  },
);
const BODIES = fc.oneof(
  { weight: 9, arbitrary: JSON_BODIES.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
);
const TYPES = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json, text/html',
  '',
  ';;',
);

const framed = fc.oneof(
  { weight: 5, arbitrary: fc.constant('length') },
  { weight: 1, arbitrary: fc.constant('chunked') },
);

/** Generates requests by the OpenAPI document: valid, nearly valid and hostile ones. */
export function arbitraryRequest(document: OpenApi, known: Known): Arbitrary<RawRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      // Few operations have a body.
      Array.from({ length: method === 'post' ? 4 : 1 }, () => ({ path, method: method.toUpperCase(), operation })),
    ),
  );
  const headers = arbitraryHeaders(known);
  const documented = fc
    .constantFrom(...operations)
    .chain(({ path, method, operation }) =>
      fc
        .tuple(
          arbitraryPath(path, operation, known),
          arbitraryQuery(operation, known),
          headers,
          fc.oneof(
            { weight: 9, arbitrary: fc.constant(method) },
            { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
          ),
          BODIES,
          TYPES,
          framed,
        )
        .map(([target, query, fields, verb, body, type, framing]) =>
          withBody(
            request(verb, findRoute(path, target), target + query, fields),
            verb === 'GET' || verb === 'HEAD' ? null : { body, type, framing },
          ),
        ),
    );
  const nowhere = fc
    .tuple(written(HOSTILE), headers, fc.constantFrom('GET', 'POST', 'DELETE'))
    .map(([name, fields, method]) => request(method, '', `/api/nowhere/${name}`, [...COMMON_FIELDS, ...fields]));
  const broken = fc
    .constantFrom<[RawRequest['breaks'], string, Field[]]>(
      [431, '/healthz', [['X-Long', HUGE]]],
      [431, `/healthz?${HUGE}`, []],
      [400, '/health z', []],
      [400, '/healthz', [['Bad Name', 'x']]],
      [400, '/healthz', [['X', 'a\0b']]],
      [400, '/healthz', [['Content-Length', 'x']]],
      [400, '/healthz', [...BOTH_LENGTHS]],
      [400, '/healthz', [['Transfer-Encoding', 'chunked, x']]],
    )
    .map(([breaks, target, fields]) => ({
      ...request('GET', '/healthz', target, [...COMMON_FIELDS, ...fields]),
      breaks,
    }));
  return fc.oneof(
    { weight: 40, arbitrary: documented.filter(fitsHead) },
    { weight: 2, arbitrary: nowhere.filter(fitsHead) },
    { weight: 1, arbitrary: broken },
  );
}

function request(method: string, path: string, target: string, headers: readonly Field[]): RawRequest {
  return { method, path, target, headers, body: Buffer.alloc(0), isDecodable: isDecodable(target), breaks: null };
}

function isDecodable(target: string): boolean {
  try {
    decodeURI(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Longer heads are refused, see `MAX_HEADER_BYTES` of `src/server/http-app.ts`. */
function fitsHead({ target, headers }: RawRequest): boolean {
  return target.length + headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0) < 15_000;
}

/** Adds the fields that every request has, and a body with its framing (RFC 9112 §6). */
function withBody(
  bare: RawRequest,
  sent: { readonly body: Buffer; readonly type: string; readonly framing: string } | null,
): RawRequest {
  const headers: Field[] = [...COMMON_FIELDS, ...bare.headers];
  if (sent === null) return { ...bare, headers };
  const { body, type, framing } = sent;
  if (type !== '') headers.push(['Content-Type', type]);
  if (framing === 'length') {
    return { ...bare, headers: [...headers, ['Content-Length', String(body.length)]], body };
  }
  const chunk = body.length === 0 ? [] : [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')];
  return {
    ...bare,
    headers: [...headers, ['Transfer-Encoding', 'chunked']],
    body: Buffer.concat([...chunk, Buffer.from('0\r\n\r\n')]),
  };
}
