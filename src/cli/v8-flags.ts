import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** V8's flags are no stable interface: these were measured on the V8 of Node 24, and others go without. */
const isKnownV8 = process.versions.v8.startsWith('13.');

/**
 * Trades some speed of allocation for memory. An audit makes much garbage and keeps little: left alone, V8 lets the young
 * generation grow to 134 MB and collects the old one late (`npm run bench -- memory`). Nor may it guess, after a busy
 * moment, that some objects are better put among the old ones at once: dead, they hold whole requests until the next full
 * collection, which then comes ten times as often (`npm run bench -- badge`).
 */
export function keepHeapSmall(): void {
  set('--semi-space-growth-factor=1', '--heap-growing-percent=30', '--no-allocation-site-pretenuring');
}

/**
 * Delays the most expensive optimisation, for a command that ends after a quarter of a second: code optimised by then has no
 * time to pay for it (`npm run bench -- cli`). The cheaper compilers stay on.
 */
export function expectShortLife(): void {
  set('--no-use-osr', '--invocation-count-for-turbofan=60000');
}

/** Enough of a young generation for many requests at once; a little of it, beside what an audit takes. */
const ROOM_FOR_REQUESTS = 16_000_000;
const WATCH_MS = 100;

/**
 * For a command that serves: while the young generation is as small as {@link keepHeapSmall} leaves it, it is collected
 * so often that many requests are still under way each time, and copying them costs a third of their time
 * (`npm run bench -- badge`). V8 cannot be told a bound once it runs: so the young generation is let grow until it has
 * room, and again when V8 has made it small, as it does when there was little to do. The old one is given more room, too:
 * requests that had to wait are in it, and with the little that an audit needs it is collected each second under load
 * (`npm run drill -- overload`).
 */
export function makeRoomForRequests(): void {
  set('--heap-growing-percent=100');
  let grows = false;
  const watch = () => {
    const size = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
    if (size < ROOM_FOR_REQUESTS === grows) return;
    grows = !grows;
    set(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  };
  watch();
  setInterval(watch, WATCH_MS).unref();
}

function set(...flags: readonly string[]): void {
  if (isKnownV8) for (const flag of flags) setFlagsFromString(flag);
}
