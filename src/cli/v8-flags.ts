import { setFlagsFromString } from 'node:v8';

/** V8's flags are no stable interface: these were measured on the V8 of Node 24, and others go without. */
const isKnownV8 = process.versions.v8.startsWith('13.');

/**
 * Trades some speed of allocation for memory. An audit makes much garbage and keeps little: left alone, V8 lets the young
 * generation grow to 134 MB and collects the old one late (`npm run bench -- memory`).
 */
export function keepHeapSmall(): void {
  set('--semi-space-growth-factor=1', '--heap-growing-percent=30');
}

/**
 * For a command that ends after a quarter of a second: code that is optimised by then has no time to pay for the memory
 * that optimising it takes (`npm run bench -- cli`). What runs longer is optimised all the same, later.
 */
export function expectShortLife(): void {
  set('--no-maglev', '--no-use-osr', '--invocation-count-for-turbofan=60000');
}

function set(...flags: readonly string[]): void {
  if (isKnownV8) for (const flag of flags) setFlagsFromString(flag);
}
