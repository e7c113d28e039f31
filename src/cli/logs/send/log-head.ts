import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { decompressedFile, detectCompression } from '../log-source.ts';

/** Maximum number of bytes of a log's beginning that name it. */
const MAX_HEAD_BYTES = 8 * 1024;
const NEWLINE = 10;
const HASH_SIGN = 35;

/**
 * Returns the name of a log as a source: a hash of this machine's name and of the log's beginning up to the end of its first entry. A
 * log has the same name when it was renamed, copied or compressed. Null while its first line is not complete.
 *
 * @param beginning the first {@link MAX_HEAD_BYTES} bytes of the log or more, or all of a shorter one
 * @param isEnded whether the end of the log ends its last line
 */
export function nameLog(beginning: Buffer, isEnded: boolean): string | null {
  const head = beginning.subarray(0, MAX_HEAD_BYTES);
  let end = 0;
  do {
    const start = end;
    end = head.indexOf(NEWLINE, start) + 1;
    // Logs of IIS begin with the same lines, whose first character is a hash sign.
    if (end > 0 && head[start] !== HASH_SIGN) break;
  } while (end > 0);
  if (end === 0) {
    if (head.length === 0 || (head.length < MAX_HEAD_BYTES && !isEnded)) return null;
    end = head.length;
  }
  const name = createHash('sha256').update(hostname()).update('\0').update(head.subarray(0, end));
  // A last line has the same name with its end and without.
  if (head[end - 1] !== NEWLINE && end < MAX_HEAD_BYTES) name.update('\n');
  return name.digest('base64url').slice(0, 32);
}

/** Names an open file as {@link nameLog} does. */
export async function nameLogFile(file: FileHandle, isEnded: boolean): Promise<string | null> {
  const head = Buffer.alloc(MAX_HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  return nameLog(head.subarray(0, bytesRead), isEnded);
}

/** Names a log that ended, which may be compressed, as {@link nameLog} does. @throws what reading or decompressing throws */
export async function sourceOfPath(path: string): Promise<string | null> {
  if ((await detectCompression(path)) === null) {
    await using file = await open(path);
    return await nameLogFile(file, true);
  }
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of decompressedFile(path)) {
    if (chunk instanceof Buffer) head = Buffer.concat([head, chunk]);
    if (head.length >= MAX_HEAD_BYTES) break;
  }
  return nameLog(head, true);
}
