import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const NO_TRACE = '0'.repeat(2 * TRACE_BYTES);
const NO_SPAN = '0'.repeat(2 * SPAN_BYTES);

/** A request among others, by the names that OpenTelemetry has for it. */
export interface Trace {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_id: string | undefined;
}

/**
 * Where a request belongs, in the terms of W3C Trace Context: the trace and the parent are the caller's where it sent a valid
 * `traceparent`. The span is this request's own, and no other's. Nothing else that the caller sent gets into it.
 */
export function newTrace({ headers }: Pick<IncomingMessage, 'headers'>): Trace {
  const parent = readTraceparent(headers['traceparent']);
  return {
    trace_id: parent?.trace ?? randomHex(TRACE_BYTES),
    span_id: randomHex(SPAN_BYTES),
    parent_id: parent?.span,
  };
}

/** {@link newTrace} as an id: `trace-span`, or `trace-span-parent`. */
export function newRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const { trace_id, span_id, parent_id } = newTrace(request);
  return parent_id === undefined ? `${trace_id}-${span_id}` : `${trace_id}-${span_id}-${parent_id}`;
}

/** @param id of {@link newRequestId} */
export function traceOf(id: string): Trace {
  return { trace_id: id.slice(0, 32), span_id: id.slice(33, 49), parent_id: id.length > 49 ? id.slice(50) : undefined };
}

/** As fields of a JSON object, without the braces. */
export function traceJson({ trace_id, span_id, parent_id }: Trace): string {
  return `"trace_id":"${trace_id}","span_id":"${span_id}"${parent_id === undefined ? '' : `,"parent_id":"${parent_id}"`}`;
}

/** The request among all others, for its caller to name. */
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

/** For some hundred requests: taken and spelt one by one, they would cost more than all else that is done with an id. */
const POOL_BYTES = 4096;
let pool = '';
let used = 0;

/** Never all zeros but once in 2⁶⁴. */
function randomHex(bytes: number): string {
  if (used + 2 * bytes > pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex');
    used = 0;
  }
  used += 2 * bytes;
  return pool.slice(used - 2 * bytes, used);
}
