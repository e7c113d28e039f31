import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../../server/store/private-files.ts';
import { parseJson } from '../../../values/json.ts';

/** Maximum number of names whose positions are stored. */
const MAX_NAMES = 2_000;

/** Returns the file of positions for a target: in systemd's state directory, else in the user's. */
export function defaultStatePath(target: string): string {
  const { STATE_DIRECTORY, XDG_STATE_HOME } = process.env;
  const folder =
    STATE_DIRECTORY?.split(':', 1)[0] ?? join(XDG_STATE_HOME ?? join(homedir(), '.local/state'), 'citable');
  return join(folder, `logs-${createHash('sha256').update(target).digest('hex').slice(0, 12)}.json`);
}

/** Offsets up to which logs were sent, by their sources, in a file. A crash between sending and storing does no harm: see `LogSender`. */
export class Positions {
  readonly #path: string;
  readonly #target: string;
  readonly #offsets: Map<string, number>;

  private constructor(path: string, target: string, offsets: Map<string, number>) {
    this.#path = path;
    this.#target = target;
    this.#offsets = offsets;
  }

  /**
   * Reads the positions. A file that is missing or damaged has none.
   * @param target URL that logs are sent to: a file may have the positions of several
   * @throws what reading it throws, but ENOENT
   */
  static async open(path: string, target: string): Promise<Positions> {
    makeFolder(dirname(path), 0o700);
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    return new Positions(path, target, new Map(parse(text)));
  }

  has(source: string): boolean {
    return this.#offsets.has(this.#toKey(source));
  }

  /** Returns 0 for a source that was not sent. */
  of(source: string): number {
    return this.#offsets.get(this.#toKey(source)) ?? 0;
  }

  /** Makes a name the newest, if it is known: the oldest are forgotten. */
  touch(source: string): void {
    const offset = this.#offsets.get(this.#toKey(source));
    if (offset === undefined) return;
    this.#offsets.delete(this.#toKey(source));
    this.#offsets.set(this.#toKey(source), offset);
  }

  /** Stores a position. @throws what writing the file throws */
  async set(source: string, offset: number): Promise<void> {
    // Last in order, as the newest.
    const name = this.#toKey(source);
    this.#offsets.delete(name);
    this.#offsets.set(name, offset);
    for (const oldest of this.#offsets.keys()) {
      if (this.#offsets.size <= MAX_NAMES) break;
      this.#offsets.delete(oldest);
    }
    await writeFile(`${this.#path}.new`, `${JSON.stringify(Object.fromEntries(this.#offsets), null, 1)}\n`, {
      mode: 0o600,
    });
    await rename(`${this.#path}.new`, this.#path);
  }

  #toKey(source: string): string {
    return `${this.#target} ${source}`;
  }
}

function parse(text: string): [string, number][] {
  const entries = Object.entries(parseJson(text) ?? {});
  return entries.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]));
}
