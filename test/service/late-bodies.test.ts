import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { publishDomains } from '../support/publish-domains.ts';
import { domainName, instantAudit, type RunningService, startService } from '../support/running-service.ts';

/** What the requests of one key are about. */
interface Scene {
  /** A domain that the key has published, and one in its list. */
  readonly published: string;
  readonly listed: string;
  /** A finished audit of the key, a batch and a key that it may change. */
  readonly audit: string;
  readonly batch: string;
  readonly victim: string;
}

interface Sent {
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
}

const FORM = 'application/x-www-form-urlencoded';
const json = (path: string, body: object = {}): Sent => ({ path, body: JSON.stringify(body) });
const form = (path: string, fields: Record<string, string> = {}): Sent => ({
  path,
  // Not empty: without a body there is nothing to wait for.
  body: new URLSearchParams(fields).toString() || '&',
  type: FORM,
});

/** A request for every route that writes, which a key that may manage keys may make. */
const WRITES: Readonly<Record<string, (scene: Scene) => Sent>> = {
  'POST /api/keys': () => json('/api/keys', { name: 'new', is_admin: true }),
  'PATCH /api/keys/:id': ({ victim }) => json(`/api/keys/${victim}`, { name: 'changed' }),
  'DELETE /api/keys/:id': ({ victim }) => json(`/api/keys/${victim}`),
  'POST /api/audit': () => json('/api/audit', { domain: 'new.com' }),
  'POST /api/audit/:id/verify': ({ audit }) => json(`/api/audit/${audit}/verify`),
  'POST /api/audit/:id/end-crawl': ({ audit }) => json(`/api/audit/${audit}/end-crawl`),
  'POST /api/audits': () => json('/api/audits', { domains: ['new.com'] }),
  'DELETE /api/audits': () => json('/api/audits?before=2099-01-01'),
  'DELETE /api/batches/:id': ({ batch }) => json(`/api/batches/${batch}`),
  'POST /api/sites': () => json('/api/sites', { domains: ['new.com'] }),
  'PATCH /api/sites/:domain': ({ listed }) => json(`/api/sites/${listed}`, { schedule: 'weekly' }),
  'DELETE /api/sites/:domain': ({ listed }) => json(`/api/sites/${listed}`),
  'PATCH /api/domains/:domain': ({ published }) => json(`/api/domains/${published}`, { badge: { label: 'AI' } }),
  'DELETE /api/domains/:domain': ({ published }) => json(`/api/domains/${published}`),
  'POST /api/domains/:domain/llms-txt-check': ({ published }) => json(`/api/domains/${published}/llms-txt-check`),
  'POST /api/domains/:domain/traffic': ({ published }) => ({
    path: `/api/domains/${published}/traffic`,
    body: '192.0.2.1 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "GPTBot/1.3"\n',
    type: 'text/plain',
  }),
  'POST /api/domains/:domain/search-reports': ({ published }) => ({
    path: `/api/domains/${published}/search-reports`,
    body: `URL,Citations\nhttps://${published}/,7\n`,
    type: 'text/csv',
  }),
  'POST /mcp': () =>
    json('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'audit_site',
        arguments: { site: 'new.com' },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  'POST /audits': () => form('/audits', { domain: 'new.com' }),
  'POST /audits/:id/end-crawl': ({ audit }) => form(`/audits/${audit}/end-crawl`),
  'POST /audits/:id/verify': ({ audit }) => form(`/audits/${audit}/verify`),
  'POST /audits/:id/withdraw-links': ({ audit }) => form(`/audits/${audit}/withdraw-links`),
  'POST /batches/:id/cancel': ({ batch }) => form(`/batches/${batch}/cancel`),
  'POST /sites': () => form('/sites', { sites: 'new.com other.com', audit: 'now' }),
  'POST /sites/change': ({ listed }) => form('/sites/change', { action: 'weekly', 'domain[]': listed }),
  'POST /sites/undo': () => form('/sites/undo', { removed: 'never' }),
  'POST /keys': () => form('/keys', { name: 'new', admin: 'yes' }),
  'POST /keys/:id': ({ victim }) => form(`/keys/${victim}`, { action: 'revoke' }),
  'POST /domains/:domain': ({ listed }) => form(`/domains/${listed}`, { action: 'publish' }),
  'POST /domains/:domain/search-report': ({ published }) =>
    form(`/domains/${published}/search-report`, { csv: `URL,Citations\nhttps://${published}/,7\n` }),
  'POST /domains/:domain/badge': ({ published }) => form(`/domains/${published}/badge`, { label: 'AI' }),
};

/** Routes that act for the key or session in their own body, or only end a session. */
const OTHERS: ReadonlySet<string> = new Set(['POST /sign-in', 'POST /sign-out']);
const WRITING: ReadonlySet<unknown> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Returns what requests of a key may change. */
async function readContents({ db }: RunningService) {
  const tables = [
    'sites',
    'removed_sites',
    'published_domains',
    'batches',
    'batch_domains',
    'sessions',
    'traffic_days',
    'search_counts',
  ];
  const rows = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table as 'sites')
        .selectAll()
        .execute(),
    ),
  );
  const audits = await db.selectFrom('audits').select(['id', 'link_series']).orderBy('id').execute();
  const keys = await db.selectFrom('api_keys').select(['id', 'name', 'revoked_at']).orderBy('id').execute();
  return { rows, audits, keys };
}

