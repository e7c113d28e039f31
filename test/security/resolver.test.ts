import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServing } from '../support/citable-process.ts';
import { temporaryFolder } from '../support/running-service.ts';

const RESOLVERS = new URL('../support/told-resolvers.ts', import.meta.url);
const TOLD = new URL('../support/serve-with-told-resolvers.ts', import.meta.url);

/** Serves, asks a path with the first key, and gives what was answered and which resolver was asked. */
async function ask(
  path: string,
  env: Record<string, string>,
): Promise<{ status: number; text: string; asked: string[] }> {
  const log = join(await temporaryFolder(), 'resolvers');
  const serving = await startServing(TOLD, [], {
    DATA_DIR: await temporaryFolder(),
    NODE_OPTIONS: `--import=${RESOLVERS}?log=${log}`,
    ...env,
  });
  await expect.poll(() => serving.stderr()).toContain('shown only now');
  const [key] = /ctb_\w{40}/.exec(serving.stderr()) ?? [];
  const response = await fetch(serving.url + path, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  await serving.end('SIGTERM');
  const asked = (await readFile(log, 'utf8')).trim().split('\n');
  return { status: response.status, text, asked: [...new Set(asked)] };
}

const AUDIT = '/api/audit?domain=www.example.com&tier=vip';

// A site's links can name hosts whose name servers never answer; the system's resolver would hold up every other audit.
test('a served audit looks names up in the DNS itself', async () => {
  const { status, text, asked } = await ask(AUDIT, {});
  expect(status).toBe(502);
  expect(text).toContain('www.example.com leads to an address that is not on the public internet');
  expect(asked).toEqual(['the DNS was asked for www.example.com']);
});

test('so do the further pages of an llms.txt', async () => {
  const { status, asked } = await ask('/api/llms-txt?domain=www.example.com&tier=vip', { AUDITED: 'already' });
  expect(status).toBe(200);
  expect(asked).toEqual(['the DNS was asked for www.example.com']);
});

test('where the operator opens the guard, the system is asked, which knows the names of the own machine', async () => {
  const { asked } = await ask(AUDIT, {
    ALLOW_PRIVATE_TARGETS: '1',
    CONNECT_TO: 'www.example.com::unlisted.example.com:9',
  });
  expect(asked).toEqual(['the system was asked for unlisted.example.com']);
});
