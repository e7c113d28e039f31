import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveRaw } from '../../test/support/loopback.ts';
import { type ByteMeter, createByteMeter } from './byte-meter.ts';

const MOST = 1000;

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

test('a connection that receives as much as it may for each request stays open', async () => {
  const meter = createByteMeter('site.example', MOST);
  const connection = await watched(meter);
  for (let request = 0; request < 3; request++) {
    meter.restart();
    await send(connection, MOST);
  }
  expect(connection.ours.destroyed).toBe(false);
});

test.each([0, MOST])(
  'one that receives a byte more is destroyed, and says why: after %d bytes for another',
  async (before) => {
    const meter = createByteMeter('site.example', MOST);
    const connection = await watched(meter);
    if (before > 0) await send(connection, before);
    meter.restart();
    const ended = once(connection.ours, 'error');
    connection.theirs.write(Buffer.alloc(MOST + 1, 'a'));
    const [error] = await ended;
    expect(error).toMatchObject({
      failure: {
        kind: 'too_large',
        limit: 'wire',
        message: 'site.example sent more than 1000 bytes for one answer; the rest was not read.',
      },
    });
  },
);

test('what an earlier connection received is no credit for the next', async () => {
  const meter = createByteMeter('site.example', MOST);
  await send(await watched(meter), MOST);
  meter.restart();
  const next = await watched(meter);
  const ended = once(next.ours, 'error');
  next.theirs.write(Buffer.alloc(MOST + 1, 'a'));
  expect(await ended).toMatchObject([{ failure: { kind: 'too_large' } }]);
});

test('a meter counts the connection that it watches now, from its beginning', async () => {
  const meter = createByteMeter('site.example', MOST);
  await send(await watched(meter), MOST);
  const next = await watched(meter);
  await send(next, MOST);
  expect(next.ours.destroyed).toBe(false);
});
