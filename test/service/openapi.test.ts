import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { failedReport, site } from '../support/reports.ts';
import {
  instantAudit,
  pausedAudits,
  type RunningService,
  type ServiceResponse,
  startService,
} from '../support/running-service.ts';

interface Content {
  readonly schema: TSchema;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Content>> }>
  >;
}

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, TSchema>> };
}

const VISITS = '/api/domains/{domain}/visits';
const TRAFFIC = '/api/domains/{domain}/traffic';
const DOMAIN = '/api/domains/{domain}';
const OWNERSHIP = '/api/domains/{domain}/ownership';
const CHANGES = '/api/audit/{id}/changes';
const VERIFY = '/api/audit/{id}/verify';
const BATCH = '/api/batches/{id}';
const RESULTS = '/api/batches/{id}/results';

async function requestDocument({ request }: RunningService): Promise<OpenApi> {
  return JSON.parse(await (await request('/openapi.json')).text());
}

/** Holds an answer to what the document says of it. */
async function expectDocumented(
  document: OpenApi,
  path: string,
  method: string,
  answer: ServiceResponse,
): Promise<void> {
  const response = document.paths[path]?.[method]?.responses[answer.status];
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const named = response?.content?.[type]?.schema;
  // References begin at the root.
  const schema = { ...named, components: document.components };
  if (named === undefined) throw new Error(`${method} ${path} documents no ${answer.status} of ${type}.`);
  const text = await answer.text();
  const body: unknown = type === 'application/json' ? JSON.parse(text) : text;
  expect(Errors(schema, body)[1]).toEqual([]);
  expect(Check(schema, body)).toBe(true);
}

