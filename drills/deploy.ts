import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/free-port.ts';
import { last, pair, parseCopy, readStages, words } from './support/dockerfile.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Runs the steps of the Dockerfile without Docker: its COPY and RUN instructions on a copy of the files that .dockerignore includes, then
 * its command as an ordinary user over a read-only tree. It needs the npm registry, or npm's cache.
 */
const project = fileURLToPath(new URL('..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'citable-image-'));
chmodSync(root, 0o755);
const context = join(root, 'context');
const [build = [], image = []] = readStages(readFileSync(join(project, 'Dockerfile'), 'utf8'));
const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

/** Returns where a path of a stage is. Each stage has its own folder. */
const at = (stage: 'build' | 'image', path: string) =>
  join(root, stage, path.startsWith('/') ? path : join(last(stage === 'build' ? build : image, 'WORKDIR'), path));

try {
  copyContext();
  for (const { name, rest } of build) {
    if (name === 'COPY') copy('build', rest);
    if (name === 'RUN') run(rest);
  }
  for (const { name, rest } of image) if (name === 'COPY') copy('image', rest);
  const size = Number(spawnSync('du', ['-sk', join(root, 'image')], { encoding: 'utf8' }).stdout.split('\t')[0]);
  check('every step of the Dockerfile succeeds', true, `${(size / 1024).toFixed(0)} MiB in addition to the base image`);
  check(
    'the image has no package that only development needs',
    developmentPackages().length === 0,
    developmentPackages().join(' '),
  );
  await checkService();
} finally {
  spawnSync('chmod', ['-R', 'u+w', root]);
  rmSync(root, { recursive: true, force: true });
}
finish();

/** Copies the files that .dockerignore includes with `!`, except those it excludes again. */
function copyContext(): void {
  const lines = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n');
  const isLeftOut = (source: string) => /\.test\.tsx?$/.test(source);
  for (const name of lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))) {
    cpSync(join(project, name), join(context, name), { recursive: true, filter: (source) => !isLeftOut(source) });
  }
}

function copy(stage: 'build' | 'image', rest: string): void {
  const { from, sources, destination } = parseCopy(rest);
  for (const source of sources) {
    const original = from === null ? join(context, source) : at('build', source);
    const copied = at(stage, destination.endsWith('/') ? join(destination, basename(source)) : destination);
    cpSync(original, copied, { recursive: true, verbatimSymlinks: true });
    chmodSync(copied, statSync(original).mode);
  }
}

function run(command: string): void {
  console.log(`RUN ${command}`);
  const inStage = command.replaceAll(/(?<= )\/data$/g, at('build', '/data'));
  const cwd = at('build', '.');
  mkdirSync(cwd, { recursive: true });
  const { status, stderr } = spawnSync('/bin/sh', ['-c', inStage], { cwd, env: environment(), encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${command}: ${stderr}`);
}

function environment(): Record<string, string> {
  return { PATH: path, HOME: process.env['HOME'] ?? root };
}

function developmentPackages(): string[] {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(join(context, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages)
    .filter(([name, { dev }]) => dev === true && existsSync(at('image', name)))
    .map(([name]) => name);
}

/** Starts the image's command, runs its health check, and stops it. */
async function checkService(): Promise<void> {
  const user = Number(last(image, 'USER').split(':')[0]);
  const data = at('image', '/data');
  // Only root can start a process as another user.
  const identity = process.getuid?.() === 0 ? { uid: user, gid: user } : {};
  if (identity.uid !== undefined) chownSync(data, user, user);
  const { mode } = statSync(data);
  spawnSync('chmod', ['-R', 'a-w', at('image', '.')]);
  const settings = Object.fromEntries(last(image, 'ENV').split(' ').map(pair));
  const env = {
    ...environment(),
    ...settings,
    DATA_DIR: data,
    PORT: String(await freePort()),
    SCHEDULES: 'off',
    HOME: '/nonexistent',
    TMPDIR: '/nonexistent',
  };
  const inImage = (word: string) => (word.startsWith('/citable/') ? at('image', word) : word);
  const [node = '', ...rest] = [...words(last(image, 'ENTRYPOINT')), ...words(last(image, 'CMD'))].map(inImage);
  const child = spawn(node, rest, { env, cwd: at('image', '.'), stdio: ['ignore', 'ignore', 'pipe'], ...identity });
  const ended = once(child, 'close');
  let output = '';
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  try {
    const [program = '', ...probe] = words(last(image, 'HEALTHCHECK'));
    const isHealthy = () => spawnSync(program, probe, { env, ...identity }).status === 0;
    let waits = 0;
    while (!isHealthy() && child.exitCode === null && waits < 30) waits += 1;
    check(
      'the service is healthy by its own health check',
      child.exitCode === null && waits < 30,
      output.split('\n')[0],
    );
    check('the service runs as an ordinary user', user !== 0, `user ${user}`);
    check('only its owner can read the data folder', (mode & 0o077) === 0, (mode & 0o777).toString(8));
    const page = await fetch(`http://127.0.0.1:${env.PORT}/`);
    check('the home page and its stylesheet are served', page.ok && (await hasStylesheet(await page.text(), env.PORT)));
    const [demonstration, openapi] = await Promise.all(
      ['/api/audit?domain=example.com', '/openapi.json'].map((place) => fetch(`http://127.0.0.1:${env.PORT}${place}`)),
    );
    check(
      'demonstrations and the OpenAPI document are served',
      demonstration?.status === 200 && openapi?.status === 200,
    );
    child.kill('SIGTERM');
    const [code] = await ended;
    check('SIGTERM ends the service', code === 0, `exit status ${code}`);
    check('the health check fails after the end', !isHealthy());
  } finally {
    child.kill('SIGKILL');
  }
}

async function hasStylesheet(html: string, port: string): Promise<boolean> {
  const [, href] = /href="([^"]+\.css[^"]*)"/.exec(html) ?? [];
  return href !== undefined && (await fetch(new URL(href, `http://127.0.0.1:${port}/`))).ok;
}
