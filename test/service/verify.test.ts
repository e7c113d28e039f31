import { describe, expect, onTestFinished, test } from 'vitest';
import { engineFor, serveFixtures } from '../support/fixture-server.ts';
import { exampleDomain } from '../support/fixture-web.ts';
import { postgresServer } from '../support/postgres-server.ts';
import { failedReport, report, site } from '../support/reports.ts';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';
import { createSite } from '../support/small-sites.ts';

const GOOD = 'base/good';
const FLAWED = 'fix_guide/hugo-unlabelled';
const UNKNOWN_ID = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';

const readBody = async (response: { text(): Promise<string> }) => JSON.parse(await response.text());

const audited = async ({ request, authorization }: RunningService, domain: string = exampleDomain) =>
  (await readBody(await request(`/api/audit?domain=${domain}&tier=vip`, { headers: authorization }))).id;

const verify = (
  { request, authorization }: RunningService,
  id: string,
  headers: Record<string, string> = authorization,
) => request(`/api/audit/${id}/verify`, { method: 'POST', headers });

const postgres = postgresServer();

describe.each(['SQLite', 'PostgreSQL'])('POST /api/audit/{id}/verify, on %s', (kind) => {
  test('audits a fixed site again, and reports each fixed question', async () => {
    const server = await serveFixtures();
    onTestFinished(server.close);
    const settings = kind === 'SQLite' ? {} : { DATABASE_URL: await postgres.makeDatabase() };
    const running = await startService(engineFor(server).liveAudit, settings);
    server.place(exampleDomain, FLAWED);
    const since = await audited(running);
    const before = await readBody(await running.request(`/api/audit/${since}/evidence`));

    const notYet = await readBody(await verify(running, since));
    expect(notYet).toMatchObject({ aeo_score: before.aeo_score, is_comparable: true, is_all_fixed: false });
    const lost = before.findings
      .flatMap(({ questions }: { questions: { share: { earned: number; of: number } }[] }) => questions)
      .filter(({ share }: { share: { earned: number; of: number } }) => share.earned < share.of);
    expect(notYet.counts).toEqual({
      ...{ fixed: 0, not_yet: lost.length, new: 0, not_read: 0, gone: 0, not_asked: 0, open: 0 },
    });
    for (const question of notYet.questions) {
      expect(question).toMatchObject({ state: 'not_yet', change: 'same', problem: expect.any(String) });
      expect(question.observed.length).toBeGreaterThan(0);
      expect(question.fix.instruction).not.toBe('');
    }

    server.place(exampleDomain, GOOD);
    const response = await verify(running, since);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const fixed = await readBody(response);
    expect(fixed).toMatchObject({
      domain: exampleDomain,
      since: { id: since, aeo_score: before.aeo_score, rubric_version: before.rubric_version },
      aeo_score: 100,
      is_comparable: true,
      is_all_fixed: true,
      counts: { not_yet: 0, new: 0, not_read: 0, open: 0 },
      pages: { not_read: [] },
    });
    expect(fixed.counts.fixed + fixed.counts.gone + fixed.counts.not_asked).toBe(lost.length);
    const again = await readBody(await running.request(`/api/audit/${fixed.id}`));
    expect(again).toMatchObject({ id: fixed.id, aeo_score: 100, finished_at: fixed.finished_at, status: 'done' });

    server.place(exampleDomain, FLAWED);
    const worse = await readBody(await verify(running, fixed.id));
    expect(worse.counts).toMatchObject({ fixed: 0, not_yet: 0, new: worse.questions.length });
  });

  test('reads the pages of the earlier audit again, although nothing leads to them any more', async () => {
    const server = await serveFixtures();
    onTestFinished(server.close);
    const settings = kind === 'SQLite' ? {} : { DATABASE_URL: await postgres.makeDatabase() };
    const running = await startService(engineFor(server).liveAudit, settings);
    const others = { a: { h1: false }, b: {}, c: { image: true } };
    server.placeText(exampleDomain, createSite({ home: { links: ['a', 'b', 'c'] }, ...others }));
    const since = await audited(running);
    server.placeText(exampleDomain, createSite({ home: { links: ['b', 'd'] }, ...others, a: {}, d: { h1: false } }));
    const verified = await readBody(await verify(running, since));
    const page = (name: string) => `https://${exampleDomain}/${name}`;
    expect(verified.pages).toMatchObject({ gone: [], not_read: [], added: [page('d')], are_scores_of_same: true });
    expect(verified.pages.same.toSorted()).toEqual(['', 'a', 'b', 'c'].map(page));
    expect(findState(verified, 'h1')).toBe('fixed');
    expect(findState(verified, 'images')).toBe('not_yet');
    const changes = await readBody(await running.request(`/api/audit/${verified.id}/changes?since=${since}`));
    expect(changes).toMatchObject({ aeo_score: verified.aeo_score, is_worse: false, pages: verified.pages });

    server.placeText(exampleDomain, createSite({ home: { links: ['b', 'd'] }, b: {}, d: {} }));
    const gone = await readBody(await verify(running, verified.id));
    expect(gone.pages).toMatchObject({ gone: [], not_read: [] });
    expect(findState(gone, 'h1')).toBe('fixed');

    // Not those of the newest audit, which judged neither a nor c.
    server.placeText(exampleDomain, createSite({ home: { links: ['b', 'd'] }, ...others, d: {} }));
    const first = await readBody(await verify(running, since));
    expect(first.pages).toMatchObject({ gone: [], not_read: [] });
    expect(findState(first, 'h1')).toBe('not_yet');
  });
});

const findState = ({ questions }: { questions: { id: string; state: string }[] }, id: string) =>
  questions.find((question) => question.id === id)?.state;

