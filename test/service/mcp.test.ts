import { randomUUID } from 'node:crypto';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { combinedLine } from '../support/access-log.ts';
import { type Era, mcpClient, readText } from '../support/mcp-client.ts';
import { publishDomains } from '../support/publish-domains.ts';
import {
  instantAudit,
  pausedAudits,
  type RunningService,
  sharedService,
  startService,
} from '../support/running-service.ts';

const shared = sharedService(instantAudit, { AUDIT_RATE_LIMIT: 'off' });

interface Connection {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

/** Connects a client of the official SDK. */
async function connect({ url, key }: Pick<RunningService, 'url' | 'key'>, era: Era = 'auto'): Promise<Connection> {
  const client = mcpClient(era);
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return { client, transport };
}

const AUDIT = { name: 'audit_site', arguments: { site: 'example.com' } };

/** Sends one message as a program without the SDK does. */
function post({ url }: RunningService, headers: Record<string, string>, body: unknown = TOOLS_LIST): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const TOOLS_LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

describe.each(['auto', 'legacy'] as const)('MCP over HTTP (%s)', (era) => {
  test('audits a site, and finds the audit again', async () => {
    const service = await startService(instantAudit);
    const { client } = await connect(service, era);
    const audited = await client.callTool(AUDIT);
    const { audit_id } = Object(audited.structuredContent);
    expect(await (await service.request(`/api/audit/${audit_id}`)).json()).toMatchObject({ aeo_score: 91 });
    const listed = await client.callTool({ name: 'list_problems', arguments: { audit_id } });
    expect(listed.isError).not.toBe(true);
    const { contents } = await client.readResource({ uri: 'citable://audits/latest' });
    expect(JSON.stringify(contents)).toContain(audit_id);
    const verified = await client.callTool({ name: 'verify_fixes', arguments: { audit_id } });
    expect(verified.structuredContent).toMatchObject({ since: audit_id, score: 91 });
  });

  test('reports the place in the queue and the stages of an audit', async () => {
    const paused = pausedAudits();
    const { client } = await connect(await startService(paused.liveAudit), era);
    const messages: string[] = [];
    const audited = client.callTool(AUDIT, { onprogress: ({ message = '' }) => void messages.push(message) });
    await paused.whenStarted(1);
    await expect.poll(() => messages.at(-1)).toMatch(/^running|^queued/);
    paused.progress('example.com', 'pages and links', 12);
    await expect.poll(() => messages.at(-1)).toBe('pages and links, 12 requests');
    paused.finish('example.com');
    expect((await audited).structuredContent).toMatchObject({ score: 91 });
  });

  test('ends the wait of a caller that cancels, and the audit goes on', async () => {
    const paused = pausedAudits();
    const service = await startService(paused.liveAudit);
    const { client } = await connect(service, era);
    const cancel = new AbortController();
    const auditing = client.callTool(AUDIT, { signal: cancel.signal });
    await paused.whenStarted(1);
    cancel.abort('enough');
    await expect(auditing).rejects.toThrow('enough');
    const { client: other } = await connect(service, era);
    const messages: string[] = [];
    const joined = other.callTool(AUDIT, { onprogress: ({ message = '' }) => void messages.push(message) });
    await expect.poll(() => messages).not.toEqual([]);
    paused.finish('example.com');
    expect((await joined).structuredContent).toMatchObject({ score: 91 });
    expect(paused.started).toHaveLength(1);
  });

  test('takes no paths of files', async () => {
    const { client } = await connect(await shared(), era);
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.toMatch(/log_files|folder/);
    const read = await client.callTool({ name: 'read_crawler_traffic', arguments: { domain: 'example.com' } });
    expect(readText(read)).toContain('example.com is not published');
    for (const name of ['audit_site', 'verify_fixes']) {
      const own = name === 'audit_site' ? { site: 'example.com' } : { audit_id: randomUUID() };
      const refused = await client.callTool({ name, arguments: { ...own, folder: './dist' } });
      expect(refused.isError).toBe(true);
      expect(readText(refused)).toContain('This tool has no argument "folder". Leave it out.');
    }
  });

  test('reads the traffic of a domain that the key has published', async () => {
    const service = await startService(instantAudit);
    const { id } = await service.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
    await publishDomains(service.db, ['example.com'], id);
    const time = Date.now();
    const lines = ['/zzinj', '/zzinj', '/b'].map((target) => combinedLine({ time, target }));
    const headers = { ...service.authorization, 'content-type': 'text/plain' };
    await service.request('/api/domains/example.com/traffic', { method: 'POST', body: lines.join(''), headers });
    const { client } = await connect(service, era);
    const read = await client.callTool({ name: 'read_crawler_traffic', arguments: { domain: 'example.com' } });
    expect(read.structuredContent).toMatchObject({
      requests: { ai_bot: 3 },
      crawlers: [
        { crawler: 'GPTBot', requests: 3, untrusted_paths: [{ path: '/zzinj', requests: 2 }, { requests: 1 }] },
      ],
    });
    expect(readText(read).replace(/^BEGIN (\S+)$.*?^END \1$/gms, '')).not.toContain('zzinj');
  });

  test('reads the pages that were asked for, within the limit of the service', async () => {
    const asked: (number | undefined)[] = [];
    const service = await startService(
      async (domain, progress, signal, work) => {
        asked.push(work?.pages);
        return instantAudit(domain, progress, signal, work);
      },
      { MAX_PAGES: '400' },
    );
    const { client } = await connect(service, era);
    const call = async (name: string, args: object) =>
      client.callTool({ name, arguments: { ...args } as Record<string, unknown> });
    const audited = await call('audit_site', { site: 'example.com', pages: 100 });
    const { audit_id } = Object(audited.structuredContent);
    await call('verify_fixes', { audit_id, pages: 'all' });
    await call('verify_fixes', { audit_id });
    const refused = await call('verify_fixes', { audit_id, pages: 401 });
    expect([refused.isError, readText(refused)]).toEqual([true, expect.stringContaining('25 to 400')]);
    expect(asked).toEqual([100, 400, 25]);
  });

  test('counts audits against the limit of the key', async () => {
    const { client } = await connect(await startService(instantAudit, { AUDIT_RATE_LIMIT: '1' }), era);
    expect((await client.callTool(AUDIT)).isError).not.toBe(true);
    const refused = await client.callTool(AUDIT);
    expect(refused.isError).toBe(true);
    expect(readText(refused)).toMatch(/^Too many requests; try again in \d+ seconds\.$/);
  });

  test('says why a site could not be audited', async () => {
    const { client } = await connect(await shared(), era);
    const refused = await client.callTool({ name: 'audit_site', arguments: { site: 'http://localhost/' } });
    expect(readText(refused)).toContain('"http://localhost/"');
    const unknown = await client.callTool({ name: 'list_problems', arguments: { audit_id: 'x' } });
    expect(readText(unknown)).toBe('Audit not found');
  });

  test.each(['list_problems', 'write_llms_txt', 'compare_audits', 'verify_fixes'])(
    '%s refuses a demonstration, and says what to do',
    async (name) => {
      const service = await startService(instantAudit);
      const { id } = await (await service.request('/api/audit?domain=example.com')).json();
      const { client } = await connect(service, era);
      const ids = name === 'compare_audits' ? { before: id, after: id } : { audit_id: id };
      expect(readText(await client.callTool({ name, arguments: ids }))).toBe(
        'This audit is a demonstration with invented results: call audit_site for a real one.',
      );
    },
  );

  test('says when the results of an audit are there', async () => {
    const paused = pausedAudits();
    const service = await startService(paused.liveAudit);
    const { client } = await connect(service, era);
    const { id } = await (
      await service.request('/api/audit', {
        method: 'POST',
        body: JSON.stringify({ domain: 'example.com' }),
        headers: { ...service.authorization, 'content-type': 'application/json' },
      })
    ).json();
    await paused.whenStarted(1);
    const early = await client.callTool({ name: 'list_problems', arguments: { audit_id: id } });
    expect(readText(early)).toBe('The audit is running; its results are there when it is finished.');
    paused.finish('example.com');
  });
});

describe('a request to /mcp', () => {
  test.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'Bearer ctb_wrong' }],
    ['a session of the pages', { cookie: 'citable_session=x' }],
  ])('with %s is refused', async (_name, headers) => {
    const response = await post(await shared(), headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  test('without a key is refused where live audits are public', async () => {
    expect((await post(await startService(instantAudit, { LIVE_AUDITS: 'public' }), {})).status).toBe(401);
  });

  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['OWN', 200],
    ['LOCALHOST', 200],
  ])('from a page of %s gets %d', async (origin, status) => {
    const service = await shared();
    const own = { OWN: service.url, LOCALHOST: service.url.replace('127.0.0.1', 'localhost') }[origin] ?? origin;
    const response = await post(service, { ...service.authorization, origin: own });
    expect(response.status).toBe(status);
  });

  test('of DNS rebinding is refused', async () => {
    const service = await shared();
    const { port } = new URL(service.url);
    const origin = `http://evil.example:${port}`;
    expect((await post(service, { ...service.authorization, origin, host: `evil.example:${port}` })).status).toBe(403);
  });

  test.each([
    ['no JSON', '{', 400],
    ['a body that is too large', JSON.stringify({ ...TOOLS_LIST, params: 'x'.repeat(20_000) }), 413],
    ['a text', '"tools"', 400],
    ['too many messages', Array.from({ length: 9 }, () => TOOLS_LIST), 400],
  ])('with %s is refused', async (_name, body, status) => {
    const service = await shared();
    const response = await post(service, service.authorization, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('error');
  });

  test('with GET is refused, for nothing is ever pushed', async () => {
    const service = await shared();
    const response = await fetch(`${service.url}/mcp`, {
      headers: { ...service.authorization, accept: 'text/event-stream' },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

test('a client of 2025 gets no session, so that each request may go to another process', async () => {
  const [one, other] = await Promise.all([startService(instantAudit), startService(instantAudit)]);
  const begun = await post(one, one.authorization, INITIALIZE);
  expect([begun.status, begun.headers.get('mcp-session-id')]).toEqual([200, null]);
  const listed = await post(other, { ...other.authorization, 'mcp-protocol-version': '2025-11-25' });
  expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('"audit_site"')]);
});
