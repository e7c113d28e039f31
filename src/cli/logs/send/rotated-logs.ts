import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { quote } from '../../../values/untrusted-text.ts';
import { describeError } from '../../exit.ts';
import { UnsupportedEncoding } from '../log-source.ts';
import { sourceOfPath } from './log-head.ts';
import type { LogSender } from './log-sender.ts';
import type { Positions } from './positions.ts';
import { SendRefused } from './traffic-client.ts';

/** Time after which a file that cannot be read is not being written or compressed, in milliseconds. */
const SETTLED_MS = 60_000;

interface RotatedFile {
  readonly path: string;
  readonly modifiedAt: number;
  /** Null for an empty file. */
  readonly source: string | null;
}

/**
 * The rotated files beside a log. Those that are there when it is first followed are not sent; all later ones are, in whichever order
 * they were written or compressed.
 */
export class RotatedLogs {
  readonly #path: string;
  readonly #sender: LogSender;
  readonly #positions: Positions;
  readonly #tell: (sentence: string) => void;
  /** Files that were told about. */
  readonly #told = new Set<string>();
  /** Files that were sent to their end and have not changed since. */
  readonly #ended = new Set<string>();
  #sources: ReadonlySet<string | null> = new Set();

  constructor(path: string, sender: LogSender, positions: Positions, tell: (sentence: string) => void) {
    this.#path = path;
    this.#sender = sender;
    this.#positions = positions;
    this.#tell = tell;
  }

  /** Returns whether a log was among the rotated files when they were sent last. */
  has(source: string): boolean {
    return this.#sources.has(source);
  }

  /**
   * Sends what is left of the files.
   * @returns false when aborted; 'again' when a file vanished or was being compressed, so that it must be looked for again
   * @throws SendRefused, system errors
   */
  async send(): Promise<boolean | 'again'> {
    let isComplete = true;
    /** @returns undefined for a file that cannot be read */
    const unlessUnreadable = async <Value>(path: string, read: () => Promise<Value>): Promise<Value | undefined> => {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error;
        if (!(await this.#tellUnreadable(path, error))) isComplete = false;
        return undefined;
      }
    };
    const files: RotatedFile[] = [];
    for (const path of await rotatedPaths(this.#path)) {
      const file = await unlessUnreadable(path, () => readFile(path));
      if (file !== undefined) files.push(file);
    }
    this.#sources = new Set(files.map(({ source }) => source));
    await this.#skipEarlier(files);
    for (const { path, modifiedAt, source } of files.toSorted((a, b) => a.modifiedAt - b.modifiedAt)) {
      if (source === null) continue;
      // Files that are still there are never forgotten: they would be sent again.
      for (const name of [source, skippedName(source)]) this.#positions.touch(name);
      if (this.#positions.has(skippedName(source))) continue;
      const state = `${modifiedAt} ${path}`;
      if (this.#ended.has(state)) continue;
      const isSent = await unlessUnreadable(path, () => this.#sendFile(path, source));
      if (isSent === false) return false;
      if (isSent === true && Date.now() - modifiedAt > SETTLED_MS) this.#ended.add(state);
    }
    return isComplete || 'again';
  }

  async #sendFile(path: string, source: string): Promise<boolean> {
    try {
      return await this.#sender.sendPath(path);
    } catch (error) {
      // One file that is not a log must not end the others.
      if (!(error instanceof SendRefused) || error.status !== 400) throw error;
      this.#tell(`${quote(path, 300)} is not sent. ${error.message}`);
      await this.#positions.set(skippedName(source), 0);
      return true;
    }
  }

  /** Notes the files that are there when the log is first followed. Where some were sent before, newer ones are still to be sent. */
  async #skipEarlier(files: readonly RotatedFile[]): Promise<void> {
    const followed = `follows ${resolve(this.#path)}`;
    const isSent = ({ source }: RotatedFile) => source !== null && this.#positions.has(source);
    if (!this.#positions.has(followed)) {
      const sentAt = files.filter(isSent).map(({ modifiedAt }) => modifiedAt);
      const newestSent = sentAt.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...sentAt);
      const earlier = files.filter((file) => !isSent(file) && file.modifiedAt < newestSent);
      for (const { source } of earlier) if (source !== null) await this.#positions.set(skippedName(source), 0);
      if (earlier.length > 0) {
        const names = earlier.map(({ path }) => quote(basename(path), 100)).join(', ');
        this.#tell(
          `Not sent, because they are older than the followed log: ${names}. \`citable logs --send\` without --follow sends them.`,
        );
      }
      await this.#positions.set(followed, 0);
    }
    this.#positions.touch(followed);
  }

  /** Tells once about a file that stays as it is. @returns false for one that may be readable later */
  async #tellUnreadable(path: string, error: Error): Promise<boolean> {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < SETTLED_MS && !(error instanceof UnsupportedEncoding)) return false;
    if (!this.#told.has(path)) {
      this.#tell(`${quote(path, 300)} is not read: ${describeError(error)}.`);
      this.#told.add(path);
    }
    return true;
  }
}

function skippedName(source: string): string {
  return `skipped ${source}`;
}

async function readFile(path: string): Promise<RotatedFile> {
  const { mtimeMs } = await stat(path);
  return { path, modifiedAt: mtimeMs, source: await sourceOfPath(path) };
}

/** Files beside a log whose names rotation gives: `access.log.1`, `access.log-20261101.gz`, `access-20261101.log`. */
async function rotatedPaths(path: string): Promise<string[]> {
  const name = basename(path);
  const stem = name.replace(/\.[^.]*$/, '');
  const entries = await readdir(dirname(path), { withFileTypes: true });
  const isRotated = (other: string) =>
    [name, stem].some(
      (beginning) => other.startsWith(beginning) && /^[.-](?:\d|old)/.test(other.slice(beginning.length)),
    );
  return entries
    .filter((entry) => entry.isFile() && entry.name !== name && isRotated(entry.name))
    .map((entry) => join(dirname(path), entry.name));
}
