import { markdownPath } from './markdown-path.ts';
import { prefersMarkdown } from './negotiation.ts';

export interface MarkdownOptions {
  /**
   * Returns the Markdown of a file that `citable markdown` wrote; null or undefined where there is none.
   *
   * @param path from the folder that it wrote, with slashes, such as `docs/start.md`. It never leads out of it.
   */
  readonly read: (path: string) => string | null | undefined | Promise<string | null | undefined>;
}

/** Media type of Markdown (RFC 7763). */
export const MARKDOWN = 'text/markdown; charset=utf-8';

/**
 * Returns the Markdown that a request asks for; null where it asks for something else, or there is none. Never rejects: what `read`
 * throws means that there is none.
 *
 * @param target path of the request, with its query
 * @param accept its Accept field
 */
export async function requestedMarkdown(
  { read }: MarkdownOptions,
  method: string,
  target: string,
  accept: string | null | undefined,
): Promise<string | null> {
  if ((method !== 'GET' && method !== 'HEAD') || !prefersMarkdown(accept)) return null;
  const path = markdownPath(target.split('?', 1)[0] ?? '');
  if (path === null) return null;
  try {
    return (await read(path)) ?? null;
  } catch {
    return null;
  }
}
