import { describe, expect, test } from 'vitest';
import { READERS } from './readers.ts';
import { createShapes } from './shapes.ts';

/** `npm run drill -- linear` measures that none of them is slow. */
describe('every reader reads every shape', () => {
  test.each(READERS)('$name', async ({ words, read }) => {
    let picked = 0;
    const pick = (below: number): number => {
      picked += 7919;
      return picked % below;
    };
    for (const { name, of } of createShapes(words, pick, 60)) {
      const reading = async (): Promise<unknown> => await read(of(2_000));
      await expect(reading(), name).resolves.not.toThrow();
    }
  });
});
