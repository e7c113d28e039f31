import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { App } from '../plugin.ts';
import { MODULES_PATH } from './layout/instance.ts';

// Both are in the package, wherever this file runs.
const ASSETS = fileURLToPath(new URL('../../../assets/', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../../dist/', import.meta.url));

/** Modules outside `browser/` that those in it import. */
const SHARED_MODULES = ['pasted-address.js'];

/** Returns the served files: the stylesheet, pictures and compiled modules, by their paths below the assets' path. */
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

/** Returns the path of the assets. It changes with any of them, so that browsers may cache them forever. */
export function assetsPath(): string {
  const hash = createHash('sha256');
  for (const [path, file] of assetFiles()) hash.update(path).update(readFileSync(file));
  return `/assets/${hash.digest('hex').slice(0, 12)}/`;
}

/** Serves the assets. @param path see {@link assetsPath} */
export async function assetRoutes(app: App, { path }: { readonly path: string }): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
    route.config = { ...route.config, isUnlimited: true };
  });
  const files = assetFiles();
  await app.register(fastifyStatic, {
    root: [ASSETS, COMPILED],
    prefix: path,
    index: false,
    immutable: true,
    maxAge: '365d',
    allowedPath: (file) => files.has(file.slice(1)),
  });
}
