import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIN, run } from './support/citable-process.ts';
import { serveVendors, type VendorServer } from './support/vendor-server.ts';

const folder = await mkdtemp(join(tmpdir(), 'citable-logs-verification-'));
const log = join(folder, 'access.log');
const ranges = join(folder, 'ranges.json');
const GPTBOT = 'https://openai.com/gptbot.json';
let vendors: VendorServer;
let reach: readonly string[] = [];

function line(address: string): string {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 19);
  return JSON.stringify({
    ...{ time_iso8601: `${day}Z`, remote_addr: address, request: 'GET / HTTP/1.1', status: 200 },
    http_user_agent: 'Mozilla/5.0 (compatible; GPTBot/1.2)',
  });
}

const logs = (...words: string[]) =>
  run(MAIN, ['logs', log, ...words], { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') });

beforeAll(async () => {
  vendors = await serveVendors();
  const { connectTo = [], ca = [] } = vendors.fetching;
  await writeFile(join(folder, 'ca.pem'), String(ca));
  reach = connectTo.flatMap(({ address, addressPort }) => ['--connect-to', `:443:${address}:${addressPort}`]);
  vendors.files.set(GPTBOT, { body: '{"prefixes":[{"ipv4Prefix":"20.171.206.0/24"}]}' });
  await writeFile(log, ['20.171.206.9', '20.171.206.9', '20.171.207.9', '10.0.0.1'].map(line).join('\n'));
});
afterAll(async () => {
  await vendors.close();
  await rm(folder, { recursive: true });
});

test('--verify fetches the published ranges once, and says so', async () => {
  const { code, stdout, stderr } = await logs('--verify', '--save-ranges', ranges, '--format', 'json', ...reach);
  expect([code, stderr]).toEqual([0, expect.stringContaining('fetched 1 files with the address ranges')]);
  const { crawlers, verification } = JSON.parse(stdout);
  expect(crawlers).toMatchObject([{ verification: { verified: 2, unverified: 1, spoofed: 1 } }]);
  expect(verification).toMatchObject({ has_client_addresses: true });
  expect(vendors.requests.filter(({ url }) => url === GPTBOT)).toHaveLength(1);
  expect(stdout).not.toContain('20.171.');
});

test('--from-ranges uses saved ranges, without the network', async () => {
  const requests = vendors.requests.length;
  const { code, stdout } = await logs('--from-ranges', ranges, ...reach);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Requests {2}Verified {2}Spoofed .*\nGPTBot +OpenAI +training +4 +2 +1 /);
  expect(vendors.requests).toHaveLength(requests);
  for (const format of ['csv', 'markdown', 'html']) {
    const { stdout: text } = await logs('--from-ranges', ranges, '--format', format);
    expect(text).toContain(format === 'csv' ? ',2,1,1' : 'Spoofed');
    expect(text).not.toContain('20.171.');
  }
});

test('a log in which no request is verified may have a proxy’s addresses: none is called spoofed', async () => {
  const proxied = join(folder, 'proxied.log');
  await writeFile(proxied, ['20.171.207.9', '20.171.207.9'].map(line).join('\n'));
  const { stdout } = await run(MAIN, ['logs', proxied, '--from-ranges', ranges, '--format', 'json'], {});
  expect(JSON.parse(stdout)).toMatchObject({
    verification: { has_client_addresses: false },
    crawlers: [{ verification: { verified: 0, unverified: 2, spoofed: 0 } }],
  });
});

test('--trust-proxy verifies by forwarded addresses', async () => {
  const forwarded = join(folder, 'forwarded.log');
  await writeFile(
    forwarded,
    '9.9.9.9 - - [01/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "GPTBot/1.2" "20.171.206.9"\n',
  );
  const verified = async (...words: string[]) => {
    const read = ['logs', forwarded, '--from-ranges', ranges, '--format', 'json', ...words];
    return JSON.parse((await run(MAIN, read, {})).stdout).crawlers[0].verification.verified;
  };
  expect([await verified(), await verified('--trust-proxy', '8.8.8.8'), await verified('--trust-proxy', '1')]).toEqual([
    0, 0, 1,
  ]);
});

test('without ranges nothing is verified, and the report says so', async () => {
  const { stdout } = await logs();
  expect(stdout).toContain('No addresses were verified');
});

test('ranges that cannot be fetched are named, and the log is read all the same', async () => {
  vendors.files.clear();
  const { code, stdout, stderr } = await logs('--verify', ...reach);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/fetched 0 files .*; \d+ could not be read:\n {2}https:/)]);
  expect(stdout).toContain('No addresses were verified');
});

test.each([
  ['{}', 'was not written by --save-ranges'],
  ['{"fetched_at":"2026-11-01T00:00:00Z","files":{"https://x/":["300.0.0.0/8"]}}', 'is damaged'],
])('a file of ranges that is none ends with one sentence: %s', async (text, problem) => {
  const file = join(folder, 'bad.json');
  await writeFile(file, text);
  const { code, stderr } = await logs('--from-ranges', file);
  expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  expect(await readFile(file, 'utf8')).toBe(text);
});
