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
  const parts = weights.map((weight) => BigInt(weight) * BigInt(total));
  return roundToSum(parts, BigInt(whole), total);
}

/**
 * Rounds each part up or down to a whole number, so that the sum is `targetSum`: those with the largest remainders are rounded
 * up. Integer arithmetic, because no rounding of a fraction may decide who gets the last point.
 *
 * @param parts as multiples of `1 / unit`
 */
export function roundToSum(parts: readonly bigint[], unit: bigint, targetSum: number): readonly number[] {
  const rounded = parts.map((part) => Number(part / unit));
  const rest = targetSum - sum(rounded);
  for (const i of byRemainder(parts, unit).slice(0, rest)) rounded[i] = (rounded[i] ?? 0) + 1;
  return rounded;
}

/** Returns the indexes of the parts that are not whole numbers, the largest remainder first; ties go to the earlier one. */
export function byRemainder(parts: readonly bigint[], unit: bigint): readonly number[] {
  return parts
    .map((part, i) => ({ i, remainder: part % unit }))
    .filter(({ remainder }) => remainder > 0n)
    .sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1))
    .map(({ i }) => i);
}

/** Returns the sum; 0 of none. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

/** Returns the greatest common divisor of two whole numbers, one of which is not 0. */
export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
