import { describe, expect, test } from 'vitest';
import { CHECKS, evidenceFor } from '../../src/audit/rubric.ts';
import { failedReport, RUBRIC_ROWS, report, site } from '../support/reports.ts';
import {
  domainName,
  instantAudit,
  pausedAudits,
  type ServiceResponse,
  startService,
} from '../support/running-service.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('GET /api/audit, tier vip', () => {
  test('answers with the seven fields of the interface and no others', async () => {
    const { request, authorization } = await startService(instantAudit);
    const response = await request('/api/audit?domain=Example.com.&tier=vip', { headers: authorization });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('etag')).toBeNull();
    expect(await response.json()).toEqual({
      id: expect.stringMatching(UUID),
      domain: 'example.com',
      aeo_score: 91,
      started_at: expect.stringMatching(TIME),
      finished_at: expect.stringMatching(TIME),
      status: 'done',
      findings: RUBRIC_ROWS.map(([key, maxScore]) => ({
        key,
        label: `The check ${key}`,
        severity: 'warn',
        score_impact: maxScore - 1,
        max_score: maxScore,
        details: 'One point is lost.',
      })),
    });
  });

  test('gives the very structure that the fetch by id gives', async () => {
    const { request, authorization } = await startService(instantAudit);
    const audit = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    expect(await (await request(`/api/audit/${audit.id}`)).json()).toEqual(audit);
  });

  test('audits anew each time', async () => {
    const paused = pausedAudits();
    const { request, authorization } = await startService(paused.liveAudit);
    const first = request('/api/audit?domain=example.com&tier=vip', { headers: authorization });
    await paused.whenStarted(1);
    paused.finish('example.com');
    await first;
    const second = request('/api/audit?domain=example.com&tier=vip', { headers: authorization });
    await paused.whenStarted(2);
    paused.finish('example.com');
    expect((await (await second).json()).id).not.toBe((await (await first).json()).id);
  });

  test('answers 502 with the reason when the site cannot be read, and keeps the failed audit', async () => {
    const message = 'The name example.com does not exist.';
    const failure = { kind: 'name_not_found', message } as const;
    const { request, authorization } = await startService(async (domain) => ({
      site: site(domain, null),
      report: failedReport(domain, failure),
    }));
    const response = await request('/api/audit?domain=example.com&tier=vip', { headers: authorization });
    expect(response.status).toBe(502);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.json()).toEqual({ error: message });
    const id = response.headers.get('x-service-audit-id') ?? '';
    const stored = await request(`/api/audit/${id}`);
    expect(stored.status).toBe(200);
    const audit = await stored.json();
    expect(audit).toMatchObject({ id, status: 'failed', aeo_score: 0 });
    expect(audit.findings).toHaveLength(CHECKS.length);
    for (const finding of audit.findings) {
      expect(finding).toMatchObject({ severity: 'fail', score_impact: 0, details: `Not judged: ${message}` });
    }
  });

  test('answers 500 with a fixed text when our own code throws, keeps a failed audit, and logs the fault', async () => {
    const { request, authorization, log } = await startService(async () => {
      throw new Error('a bug with a secret in it');
    });
    const response = await request('/api/audit?domain=example.com&tier=vip', { headers: authorization });
    expect(response.status).toBe(500);
    const body = await response.text();
    expect(body).toBe('{"error":"Something went wrong in the service; its log has the details."}');
    const id = response.headers.get('x-service-audit-id');
    expect(await (await request(`/api/audit/${id}`)).json()).toMatchObject({ status: 'failed', aeo_score: 0 });
    expect(await (await request(`/api/audit/${id}/evidence`)).json()).toMatchObject({ failure: { kind: 'internal' } });
    const line = log().find(({ msg }) => msg === 'audit');
    expect(line).toMatchObject({ level: 'error', failure: 'internal', err: { message: 'a bug with a secret in it' } });
  });

  test('goes on when the caller has gone', async () => {
    const paused = pausedAudits();
    const { request, authorization, postAudit, service } = await startService(paused.liveAudit);
    const gone = new AbortController();
    const call = request('/api/audit?domain=example.com&tier=vip', { headers: authorization, signal: gone.signal });
    await paused.whenStarted(1);
    gone.abort();
    await expect(call).rejects.toThrow();
    const { id } = await (await postAudit('example.com', authorization)).json();
    expect(paused.started).toEqual(['example.com']);
    const shared = service.auditQueue.run(domainName('example.com'), { keyId: null });
    paused.finish('example.com');
    expect((await shared).id).toBe(id);
    expect(await (await request(`/api/audit/${id}`)).json()).toMatchObject({ id, status: 'done' });
  });
});

