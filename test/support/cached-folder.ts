import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/**
 * Returns a folder that is made once for this checkout. When several processes make it at the same time, the first one stays.
 *
 * @param make fills a draft, which is then moved to the folder
 */
export async function cachedFolder(
  name: string,
  make: (draft: string, folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  await make(draft, folder);
  await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return folder;
}

/** Installs a package with its lock file. @param target does not exist, or is empty */
export async function installPackage(source: string, target: string): Promise<void> {
  await cp(source, target, { recursive: true });
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--omit=peer'];
  await promisify(execFile)('npm', ['ci', ...options], { cwd: target });
}
