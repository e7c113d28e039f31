import type { Parameters } from 'fast-check';

/** `npm test` always tries the same; `npm run drill -- fuzz` gives a seed of its own, and a factor. */
export const SEED = Number(process.env['CITABLE_FUZZ_SEED'] ?? 19_940_630);
const FACTOR = Number(process.env['CITABLE_FUZZ_FACTOR'] ?? 1);

/** How a property is tried: so many times, and more in the drill. */
export function runs(count = 300): Parameters<unknown> {
  return { seed: SEED, numRuns: count * FACTOR };
}