describe('GET /api/audit, tier free', () => {
  test('returns a demonstration with a finding for each check, in the order of the rubric', async () => {
    const { request } = await startService(instantAudit);
    const response = await request('/api/audit?domain=example.com');
    expect(response.status).toBe(200);
    const audit = await response.json();
    expect(Object.keys(audit)).toEqual([
      'id',
      'domain',
      'aeo_score',
      'started_at',
      'finished_at',
      'status',
      'findings',
    ]);
    expect(
      audit.findings.map((finding: { key: string; max_score: number }) => [finding.key, finding.max_score]),
    ).toEqual(RUBRIC_ROWS);
    const sum = audit.findings.reduce(
      (total: number, finding: { score_impact: number }) => total + finding.score_impact,
      0,
    );
    expect(audit.aeo_score).toBe(sum);
    for (const { details } of audit.findings) expect(details).toMatch(/^Demonstration: /);
  });

  test('is the same for a name however it is written, on every service, apart from the times', async () => {
    const [one, other] = [await startService(instantAudit), await startService(instantAudit)];
    const withoutTimes = async (response: Promise<ServiceResponse>) => {
      const { started_at, finished_at, ...rest } = await (await response).json();
      expect([started_at, finished_at]).toEqual([expect.stringMatching(TIME), expect.stringMatching(TIME)]);
      return JSON.stringify(rest);
    };
    const first = await withoutTimes(one.request('/api/audit?domain=m%C3%BCnchen.de'));
    expect(await withoutTimes(other.request('/api/audit?domain=XN--MNCHEN-3YA.DE.&tier=free'))).toBe(first);
    expect(await withoutTimes(other.request('/api/audit?domain=example.com'))).not.toBe(first);
  });

  test('can be fetched by its id, byte for byte', async () => {
    const { request } = await startService(instantAudit);
    const shown = await (await request('/api/audit?domain=example.com')).text();
    expect(await (await request(`/api/audit/${JSON.parse(shown).id}`)).text()).toBe(shown);
    expect(await (await request('/api/audit?domain=example.com')).text()).toBe(shown);
  });

  test('audits nothing and ignores the key, even a wrong one', async () => {
    const paused = pausedAudits();
    const { request, authorization } = await startService(paused.liveAudit);
    for (const headers of [authorization, { authorization: 'Bearer nonsense' }, { authorization: 'Basic x' }]) {
      const response = await request('/api/audit?domain=example.com', { headers });
      expect(response.status).toBe(200);
      expect((await response.json()).findings[0]?.details).toMatch(/^Demonstration:/);
    }
    expect(paused.started).toEqual([]);
  });

  test('is stored once when many ask at once', async () => {
    const { request } = await startService(instantAudit);
    const bodies = await Promise.all(
      Array.from({ length: 10 }, async () => (await request('/api/audit?domain=example.com')).text()),
    );
    expect(new Set(bodies).size).toBe(1);
  });
});

describe('POST /api/audit', () => {
  test('with a key queues a live audit and says where to find it', async () => {
    const paused = pausedAudits();
    const { request, postAudit, authorization } = await startService(paused.liveAudit);
    const response = await postAudit('https://Example.com/', authorization);
    expect(response.status).toBe(202);
    const body = await response.json();
    expect(body).toEqual({ id: expect.stringMatching(UUID), status: 'queued' });
    expect(response.headers.get('location')).toBe(`/api/audit/${body.id}`);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    await paused.whenStarted(1);
    expect(paused.started).toEqual(['example.com']);
    const running = await request(`/api/audit/${body.id}`);
    expect(running.headers.get('cache-control')).toBe('no-store');
    expect(running.headers.get('etag')).toBeNull();
    expect(await running.json()).toEqual({
      id: body.id,
      domain: 'example.com',
      aeo_score: 0,
      started_at: expect.stringMatching(TIME),
      finished_at: null,
      status: 'running',
      findings: [],
    });
  });

  test('without a key gives the demonstration, done at once', async () => {
    const paused = pausedAudits();
    const { request, postAudit } = await startService(paused.liveAudit);
    const response = await postAudit('example.com');
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(body).toEqual({ id: expect.stringMatching(UUID), status: 'done' });
    expect(response.headers.get('location')).toBe(`/api/audit/${body.id}`);
    expect((await (await request(`/api/audit/${body.id}`)).json()).findings[0]?.details).toMatch(/^Demonstration:/);
    expect(paused.started).toEqual([]);
  });

  test('takes a body with more in it than it needs', async () => {
    const { request } = await startService(instantAudit);
    const response = await request('/api/audit', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '{"domain":"example.com","tier":"free"}',
    });
    expect(response.status).toBe(200);
  });
});

