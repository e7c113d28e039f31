import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditSite, completeInventory } from '../../src/engine/audit-site.ts';
import { type ApiKeyRow, ApiKeyStore } from '../../src/server/accounts/api-key-store.ts';
import { ApiKeys, newApiKey } from '../../src/server/accounts/api-keys.ts';
import { openService } from '../support/open-service.ts';
import { instantAudit, startService } from '../support/running-service.ts';
import { type HostileSite, type HostileWeb, openHostileWeb } from './hostile-web.ts';
import { type Operation, operations, request } from './keyed-operations.ts';

const DOMAIN = 'echo.example.com';
const UNPUBLISHED = 'unpublished.example.com';
const decompress = promisify(zstdDecompress);

/** Texts in which a key could end up. */
interface Place {
  readonly name: string;
  readonly text: string;
}

describe('a key that is used everywhere', () => {
  let web: HostileWeb;
  let service: Awaited<ReturnType<typeof openService>>;
  let all: readonly Operation[];
  /** Forbidden texts: the key, most of it, and its hash in the store. */
  let needles: readonly string[];
  const responses: { operation: Operation; response: Response; text: string }[] = [];

  beforeAll(async () => {
    web = await openHostileWeb();
    // A site that echoes its requests.
    const echo: HostileSite = (path, response, _host, { headers }) => {
      const output = JSON.stringify(headers);
      response.setHeader('x-said', encodeURIComponent(output));
      response.setHeader('content-type', path === '/' ? 'text/html' : 'text/plain');
      response.end(`<title>${output}</title><h1>${output}</h1><p>${output}</p>\nUser-agent: *\nAllow: /`);
    };
    for (const host of [DOMAIN, UNPUBLISHED]) web.addSite(host, echo);
    service = await openService(
      (domain) => auditSite(domain, web.fetcherOptions),
      { RATE_LIMIT: 'off', AUDIT_RATE_LIMIT: 'off', LOG_LEVEL: 'trace' },
      (inventory, signal) => completeInventory(inventory, { ...web.fetcherOptions, signal }),
    );
    const { key, authorization } = service;
    needles = [key, key.slice(4, 30), createHash('sha256').update(key).digest('hex')];
    const audited = await service.request(`/api/audit?domain=${DOMAIN}&tier=vip`, { headers: authorization });
    const { id } = await audited.json();
    await service.request(`/api/llms-txt?domain=${DOMAIN}&tier=vip`, { headers: authorization });
    const posted = await service.request('/api/audits', {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ domains: [DOMAIN] }),
    });
    const { id: batch } = await posted.json();
    all = await operations(service.request, { domain: DOMAIN, unpublished: UNPUBLISHED, id, batch });
    for (const operation of all) {
      const response = await request(operation, service.url, authorization);
      responses.push({ operation, response, text: await response.text() });
    }
    // Refusals and faults, with a key.
    for (const path of [
      '/api/audit?tier=vip',
      '/api/audit?domain=localhost&tier=vip',
      '/api/domains/none.com/visits',
    ]) {
      await service.request(path, { headers: authorization });
    }
    await service.request('/api/audit', { method: 'POST', headers: authorization, body: '{' });
  });
  afterAll(async () => {
    await service.close();
    await web.close();
  });

  test('authorizes every operation that needs one', () => {
    expect(responses.filter(({ operation }) => operation.isKeyed).length).toBeGreaterThanOrEqual(9);
    // The audit has ended, so no crawl of it can be ended, and it has no rendering and no pictures.
    const others = new Map([
      ['end-crawl', [409]],
      ['rendering', [404]],
      ['{version}', [404]],
    ]);
    const fine = (name: string) => others.get(name.split('/').at(-1) ?? '') ?? [200, 202, 204];
    for (const { operation, response } of responses)
      expect([operation.name, response.status]).toEqual([operation.name, expect.toBeOneOf(fine(operation.name))]);
  });

  test('is in no response except the fix guide, whose commands use it', () => {
    for (const { operation, response, text } of responses) {
      const output = [
        ...response.headers.values(),
        operation.name.includes('agent-prompt of tier vip') ? '' : text,
      ].join('\n');
      for (const needle of needles) expect([operation.name, output.includes(needle)]).toEqual([operation.name, false]);
    }
    const guide = responses.find(({ operation }) => operation.name === 'GET /api/agent-prompt of tier vip');
    expect(guide?.text).toContain(service.key);
  });

  test('makes every response that depends on it private, and changes no other', async () => {
    for (const { operation, response } of responses.filter(({ operation: { isKeyed } }) => isKeyed)) {
      expect([operation.name, response.headers.get('cache-control')]).toEqual([operation.name, 'private, no-store']);
    }
    // The requests above end first, because pages list the audits.
    const unfinished = () =>
      service.db
        .selectFrom('audits')
        .select('id')
        .where('finished_at', 'is', null)
        .unionAll(service.db.selectFrom('batches').select('id').where('finished_at', 'is', null))
        .execute();
    await expect.poll(unfinished).toEqual([]);
    // Demonstrations have their own ids and times.
    const readShape = async (response: Response) => [
      response.status,
      response.headers.get('cache-control'),
      (await response.text()).replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''),
    ];
    for (const operation of all.filter(({ isKeyed }) => !isKeyed)) {
      const withKey = await readShape(await request(operation, service.url, service.authorization));
      expect([operation.name, withKey]).toEqual([
        operation.name,
        await readShape(await request(operation, service.url)),
      ]);
    }
  });

  test('is refused privately if it is wrong or missing', async () => {
    for (const operation of all.filter(({ isKeyed }) => isKeyed)) {
      for (const headers of [{ authorization: `Bearer ${newApiKey()}` }, { authorization: 'Basic a2V5Og==' }, {}]) {
        const response = await request(operation, service.url, headers);
        const isOptional = operation.method === 'POST' || operation.name === 'GET /api/audit/{id}/pages';
        const isForEveryone = response.ok && !('authorization' in headers) && isOptional;
        const isHosted = operation.name.startsWith('GET /llms/');
        // A POST without a header is a demonstration, published files are for everyone, and so are pages without their requests.
        if (isForEveryone || isHosted) continue;
        expect([operation.name, response.status]).toEqual([operation.name, 401]);
        expect([operation.name, response.headers.get('cache-control')]).toEqual([operation.name, 'private, no-store']);
      }
    }
  });

  test('is in no line of the log', async () => {
    await expect.poll(() => service.log().filter(({ msg }) => msg === 'request').length).toBeGreaterThan(all.length);
    expect(service.log().filter(({ msg }) => msg === 'audit').length).toBeGreaterThan(0);
    const log = JSON.stringify(service.log());
    for (const needle of needles) expect(log).not.toContain(needle);
  });

  test('is in no file of the data folder, compressed or not: the store has only its SHA-256', async () => {
    const places = [...(await readFiles(service.dataDir)), ...(await readUnpackedColumns(service))];
    expect(places.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'citable.sqlite',
        'citable.sqlite-wal',
        expect.stringMatching(/snapshots.*zst, unpacked/),
      ]),
    );
    // The search finds a text that is there.
    expect(places.some(({ text }) => text.includes(needles[2] ?? ''))).toBe(true);
    expect(places.some(({ text }) => text.includes('"user-agent"') || text.includes('&quot;user-agent&quot;'))).toBe(
      true,
    );
    for (const { name, text } of places) expect([name, text.includes(service.key.slice(4, 30))]).toEqual([name, false]);
  });
});

