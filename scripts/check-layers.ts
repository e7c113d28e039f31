import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The layers of `src/`, and the layers that the files of each may import. Lower layers come first; a layer imports no later one, so that
 * no circle can arise. Type imports count. `server` alone is what puts the features together.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  adapters: [],
  data: [],
  values: [],
  fetch: ['values'],
  browser: ['fetch', 'values'],
  crawlers: ['values', 'data'],
  web: ['values'],
  site: ['fetch', 'crawlers', 'values', 'data'],
  audit: ['site', 'fetch', 'crawlers', 'values', 'data'],
  logs: ['site', 'crawlers', 'values'],
  documents: ['audit', 'logs', 'site', 'crawlers', 'web', 'values', 'data'],
  engine: ['audit', 'site', 'browser', 'fetch', 'values'],
  agents: ['audit', 'documents', 'values'],
  'server/store': ['values'],
  'server/app': ['server/store', 'audit', 'crawlers', 'web', 'values'],
  'server/accounts': ['server/app', 'server/store', 'web', 'values'],
  'server/audits': [
    'server/accounts',
    'server/app',
    'server/store',
    'engine',
    'documents',
    'audit',
    'site',
    'web',
    'values',
  ],
  'server/sites': [
    'server/audits',
    'server/accounts',
    'server/app',
    'server/store',
    'documents',
    'audit',
    'web',
    'values',
  ],
  'server/publishing': [
    ...['server/sites', 'server/audits', 'server/accounts', 'server/app', 'server/store'],
    ...['engine', 'documents', 'audit', 'site', 'fetch', 'web', 'values'],
  ],
  'server/requests': [
    ...['server/publishing', 'server/sites', 'server/audits', 'server/accounts', 'server/app', 'server/store'],
    ...['engine', 'documents', 'logs', 'site', 'fetch', 'crawlers', 'web', 'values'],
  ],
  server: [
    ...[
      'server/requests',
      'server/publishing',
      'server/sites',
      'server/audits',
      'server/accounts',
      'server/app',
      'server/store',
    ],
    ...['agents', 'engine', 'documents', 'audit', 'site', 'fetch', 'web', 'values'],
  ],
  cli: [
    ...[
      'server',
      'server/requests',
      'server/publishing',
      'server/audits',
      'server/accounts',
      'server/app',
      'server/store',
    ],
    ...['agents', 'engine', 'documents', 'logs', 'audit', 'site', 'browser', 'fetch', 'crawlers', 'values', 'adapters'],
  ],
  'main.ts': ['cli', 'values'],
  'index.ts': ['engine', 'audit', 'site', 'fetch', 'crawlers', 'values'],
};

/** Packages that only some files may import, by path below `src/`. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  /** SQL is written in store files. */
  kysely: /^server\/(store\/|[a-z]+\/store\/|[a-z]+\/[a-z-]+-store\.)/,
  /** HTTP is spoken by routes, by plugins of a request's pipeline, and by what they share. */
  fastify: /^server\/(app\/|mcp\/|[a-z-]+\.ts|.*-(routes|plugin)\.ts|accounts\/auth\.ts)|^adapters\/fastify\.ts/,
};

const IMPORT = /(?:^|[\s;}])(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;

/** Returns the layer of a file. @param path below `src/`, such as `server/audits/batches.ts` */
export function findLayer(path: string): string {
  const [first = '', second = ''] = path.split('/');
  // Its folder must be one level below the package's, as that of the bundle is.
  if (first === 'package.ts') return 'values';
  return first === 'server' && `server/${second}` in LAYERS ? `server/${second}` : first;
}

/** Returns what a file imports against the rules, a sentence for each. @param path below `src/` */
export function layerFaults(path: string, source: string): string[] {
  const layer = findLayer(path);
  return [...source.matchAll(IMPORT)].flatMap(([, target = '']) => {
    if (!target.startsWith('.')) {
      if (layer === 'adapters' && path !== `adapters/${target}.ts`)
        return [`src/${path} may import no package (${target}): docs/architecture.md.`];
      return (PACKAGES[target]?.test(path) ?? true)
        ? []
        : [`src/${path} may not import ${target}: docs/architecture.md.`];
    }
    const other = findLayer(posix.join(dirname(path), target));
    if (other === layer || LAYERS[layer]?.includes(other)) return [];
    return [`src/${path} may not import src/${posix.join(dirname(path), target)}: docs/architecture.md.`];
  });
}

/** Returns the faults of all modules below `src/`, tests aside. */
export function findFaults(source: string): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
    .flatMap((path) => layerFaults(path, readFileSync(join(source, path), 'utf8')));
}

if (import.meta.main) {
  const faults = findFaults(fileURLToPath(new URL('../src', import.meta.url)));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = Math.min(faults.length, 1);
}
