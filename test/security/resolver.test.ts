import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServing } from '../support/citable-process.ts';
import { temporaryFolder } from '../support/running-service.ts';

const RESOLVERS = new URL('../support/logging-resolvers.ts', import.meta.url);
const TOLD = new URL('../support/serve-with-logging-resolvers.ts', import.meta.url);

/** Starts a service and requests a path. Returns the response and the resolvers that were used. */
async function request(
  path: string,
  env: Record<string, string>,
): Promise<{ status: number; text: string; used: string[] }> {
  const log = join(await temporaryFolder(), 'resolvers');
  const serving = await startServing(TOLD, [], {
    DATA_DIR: await temporaryFolder(),
    NODE_OPTIONS: `--import=${RESOLVERS}?log=${log}`,
    ...env,
  });
  const key = await serving.firstKey();
  const response = await fetch(serving.url + path, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  await serving.end('SIGTERM');
  const used = (await readFile(log, 'utf8')).trim().split('\n');
  return { status: response.status, text, used: [...new Set(used)] };
}

const AUDIT = '/api/audit?domain=www.example.com&tier=vip';

// A site's links can name hosts with silent name servers, for which the system's resolver would block every other audit.
test('an audit of the service queries the DNS itself', async () => {
  const { status, text, used } = await request(AUDIT, {});
  expect(status).toBe(502);
  expect(text).toContain('www.example.com leads to an address that is not on the public internet');
  expect(used).toEqual(['the DNS resolved www.example.com']);
});

test('the completion of an llms.txt queries the DNS itself', async () => {
  const { status, used } = await request('/api/llms-txt?domain=www.example.com&tier=vip', { AUDITED: 'already' });
  expect(status).toBe(200);
  expect(used).toEqual(['the DNS resolved www.example.com']);
});

test('with private targets allowed, the system’s resolver is used, which knows local names', async () => {
  const { used } = await request(AUDIT, {
    ALLOW_PRIVATE_TARGETS: '1',
    CONNECT_TO: 'www.example.com::unlisted.example.com:9',
  });
  expect(used).toEqual(['the system resolved unlisted.example.com']);
});
