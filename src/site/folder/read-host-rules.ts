import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostRules } from './host-rules.ts';
import { parseHeadersFile, parseNetlifyToml, parseRedirectsFile } from './netlify.ts';
import { parseVercelJson } from './vercel-json.ts';

/** Maximum number of bytes of one configuration file. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the configuration of a static host: `_redirects` and `_headers` in the folder, vercel.json and netlify.toml there or in the
 * folder above, where they usually stand beside the build's output.
 */
export async function readHostRules(folder: string): Promise<HostRules & { readonly read: readonly string[] }> {
  const withParent = [folder, dirname(folder)];
  const parts = await Promise.all([
    firstPart([folder], '_redirects', parseRedirectsFile),
    firstPart([folder], '_headers', parseHeadersFile),
    firstPart(withParent, 'netlify.toml', parseNetlifyToml),
    firstPart(withParent, 'vercel.json', parseVercelJson),
  ]);
  const present = parts.filter((one) => one !== null);
  return {
    // Netlify and Cloudflare Pages, which read the other files, serve pages without their extension.
    ...(present.some(({ name }) => name !== 'vercel.json') && { servesCleanUrls: true }),
    ...Object.assign({}, ...present.map(({ rules }) => rules)),
    routes: present.flatMap(({ rules }) => rules.routes),
    headers: present.flatMap(({ rules }) => rules.headers),
    ignored: present.flatMap(({ rules }) => rules.ignored),
    read: present.map(({ name }) => name),
  };
}

interface Part {
  readonly name: string;
  readonly rules: HostRules;
}

async function firstPart(
  folders: readonly string[],
  name: string,
  parse: (text: string, isAbove: boolean) => HostRules,
): Promise<Part | null> {
  for (const [level, folder] of folders.entries()) {
    const text = await readText(join(folder, name));
    if (text !== null) return { name, rules: parse(text, level > 0) };
  }
  return null;
}

async function readText(path: string): Promise<string | null> {
  try {
    if (!(await stat(path)).isFile()) return null;
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}