/** Begins a request of a key, and waits until the service has accepted the key. @returns what sends the body, and resolves to the response */
async function beginRequest(
  { url, service }: RunningService,
  key: { readonly id: string; readonly secret: string },
  method: string,
  { path, body = '', type = 'application/json' }: Sent,
): Promise<() => Promise<string>> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${url}`,
    `Authorization: Bearer ${key.secret}`,
    'Accept: application/json, text/event-stream',
    // Only for MCP.
    'MCP-Protocol-Version: 2026-07-28',
    'MCP-Method: tools/call',
    'MCP-Name: audit_site',
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const isUsed = async () => (await service.keys.list()).find(({ id }) => id === key.id)?.lastUsedAt !== null;
  await expect.poll(isUsed, { interval: 5 }).toBe(true);
  return () => {
    socket.write(body);
    return text(socket);
  };
}

test('every route that writes is tested here', async () => {
  const { routes } = await startService(instantAudit);
  const writing = routes
    .flatMap(({ method, url }) => [method].flat().map((one) => ({ one, name: `${one} ${url}` })))
    .filter(({ one, name }) => WRITING.has(one) && !OTHERS.has(name));
  expect(writing.map(({ name }) => name).toSorted()).toEqual(Object.keys(WRITES).toSorted());
});

test('a request whose body arrives after its key was revoked is refused, and changes nothing', async () => {
  const running = await startService(
    (domain, ...rest) =>
      domain === 'never.com' ? Promise.withResolvers<never>().promise : instantAudit(domain, ...rest),
    { RATE_LIMIT: 'off', AUDIT_RATE_LIMIT: 'off' },
  );
  const { service, db } = running;
  const findId = async (name: string) => (await service.keys.find(name))?.id ?? expect.fail(`There is no ${name}.`);
  const heir = await findId('test');
  const { id: batch } = await service.batches.create(heir, ['never.com'], { allowPrivate: false });
  await service.keys.create('victim');
  const victim = await findId('victim');
  const listed = 'listed.com';
  const { id: audit } = await service.auditQueue.run(domainName(listed), { keyId: heir });
  await service.auditQueue.run(domainName(listed), { keyId: heir });
  for (const [index, [route, request]] of Object.entries(WRITES).entries()) {
    const secret =
      (await service.keys.create(`admin ${index}`, { isAdmin: true })) ?? expect.fail('The name is taken.');
    const keyId = await findId(`admin ${index}`);
    const published = `published-${index}.com`;
    await publishDomains(db, [published], keyId);
    await service.sites.add(keyId, [listed], { allowPrivate: false });
    await db.updateTable('audits').set({ key_id: keyId, budget: keyId }).where('domain', '=', listed).execute();
    const [method = ''] = route.split(' ');
    const scene = { published, listed, audit, batch, victim };
    const sendBody = await beginRequest(running, { id: keyId, secret }, method, request(scene));
    expect(await service.keys.revoke(keyId, { heirId: heir })).toMatchObject({ withdrawn: [] });
    const before = await readContents(running);
    const response = await sendBody();
    expect.soft([route, await readContents(running)]).toEqual([route, before]);
    // MCP says it in the result of the tool.
    const status = route === 'POST /mcp' && response.includes('was revoked') ? 401 : Number(response.split(' ')[1]);
    expect.soft([route, status]).toEqual([route, expect.toSatisfy((code) => [401, 403].includes(code))]);
  }
});
