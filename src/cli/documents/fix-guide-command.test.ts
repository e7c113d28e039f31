import { realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/running-service.ts';
import { ownCommand, startedAs } from './fix-guide-command.ts';

const NODE = '/usr/bin/node';

test.each([
  ['on the PATH', '/usr/local/bin/citable', '/usr/bin:/usr/local/bin', 'citable'],
  ['elsewhere', '/opt/citable/bin/citable', '/usr/bin:/usr/local/bin', "'/usr/bin/node' '/opt/citable/bin/citable'"],
  ['by its file', '/srv/citable/dist/main.js', '/srv/citable/dist', "'/usr/bin/node' '/srv/citable/dist/main.js'"],
  // The npm registry may have another package of this name.
  [
    'by npx',
    '/home/me/.npm/_npx/1/node_modules/.bin/citable',
    '/home/me/.npm/_npx/1/node_modules/.bin',
    "'/usr/bin/node' '/home/me/.npm/_npx/1/node_modules/.bin/citable'",
  ],
  ['in a folder with a quote', "/it's/main.js", '', "'/usr/bin/node' '/it'\\''s/main.js'"],
])('the own command, started %s', (_, script, path, command) => {
  expect(startedAs(NODE, script, path)).toBe(command);
});

test('a symbolic link to the command is resolved', async () => {
  const folder = await realpath(await temporaryFolder());
  await writeFile(join(folder, 'main.js'), '');
  await symlink(join(folder, 'main.js'), join(folder, 'citable'));
  expect(startedAs(NODE, join(folder, 'citable'), '')).toBe(`'${NODE}' '${folder}/main.js'`);
});

afterEach(() => vi.unstubAllEnvs());

test('CITABLE_COMMAND is the own command', async () => {
  vi.stubEnv('CITABLE_COMMAND', 'docker exec citable citable');
  expect(await ownCommand()).toBe('docker exec citable citable');
});

test('a CITABLE_COMMAND that could break out of a document is refused', async () => {
  vi.stubEnv('CITABLE_COMMAND', 'citable\n```\n');
  await expect(ownCommand()).rejects.toThrow(/^CITABLE_COMMAND is /);
});
