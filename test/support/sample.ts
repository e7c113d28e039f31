import { sample, shuffledSubarray } from 'fast-check';
import { SEED } from './properties.ts';

/** Whether this is a run of `npm run test:all`. */
export const runsAll = process.env['CITABLE_TEST_SAMPLE'] === 'off';

/** Seed of the samples of a run, for the titles of tests. */
export const SAMPLE = runsAll ? 'all' : `a sample by seed ${SEED}`;

/**
 * Chooses one in so many of some items, at least one, in their order. `npm run test:all` gets all of them.
 * @param variant a number that gives another choice
 * @param oneInOfAll what `npm run test:all` chooses instead
 */
export function sampled<Item>(items: readonly Item[], oneIn: number, variant = 0, oneInOfAll = 1): readonly Item[] {
  return runsAll && oneInOfAll === 1 ? items : chooseSample(items, runsAll ? oneInOfAll : oneIn, variant);
}

/** Chooses one in so many of some items, at least one, in their order, in every run. @see sampled */
export function chooseSample<Item>(items: readonly Item[], oneIn: number, variant = 0): readonly Item[] {
  if (items.length === 0) return items;
  const size = Math.ceil(items.length / oneIn);
  const [chosen = []] = sample(shuffledSubarray([...items], { minLength: size, maxLength: size }), {
    seed: SEED + variant,
    numRuns: 1,
  });
  return chosen;
}
