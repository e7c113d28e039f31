import { type FileHandle, open, stat } from 'node:fs/promises';
import { headOf } from './log-head.ts';
import type { LogSender } from './log-sender.ts';
import type { Positions } from './positions.ts';
import { sendRotated } from './rotated-logs.ts';

/** Time after which a renamed file that does not grow is closed, in milliseconds: a server writes to it until it opens the new one. */
const IDLE_MS = 30_000;
/** Most renamed files that are open at once. */
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
  readonly #positions: Positions;
  #current: OpenFile | null = null;
  #renamed: OpenFile[] = [];
  /** True when there may be rotated files that were never open here: at first, and after a rotation. */
  #isRotated = true;

  constructor(path: string, sender: LogSender, positions: Positions) {
    this.#path = path;
    this.#sender = sender;
    this.#positions = positions;
  }

  /** Opens the log if it is another file than before. @returns whether it exists @throws system errors */
  async watch(): Promise<boolean> {
    const status = await stat(this.#path, { bigint: true }).catch(unlessMissing);
    if (status !== null && status.ino === this.#current?.inode) return true;
    if (this.#current !== null && this.#renamed.length < MAX_RENAMED) {
      this.#renamed.push(this.#current);
      this.#current = null;
      this.#isRotated = true;
    }
    if (status !== null && this.#current === null) this.#current = await openLog(this.#path).catch(unlessMissing);
    return this.#current !== null;
  }

  /** Sends what is new. @returns false when aborted @throws SendRefused, system errors */
  async send(): Promise<boolean> {
    if (this.#isRotated) {
      this.#isRotated = false;
      if (!(await this.#sendRotated())) return false;
    }
    for (const file of this.#renamed) if (!(await this.#sendRenamed(file))) return false;
    return this.#current === null || (await this.#sendCurrent(this.#current));
  }

  async close(): Promise<void> {
    const files = this.#current === null ? this.#renamed : [...this.#renamed, this.#current];
    for (const { handle } of files) await handle.close();
  }

  async #sendCurrent(file: OpenFile): Promise<boolean> {
    const source = await headOf(file.handle, false);
    const isTruncated = file.source !== null && source !== file.source;
    file.source = source;
    // What was in it is in a copy, or lost.
    if (isTruncated && !(await this.#sendRotated())) return false;
    return source === null || this.#sender.sendFile(file.handle, source, false);
  }

  async #sendRenamed(file: OpenFile): Promise<boolean> {
    const { mtimeMs } = await file.handle.stat();
    const isEnded = Date.now() - mtimeMs > IDLE_MS;
    file.source ??= await headOf(file.handle, isEnded);
    if (file.source !== null && !(await this.#sender.sendFile(file.handle, file.source, isEnded))) return false;
    if (isEnded) {
      this.#renamed = this.#renamed.filter((other) => other !== file);
      await file.handle.close();
    }
    return true;
  }

  #sendRotated(): Promise<boolean> {
    return sendRotated(this.#path, this.#sender, this.#positions);
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
