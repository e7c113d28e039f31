import { chmodSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'rolldown';

/** The command and the library, with all their imports. */
export const command = {
  input: {
    main: 'src/main.ts',
    index: 'src/index.ts',
    // Started by name, as processes and threads.
    'engine-main': 'src/engine/engine-main.ts',
    'sqlite-thread-body': 'src/server/store/sqlite/sqlite-thread-body.ts',
    'log-thread': 'src/cli/logs/log-thread.ts',
  },
  platform: 'node',
  // Optional in `pg`, and not installed.
  external: ['pg-native'],
  // Its CommonJS form requires modules in a way that cannot be bundled.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  plugins: [readData(), leaveOut(), bundleRequired(), listLicenses(), makeExecutable()],
  // CommonJS: Node.js loads it in two thirds of the time of ES modules, most of it spent on built-in modules.
  output: { dir: 'dist', format: 'cjs', charset: 'ascii', comments: false, chunkFileNames: '[name]-[hash].js' },
} satisfies BuildOptions;

/** Builds `dist/`: the command, the library, the adapters, and the modules that pages load. */
export default [
  command,
  {
    input: {
      express: 'src/adapters/express.ts',
      fastify: 'src/adapters/fastify.ts',
      fetch: 'src/adapters/fetch.ts',
    },
    // These also run without Node.js.
    platform: 'neutral',
    output: { dir: 'dist/adapters', format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  },
  {
    input: globSync('src/web/browser/*.ts'),
    platform: 'browser',
    output: { dir: 'dist', format: 'esm', preserveModules: true, preserveModulesRoot: 'src' },
  },
] satisfies BuildOptions[];

/** Runs the modules of `src/data/read/` while it builds, and bundles what they export: checked data, and no code. */
function readData(): Plugin {
  return {
    name: 'read-data',
    load: {
      filter: { id: /\/src\/data\/read\/[a-z-]+\.ts$/ },
      async handler(id) {
        const values = Object.entries<unknown>(await import(id));
        return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
      },
    },
  };
}

/** Modules that packages import at the start, but need only for features that Citable does not use. */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  fastify: ['node:http2', 'node:https'],
  '@fastify/swagger': ['yaml'],
};

/** Leaves out modules that are never used. Using one would fail. */
function leaveOut(): Plugin {
  const isUnused = (id: string, importer: string) =>
    Object.entries(UNUSED).some(([name, ids]) => ids.includes(id) && importer.includes(`/node_modules/${name}/`));
  return {
    name: 'leave-out',
    resolveId: (id, importer = '') => (isUnused(id, importer) ? `\0unused:${id}` : null),
    load: (id) => (id.startsWith('\0unused:') ? 'module.exports = {};' : null),
  };
}

/** Also bundles packages that are loaded lazily with `require` of `createRequire`. They run when they are first required. */
function bundleRequired(): Plugin {
  const OWN_REQUIRE = /^const require = createRequire\(import\.meta\.url\);$/m;
  return {
    name: 'bundle-required',
    transform: { filter: { code: OWN_REQUIRE }, handler: (code) => code.replace(OWN_REQUIRE, '') },
  };
}

/** Marks `dist/` as CommonJS, and adds the licenses of the packages that are bundled. */
function listLicenses(): Plugin {
  return {
    name: 'list-licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
      const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
      this.emitFile({
        type: 'asset',
        fileName: 'THIRD-PARTY-LICENSES',
        source: [...folders].sort().map(readLicense).join('\n'),
      });
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{"type":"commonjs"}\n' });
    },
  };
}

/** Lets the shell run the command: npm links to it, and sets its mode only when it installs. */
function makeExecutable(): Plugin {
  return { name: 'make-executable', writeBundle: ({ dir = '' }) => chmodSync(join(dir, 'main.js'), 0o755) };
}

function readLicense(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8')}`;
  return `${name} ${version}: ${license}\n${text}\n${'-'.repeat(80)}\n`;
}
