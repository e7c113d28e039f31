/** Says in one line on standard error why nothing was done. @returns the exit status it is given */
export function refuse(problem: string, status: number): number {
  process.stderr.write(`citable: ${problem}\n`);
  return status;
}

/** What an error says, whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
