import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/properties.ts';
import { apportion, sum } from './arithmetic.ts';

describe('apportion', () => {
  test('gives whole shares in proportion, the rest to the largest remainders, ties to the earlier', () => {
    expect(apportion([14, 10, 10], 17)).toEqual([7, 5, 5]);
    expect(apportion([1, 1, 1], 2)).toEqual([1, 1, 0]);
    expect(apportion([5, 3], 0)).toEqual([0, 0]);
    expect(apportion([0, 0], 0)).toEqual([0, 0]);
    expect(apportion([20, 0, 14], 68)).toEqual([40, 0, 28]);
  });

  test('sums exactly, and gives each weight its exact share rounded up or down', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(weights, fc.nat(200), (given, total) => {
        fc.pre(sum(given) > 0);
        const shares = apportion(given, total);
        expect(sum(shares)).toBe(total);
        shares.forEach((share, i) => {
          const exact = ((given[i] ?? 0) * total) / sum(given);
          expect([Math.floor(exact), Math.ceil(exact)]).toContain(share);
        });
      }),
      runs(100),
    );
  });
});
