import { plugin } from './plugin.ts';
import { publicRequestId } from './trace-context.ts';

/** So many may wait for their turn: at a few milliseconds each, the last has it within a quarter of a second. */
const MAX_WAITING = 64;
const RETRY_AFTER_SECONDS = '5';
/** A round of the event loop that took longer is followed by one in which nothing is begun, in milliseconds. */
const LONG_ROUND_MS = 5;

/**
 * Whoever asks for what takes time to make, a page or a report, has a turn: one is begun in each round of the event loop,
 * after everything that has arrived was read. So hosted files and badges, which take none (`isUnlimited`), never wait for
 * more than one of them, and while there are many, they have half of the time. When too many wait, one more is told at
 * once to come back, which costs next to nothing: it is not even looked up whether its key is valid.
 */
export const turns = plugin('turns', async (app) => {
  const waiting: (() => void)[] = [];
  let roundBegan = 0;
  let hasRested = false;
  const begin = () => {
    roundBegan = performance.now();
    setImmediate(next);
  };
  const next = () => {
    if (performance.now() - roundBegan < LONG_ROUND_MS || hasRested) {
      hasRested = false;
      waiting.shift()?.();
    } else hasRested = true;
    if (waiting.length > 0) begin();
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isUnlimited === true) {
      done();
      return;
    }
    if (waiting.length >= MAX_WAITING) {
      reply
        .code(503)
        .headers({
          'cache-control': 'no-store',
          'retry-after': RETRY_AFTER_SECONDS,
          'x-request-id': publicRequestId(request.id),
        })
        .send({ error: 'Too many requests are waiting; try again later.' });
      return;
    }
    waiting.push(done);
    if (waiting.length === 1) begin();
  });
});
