import { describe, expect, onTestFinished, test } from 'vitest';
import { engineFor, serveFixtures } from '../support/fixture-server.ts';
import { exampleDomain } from '../support/fixture-web.ts';
import { postgresServer } from '../support/postgres-server.ts';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';

const UNKNOWN_ID = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';

const readBody = async (response: { text(): Promise<string> }) => JSON.parse(await response.text());

const audited = async ({ request, authorization }: RunningService, domain: string = exampleDomain): Promise<string> =>
  (await readBody(await request(`/api/audit?domain=${domain}&tier=vip`, { headers: authorization }))).id;

const changes = ({ request }: RunningService, id: string, since: string) =>
  request(`/api/audit/${id}/changes?since=${since}`);

const postgres = postgresServer();

describe.each(['SQLite', 'PostgreSQL'])('GET /api/audit/{id}/changes, on %s', (kind) => {
  test('lists the questions won and lost between two audits, with the evidence of both', async () => {
    const server = await serveFixtures();
    onTestFinished(server.close);
    const settings = kind === 'SQLite' ? {} : { DATABASE_URL: await postgres.makeDatabase() };
    const running = await startService(engineFor(server).liveAudit, settings);
    server.place(exampleDomain, 'fix_guide/hugo-unlabelled');
    const flawed = await audited(running);
    server.place(exampleDomain, 'base/good');
    const good = await audited(running);

    const response = await changes(running, good, flawed);
    expect(response.status).toBe(200);
    const won = await readBody(response);
    expect(won).toMatchObject({
      id: good,
      since: { id: flawed, rubric_version: 3 },
      domain: exampleDomain,
      aeo_score: 100,
      is_comparable: true,
      is_worse: false,
      counts: { lost: 0, worse: 0 },
    });
    expect(won.score_difference).toBe(100 - won.since.aeo_score);
    expect(won.counts.better).toBeGreaterThan(0);

    const lost = await readBody(await changes(running, flawed, good));
    expect(lost).toMatchObject({ is_worse: true, score_difference: -won.score_difference });
    expect(lost.counts.worse).toBe(won.counts.better);
    const worse = lost.questions.filter(({ change }: { change: string }) => change === 'worse');
    for (const { key, id, problem, before, after } of worse) {
      expect(problem).toEqual(expect.any(String));
      const opposite = won.questions.find((one: { key: string; id: string }) => one.key === key && one.id === id);
      expect(opposite).toMatchObject({ change: 'better', before: after, after: before });
      expect(after.observed.length).toBeGreaterThan(0);
    }

    const tag = response.headers.get('etag') ?? '';
    const again = await running.request(`/api/audit/${good}/changes?since=${flawed}`, {
      headers: { 'if-none-match': tag },
    });
    expect(again.status).toBe(304);
  });
});

describe('GET /api/audit/{id}/changes', () => {
  test('refuses in one sentence what cannot be compared', async () => {
    const paused = pausedAudits();
    const waiting = await startService(paused.liveAudit);
    const { id: queued } = await (await waiting.postAudit(exampleDomain, waiting.authorization)).json();
    const unfinished = await changes(waiting, queued, queued);
    expect(unfinished.status).toBe(409);
    expect((await readBody(unfinished)).error).toContain('it can be compared when it is finished.');

    const running = await startService(instantAudit);
    const [one, other] = [await audited(running), await audited(running, 'example.org')];
    const { id: demonstration } = await readBody(await running.request('/api/audit?domain=example.com'));
    for (const [id, since, status, output] of [
      [one, other, 409, 'The two audits are of different sites: example.org and example.com.'],
      [one, demonstration, 409, 'The audit is a demonstration, which was made up: it cannot be compared.'],
      [one, UNKNOWN_ID, 404, 'Audit not found'],
      [UNKNOWN_ID, one, 404, 'Audit not found'],
      [one, '%1b', 404, 'Audit not found'],
    ] as const) {
      const response = await changes(running, id, since);
      expect([response.status, await readBody(response)]).toEqual([status, { error: output }]);
    }
    const missing = await running.request(`/api/audit/${one}/changes`);
    const said = 'The parameter since is missing; it must be the id of an earlier audit.';
    expect([missing.status, await readBody(missing)]).toEqual([400, { error: said }]);
  });
});