describe('/openapi.json', () => {
  test('is an OpenAPI 3.1 document of every endpoint', async () => {
    const running = await startService(instantAudit, { BASE_URL: 'https://citable.example/' });
    const response = await running.request('/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const document = await requestDocument(running);
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: 'Citable', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(document.servers).toEqual([{ url: 'https://citable.example' }]);
    expect(
      Object.entries(document.paths)
        .map(([path, methods]) => [path, Object.keys(methods).sort()])
        .sort(),
    ).toEqual([
      ['/api/agent-prompt', ['get']],
      ['/api/ai-bot-index', ['get']],
      ['/api/audit', ['get', 'post']],
      ['/api/audit/{id}', ['get']],
      ['/api/audit/{id}/changes', ['get']],
      ['/api/audit/{id}/end-crawl', ['post']],
      ['/api/audit/{id}/evidence', ['get']],
      ['/api/audit/{id}/pages', ['get']],
      ['/api/audit/{id}/problems.json', ['get']],
      ['/api/audit/{id}/rendering', ['get']],
      ['/api/audit/{id}/rendering/{place}/{version}', ['get']],
      ['/api/audit/{id}/site', ['get']],
      ['/api/audit/{id}/snapshot', ['get']],
      ['/api/audit/{id}/verify', ['post']],
      ['/api/audits', ['delete', 'get', 'post']],
      ['/api/audits/{id}/events', ['get']],
      ['/api/badge', ['get']],
      ['/api/batches', ['get']],
      ['/api/batches/{id}', ['delete', 'get']],
      ['/api/batches/{id}/results', ['get']],
      ['/api/domains/{domain}', ['delete', 'patch']],
      ['/api/domains/{domain}/llms-txt-check', ['post']],
      ['/api/domains/{domain}/ownership', ['get']],
      ['/api/domains/{domain}/search-reports', ['get', 'post']],
      ['/api/domains/{domain}/traffic', ['get', 'post']],
      ['/api/domains/{domain}/visits', ['get']],
      ['/api/keys', ['get', 'post']],
      ['/api/keys/{id}', ['delete', 'patch']],
      ['/api/llms-txt', ['get']],
      ['/api/sites', ['get', 'post']],
      ['/api/sites/{domain}', ['delete', 'patch']],
      ['/api/storage', ['get']],
      ['/healthz', ['get']],
      ['/llms/{domain}.txt', ['get']],
      ['/metrics', ['get']],
      ['/openapi.json', ['get']],
      ['/readyz', ['get']],
    ]);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
    expect(new Set(ids).size).toBe(operations.length);
    for (const { operationId, security } of operations)
      expect([operationId, Array.isArray(security)]).toEqual([operationId, true]);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(document.tags.map(({ name }) => name)));
    for (const { operationId, tags } of operations) expect([operationId, tags.length]).toEqual([operationId, 1]);
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const operation of Object.values(methods)) {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const parameters = operation.parameters ?? [];
        expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath);
        expect(parameters.filter((one) => one.in === 'path').every((one) => one.required)).toBe(true);
        for (const { description } of Object.values(operation.responses)) expect(description).not.toBe('');
      }
    }
  });

  test('names the schemas, and refers to them', async () => {
    const document = await requestDocument(await startService(instantAudit));
    const { schemas } = document.components;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Audit', 'Finding', 'Report', 'Batch', 'Failure']));
    expect(document.paths['/api/audit/{id}']?.['get']?.responses['404']?.content?.['application/json']?.schema).toEqual(
      {
        description: 'The id is unknown',
        $ref: '#/components/schemas/Failure',
      },
    );
    const used = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(new Set(used.map(([, name]) => name))).toEqual(new Set(Object.keys(schemas)));
  });

  test('has a media type for each format of a response', async () => {
    const { paths } = await requestDocument(await startService(instantAudit));
    for (const path of [VISITS, TRAFFIC]) {
      const content = paths[path]?.['get']?.responses['200']?.content ?? {};
      expect(Object.keys(content)).toEqual(['application/json', 'text/csv']);
      expect(content['application/json']?.schema).toHaveProperty('$ref');
      expect(content['text/csv']?.schema).toEqual({ type: 'string' });
    }
    const results = paths[RESULTS]?.['get']?.responses['200']?.content;
    expect(Object.keys(results ?? {})).toEqual(['application/jsonl', 'text/csv']);
  });

  test('says what the endpoints answer', async () => {
    const running = await startService(instantAudit);
    const { request, postAudit, authorization } = running;
    const document = await requestDocument(running);
    const vip = await request('/api/audit?domain=example.com&tier=vip', { headers: authorization });
    const id = JSON.parse(
      await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).text(),
    ).id;
    const postBatch = (domains: readonly unknown[], headers: Record<string, string> = authorization) =>
      request('/api/audits', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ domains }),
      });
    const verify = (of: string, headers: Record<string, string> = authorization, body: string | null = null) =>
      request(`/api/audit/${of}/verify`, { method: 'POST', headers, body });
    const ofJson = { ...authorization, 'content-type': 'application/json' };
    const { id: demonstration } = await (await request('/api/audit?domain=example.com')).json();
    const another = { authorization: `Bearer ${await running.service.keys.create('another')}` };
    const withdraw = (domain: string, headers: Record<string, string>) =>
      request(`/api/domains/${domain}`, { method: 'DELETE', headers });
    const send = (lines: string, query = '', headers: Record<string, string> = {}) =>
      request(`/api/domains/example.com/traffic${query}`, {
        method: 'POST',
        headers: { ...authorization, 'content-type': 'text/plain', ...headers },
        body: lines,
      });
    const { id: batch } = await (await postBatch(['example.com', 'localhost'])).json();
    const responses: [string, string, ServiceResponse][] = [
      ['/api/audit', 'get', vip],
      ['/api/audit', 'get', await request('/api/audit?domain=example.com')],
      ['/api/audit', 'get', await request('/api/audit')],
      ['/api/audit', 'get', await request('/api/audit?domain=example.com&tier=vip')],
      ['/api/audit', 'post', await postAudit('example.com')],
      ['/api/audit', 'post', await postAudit('example.com', authorization)],
      ['/api/audit', 'post', await postAudit('localhost')],
      ['/api/audit', 'post', await postAudit('example.com', { authorization: 'Bearer x' })],
      ['/api/audit', 'post', await postAudit('example.com', { 'content-type': 'text/plain' })],
      ['/api/audit', 'post', await postAudit('a'.repeat(20_000))],
      ['/api/audit/{id}', 'get', await request(`/api/audit/${id}`)],
      ['/api/audit/{id}', 'get', await request('/api/audit/x')],
      ['/api/audit/{id}/evidence', 'get', await request(`/api/audit/${id}/evidence`)],
      ['/api/audit/{id}/evidence', 'get', await request('/api/audit/x/evidence')],
      ['/api/audit/{id}/problems.json', 'get', await request(`/api/audit/${id}/problems.json`)],
      ['/api/audit/{id}/problems.json', 'get', await request('/api/audit/x/problems.json')],
      ['/api/audit/{id}/snapshot', 'get', await request(`/api/audit/${id}/snapshot`)],
      ['/api/audit/{id}/snapshot', 'get', await request('/api/audit/x/snapshot')],
      [CHANGES, 'get', await request(`/api/audit/${id}/changes?since=${id}`)],
      [CHANGES, 'get', await request(`/api/audit/${id}/changes`)],
      [CHANGES, 'get', await request(`/api/audit/${id}/changes?since=x`)],
      [CHANGES, 'get', await request(`/api/audit/${id}/changes?since=${demonstration}`)],
      [VERIFY, 'post', await verify(id)],
      [VERIFY, 'post', await verify(id, {})],
      [VERIFY, 'post', await verify('x')],
      [VERIFY, 'post', await verify(demonstration)],
      [VERIFY, 'post', await verify(id, ofJson, '{')],
      [VERIFY, 'post', await verify(id, ofJson, JSON.stringify('a'.repeat(20_000)))],
      [VERIFY, 'post', await verify(id, { ...authorization, 'content-type': 'text/plain' }, 'x')],
      ['/api/badge', 'get', await request('/api/badge?domain=example.com')],
      ['/api/badge', 'get', await request('/api/badge?domain=example.com&theme=blue')],
      ['/api/llms-txt', 'get', await request('/api/llms-txt?domain=example.com')],
      ['/api/llms-txt', 'get', await request('/api/llms-txt?domain=example.com&tier=vip', { headers: authorization })],
      ['/api/llms-txt', 'get', await request('/api/llms-txt?domain=example.com&tier=vip')],
      ['/api/llms-txt', 'get', await request('/api/llms-txt?domain=example.com&tier=gold')],
      ['/api/agent-prompt', 'get', await request('/api/agent-prompt?domain=example.com')],
      [
        '/api/agent-prompt',
        'get',
        await request('/api/agent-prompt?domain=example.com&tier=vip', { headers: authorization }),
      ],
      ['/api/agent-prompt', 'get', await request('/api/agent-prompt?domain=example.com&tier=vip')],
      ['/api/agent-prompt', 'get', await request('/api/agent-prompt')],
      ['/llms/{domain}.txt', 'get', await request('/llms/example.com.txt')],
      ['/llms/{domain}.txt', 'get', await request('/llms/example.com.txt?tier=vip')],
      ['/llms/{domain}.txt', 'get', await request('/llms/other.com.txt?tier=vip')],
      ['/llms/{domain}.txt', 'get', await request('/llms/localhost.txt')],
      ['/api/ai-bot-index', 'get', await request('/api/ai-bot-index')],
      [VISITS, 'get', await request('/api/domains/example.com/visits', { headers: authorization })],
      [VISITS, 'get', await request('/api/domains/example.com/visits?format=csv', { headers: authorization })],
      [VISITS, 'get', await request('/api/domains/example.com/visits?format=xml', { headers: authorization })],
      [VISITS, 'get', await request('/api/domains/other.com/visits', { headers: authorization })],
      [VISITS, 'get', await request('/api/domains/example.com/visits')],
      [VISITS, 'get', await request('/api/domains/example.com/visits', { headers: another })],
      [TRAFFIC, 'post', await send('GPTBot\n', '?format=common')],
      [TRAFFIC, 'post', await send('GPTBot\n')],
      [TRAFFIC, 'post', await send('GPTBot\n', '?format=common', { 'citable-source': 'a', 'citable-offset': '0' })],
      [TRAFFIC, 'post', await send('GPTBot\n', '?format=common', { 'citable-source': 'a', 'citable-offset': '99' })],
      [TRAFFIC, 'post', await send('GPTBot\n', '?format=common', { 'idempotency-key': 'a' })],
      [TRAFFIC, 'post', await send('Other\n', '?format=common', { 'idempotency-key': 'a' })],
      [TRAFFIC, 'post', await send('GPTBot\n', '', { 'content-type': 'text/html' })],
      [TRAFFIC, 'post', await send('GPTBot\n', '', { authorization: '' })],
      [TRAFFIC, 'post', await send('GPTBot\n', '', another)],
      [TRAFFIC, 'get', await request('/api/domains/example.com/traffic', { headers: authorization })],
      [TRAFFIC, 'get', await request('/api/domains/example.com/traffic?group=path', { headers: authorization })],
      [TRAFFIC, 'get', await request('/api/domains/example.com/traffic?format=csv', { headers: authorization })],
      [TRAFFIC, 'get', await request('/api/domains/example.com/traffic?group=x', { headers: authorization })],
      [TRAFFIC, 'get', await request('/api/domains/example.com/traffic?from=2026-02-30', { headers: authorization })],
      [TRAFFIC, 'get', await request('/api/domains/other.com/traffic', { headers: authorization })],
      [TRAFFIC, 'get', await request('/api/domains/example.com/traffic', { headers: another })],
      [TRAFFIC, 'get', await request('/api/domains/example.com/traffic')],
      [OWNERSHIP, 'get', await request('/api/domains/example.com/ownership', { headers: authorization })],
      [OWNERSHIP, 'get', await request('/api/domains/other.com/ownership', { headers: authorization })],
      [OWNERSHIP, 'get', await request('/api/domains/localhost/ownership', { headers: authorization })],
      [OWNERSHIP, 'get', await request('/api/domains/example.com/ownership')],
      [DOMAIN, 'delete', await withdraw('example.com', {})],
      [DOMAIN, 'delete', await withdraw('example.com', another)],
      [DOMAIN, 'delete', await withdraw('localhost', authorization)],
      [DOMAIN, 'delete', await withdraw('other.com', authorization)],
      ['/api/audits', 'get', await request('/api/audits?domain=example.com', { headers: authorization })],
      ['/api/audits', 'get', await request('/api/audits', { headers: authorization })],
      ['/api/audits', 'get', await request('/api/audits?domain=example.com')],
      ['/api/audits', 'post', await postBatch(['example.com'])],
      ['/api/audits', 'post', await postBatch([])],
      ['/api/audits', 'post', await postBatch(['example.com'], {})],
      ['/api/audits', 'post', await postBatch(['a'.repeat(5_000_000)])],
      ['/api/audits', 'post', await postBatch([], { ...authorization, 'content-type': 'text/plain' })],
      [BATCH, 'get', await request(`/api/batches/${batch}`, { headers: authorization })],
      [BATCH, 'get', await request('/api/batches/x', { headers: authorization })],
      [BATCH, 'get', await request(`/api/batches/${batch}`)],
      [RESULTS, 'get', await request(`/api/batches/${batch}/results`, { headers: authorization })],
      [RESULTS, 'get', await request(`/api/batches/${batch}/results?format=csv`, { headers: authorization })],
      [RESULTS, 'get', await request(`/api/batches/${batch}/results?format=xml`, { headers: authorization })],
      [RESULTS, 'get', await request('/api/batches/x/results', { headers: authorization })],
      [RESULTS, 'get', await request(`/api/batches/${batch}/results`)],
      ['/api/audits/{id}/events', 'get', await request(`/api/audits/${id}/events`)],
      ['/api/audits/{id}/events', 'get', await request('/api/audits/x/events')],
      ['/healthz', 'get', await request('/healthz')],
      ['/readyz', 'get', await request('/readyz')],
      ['/metrics', 'get', await request('/metrics', { headers: authorization })],
      ['/metrics', 'get', await request('/metrics')],
    ];
    for (const [path, method, response] of responses) await expectDocumented(document, path, method, response);
    const withdrawn = await withdraw('example.com', authorization);
    expect([withdrawn.status, await withdrawn.text()]).toEqual([204, '']);
    expect(document.paths[DOMAIN]?.['delete']?.responses).toHaveProperty('204');
  });

  test('says who gets 304', async () => {
    const running = await startService(instantAudit);
    const { request, authorization } = running;
    const document = await requestDocument(running);
    const { id } = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    for (const [path, url] of [
      ['/api/audit', '/api/audit?domain=example.com'],
      ['/api/audit/{id}', `/api/audit/${id}`],
      ['/api/audit/{id}/changes', `/api/audit/${id}/changes?since=${id}`],
      ['/api/audit/{id}/evidence', `/api/audit/${id}/evidence`],
      ['/api/audit/{id}/snapshot', `/api/audit/${id}/snapshot`],
      ['/api/ai-bot-index', '/api/ai-bot-index'],
      ['/api/llms-txt', '/api/llms-txt?domain=example.com'],
      ['/api/badge', '/api/badge?domain=example.com'],
      ['/llms/{domain}.txt', '/llms/example.com.txt'],
      ['/openapi.json', '/openapi.json'],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await request(url, { method, headers: { 'if-none-match': '*' } });
        expect([method, url, status]).toEqual([method, url, 304]);
      }
      expect(document.paths[path]?.['get']?.responses).toHaveProperty('304');
    }
  });

  test('says what they answer while an audit runs, and when there is no room', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, {
      MAX_RUNNING_AUDITS: '1',
      MAX_QUEUED_AUDITS: '0',
      SNAPSHOT_STORE: 'none',
    });
    const { request, postAudit, authorization } = running;
    const document = await requestDocument(running);
    const { id } = await (await postAudit('example.com', authorization)).json();
    await paused.whenStarted(1);
    await expectDocumented(document, '/api/audit', 'post', await postAudit('example.com', authorization));
    await expectDocumented(document, '/api/audit', 'post', await postAudit('other.com', authorization));
    await expectDocumented(document, '/api/audit/{id}', 'get', await request(`/api/audit/${id}`));
    await expectDocumented(document, '/api/audit/{id}/evidence', 'get', await request(`/api/audit/${id}/evidence`));
    await expectDocumented(document, '/api/audit/{id}/snapshot', 'get', await request(`/api/audit/${id}/snapshot`));
  });

  test('says what they answer when a site cannot be read, and when a limit is reached', async () => {
    const running = await startService(
      async (domain) => ({
        site: site(domain, null),
        report: failedReport(domain, { kind: 'timeout', message: 'It timed out.' }),
      }),
      { AUDIT_RATE_LIMIT: '1' },
    );
    const { request, authorization } = running;
    const document = await requestDocument(running);
    const vip = () => request('/api/audit?domain=example.com&tier=vip', { headers: authorization });
    const failed = await vip();
    expect(failed.status).toBe(502);
    const id = failed.headers.get('x-service-audit-id');
    await expectDocumented(document, '/api/audit', 'get', failed);
    await expectDocumented(document, '/api/audit', 'get', await vip());
    await expectDocumented(document, '/api/audit/{id}', 'get', await request(`/api/audit/${id}`));
    await expectDocumented(document, '/api/audit/{id}/evidence', 'get', await request(`/api/audit/${id}/evidence`));
  });
});

test('the start page leads to the interface', async () => {
  const { request } = await startService(instantAudit);
  const html = await (await request('/')).text();
  expect(html).toContain('href="/api"');
  expect(html).toContain('href="/openapi.json"');
});
