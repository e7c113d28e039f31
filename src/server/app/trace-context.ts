import type { IncomingMessage } from 'node:http';

const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

/** Ids of a request, named as in OpenTelemetry. */
export interface Trace {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_id: string | undefined;
}

/**
 * Returns the ids of a request, as W3C Trace Context has them: the trace and the parent are the client's where it sent a valid
 * `traceparent`, and the span is new. Nothing else that the client sent gets into them.
 */
export function newTrace({ headers }: Pick<IncomingMessage, 'headers'>): Trace {
  const parent = readTraceparent(headers['traceparent']);
  return { trace_id: parent?.trace ?? randomHex(16), span_id: randomHex(8), parent_id: parent?.span };
}

/** Returns {@link newTrace} as one id: `trace-span`, or `trace-span-parent`. */
export function newRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const { trace_id, span_id, parent_id } = newTrace(request);
  return parent_id === undefined ? `${trace_id}-${span_id}` : `${trace_id}-${span_id}-${parent_id}`;
}

/** Returns the ids in an id of {@link newRequestId}. */
export function parseTrace(id: string): Trace {
  return { trace_id: id.slice(0, 32), span_id: id.slice(33, 49), parent_id: id.length > 49 ? id.slice(50) : undefined };
}

/** Returns the id by which a client can refer to a request. */
export function publicRequestId({ trace_id, span_id }: Trace): string {
  return `${trace_id}-${span_id}`;
}

/** https://www.w3.org/TR/trace-context/#traceparent-header-field-values: a later version may have more after a hyphen. */
function readTraceparent(header: string | string[] | undefined): { trace: string; span: string } | null {
  if (typeof header !== 'string') return null;
  const [, version = '', trace = '', span = '', more = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(header) ?? [];
  const isValid = version !== 'ff' && trace !== NO_TRACE && span !== NO_SPAN && (version !== '00' || more === '');
  return trace !== '' && isValid ? { trace, span } : null;
}

const RANDOM = Buffer.alloc(16);

/** Returns random bytes in hexadecimal: ids are not secrets, so the fast generator does, as in OpenTelemetry's SDK. */
function randomHex(bytes: number): string {
  for (let at = 0; at < bytes; at += 4) RANDOM.writeUInt32BE(Math.trunc(Math.random() * 2 ** 32), at);
  return RANDOM.toString('hex', 0, bytes);
}