describe('a key in a URL, a body or another header', () => {
  const listPlaces = (key: string): [string, RequestInit & { path: string }][] => [
    ['access_token in the query (RFC 6750 §2.3)', { path: `&access_token=${key}` }],
    ['key in the query', { path: `&key=${key}` }],
    ['api_key in the query', { path: `&api_key=${key}` }],
    ['authorization in the query', { path: `&authorization=Bearer%20${key}` }],
    ['another header', { path: '', headers: { 'x-api-key': key } }],
    ['a cookie', { path: '', headers: { cookie: `key=${key}; authorization=Bearer ${key}` } }],
    ['basic authentication', { path: '', headers: { authorization: `Basic ${btoa(`${key}:`)}` } }],
    ['the scheme Token', { path: '', headers: { authorization: `Token ${key}` } }],
    ['no scheme', { path: '', headers: { authorization: key } }],
    ['two tokens', { path: '', headers: { authorization: `Bearer ${key} ${key}` } }],
    ['Proxy-Authorization', { path: '', headers: { 'proxy-authorization': `Bearer ${key}` } }],
  ];

  test('authorizes nothing', async () => {
    const { request, key } = await startService(instantAudit);
    for (const [where, { path, ...init }] of listPlaces(key)) {
      const response = await request(`/api/audit?domain=example.com&tier=vip${path}`, init);
      expect([where, response.status]).toEqual([where, 401]);
      expect((await response.json()).error).not.toContain(key.slice(4, 30));
    }
    const body = JSON.stringify({ domain: 'example.com', key, access_token: key, tier: 'vip' });
    const posted = await request('/api/audit', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([posted.status, (await posted.json()).status]).toEqual([200, 'done']);
  });

  test('is in no log and no store', async () => {
    const service = await startService(instantAudit);
    const { request, key, log, dataDir } = service;
    for (const [, { path, ...init }] of listPlaces(key)) {
      await request(`/api/audit?domain=example.com&tier=vip${path}`, init);
      await request(`/llms/example.com.txt?x=1${path}`, init);
    }
    const paths = [`/${key}`, `/api/audit/${key}`, `/api/audit?domain=${key}`, `/llms/${key}.txt`, `/audits/${key}`];
    for (const path of paths) await request(path);
    await expect.poll(() => log().filter(({ msg }) => msg === 'request').length).toBe(27);
    expect(JSON.stringify(log())).not.toContain(key.slice(4, 30));
    for (const { name, text } of [...(await readFiles(dataDir)), ...(await readUnpackedColumns(service))]) {
      expect([name, text.includes(key.slice(4, 30))]).toEqual([name, false]);
    }
  });
});

test('the whole hash of a key is compared', async () => {
  const { db, key } = await startService(instantAudit);
  class StoreThatFindsAnother extends ApiKeyStore {
    override async findByHash(hash: string): Promise<ApiKeyRow | null> {
      requests.push(hash);
      const row = await super.findByHash(hash);
      return row === null ? null : { ...row, hash: `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}` };
    }
  }
  const requests: string[] = [];
  expect(await new ApiKeys(new ApiKeyStore(db)).verify(key)).toMatchObject({ name: 'test' });
  expect(await new ApiKeys(new StoreThatFindsAnother(db)).verify(key)).toBeNull();
  expect(requests).toEqual([createHash('sha256').update(key).digest('hex')]);
});

/** Reads every file in a folder: as bytes, and snapshots decompressed as well. */
async function readFiles(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const places = entries
    .filter((entry) => entry.isFile())
    .map(async (entry): Promise<Place[]> => {
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path);
      const name = path.slice(folder.length + 1);
      const asBytes = { name, text: bytes.toString('latin1') };
      if (!name.endsWith('.zst')) return [asBytes];
      return [asBytes, { name: `${name}, unpacked`, text: String(await decompress(bytes)) }];
    });
  return (await Promise.all(places)).flat();
}

/** Compressed columns. */
async function readUnpackedColumns({ db }: Pick<Awaited<ReturnType<typeof openService>>, 'db'>): Promise<Place[]> {
  const rows = await db.selectFrom('audits').select(['id', 'report', 'inventory']).execute();
  const columns = rows.flatMap(({ id, report, inventory }) => [
    { name: `report of ${id}`, bytes: report },
    { name: `inventory of ${id}`, bytes: inventory },
  ]);
  const filled = columns.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }]));
  return Promise.all(filled.map(async ({ name, bytes }) => ({ name, text: String(await decompress(bytes)) })));
}