describe('POST /api/audit/{id}/verify', () => {
  test('does not compare audits of two rubric versions', async () => {
    let version = 2;
    const running = await startService(async (domain) => ({
      site: site(domain),
      report: { ...report(domain), rubricVersion: version },
    }));
    const since = await audited(running);
    version = 3;
    expect(await readBody(await verify(running, since))).toMatchObject({
      is_comparable: false,
      since: { rubric_version: 2 },
      rubric_version: 3,
    });
  });

  test('joins a running audit of the domain', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const first = audited(running);
    await paused.whenStarted(1);
    paused.finish(exampleDomain);
    const verifying = verify(running, await first);
    await paused.whenStarted(2);
    const { id } = await (await running.postAudit(exampleDomain, running.authorization)).json();
    paused.finish(exampleDomain);
    expect((await readBody(await verifying)).id).toBe(id);
    expect(paused.started).toHaveLength(2);
  });

  test('compares with an audit of another key, since anyone may read it', async () => {
    const running = await startService(instantAudit);
    const since = await audited(running);
    const other = { authorization: `Bearer ${await running.service.keys.create('other')}` };
    expect(await readBody(await verify(running, since, other))).toMatchObject({ since: { id: since } });
  });

  test.each([UNKNOWN_ID, 'no-uuid', '%00', 'x'.repeat(5_000), '..%2f..%2fetc%2fpasswd'])(
    'answers 404 for %.40s, and audits nothing',
    async (id) => {
      const paused = pausedAudits();
      const response = await verify(await startService(paused.liveAudit), id);
      expect([response.status, await readBody(response)]).toEqual([404, { error: 'Audit not found' }]);
      expect(paused.started).toEqual([]);
    },
  );

  test('responds 409 for a demonstration, and for an audit that failed or has not finished', async () => {
    const failed = await startService(async (domain) => ({
      site: site(domain, null),
      report: failedReport(domain, { kind: 'timeout', message: 'It timed out.' }),
    }));
    const { id: demonstration } = await readBody(await failed.request('/api/audit?domain=example.com'));
    const response = await verify(failed, demonstration);
    expect(response.status).toBe(409);
    expect((await readBody(response)).error).toMatch(/^The audit is a demonstration[^\n]*\.$/);
    const vip = await failed.request('/api/audit?domain=example.com&tier=vip', { headers: failed.authorization });
    const ofFailed = await verify(failed, vip.headers.get('x-service-audit-id') ?? '');
    expect(ofFailed.status).toBe(409);
    expect((await readBody(ofFailed)).error).toMatch(/^The audit failed[^\n]*\.$/);

    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const { id } = await (await running.postAudit(exampleDomain, running.authorization)).json();
    await paused.whenStarted(1);
    const unfinished = await verify(running, id);
    expect([unfinished.status, unfinished.headers.get('retry-after')]).toEqual([409, '5']);
    expect((await readBody(unfinished)).error).toBe('The audit is running; it can be compared when it is finished.');
    expect(paused.started).toHaveLength(1);
  });

  test('responds 502 with the reason when the site cannot be read now', async () => {
    let isDown = false;
    const message = 'The name example.com does not exist.';
    const running = await startService(async (domain) =>
      isDown
        ? { site: site(domain, null), report: failedReport(domain, { kind: 'name_not_found', message }) }
        : { site: site(domain), report: report(domain) },
    );
    const since = await audited(running);
    isDown = true;
    const response = await verify(running, since);
    expect([response.status, await readBody(response)]).toEqual([502, { error: message }]);
    const id = response.headers.get('x-service-audit-id');
    expect(id).not.toBe(since);
    expect(await readBody(await running.request(`/api/audit/${id}`))).toMatchObject({ status: 'failed' });
  });

  test('checks the key before anything else', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    for (const [headers, challenge] of [
      [{}, 'Bearer'],
      [{ authorization: 'Bearer ctb_wrong' }, 'Bearer error="invalid_token"'],
      [{ authorization: 'Basic x' }, 'Bearer error="invalid_token"'],
    ] as const) {
      const response = await verify(running, UNKNOWN_ID, headers);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
    }
    expect(paused.started).toEqual([]);
  });

  test('needs no key where live audits are public', async () => {
    const running = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    expect((await verify(running, await audited(running), {})).status).toBe(200);
    expect((await verify(running, UNKNOWN_ID, { authorization: 'Bearer ctb_wrong' })).status).toBe(401);
  });

  test('counts as a live audit, unless it is refused', async () => {
    const running = await startService(instantAudit, { AUDIT_RATE_LIMIT: '2' });
    const since = await audited(running);
    expect((await verify(running, UNKNOWN_ID)).status).toBe(404);
    expect((await verify(running, since)).status).toBe(200);
    const limited = await verify(running, since);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });

  test.each([
    ['no more than 16 KiB', { 'content-type': 'application/json' }, JSON.stringify('x'.repeat(20_000)), 413],
    ['JSON', { 'content-type': 'application/json' }, '{', 400],
    ['of no other type', { 'content-type': 'text/plain' }, 'x', 415],
    ['without unknown fields', { 'content-type': 'application/json' }, '{"page":30}', 400],
    ['an object with pages', { 'content-type': 'application/json' }, '{"pages":25}', 200],
  ])('a body is %s', async (_, type, body, status) => {
    const running = await startService(instantAudit);
    const since = await audited(running);
    const headers = { ...running.authorization, ...type };
    const response = await running.request(`/api/audit/${since}/verify`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    if (status !== 200) expect(Object.keys(await readBody(response))).toEqual(['error']);
  });

  test('does not exist for GET', async () => {
    const running = await startService(instantAudit);
    const response = await running.request(`/api/audit/${UNKNOWN_ID}/verify`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
  });
});