describe('GET /api/audit/{id}', () => {
  test('lets a finished audit be kept for 24 hours, and answers 304 to who has it', async () => {
    const { request, authorization } = await startService(instantAudit);
    const { id } = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    const response = await request(`/api/audit/${id}`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    const tag = response.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    for (const match of [tag, `"other", W/${tag}`, '*']) {
      const again = await request(`/api/audit/${id}`, { headers: { 'if-none-match': match } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe('public, max-age=86400');
      expect(again.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await request(`/api/audit/${id}`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('finds an audit by its id in either case', async () => {
    const { request, authorization } = await startService(instantAudit);
    const { id } = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    expect((await request(`/api/audit/${id.toUpperCase()}`)).status).toBe(200);
  });

  test.each(['0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b', 'no-uuid', '%00', 'x'.repeat(5_000), '..%2f..%2fetc%2fpasswd'])(
    'answers 404 for %.40s',
    async (id) => {
      const { request } = await startService(instantAudit);
      for (const path of [`/api/audit/${id}`, `/api/audit/${id}/snapshot`, `/api/audit/${id}/evidence`]) {
        const response = await request(path);
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual({ error: 'Audit not found' });
      }
    },
  );
});

describe('GET /api/audit/{id}/evidence', () => {
  test('shows the whole report', async () => {
    const { request, authorization } = await startService(instantAudit);
    const { id } = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    const response = await request(`/api/audit/${id}/evidence`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(response.headers.get('etag')).toMatch(/^"/);
    const evidence = await response.json();
    expect(evidence).toMatchObject({
      id,
      domain: 'example.com',
      kind: 'live',
      status: 'done',
      rubric_version: 2,
      aeo_score: 91,
      earned: 100,
      reachable: 100,
      improvements: [],
      failure: null,
      gates: report('example.com').gates.map(({ id, cap, key, reason }) => ({ id, cap, key, reason })),
      stack: { builder: 'hugo', server: 'nginx', evidence: ['meta generator "Hugo 0.150"'] },
      pages: ['https://example.com/'],
    });
    expect(evidence.findings).toHaveLength(CHECKS.length);
    expect(evidence.findings[0]).toEqual({
      key: 'crawler_access',
      label: 'The check crawler_access',
      severity: 'warn',
      score_impact: 19,
      earned: 20,
      max_score: 20,
      details: 'One point is lost.',
      failure: null,
      notes: ['Seen, not scored.'],
      questions: [
        {
          id: 'only',
          ask: 'Is it there?',
          must: 'It must be there.',
          problem: null,
          earned: 20,
          max_points: 20,
          weight: 20,
          share: { earned: 1, of: 1 },
          fails: false,
          not_applicable: null,
          observed: [
            {
              url: 'https://example.com/',
              status: 200,
              line: 3,
              header: null,
              note: 'A line was seen.',
              text: 'noindex',
            },
          ],
          omitted: 0,
          by_page: null,
          fix: {
            place: 'head',
            where: expect.stringContaining('Hugo'),
            instruction: 'Remove the line.',
            lines: null,
            proof: { command: "curl -s 'https://example.com/'", expect: 'no line' },
          },
          evidence: null,
        },
      ],
    });
  });

  test('includes the evidence grade of each question', async () => {
    const { request } = await startService(instantAudit);
    const { id } = await (await request('/api/audit?domain=example.com')).json();
    expect(await (await request(`/api/audit/${id}/evidence`)).json()).toMatchObject({
      findings: CHECKS.map(({ key, questions }) => ({
        questions: Object.keys(questions).map((name) => ({ evidence: { grade: evidenceFor(key, name)?.grade } })),
      })),
    });
  });

  test('answers 409 and when to ask again while the audit is not finished', async () => {
    const paused = pausedAudits();
    const { request, postAudit, authorization } = await startService(paused.liveAudit);
    const { id } = await (await postAudit('example.com', authorization)).json();
    await paused.whenStarted(1);
    const response = await request(`/api/audit/${id}/evidence`);
    expect(response.status).toBe(409);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      error: 'The audit is running; its evidence is there when it is finished.',
    });
  });

  test('tells a demonstration for what it is', async () => {
    const { request } = await startService(instantAudit);
    const { id } = await (await request('/api/audit?domain=example.com')).json();
    expect(await (await request(`/api/audit/${id}/evidence`)).json()).toMatchObject({
      kind: 'demonstration',
      pages: [],
    });
  });
});
