import { setFlagsFromString } from 'node:v8';

/** V8's flags are not a stable interface. These were measured on the V8 of Node 24; other versions run without them. */
const isKnownV8 = process.versions.v8.startsWith('13.');

/**
 * Keeps the heap small, at some cost in speed. An audit makes much garbage and retains little. By default, V8 lets the young
 * generation grow to 134 MB and collects the old one late (`npm run bench -- memory`). Pretenuring is off because dead
 * requests in the old generation make full collections ten times as frequent (`npm run bench -- badge`).
 */
export function keepHeapSmall(): void {
  set('--semi-space-growth-factor=1', '--heap-growing-percent=30', '--no-allocation-site-pretenuring');
}

/**
 * Delays the most expensive compiler, for a command that ends after a quarter of a second: its code would not run long enough
 * to be worth it (`npm run bench -- cli`). The cheaper compilers stay on.
 */
export function expectShortLife(): void {
  set('--no-use-osr', '--invocation-count-for-turbofan=60000');
}

/**
 * For a command that serves: with the small heap of {@link keepHeapSmall}, requests in progress are copied again and again
 * (`npm run bench -- badge`), and those that wait are collected each second under load (`npm run drill -- overload`).
 */
export function makeRoomForRequests(): void {
  set('--semi-space-growth-factor=2', '--heap-growing-percent=100');
}

function set(...flags: readonly string[]): void {
  if (isKnownV8) for (const flag of flags) setFlagsFromString(flag);
}
