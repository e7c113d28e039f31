import { type FileHandle, open, stat } from 'node:fs/promises';
import { quote } from '../../../values/untrusted-text.ts';
import { nameLogFile } from './log-head.ts';
import type { LogSender } from './log-sender.ts';
import type { Positions } from './positions.ts';
import { RotatedLogs } from './rotated-logs.ts';

/** Time after which a renamed file that does not grow is closed, in milliseconds: a server writes to it until it opens the new one. */
const IDLE_MS = 30_000;
/** Time after which rotated files that could not be read are looked for again, in milliseconds. */
const RETRY_MS = 5_000;
/** Maximum number of renamed files that are open at once. */
const MAX_RENAMED = 100;

interface OpenFile {
  readonly handle: FileHandle;
  readonly inode: bigint;
  /** Null while its first line is not complete. */
  source: string | null;
}

/**
 * Follows one log and sends what is added to it, through rotation: by renaming (the old file is read to its end) and by copying and
 * truncating (the rest is read from the copy). What was rotated meanwhile, or while this did not run, is found beside the log.
 */
export class FollowedLog {
  readonly #path: string;
  readonly #sender: LogSender;
  readonly #rotated: RotatedLogs;
  readonly #tell: (sentence: string) => void;
  #current: OpenFile | null = null;
  #renamed: OpenFile[] = [];
  /** When to look for rotated files that were never open here: at first, and after a rotation. */
  #lookAt = 0;

  constructor(path: string, sender: LogSender, positions: Positions, tell: (sentence: string) => void) {
    this.#path = path;
    this.#sender = sender;
    this.#rotated = new RotatedLogs(path, sender, positions, tell);
    this.#tell = tell;
  }

  /** Opens the log if it is another file than before. @returns whether it exists @throws system errors */
  async watch(): Promise<boolean> {
    const status = await stat(this.#path, { bigint: true }).catch(unlessMissing);
    if (status !== null && status.ino === this.#current?.inode) return true;
    if (this.#current !== null && this.#renamed.length < MAX_RENAMED) {
      this.#renamed.push(this.#current);
      this.#current = null;
      this.#lookAt = 0;
    }
    if (status !== null && this.#current === null) this.#current = await openLog(this.#path).catch(unlessMissing);
    return this.#current !== null;
  }

  /** Sends what is new. @returns false when aborted @throws SendRefused, system errors */
  async send(): Promise<boolean> {
    if (performance.now() >= this.#lookAt && !(await this.#sendRotated())) return false;
    for (const file of this.#renamed) if (!(await this.#sendRenamed(file))) return false;
    return this.#current === null || (await this.#sendCurrent(this.#current));
  }

  async close(): Promise<void> {
    const files = this.#current === null ? this.#renamed : [...this.#renamed, this.#current];
    for (const { handle } of files) await handle.close();
  }

  async #sendCurrent(file: OpenFile): Promise<boolean> {
    const source = await nameLogFile(file.handle, false);
    const earlier = file.source;
    const isTruncated = earlier !== null && source !== earlier;
    file.source = source;
    if (isTruncated && !(await this.#sendRotated())) return false;
    if (isTruncated && this.#lookAt === Number.POSITIVE_INFINITY && !this.#rotated.has(earlier)) {
      this.#tell(
        `${quote(this.#path, 300)} was truncated, and no copy of it was found. Its last lines may be missing.`,
      );
    }
    return source === null || this.#sender.sendFile(file.handle, source, false);
  }

  async #sendRenamed(file: OpenFile): Promise<boolean> {
    const { mtimeMs } = await file.handle.stat();
    const isEnded = Date.now() - mtimeMs > IDLE_MS;
    file.source ??= await nameLogFile(file.handle, isEnded);
    if (file.source !== null && !(await this.#sender.sendFile(file.handle, file.source, isEnded))) return false;
    if (isEnded) {
      this.#renamed = this.#renamed.filter((other) => other !== file);
      await file.handle.close();
    }
    return true;
  }

  async #sendRotated(): Promise<boolean> {
    this.#lookAt = Number.POSITIVE_INFINITY;
    const isSent = await this.#rotated.send();
    if (isSent === 'again') this.#lookAt = Math.min(this.#lookAt, performance.now() + RETRY_MS);
    return isSent !== false;
  }
}

async function openLog(path: string): Promise<OpenFile> {
  const handle = await open(path);
  const { ino } = await handle.stat({ bigint: true });
  return { handle, inode: ino, source: null };
}

/** A file that is missing is null: it was moved at this moment. */
function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
