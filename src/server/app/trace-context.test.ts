import { describe, expect, test } from 'vitest';
import { newRequestId, parseTrace, publicRequestId } from './trace-context.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const requestWith = (traceparent?: string) => ({ headers: traceparent === undefined ? {} : { traceparent } });
const traceFor = (traceparent?: string) => parseTrace(newRequestId(requestWith(traceparent)));

describe('the id of a request', () => {
  test.each([
    ['the present version', `00-${TRACE}-${SPAN}-01`],
    ['not sampled', `00-${TRACE}-${SPAN}-00`],
    ['a later version', `cc-${TRACE}-${SPAN}-01`],
    ['a later version that says more', `cc-${TRACE}-${SPAN}-01-what the future will be like`],
  ])("has the caller's trace and parent: %s", (_what, traceparent) => {
    expect(traceFor(traceparent)).toEqual({
      trace_id: TRACE,
      span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      parent_id: SPAN,
    });
  });

  test.each([
    ['nothing', undefined],
    ['the empty text', ''],
    ['another version of the present length', `ff-${TRACE}-${SPAN}-01`],
    ['no trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['no parent', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['more than the present version has', `00-${TRACE}-${SPAN}-01-more`],
    ['less', `00-${TRACE}-${SPAN}`],
    ['a trace too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['a trace too long', `00-${TRACE}0-${SPAN}-01`],
    ['something after it', `00-${TRACE}-${SPAN}-01\n`],
    ['two of them', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    ['text', 'x"}\n{"level":"error"'],
  ])('is random where the caller sent %s', (_what, traceparent) => {
    const fields = traceFor(traceparent);
    expect(fields).toEqual({
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      parent_id: undefined,
    });
    expect(fields.trace_id).not.toBe(TRACE);
  });

  test('is never the same, also in the trace of another', () => {
    const traces = Array.from({ length: 1_000 }, (_, n) =>
      traceFor(n % 2 === 0 ? `00-${TRACE}-${SPAN}-01` : undefined),
    );
    expect(new Set(traces.map(({ span_id }) => span_id)).size).toBe(1_000);
    expect(new Set(traces.map(({ trace_id }) => trace_id)).size).toBe(501);
  });

  test('as its caller is told it names the trace and the request, not the parent', () => {
    expect(publicRequestId(traceFor(`00-${TRACE}-${SPAN}-01`))).toMatch(new RegExp(`^${TRACE}-[0-9a-f]{16}$`));
  });
});
