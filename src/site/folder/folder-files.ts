import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export type FoundFile =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder' | 'absent' }
  /** A symbolic link leads out of the folder. */
  | { readonly kind: 'outside' };

/** The files of a folder, found by the paths of URLs. */
export class FolderFiles {
  readonly #root: string;

  /** @param root real path of the folder */
  constructor(root: string) {
    this.#root = root;
  }

  /** Finds a file or folder by a path that begins with a slash, percent-encoded as in a URL. Never leaves the folder. */
  async find(urlPath: string): Promise<FoundFile> {
    const segments = segmentsOf(urlPath);
    if (segments === null) return { kind: 'absent' };
    const path = join(this.#root, ...segments);
    let real: string;
    try {
      real = await realpath(path);
    } catch {
      return { kind: 'absent' };
    }
    if (real !== this.#root && !real.startsWith(this.#root + sep)) return { kind: 'outside' };
    const found = await stat(real);
    return found.isFile() ? { kind: 'file', path: real } : { kind: found.isDirectory() ? 'folder' : 'absent' };
  }

  /** Returns the path of a file below the folder, with slashes. */
  pathOf(file: string): string {
    return relative(this.#root, file).split(sep).join('/');
  }
}

/** Decodes the segments of a path; null for one that no file can have. */
function segmentsOf(urlPath: string): readonly string[] | null {
  const segments: string[] = [];
  for (const part of urlPath.split('/')) {
    let segment: string;
    try {
      segment = decodeURIComponent(part);
    } catch {
      return null;
    }
    if (segment === '..' || segment === '.' || /[/\\\0]/.test(segment)) return null;
    if (segment !== '') segments.push(segment);
  }
  return segments;
}
