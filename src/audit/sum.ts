/** 0 of none. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
