import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sourceOfPath } from './log-head.ts';
import type { LogSender } from './log-sender.ts';
import type { Positions } from './positions.ts';
import { SendRefused } from './traffic-client.ts';

interface RotatedLog {
  readonly path: string;
  readonly modifiedAt: number;
  readonly source: string;
}

/**
 * Sends what is left of rotated files beside a log: of those that were sent in part, and of all that are newer. Where none was sent,
 * as when a log is followed for the first time, none is.
 *
 * @returns false when aborted
 * @throws SendRefused, system errors
 */
export async function sendRotated(path: string, sender: LogSender, positions: Positions): Promise<boolean> {
  const logs = await rotatedLogs(path);
  const newestSent = Math.max(
    ...logs.filter(({ source }) => positions.has(source)).map(({ modifiedAt }) => modifiedAt),
  );
  for (const log of logs.toSorted((a, b) => a.modifiedAt - b.modifiedAt)) {
    if (!positions.has(log.source) && !(Number.isFinite(newestSent) && log.modifiedAt >= newestSent)) continue;
    const isSent = await unlessUnreadable(() => sender.sendPath(log.path), true);
    if (!isSent) return false;
  }
  return true;
}

/** Files beside a log whose names logrotate gives: `access.log.1`, `access.log-20261101.gz`, `access-20261101.log`. */
async function rotatedLogs(path: string): Promise<RotatedLog[]> {
  const name = basename(path);
  const stem = name.replace(/\.[^.]*$/, '');
  const entries = await readdir(dirname(path), { withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== name)
    .filter((entry) => [`${name}.`, `${name}-`, `${stem}-`].some((beginning) => entry.name.startsWith(beginning)))
    .map((entry) => join(dirname(path), entry.name));
  const logs: RotatedLog[] = [];
  for (const rotated of paths) {
    const log = await unlessUnreadable(() => readRotated(rotated), null);
    if (log !== null) logs.push(log);
  }
  return logs;
}

async function readRotated(path: string): Promise<RotatedLog | null> {
  const { mtimeMs } = await stat(path);
  const source = await sourceOfPath(path);
  return source === null ? null : { path, modifiedAt: mtimeMs, source };
}

/** A rotated file may vanish, or be compressed at this moment: what it lacks is in another. */
async function unlessUnreadable<Value>(read: () => Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SendRefused || !(error instanceof Error && 'code' in error)) throw error;
    return otherwise;
  }
}
