import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compressionOf } from '../log-source.ts';
import { headOf } from './log-head.ts';
import type { LogSender } from './log-sender.ts';
import type { Positions } from './positions.ts';
import { SETTLED_MS, sendCompressed, sourceOfCompressed } from './send-file.ts';
import { SendRefused } from './traffic-client.ts';

interface RotatedLog {
  readonly path: string;
  readonly modifiedAt: number;
  readonly isCompressed: boolean;
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
    const isSent = await unlessUnreadable(() => sendLog(log, sender), true);
    if (!isSent) return false;
  }
  return true;
}

async function sendLog({ path, isCompressed, source, modifiedAt }: RotatedLog, sender: LogSender): Promise<boolean> {
  if (isCompressed) return sendCompressed(path, sender);
  const file = await open(path);
  try {
    return await sender.sendFile(file, source, Date.now() - modifiedAt > SETTLED_MS);
  } finally {
    await file.close();
  }
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
  const isCompressed = (await compressionOf(path)) !== null;
  const source = isCompressed ? await sourceOfCompressed(path) : await sourceOfFile(path);
  return source === null ? null : { path, modifiedAt: mtimeMs, isCompressed, source };
}

async function sourceOfFile(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    return await headOf(file, true);
  } finally {
    await file.close();
  }
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
