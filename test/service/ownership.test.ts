import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { parseConnectTo } from '../../src/fetch/connect-to.ts';
import { nameServers } from '../../src/fetch/dns.ts';
import { parseLlmsTxt } from '../../src/site/llms-txt/llms-txt.ts';
import { type DnsRecords, startNameServer } from '../support/name-server.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';
import { serveVendors, type VendorServer } from '../support/vendor-server.ts';

const VIP = '/api/llms-txt?domain=example.com&tier=vip';
const HOSTED = '/llms/example.com.txt?tier=vip';
const RECORD = '_citable.example.com';

interface Proof {
  readonly published_by: string | null;
  readonly is_required: boolean;
  readonly txt_record: { readonly name: string; readonly value: string };
  readonly file: { readonly url: string; readonly content: string };
}

let sites: VendorServer;
beforeAll(async () => {
  sites = await serveVendors(['example.com', 'www.example.com', 'elsewhere.com']);
});
afterAll(() => sites.close());
beforeEach(() => {
  sites.files.clear();
  sites.requests.length = 0;
});

/** A service that requires the proof, with a name server whose zone may change. @param plainPort where plain HTTP leads to */
async function start(settings: Record<string, string> = {}, plainPort: number | null = null) {
  const zone: Record<string, DnsRecords> = { [RECORD]: {} };
  const dns = await startNameServer(zone);
  onTestFinished(dns.close);
  const plain = plainPort === null ? [] : requireRules(`:80:127.0.0.1:${plainPort}`);
  const fetching = {
    ...sites.fetching,
    connectTo: [...(sites.fetching.connectTo ?? []), ...plain],
    lookup: () => Promise.reject(new Error('There is no DNS.')),
  };
  const outside = { fetching, about: null, dns: nameServers([dns.address]) };
  const running = await startService(
    instantAudit,
    { REQUIRE_OWNERSHIP: 'dns', ...settings },
    undefined,
    undefined,
    outside,
  );
  return { ...running, zone, dns };
}

function requireRules(text: string) {
  const rules = parseConnectTo(text);
  if (!rules.ok) throw new Error(rules.problem);
  return rules.rules;
}

async function proofFor({ request }: RunningService, headers: Record<string, string>): Promise<Proof> {
  const response = await request('/api/domains/example.com/ownership', { headers });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  return JSON.parse(await response.text());
}

/** Whether the domain is published when its text is requested with the key. */
async function publishes({ request, authorization }: RunningService): Promise<boolean> {
  const response = await request(VIP, { headers: authorization });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  const isNamed = (await response.text()).includes('/llms/example.com.txt?tier=vip');
  expect((await request(HOSTED)).status).toBe(isNamed ? 200 : 401);
  return isNamed;
}

test('without the proof the text is answered, names no hosted URL, says which proof to make, and is not published', async () => {
  const running = await start();
  const { request, authorization } = running;
  for (const path of [VIP, HOSTED]) {
    const response = await request(path, { headers: authorization });
    const text = await response.text();
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(text).toContain('# Münchner Bäcker (example.com)');
    expect(text).not.toContain('/llms/example.com.txt');
    const { txt_record, file, published_by, is_required } = await proofFor(running, authorization);
    expect([published_by, is_required, txt_record.name]).toEqual([null, true, RECORD]);
    expect(text).toContain(`TXT record at ${RECORD} with the text ${txt_record.value}`);
    expect(text).toContain(`at ${file.url}.`);
    expect(file).toEqual({
      url: `https://example.com/.well-known/citable-${txt_record.value}.txt`,
      content: txt_record.value,
    });
    expect(parseLlmsTxt(text, 'https://example.com/llms.txt').problems).toEqual([]);
  }
  expect((await request(HOSTED)).status).toBe(401);
});

test('the token is the same each time, and another for each key and domain', async () => {
  const running = await start();
  const other = { authorization: `Bearer ${await running.service.keys.create('other')}` };
  const first = await proofFor(running, running.authorization);
  expect(first.txt_record.value).toMatch(/^[0-9a-f]{32}$/);
  expect(await proofFor(running, running.authorization)).toEqual(first);
  expect((await proofFor(running, other)).txt_record.value).not.toBe(first.txt_record.value);
  const response = await running.request('/api/domains/example.org/ownership', { headers: running.authorization });
  expect(await response.text()).not.toContain(first.txt_record.value);
});

