import { getSystemErrorMap } from 'node:util';
import { StoreDamaged } from '../store/unwritable.ts';

/** Says in one line on standard error why nothing was done. @returns the exit status it is given */
export function refuse(problem: string, status: number): number {
  process.stderr.write(`citable: ${problem}\n`);
  return status;
}

/**
 * What an error says, whatever was thrown: of the system's own, what it is and of which path; of what is no Error, as pg-boss
 * tells of some, its message alone, for what is beside that may hold anything.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error) ?? String(error);
  if (error instanceof StoreDamaged) return `it is damaged (${reasonOf(error.cause)}); restore a backup`;
  const [, reason] = ('errno' in error && getSystemErrorMap().get(Number(error.errno))) || [];
  if (reason === undefined) return error.message;
  return 'path' in error && typeof error.path === 'string' ? `${reason}, ${error.path}` : reason;
}

function messageOf(error: unknown): string | null {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return hasMessage && typeof error.message === 'string' ? error.message : null;
}
