import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import type { App } from '../plugin.ts';
import { MODULES_PATH } from './layout/instance.ts';

const ASSETS = `${PACKAGE_FOLDER}assets/`;
const COMPILED = `${PACKAGE_FOLDER}dist/`;

/** What they import from the ground. */
const SHARED_MODULES = ['pasted-address.js'];

/** What is served: the stylesheet and pictures, and the compiled modules; by the path below that of the assets. */
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
    allowedPath: (asked) => files.has(asked.slice(1)),
  });
}
