let held = 0;
let broken = 0;

/** Prints whether a promise held. @param seen what was seen instead, or beside it */
export function check(promise: string, holds: boolean, seen = ''): void {
  console.log(`${holds ? 'holds ' : 'BROKEN'}  ${promise}${seen === '' ? '' : `: ${seen}`}`);
  if (holds) held += 1;
  else broken += 1;
}

/** Prints the sum, and lets the process end with 1 when a promise was broken. */
export function finish(): void {
  console.log(`${held} promises held, ${broken} were broken.`);
  if (broken > 0) process.exitCode = 1;
}
