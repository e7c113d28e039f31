import { getSystemErrorMap } from 'node:util';
import { StoreDamaged, StoreRefused } from '../server/store/unwritable.ts';

/** Exit statuses of the command. */
export const EXIT = {
  fine: 0,
  /** `citable audit`: the score is too low. */
  belowThreshold: 1,
  /** `citable verify`: a question still loses points, or newly does. */
  notAllFixed: 1,
  /** `citable diff`: the later audit is worse. */
  worse: 1,
  /** A command on the database did nothing, or not all: the key does not exist, or the store cannot be used. */
  notDone: 1,
  wrongUsage: 2,
  couldNotAudit: 3,
  /** `citable logs`: a log cannot be read. */
  couldNotRead: 3,
} as const;

/** Prints one line for a person on standard error. */
export function tell(sentence: string): void {
  process.stderr.write(`citable: ${sentence}\n`);
}

/** Prints one line on standard error that says why nothing was done. @returns the given exit status */
export function refuse(problem: string, status: number): number {
  tell(problem);
  return status;
}

/** Wrong usage. The message is a sentence for the person who typed the command. */
export class UsageError extends Error {}

/** Runs a command. A {@link UsageError} becomes one line on standard error and an exit status. */
export async function withUsageErrors(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuse(error.message, EXIT.wrongUsage);
  }
}

/** Turns a failure into a {@link UsageError}. @param what beginning of its sentence */
export async function orUsageError<T>(work: Promise<T>, what: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UsageError(`${what}: ${describeSystemError(error)}.`);
  }
}

/** Returns what a system error means, such as "no such file or directory". */
export function describeSystemError(error: unknown): string {
  const errno = error instanceof Error && 'errno' in error ? Number(error.errno) : Number.NaN;
  const [, reason = 'unknown error'] = getSystemErrorMap().get(errno) ?? [];
  return reason;
}

/**
 * Returns the message of whatever was thrown. A system error is described with its path. Of an object that is no Error, as pg-boss
 * throws some, only the message is returned: its other fields may hold secrets.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return findMessage(error) ?? String(error);
  if (error instanceof StoreDamaged) return `it is damaged (${describeError(error.cause)}). Restore a backup`;
  // The numbers of decompression's errors are others.
  const isSystem = 'errno' in error && !('code' in error && String(error.code).startsWith('Z'));
  const [, reason] = (isSystem && getSystemErrorMap().get(Number(error.errno))) || [];
  if (reason === undefined) return error.message;
  return 'path' in error && typeof error.path === 'string' ? `${reason}, ${error.path}` : reason;
}

/** Says in one or two sentences why a store cannot be used. @param name of the store, for people */
export function storeProblem(name: string, error: unknown): string {
  return error instanceof StoreRefused
    ? `${name} ${error.message}`
    : `${name} cannot be used: ${describeError(error)}.`;
}

function findMessage(error: unknown): string | null {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return hasMessage && typeof error.message === 'string' ? error.message : null;
}
