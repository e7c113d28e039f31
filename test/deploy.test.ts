import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { last, pair, parseCopy, readStages, words } from '../drills/support/dockerfile.ts';
import { readConfig, SETTINGS } from '../src/values/config.ts';
import { citable } from './support/citable-process.ts';
import { temporaryFolder } from './support/running-service.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('the Dockerfile', () => {
  const [build = [], image = []] = readStages(read('Dockerfile'));

  test('runs the version of Node that the tests run', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    for (const stage of [build, image]) expect(last(stage, 'FROM')).toMatch(`node:${devDependencies.node}-`);
  });

  test('copies exactly the files that .dockerignore does not exclude', () => {
    const copied = [...build, ...image]
      .filter(({ name }) => name === 'COPY')
      .map(({ rest }) => parseCopy(rest))
      .flatMap(({ from, sources }) => (from === null ? sources : []));
    const letThrough = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied.toSorted()).toEqual(letThrough.toSorted());
    for (const path of copied) expect(existsSync(new URL(`../${path}`, import.meta.url))).toBe(true);
  });

  test('runs as an ordinary user, by number, with settings that are accepted', () => {
    expect(last(image, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const { NODE_ENV, ...settings } = Object.fromEntries(last(image, 'ENV').split(' ').map(pair));
    expect(NODE_ENV).toBe('production');
    expect(readConfig(settings).ok).toBe(true);
    expect(words(last(image, 'CMD'))).toEqual(['serve']);
  });
});

test('every action is pinned to a commit', () => {
  const actions = ['action.yml', 'docs/ci.md'].flatMap((file) =>
    [...read(file).matchAll(/uses: (.*)/g)].map(([, action]) => action),
  );
  expect(actions.length).toBeGreaterThan(2);
  for (const action of actions)
    expect(action).toMatch(/^(?:OWNER\/citable@REF|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
});

test('README.md names the package of this version', () => {
  expect(read('README.md')).toContain(`npm install --global ./citable-${JSON.parse(read('package.json')).version}.tgz`);
});

test('the service is started with the same options of Node.js everywhere', () => {
  const optionsIn = (command: string) => command.match(/--[^ "]+/g);
  const image = readStages(read('Dockerfile')).at(-1) ?? [];
  const { scripts } = JSON.parse(read('package.json'));
  expect(optionsIn(scripts.start)).toEqual(['--v8-pool-size=0']);
  expect(optionsIn(last(image, 'ENTRYPOINT'))).toEqual(optionsIn(scripts.start));
  for (const name of ['citable', 'citable-worker@']) {
    const [, unit = ''] = /^ExecStart=(.*)$/m.exec(read(`deploy/${name}.service`)) ?? [];
    expect(optionsIn(unit)).toEqual(optionsIn(scripts.start));
  }
});

test('compose.yaml sets only settings that exist, and contains no password', () => {
  const compose = read('compose.yaml');
  const citable = compose.slice(compose.indexOf('x-settings:'), compose.indexOf('\n  postgres:'));
  const names = [...citable.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
  const known = [
    ...SETTINGS.map(({ name }) => name),
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_EC2_METADATA_DISABLED',
  ];
  expect(names).toContain('DATABASE_URL');
  expect(known).toEqual(expect.arrayContaining(names));
  for (const [, value] of compose.matchAll(/(?:PASSWORD|SECRET[A-Z_]*): (.*)/g)) expect(value).toMatch(/^\$/);
});

test('the units that send logs use options that exist', async () => {
  const { stdout } = await citable('logs', '--help');
  for (const file of ['citable-logs@.service', 'logs-sidecar.yaml']) {
    const [, command = ''] = read(`deploy/${file}`).split(/dist\/main\.js logs|command:\n/);
    const options = command.match(/(?<=[\s])--[a-z-]+/g) ?? [];
    expect(options).toEqual(expect.arrayContaining(['--send', '--domain', '--follow']));
    for (const option of options) expect(stdout).toContain(option);
  }
});

test.skipIf(spawnSync('promtool', ['--version']).status !== 0).each([
  ['check', 'alerts.yml'],
  ['test', 'alerts.test.yml'],
])('promtool %s rules accepts %s', (verb, file) => {
  const cwd = new URL('../deploy/', import.meta.url);
  const { status, stdout, stderr } = spawnSync('promtool', [verb, 'rules', file], { cwd, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});

describe.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0).each([
  ['citable.service', 'citable.service'],
  ['citable-worker@.service', 'citable-worker@9001.service'],
  ['citable-logs@.service', 'citable-logs@example.com.service'],
])('the unit of systemd %s', (file, name) => {
  async function unit(): Promise<string> {
    const path = join(await temporaryFolder(), name);
    await writeFile(path, read(`deploy/${file}`).replace('/usr/bin/node', process.execPath));
    return path;
  }

  test('is accepted by systemd', async () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', await unit()], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  test('restricts the process to what it needs', async () => {
    const output = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', await unit()], {
      encoding: 'utf8',
    });
    const [, exposure] = /exposure level for citable\S*\.service: ([\d.]+)/.exec(output) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
  });
});
