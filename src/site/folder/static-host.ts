import type { FolderFiles, FoundFile } from './folder-files.ts';
import { findHeaders, findTarget, type HostRules, type RouteRule } from './host-rules.ts';

/** Response of a static host. */
export type StaticResponse =
  | {
      readonly kind: 'file';
      readonly status: number;
      readonly path: string;
      readonly headers: Headers;
      readonly at: string;
    }
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string; readonly headers: Headers }
  | { readonly kind: 'absent'; readonly status: 404; readonly headers: Headers }
  /** The folder does not say: the path is served by something else, or is a link out of the folder. */
  | { readonly kind: 'unknown'; readonly because: 'elsewhere' | 'outside' };

type Headers = Readonly<Record<string, string>>;

/** Files that tell the host what to do, and are not served. */
const NOT_SERVED = /^\/(?:_redirects|_headers|vercel\.json|netlify\.toml)$/;

/**
 * Serves a folder as static hosts do: `/x/` by its index file, `/x` by x.html or the index file of x, 404.html for the rest. `/x/` is
 * x.html too only on a host that its configuration shows to serve pages without their extension.
 */
export class StaticHost {
  readonly #files: FolderFiles;
  readonly #rules: HostRules;

  constructor(files: FolderFiles, rules: HostRules) {
    this.#files = files;
    this.#rules = rules;
  }

  /** @param path percent-encoded, with a slash at its start */
  async respond(path: string): Promise<StaticResponse> {
    const headers = findHeaders(this.#rules.headers, path);
    const forced = await this.#byRule(path, headers, ({ isForced }) => isForced);
    if (forced !== null) return forced;
    const found = await this.#page(path);
    if (found.kind === 'outside') return { kind: 'unknown', because: 'outside' };
    if (found.kind === 'file') {
      const location = this.#ownPath(path, found.at);
      if (location !== null) return { kind: 'redirect', status: 308, location, headers };
      return { ...found, status: 200, headers };
    }
    const ruled = await this.#byRule(path, headers, ({ isForced }) => !isForced);
    if (ruled !== null) return ruled;
    const errorPage = await this.#files.find('/404.html');
    if (errorPage.kind !== 'file') return { kind: 'absent', status: 404, headers };
    return { kind: 'file', status: 404, path: errorPage.path, headers, at: path };
  }

  async #byRule(path: string, headers: Headers, matches: (rule: RouteRule) => boolean): Promise<StaticResponse | null> {
    for (const rule of this.#rules.routes) {
      const target = matches(rule) ? findTarget(rule, path) : null;
      // A rule that leads a path to itself adds a slash at most, which the host does anyway.
      if (target === null || target === path) continue;
      const { status } = rule;
      if (status >= 300 && status < 400) return { kind: 'redirect', status, location: target, headers };
      if (!target.startsWith('/')) return { kind: 'unknown', because: 'elsewhere' };
      const [page = ''] = target.split(/[?#]/, 1);
      const found = await this.#page(page);
      if (found.kind === 'file') return { ...found, status, headers, at: path };
      // A function or another service.
      return { kind: 'unknown', because: 'elsewhere' };
    }
    return null;
  }

  /** Returns the path that the host wants a page to be requested by; null when it is this one. */
  #ownPath(path: string, at: string): string | null {
    const { redirectsToCleanUrls = false, trailingSlash } = this.#rules;
    if (path === '/') return null;
    let own = path;
    if (redirectsToCleanUrls && path.endsWith('.html'))
      own = path.replace(/(?:index)?\.html$/, '').replace(/(?<=.)\/$/, '');
    const isPage = !/\.[a-z\d]+$/i.test(own) || at.endsWith('/');
    if (trailingSlash === true && isPage && !own.endsWith('/')) own += '/';
    if (trailingSlash === false && own !== '/' && own.endsWith('/')) own = own.slice(0, -1);
    return own === path ? null : own || '/';
  }

  /** Finds the file of a page; `at` is the path that its relative links are resolved against. */
  async #page(
    path: string,
  ): Promise<{ kind: 'file'; path: string; at: string } | Exclude<FoundFile, { kind: 'file' }>> {
    if (NOT_SERVED.test(path)) return { kind: 'absent' };
    const isFolder = path.endsWith('/');
    const found = await this.#files.find(path);
    if (found.kind === 'outside') return found;
    if (found.kind === 'file' && !isFolder) return { ...found, at: path };
    // Where a host has both, x.html or the folder x may win. The file is more common, because generators write it so.
    const { servesCleanUrls = true } = this.#rules;
    const withExtension =
      servesCleanUrls && path !== '/' ? await this.#files.find(`${path.replace(/\/$/, '')}.html`) : null;
    if (withExtension?.kind === 'outside') return withExtension;
    if (!isFolder && withExtension?.kind === 'file') return { ...withExtension, at: path };
    if (found.kind === 'folder') {
      for (const index of ['index.html', 'index.htm']) {
        const file = await this.#files.find(`${path}/${index}`);
        if (file.kind === 'outside') return file;
        if (file.kind === 'file') return { ...file, at: isFolder ? path : `${path}/` };
      }
    }
    const isServed = isFolder && withExtension?.kind === 'file' && !path.endsWith('/index/');
    const { servesCleanUrls: isToldSo, trailingSlash } = this.#rules;
    return isServed && (isToldSo === true || trailingSlash === true)
      ? { ...withExtension, at: path }
      : { kind: 'absent' };
  }
}