test('a TXT record proves it, among others, and no longer needs to be there afterwards', async () => {
  const running = await start();
  expect(await publishes(running)).toBe(false);
  const { txt_record } = await proofFor(running, running.authorization);
  running.zone[RECORD] = { texts: [['v=spf1 -all'], [txt_record.value.slice(0, 9), txt_record.value.slice(9)]] };
  expect(await publishes(running)).toBe(true);
  running.zone[RECORD] = {};
  expect(await publishes(running)).toBe(true);
  expect((await proofFor(running, running.authorization)).published_by).toBe('you');
});

test('the proof of one key is none for another', async () => {
  const running = await start();
  const other = { authorization: `Bearer ${await running.service.keys.create('other')}` };
  running.zone[RECORD] = { texts: [[(await proofFor(running, other)).txt_record.value]] };
  expect(await publishes(running)).toBe(false);
});

test('what belongs to another key needs no proof to be read, and is not claimed by one', async () => {
  const running = await start();
  const { txt_record } = await proofFor(running, running.authorization);
  running.zone[RECORD] = { texts: [[txt_record.value]] };
  expect(await publishes(running)).toBe(true);
  const requests = running.dns.requests.length;
  const other = { authorization: `Bearer ${await running.service.keys.create('other')}` };
  const text = await (await running.request(VIP, { headers: other })).text();
  expect(text).toContain('/llms/example.com.txt?tier=vip');
  expect((await proofFor(running, other)).published_by).toBe('another_key');
  expect(running.dns.requests.length).toBe(requests);
});

test.each([
  ['as it is', (token: string) => ({ body: token }), true],
  ['with a line break', (token: string) => ({ body: `${token}\n` }), true],
  ['in a page that repeats the path', (token: string) => ({ body: `<p>citable-${token}.txt</p>` }), false],
  ['with status 404', (token: string) => ({ body: token, status: 404 }), false],
  ['before a long text', (token: string) => ({ body: `${token}${' '.repeat(5_000)}` }), false],
])('a file with the token %s proves it or not', async (_name, findFile, isProof) => {
  const running = await start();
  const { file, txt_record } = await proofFor(running, running.authorization);
  sites.files.set(file.url, findFile(txt_record.value));
  expect(await publishes(running)).toBe(isProof);
  expect(sites.requests.map(({ url }) => url)).toContain(file.url);
});

test('a file of a site without TLS proves it; a redirect to another host proves nothing, to www. it does', async () => {
  const responses = new Map<string, { status: number; location?: string; body?: string }>();
  const plain = createServer((request, response) => {
    const { status = 404, location, body = '' } = responses.get(request.url ?? '') ?? {};
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void plain.close());
  const { port } = plain.address() as AddressInfo;
  for (const [name, isProof] of [
    ['elsewhere.com', false],
    ['www.example.com', true],
  ] as const) {
    const running = await start({}, port);
    const { file, txt_record } = await proofFor(running, running.authorization);
    const { pathname } = new URL(file.url);
    sites.files.set(`https://${name}${pathname}`, { body: txt_record.value });
    responses.set(pathname, { status: 302, location: `https://${name}${pathname}` });
    expect([name, await publishes(running)]).toEqual([name, isProof]);
  }
  const running = await start({}, port);
  const { file, txt_record } = await proofFor(running, running.authorization);
  responses.set(new URL(file.url).pathname, { status: 200, body: txt_record.value });
  expect(await publishes(running)).toBe(true);
});

test('looking for a proof counts as a live audit against the limit of the key', async () => {
  const running = await start({ AUDIT_RATE_LIMIT: '3' });
  const { request, authorization } = running;
  const status = async () => (await request(VIP, { headers: authorization })).status;
  // The first runs an audit as well.
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
});

test('without a key, where live audits are public, nothing is looked for and nothing said of it', async () => {
  const running = await start({ LIVE_AUDITS: 'public' });
  const text = await (await running.request(VIP)).text();
  expect(text).not.toContain('prove');
  expect(running.dns.requests).toEqual([]);
  expect(sites.requests).toEqual([]);
});

test('where it is not required nothing is looked for', async () => {
  const running = await start({ REQUIRE_OWNERSHIP: 'off' });
  expect(await publishes(running)).toBe(true);
  expect(running.dns.requests).toEqual([]);
});
