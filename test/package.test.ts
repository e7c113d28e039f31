import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../src/package.ts';
import { run, startServing } from './support/citable-process.ts';
import { serve } from './support/loopback.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'citable-package-'));
const execute = promisify(execFile);
const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
const app = join(folder, 'app');
const installed = join(app, 'node_modules/citable');
const MAX_BYTES = 40e6;

/** Runs npm without the registry: the package needs no other. */
function npm(cwd: string, ...words: string[]) {
  return execute('npm', [...words, '--offline', '--no-audit', '--no-fund'], { cwd, env: { ...process.env, PATH } });
}

async function copy(to: string, ...names: string[]): Promise<string> {
  await mkdir(to);
  for (const name of names) await cp(join(root, name), join(to, name), { recursive: true });
  return to;
}

async function bytesIn(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(path, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

afterAll(() => rm(folder, { recursive: true }));

describe('the package', () => {
  beforeAll(async () => {
    const sources = [
      'assets',
      'rolldown.config.ts',
      'scripts',
      'skills',
      'src',
      'tsconfig.json',
      'tsconfig.build.json',
    ];
    const checkout = await copy(join(folder, 'checkout'), 'package.json', 'package-lock.json', ...sources);
    await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
    await npm(checkout, 'pack', '--pack-destination', folder);
    await mkdir(app);
    await writeFile(join(app, 'package.json'), '{ "type": "module" }');
    const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    await npm(app, 'install', '--omit=dev', join(folder, tarball));
  });

  test('installs alone, in less than 40 MB', async () => {
    expect(await readdir(join(app, 'node_modules'))).toEqual(expect.not.arrayContaining(['fastify']));
    expect(await bytesIn(join(app, 'node_modules'))).toBeLessThan(MAX_BYTES);
  });

  test('names the licenses of the packages in it', async () => {
    const licenses = await readFile(join(installed, 'dist/THIRD-PARTY-LICENSES'), 'utf8');
    for (const name of ['fastify', 'htmlparser2', 'pg', '@aws-sdk/client-s3']) expect(licenses).toContain(`\n${name} `);
  });

  test('lists exactly the packages in it, in a CycloneDX document', async () => {
    const sbom = JSON.parse(await readFile(join(installed, 'dist/sbom.cdx.json'), 'utf8'));
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'citable', version: VERSION } },
    });
    const names = sbom.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'htmlparser2', 'pg', '@aws-sdk/client-s3']));
    expect(names).toEqual(expect.not.arrayContaining(['vitest', 'typescript']));
    const hashed = sbom.components.filter(({ hashes }: { hashes?: unknown[] }) => hashes?.length === 1);
    expect(hashed.length).toBe(names.length);
  });

  test('leaves a command in the clone that can be executed', async () => {
    expect((await stat(join(folder, 'checkout/dist/main.js'))).mode & 0o777).toBe(0o755);
  });

  test('installs its skill', async () => {
    const home = await mkdtemp(join(folder, 'home-'));
    const words = ['agent', 'install', '--client', 'agents', '--yes'];
    await execute(join(app, 'node_modules/.bin/citable'), words, { env: { PATH, HOME: home } });
    expect(await readFile(join(home, '.agents/skills/citable/SKILL.md'), 'utf8')).toMatch(/^---\nname: citable\n/);
  });

  test('has a command that audits a site', async () => {
    const site = await serve((_request, response) => response.end('<!doctype html><title>Tides</title><h1>Tides</h1>'));
    const { stdout } = await execute(
      join(app, 'node_modules/.bin/citable'),
      ['audit', `127.0.0.1:${site.port}`, '--allow-private'],
      { env: { PATH } },
    );
    expect(stdout).toContain('AEO score');
  });

  test('has a command that serves pages, and audits in child processes', async () => {
    const site = await serve((_request, response) => response.end('<!doctype html><title>Tides</title><h1>Tides</h1>'));
    const main = pathToFileURL(join(installed, 'dist/main.js'));
    const service = await startServing(main, ['serve'], {
      DATA_DIR: join(folder, 'data'),
      LIVE_AUDITS: 'public',
      ALLOW_PRIVATE_TARGETS: '1',
    });
    const page = await (await fetch(service.url)).text();
    const [, stylesheet = ''] = /href="([^"]+\.css)"/.exec(page) ?? [];
    const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
    for (const path of [stylesheet, script, '/openapi.json', '/checks', '/crawlers'])
      expect((await fetch(new URL(path, service.url))).status).toBe(200);
    const audit = await fetch(`${service.url}/api/audit?tier=vip&domain=127.0.0.1:${site.port}`);
    expect(await audit.json()).toMatchObject({ status: 'done' });
    expect((await service.end('SIGTERM')).code).toBe(0);
  });

  test('connects to a database server without another package', async () => {
    const main = pathToFileURL(join(installed, 'dist/main.js'));
    const { code, stderr } = await run(main, ['serve'], {
      DATA_DIR: join(folder, 'none'),
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be used: connection refused')]);
  });

  test('has adapters for applications, which other modules and CommonJS load', async () => {
    const made = '{ url: "http://127.0.0.1:1", domain: "example.com", key: "k" }';
    const program = [
      "import { citable } from 'citable/express';",
      "import { citable as plugin } from 'citable/fastify';",
      "import { FetchLog } from 'citable/fetch';",
      `console.log(citable(${made}).log.pending, typeof plugin, new FetchLog(${made}).log.pending);`,
    ];
    await writeFile(join(app, 'adapters.mjs'), program.join('\n'));
    expect((await execute(process.execPath, [join(app, 'adapters.mjs')])).stdout).toBe('0 function 0\n');
    const required = ['express', 'fastify', 'fetch'].map((name) => `typeof require('citable/${name}')`).join(', ');
    await writeFile(join(app, 'adapters.cjs'), `console.log(${required});`);
    expect((await execute(process.execPath, [join(app, 'adapters.cjs')])).stdout).toBe('object object object\n');
    for (const name of ['express', 'fastify', 'fetch', 'traffic-log', 'node-request']) {
      const types = join(installed, `dist/types/adapters/${name}.d.ts`);
      expect(await readFile(types, 'utf8')).toContain('export');
    }
  });

  test('is a library', async () => {
    const program =
      "import { judge, parseDomainName } from 'citable';\nconst parsed = parseDomainName('example.com');\n";
    await writeFile(join(app, 'use.ts'), `${program}if (parsed.ok) console.log(parsed.domain, typeof judge);\n`);
    expect((await execute(process.execPath, [join(app, 'use.ts')])).stdout).toBe('example.com function\n');
  });

  test('has types', async () => {
    const program = [
      "import { auditSite, parseDomainName } from 'citable';",
      "const parsed = parseDomainName('example.com');",
      'if (!parsed.ok) throw new Error(parsed.problem);',
      'const { report } = await auditSite(parsed.domain);',
      'export const score: number = report.score;',
      '// @ts-expect-error',
      'export const { tides } = report;',
    ];
    await writeFile(join(app, 'typed.ts'), program.join('\n'));
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
    const tsc = execute(join(root, 'node_modules/.bin/tsc'), [...options, 'typed.ts'], { cwd: app, env: { PATH } });
    expect(await tsc.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
  });
});

test('npm ci --omit=dev leaves a built command that runs', async () => {
  const checkout = await copy(join(folder, 'built'), '.npmrc', 'dist', 'package.json', 'package-lock.json', 'scripts');
  await npm(checkout, 'ci', '--omit=dev');
  const { stdout } = await execute(process.execPath, [join(checkout, 'dist/main.js'), '--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  await rm(join(checkout, 'dist'), { recursive: true });
  expect((await npm(checkout, 'ci', '--omit=dev')).stderr).toContain('dist/ was not built');
});
