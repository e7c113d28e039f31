import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedFolder, installPackage } from './cached-folder.ts';

/** The package and its lock file. It is not a dependency of the project, so `npm ci` does not fetch its 80 MB. */
const PACKAGE = fileURLToPath(new URL('tools/', import.meta.url));

/** Returns the folder `node_modules` of third-party programs that read Citable's output. The first call installs them. */
export async function installedTools(): Promise<string> {
  const lock = await readFile(join(PACKAGE, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = await cachedFolder(`tools-${version}`, (draft) => installPackage(PACKAGE, draft));
  return join(folder, 'node_modules');
}
