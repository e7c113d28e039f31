/**
 * Splits `total` into whole shares in proportion to `weights`, by largest remainders. Ties go to the earlier weight.
 *
 * @param weights whole numbers, 0 or more
 * @param total a whole number, 0 or more
 * @returns as many whole numbers, whose sum is `total`; all 0 when every weight is. While `total` is at most the sum of
 * the weights, no share exceeds its weight.
 */
export function apportion(weights: readonly number[], total: number): readonly number[] {
  const whole = sum(weights);
  if (whole === 0) return weights.map(() => 0);
  // Integer arithmetic: no rounding of a fraction may decide who gets the last point.
  const shares = weights.map((weight) => Math.floor((weight * total) / whole));
  const byRemainder = weights
    .map((weight, i) => ({ i, remainder: (weight * total) % whole }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, total - sum(shares))) shares[i] = (shares[i] ?? 0) + 1;
  return shares;
}

/** 0 of none. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
