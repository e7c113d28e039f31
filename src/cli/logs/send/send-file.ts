import { open, stat } from 'node:fs/promises';
import { compressionOf, decompressedFile, standardInput } from '../log-source.ts';
import { headOf, MAX_HEAD_BYTES, sourceOf } from './log-head.ts';
import type { LogSender } from './log-sender.ts';

/** A log that has not changed for this long has its last line complete, in milliseconds. */
export const SETTLED_MS = 10_000;

/** Sends one log. @param path `-` for standard input @returns false when aborted @throws SendRefused, system errors */
export async function sendFile(path: string, sender: LogSender): Promise<boolean> {
  if (path === '-') return sender.sendStream(await standardInput());
  if ((await compressionOf(path)) !== null) return sendCompressed(path, sender);
  const { mtimeMs } = await stat(path);
  const isSettled = Date.now() - mtimeMs > SETTLED_MS;
  const file = await open(path);
  try {
    const source = await headOf(file, isSettled);
    return source === null || (await sender.sendFile(file, source, isSettled));
  } finally {
    await file.close();
  }
}

/** Sends a compressed log. @returns false when aborted @throws SendRefused, what decompressing throws */
export function sendCompressed(path: string, sender: LogSender): Promise<boolean> {
  return sender.sendStream(decompressedFile(path));
}

/** Names a compressed log as {@link sourceOf} does. @throws what decompressing throws */
export async function sourceOfCompressed(path: string): Promise<string | null> {
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of decompressedFile(path)) {
    if (chunk instanceof Buffer) head = Buffer.concat([head, chunk]);
    if (head.length >= MAX_HEAD_BYTES) break;
  }
  return sourceOf(head, true);
}
