import { constants } from 'node:fs';
import { mkdir, open, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { markdownPath } from '../../adapters/markdown-path.ts';
import { describeSystemError, orUsageError } from '../exit.ts';

/**
 * A folder that gets one file for each page, below it and nowhere else: neither the path of a URL nor a symbolic link in the folder
 * leads out of it.
 */
export class MarkdownFolder {
  readonly #root: string;
  /** Paths in lower case: some file systems do not distinguish capitals. */
  readonly #written = new Set<string>();
  /** URLs without a file, each with the reason. */
  readonly refused: { readonly url: string; readonly why: string }[] = [];

  private constructor(root: string) {
    this.#root = root;
  }

  /** Creates the folder where there is none. @throws UsageError */
  static async create(path: string): Promise<MarkdownFolder> {
    await orUsageError(mkdir(path, { recursive: true }), `${path} cannot be created`);
    return new MarkdownFolder(await orUsageError(realpath(path), `${path} cannot be read`));
  }

  /** Number of files that were written. */
  get files(): number {
    return this.#written.size;
  }

  /** Writes the file of a page. Of several pages with one path, the first is written. */
  async write(url: string, text: string): Promise<void> {
    const path = markdownPath(new URL(url).pathname);
    const key = path?.toLowerCase() ?? '';
    if (path === null) this.refused.push({ url, why: 'its path cannot be the name of a file' });
    else if (this.#written.has(key)) this.refused.push({ url, why: `another page has ${path}` });
    else {
      const why = await this.#writeFile(path, text);
      if (why === null) this.#written.add(key);
      else this.refused.push({ url, why });
    }
  }

  /** Makes a folder, one name after the other. @returns false where one of them leads out of the root */
  async #makeFolder(names: readonly string[]): Promise<boolean> {
    let path = this.#root;
    for (const name of names) {
      path = join(path, name);
      await mkdir(path).catch(ignoreExisting);
      const real = relative(this.#root, await realpath(path));
      if (real === '..' || real.startsWith(`..${sep}`) || isAbsolute(real)) return false;
    }
    return true;
  }

  /** Returns why a file was not written; null where it was. */
  async #writeFile(path: string, text: string): Promise<string | null> {
    const file = join(this.#root, ...path.split('/'));
    try {
      if (!(await this.#makeFolder(path.split('/').slice(0, -1)))) return 'a symbolic link leads out of the folder';
      // Windows has no such flag, and asks for rights to make symbolic links.
      const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;
      await using handle = await open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o666);
      await handle.writeFile(text);
      return null;
    } catch (error) {
      return describeSystemError(error);
    }
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
