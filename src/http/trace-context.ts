import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const NO_TRACE = '0'.repeat(2 * TRACE_BYTES);
const NO_SPAN = '0'.repeat(2 * SPAN_BYTES);

/**
 * The id of a request, in the terms of W3C Trace Context: `trace-span`, or `trace-span-parent` where the caller sent a valid
 * `traceparent`: then the trace and the parent are the caller's. The span is this request's own, and no other's. Nothing else
 * that the caller sent gets into it.
 */
export function newRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const parent = readTraceparent(headers['traceparent']);
  const span = randomHex(SPAN_BYTES);
  return parent === null ? `${randomHex(TRACE_BYTES)}-${span}` : `${parent.trace}-${span}-${parent.span}`;
}

/** What a log line says of a request, by the names that OpenTelemetry has for it. @param id of {@link newRequestId} */
export function traceFields(id: string): { trace_id: string; span_id: string; parent_id: string | undefined } {
  return { trace_id: id.slice(0, 32), span_id: id.slice(33, 49), parent_id: id.length > 49 ? id.slice(50) : undefined };
}

/** {@link traceFields} as fields of a JSON object, without the braces. */
export function traceJson(id: string): string {
  const { trace_id, span_id, parent_id } = traceFields(id);
  return `"trace_id":"${trace_id}","span_id":"${span_id}"${parent_id === undefined ? '' : `,"parent_id":"${parent_id}"`}`;
}

/** The request among all others, for its caller to name. @param id of {@link newRequestId} */
export function publicRequestId(id: string): string {
  return id.slice(0, 49);
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
