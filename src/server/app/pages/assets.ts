import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { PACKAGE_FOLDER } from '../../../package.ts';
import { MODULES_PATH } from '../../../web/layout/instance.ts';
import { cacheForever } from '../caching.ts';
import type { App } from '../plugin.ts';

const ASSETS = `${PACKAGE_FOLDER}assets/`;
const COMPILED = `${PACKAGE_FOLDER}dist/`;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Modules outside the folder that those in it import. */
const SHARED_MODULES = ['values/pasted-address.js'];

/** Returns the files of the stylesheet, the pictures and the compiled modules, by their path below that of the assets. */
function assetFiles(): Map<string, string> {
  const namesIn = (folder: string) => readdirSync(folder).sort();
  const modules = namesIn(COMPILED + MODULES_PATH).filter((name) => name.endsWith('.js'));
  return new Map([
    ...namesIn(ASSETS).map((name) => [name, ASSETS + name] as const),
    ...[...modules.map((name) => MODULES_PATH + name), ...SHARED_MODULES].map(
      (path) => [path, COMPILED + path] as const,
    ),
  ]);
}

/** Path of the assets. It changes with any of them, so browsers may cache them forever. */
export function assetsPath(): string {
  const hash = createHash('sha256');
  for (const [path, file] of assetFiles()) hash.update(path).update(readFileSync(file));
  return `/assets/${hash.digest('hex').slice(0, 12)}/`;
}

/** Serves the assets. @param path as {@link assetsPath} gave it */
export async function assetRoutes(app: App, { path }: { readonly path: string }): Promise<void> {
  const assets = new Map([...assetFiles()].map(([name, file]) => [path + name, readFileSync(file)]));
  app.get(`${path}*`, { config: { isUnlimited: true } }, async ({ url }, reply) => {
    const pathname = url.replace(/\?.*/, '');
    const asset = assets.get(pathname);
    if (asset === undefined) return reply.callNotFound();
    cacheForever(reply);
    return reply.type(TYPES[extname(pathname)] ?? 'application/octet-stream').send(asset);
  });
}
