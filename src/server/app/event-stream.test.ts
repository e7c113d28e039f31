import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventBody, eventStream, type ServerSentEvent } from './event-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whatever is written, with the time it was written at. */
function read(events: AsyncIterator<ServerSentEvent, unknown>, signal: AbortSignal) {
  const written: [number, string][] = [];
  const start = Date.now();
  const ended = (async () => {
    for await (const text of eventStream(events, signal)) written.push([Date.now() - start, text]);
  })();
  return { written, ended };
}

async function* counting(until: number): AsyncGenerator<ServerSentEvent, void> {
  for (let n = 1; n <= until; n += 1) yield { event: 'count', data: { n, text: 'one\ntwo' } };
}

/** Says one thing, then nothing until the signal aborts. */
async function* silent(signal: AbortSignal): AsyncGenerator<ServerSentEvent, void> {
  yield { event: 'first', id: '1', data: null };
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

test('writes an event with its name, its id and its data in one line', async () => {
  const { written, ended } = read(
    (async function* () {
      yield { event: 'done', id: 'end', data: { text: 'a\r\nb' } };
    })(),
    new AbortController().signal,
  );
  await vi.runAllTimersAsync();
  await ended;
  expect(written).toEqual([[0, 'event: done\nid: end\ndata: {"text":"a\\r\\nb"}\n\n']]);
});

test('writes five events a second at most', async () => {
  const { written, ended } = read(counting(11), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10_000);
  await ended;
  expect(written.map(([at]) => at)).toEqual(Array.from({ length: 11 }, (_, n) => n * 200));
});

test('writes a comment after each fifteen seconds of silence', async () => {
  const stop = new AbortController();
  const { written } = read(silent(stop.signal), stop.signal);
  await vi.advanceTimersByTimeAsync(15_199);
  expect(written).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(15_001);
  expect(written.slice(1)).toEqual([
    [15_200, ':\n\n'],
    [30_200, ':\n\n'],
  ]);
  stop.abort();
});

test('asks for no more events than there is room for, when nobody reads', async () => {
  const stop = new AbortController();
  let asked = 0;
  const endless = async function* (): AsyncGenerator<ServerSentEvent, void> {
    for (; !stop.signal.aborted; asked += 1) yield { event: 'progress', data: 'a'.repeat(100) };
  };
  const body = eventBody(endless(), stop.signal);
  const connection = new Writable({ highWaterMark: 2_000, write: () => undefined });
  body.pipe(connection);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(connection.writableLength + body.readableLength).toBeLessThan(4_000);
  expect(asked).toBeLessThan(30);
  stop.abort();
  body.destroy();
});

test.each([0, 5_000])('ends when it is told to, %d ms after an event, and leaves no timer', async (ms) => {
  const stop = new AbortController();
  const { written, ended } = read(silent(stop.signal), stop.signal);
  await vi.advanceTimersByTimeAsync(ms);
  stop.abort();
  await ended;
  expect(written).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
