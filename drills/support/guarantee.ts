let passed = 0;
let broken = 0;

/**
 * Prints whether a guarantee holds.
 *
 * @param seen the observation
 */
export function check(guarantee: string, holds: boolean, seen = ''): void {
  console.log(`${holds ? 'holds ' : 'BROKEN'}  ${guarantee}${seen === '' ? '' : `: ${seen}`}`);
  if (holds) passed += 1;
  else broken += 1;
}

/** Prints the totals, and sets exit code 1 when a guarantee is broken. */
export function finish(): void {
  console.log(`${passed} guarantees hold, ${broken} are broken`);
  if (broken > 0) process.exitCode = 1;
}
