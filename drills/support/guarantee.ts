let passed = 0;
let broken = 0;

/** Prints whether a guarantee holds. @param seen what was observed */
export function check(guarantee: string, holds: boolean, seen = ''): void {
  console.log(`${holds ? 'holds ' : 'BROKEN'}  ${guarantee}${seen === '' ? '' : `: ${seen}`}`);
  if (holds) passed += 1;
  else broken += 1;
}

/** Prints the totals, and lets the process end with 1 when a guarantee was broken. */
export function finish(): void {
  console.log(`${passed} guarantees hold, ${broken} are broken.`);
  if (broken > 0) process.exitCode = 1;
}
