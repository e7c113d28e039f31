import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Maximum number of files that are listed, and of folders in each other. */
const MAX_LISTED = 20_000;
const MAX_DEPTH = 32;
/** Folders that are not published, and those of files that programs read: feeds, WordPress's files and interfaces, Cloudflare's own pages. */
const NOT_LISTED = /^(?:\.|(?:node_modules|feed|wp-(?:json|content|includes|admin)|cdn-cgi)$)/;
/** Files that HTTrack writes for addresses with a query: they send readers to the page without. */
const OF_MIRROR = /^index[\da-f]{4}\.html$/;

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
    const segments = decodeSegments(urlPath);
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

  /**
   * Lists the HTML files by their paths, as URLs have them, sorted. Leaves out files that are not pages by their names, symbolic links, and what is beyond
   * a bound.
   */
  async pages(): Promise<readonly string[]> {
    const pages: string[] = [];
    const waiting = [{ path: '', depth: 0 }];
    for (let next = waiting.pop(); next !== undefined && pages.length < MAX_LISTED; next = waiting.pop()) {
      const { path, depth } = next;
      const entries = await readdir(join(this.#root, path), { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const below = `${path}/${entry.name}`;
        if (entry.isDirectory() && depth < MAX_DEPTH && !NOT_LISTED.test(entry.name))
          waiting.push({ path: below, depth: depth + 1 });
        if (entry.isFile() && /\.html?$/i.test(entry.name) && !OF_MIRROR.test(entry.name)) pages.push(below);
      }
    }
    return pages
      .slice(0, MAX_LISTED)
      .sort()
      .map((page) => page.split('/').map(encodeURIComponent).join('/'));
  }

  /** Returns the path of a file below the folder, with slashes. */
  toPath(file: string): string {
    return relative(this.#root, file).split(sep).join('/');
  }
}

/** Decodes the segments of a path; null for one that no file can have. */
function decodeSegments(urlPath: string): readonly string[] | null {
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
