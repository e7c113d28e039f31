import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { App } from '../plugin.ts';

/** The stylesheet and pictures, and the compiled modules of `browser/`: both stand in the package, wherever this file runs. */
const FOLDERS = ['../../../assets/', '../../../dist/http/web/browser/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Where the assets are served: a path that changes with any of them, so that browsers may keep them for good. */
export function assetsPath(): string {
  const hash = createHash('sha256');
  for (const folder of FOLDERS) {
    const names = readdirSync(folder).filter((name) => !name.endsWith('.map') && !name.endsWith('.d.ts'));
    for (const name of names.sort()) hash.update(name).update(readFileSync(`${folder}${name}`));
  }
  return `/assets/${hash.digest('hex').slice(0, 12)}/`;
}

/** Serves the assets. @param path as {@link assetsPath} gave it */
export async function assetRoutes(app: App, { path }: { readonly path: string }): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
    route.config = { ...route.config, isUnlimited: true };
  });
  await app.register(fastifyStatic, { root: FOLDERS, prefix: path, index: false, immutable: true, maxAge: '365d' });
}
