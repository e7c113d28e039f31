import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { builderOfFile } from '../stack.ts';

/** Folders above the built one that are searched: Nuxt writes to `.output/public`. */
const MAX_ABOVE = 2;

/**
 * Returns the name of the configuration file of the builder that writes a folder, from the folders above it; null for none. A package
 * is searched, and nothing above it.
 */
export async function findBuilderFile(folder: string): Promise<string | null> {
  let above = folder;
  for (let level = 0; level < MAX_ABOVE; level++) {
    above = dirname(above);
    const names = await readdir(above).catch((): string[] => []);
    const beside = basename(above) === '.vitepress' ? names.map((name) => `.vitepress/${name}`) : names;
    // Hexo, too, has a _config.yml.
    const known = beside.filter((name) => name !== '_config.yml' || basename(folder) === '_site').sort();
    const found = known.find((name) => builderOfFile(name) !== null);
    if (found !== undefined) return found;
    if (names.includes('package.json') || names.includes('.git')) return null;
  }
  return null;
}
