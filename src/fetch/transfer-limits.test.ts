import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { serveRaw } from '../../test/support/loopback.ts';
import { type ByteMeter, createByteMeter, RateMonitor } from './transfer-limits.ts';

const MAX_BYTES = 1000;

/** A connection that a meter watches, and its other side. */
async function watched(meter: ByteMeter): Promise<{ readonly ours: Socket; readonly theirs: Socket }> {
  const accepted = Promise.withResolvers<Socket>();
  const server = await serveRaw(accepted.resolve);
  const ours = connect(server.port, '127.0.0.1');
  onTestFinished(() => void ours.destroy());
  await once(ours, 'connect');
  meter.watch(ours);
  ours.on('readable', () => ours.read());
  return { ours, theirs: await accepted.promise };
}

/** Sends this many bytes and waits until they have arrived. */
async function send(
  { ours, theirs }: { readonly ours: Socket; readonly theirs: Socket },
  bytes: number,
): Promise<void> {
  const all = ours.bytesRead + bytes;
  theirs.write(Buffer.alloc(bytes, 'a'));
  while (ours.bytesRead < all) await once(ours, 'readable');
}

test('a connection that receives exactly the limit for each request stays open', async () => {
  const meter = createByteMeter('site.example', MAX_BYTES);
  const connection = await watched(meter);
  for (let request = 0; request < 3; request++) {
    meter.restart();
    await send(connection, MAX_BYTES);
  }
  expect(connection.ours.destroyed).toBe(false);
});

test.each([0, MAX_BYTES])(
  'a connection that receives one byte more is destroyed with the reason, after %d bytes for an earlier request',
  async (before) => {
    const meter = createByteMeter('site.example', MAX_BYTES);
    const connection = await watched(meter);
    if (before > 0) await send(connection, before);
    meter.restart();
    const ended = once(connection.ours, 'error');
    connection.theirs.write(Buffer.alloc(MAX_BYTES + 1, 'a'));
    const [error] = await ended;
    expect(error).toMatchObject({
      failure: {
        kind: 'too_large',
        limit: 'wire',
        message: 'site.example sent more than 1000 bytes in one response; the rest was not read.',
      },
    });
  },
);

test('bytes of an earlier connection do not count for the next', async () => {
  const meter = createByteMeter('site.example', MAX_BYTES);
  await send(await watched(meter), MAX_BYTES);
  meter.restart();
  const next = await watched(meter);
  const ended = once(next.ours, 'error');
  next.theirs.write(Buffer.alloc(MAX_BYTES + 1, 'a'));
  expect(await ended).toMatchObject([{ failure: { kind: 'too_large' } }]);
});

test('a meter counts the bytes of a new connection from zero', async () => {
  const meter = createByteMeter('site.example', MAX_BYTES);
  await send(await watched(meter), MAX_BYTES);
  const next = await watched(meter);
  await send(next, MAX_BYTES);
  expect(next.ours.destroyed).toBe(false);
});

describe('the minimum rate', () => {
  const MINIMUM = { bytes: 8_000, ms: 8_000 };

  beforeEach(() => {
    vi.useFakeTimers();
    return () => void vi.useRealTimers();
  });

  /** Simulates a response. @param countBytes number of bytes that arrive in that second */
  function simulateResponse(countBytes: (second: number) => number) {
    let [second, received, isPaused, slowAt] = [0, 0, false, null as number | null];
    const monitor = new RateMonitor(
      MINIMUM,
      () => (isPaused ? null : received),
      () => {
        slowAt = second;
      },
    );
    onTestFinished(() => monitor.stop());
    const pass = (seconds: number) => {
      for (const until = second + seconds; second < until; ) {
        second += 1;
        received += countBytes(second);
        vi.advanceTimersByTime(1_000);
      }
      return slowAt;
    };
    return { pass, pause: (now: boolean) => (isPaused = now) };
  }

  test.each([
    ['a byte a second', () => 1],
    ['a little less than the minimum rate', () => 999],
    ['a burst, and then nothing', (second: number) => (second === 1 ? 1_000_000 : 0)],
  ])('a response with %s is too slow, after the interval of the minimum rate', (_name, countBytes) => {
    expect(simulateResponse(countBytes).pass(20)).toBe(9);
  });

  test.each([
    ['exactly the minimum rate', () => 1_000],
    ['the same in bursts', (second: number) => (second % 8 === 0 ? 8_000 : 0)],
    ['nothing at all', () => 0],
  ])('a response with %s is not too slow', (_name, countBytes) => {
    expect(simulateResponse(countBytes).pass(60)).toBeNull();
  });

  test('the minimum rate applies from the first byte on', () => {
    expect(simulateResponse((second) => (second < 30 ? 0 : 1)).pass(60)).toBe(38);
  });

  test('a response that was paused gets the whole interval again afterwards', () => {
    const { pass, pause } = simulateResponse(() => 1);
    pass(5);
    pause(true);
    expect(pass(20)).toBeNull();
    pause(false);
    expect(pass(20)).toBe(34);
  });

  test('a stopped monitor reports nothing', () => {
    const onSlow = vi.fn();
    new RateMonitor(MINIMUM, () => 1, onSlow).stop();
    vi.advanceTimersByTime(60_000);
    expect(onSlow).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
