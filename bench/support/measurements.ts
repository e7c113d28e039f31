/** Returns the median; of an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Prints a value and its bound, and sets exit code 1 when it misses the bound. */
export function checkBound(
  what: string,
  value: number,
  bound: number,
  unit: string,
  direction: 'at most' | 'at least',
): void {
  const isMet = direction === 'at most' ? value <= bound : value >= bound;
  console.log(
    `${isMet ? 'holds ' : 'MISSED'}  ${what}: ${value.toFixed(2)}${unit === '' ? '' : ` ${unit}`} (${direction} ${bound})`,
  );
  if (!isMet) process.exitCode = 1;
}

/** Returns the CPU time of this process, user and system, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
