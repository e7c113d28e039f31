import type { Parameters } from 'fast-check';

/** Seed of generated input: fixed in `npm test`, random in `npm run drill -- fuzz`, which also sets a factor. */
export const SEED = Number(process.env['CITABLE_FUZZ_SEED'] ?? 19_940_630);
const FACTOR = Number(process.env['CITABLE_FUZZ_FACTOR'] ?? 1);

/** Options of a property. @param count number of runs; the drill multiplies it by its factor */
export function runs(count = 300): Parameters<unknown> {
  return { seed: SEED, numRuns: count * FACTOR };
}
