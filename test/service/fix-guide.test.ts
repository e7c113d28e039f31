import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/audit/report/report.ts';
import { failedReport, report, site } from '../support/reports.ts';
import { instantAudit, pausedAudits, startService } from '../support/running-service.ts';

const VIP = '/api/agent-prompt?domain=example.com&tier=vip';
const FREE = '/api/agent-prompt?domain=example.com';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns a report whose questions earned nothing, each with a fix of its own. */
function withoutPoints({ findings, ...rest }: Report): Report {
  const fix = { place: 'head' as const, lines: null, proof: null };
  return {
    ...rest,
    findings: findings.map((finding) => ({
      ...finding,
      questions: finding.questions.map((question) => ({
        ...question,
        share: { earned: 0, of: 1 },
        earned: 0,
        fix: { ...fix, instruction: `Fix ${finding.key}.${question.id}.` },
      })),
    })),
  };
}

describe('GET /api/agent-prompt, tier vip', () => {
  test('answers with Markdown that holds the caller’s key and is kept by nobody', async () => {
    const { request, authorization, key } = await startService(instantAudit);
    const response = await request(VIP, { headers: authorization });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('etag')).toBeNull();
    expect(response.headers.get('content-disposition')).toBe('inline; filename="fix-guide-example.com.md"');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-service-audit-id')).toMatch(UUID);
    const guide = await response.text();
    expect(guide).toMatch(/^# Fix guide for example\.com\n/);
    expect(guide.split(key)).toHaveLength(2);
    expect(guide).toContain(`CITABLE_API_KEY='${key}'`);
    expect(guide).not.toContain('Demonstration');
  });

  test('is of the newest live audit, and of the one it says', async () => {
    const { request, authorization } = await startService(instantAudit);
    const audit = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    const response = await request(VIP, { headers: authorization });
    expect(response.headers.get('x-service-audit-id')).toBe(audit.id);
    expect(await response.text()).toContain(`/api/audit/${audit.id}/verify'`);
  });

  test('audits when there is no live audit yet, however many demonstrations there are', async () => {
    const paused = pausedAudits();
    const { request, authorization } = await startService(paused.liveAudit);
    await request(FREE);
    const guide = request(VIP, { headers: authorization });
    await paused.whenStarted(1);
    paused.finish('example.com');
    expect((await guide).status).toBe(200);
    expect((await request(VIP, { headers: authorization })).status).toBe(200);
    expect(paused.started).toEqual(['example.com']);
  });

  test('is the same for the same audit, each caller’s with a key of its own', async () => {
    const { request, authorization, key, service } = await startService(instantAudit);
    const other = (await service.keys.create('other')) ?? '';
    const first = await (await request(VIP, { headers: authorization })).text();
    expect(await (await request(VIP, { headers: authorization })).text()).toBe(first);
    const theirs = await (await request(VIP, { headers: { authorization: `Bearer ${other}` } })).text();
    expect(theirs).not.toContain(key);
    expect(theirs.replaceAll(other, key)).toBe(first);
  });

  test('the commands in it work against this service', async () => {
    const { request, authorization, url } = await startService(instantAudit);
    const guide = await (await request(VIP, { headers: authorization })).text();
    const commands = [...guide.matchAll(/^curl -sS(?: -X (POST))? -H "Authorization: Bearer (\S+)" '(http\S+)'$/gm)];
    expect(commands.map(([, method]) => method)).toEqual(['POST', undefined]);
    for (const [, method = 'GET', bearer, address = ''] of commands) {
      const { pathname, search, origin } = new URL(address);
      expect(origin).toBe(url);
      expect(bearer).toBe('$CITABLE_API_KEY');
      const headers = authorization;
      expect((await request(`${pathname}${search}`, { method, headers })).status).toBe(200);
    }
  });

  test('needs a valid key, and says how to send one', async () => {
    const { request } = await startService(instantAudit);
    const without = await request(VIP);
    expect(without.status).toBe(401);
    expect(without.headers.get('www-authenticate')).toBe('Bearer');
    expect(without.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const wrong = await request(VIP, { headers: { authorization: 'Bearer ctb_wrong' } });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  test('needs none where live audits are public, and then holds none', async () => {
    const { request } = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    const response = await request(VIP);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.text()).not.toContain('Authorization');
  });

  test('answers 502 with the reason when the site cannot be read', async () => {
    const message = 'The name example.com does not exist.';
    const { request, authorization } = await startService(async (domain) => ({
      site: site(domain, null),
      report: failedReport(domain, { kind: 'name_not_found', message }),
    }));
    const response = await request(VIP, { headers: authorization });
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ error: message });
    expect(response.headers.get('x-service-audit-id')).toMatch(UUID);
  });

  test('counts as a live audit only when one is made', async () => {
    const { request, authorization } = await startService(instantAudit, { AUDIT_RATE_LIMIT: '1' });
    expect((await request(VIP, { headers: authorization })).status).toBe(200);
    expect((await request(VIP, { headers: authorization })).status).toBe(200);
    const another = await request('/api/agent-prompt?domain=example.org&tier=vip', { headers: authorization });
    expect(another.status).toBe(429);
  });

  test('leaves no key in the log', async () => {
    const { request, authorization, key, log } = await startService(instantAudit);
    await request(VIP, { headers: authorization });
    await expect.poll(() => log().find(({ msg }) => msg === 'request')).toMatchObject({ route: '/api/agent-prompt' });
    expect(JSON.stringify(log())).not.toContain(key.slice(4, 24));
  });
});

test('GET /api/audit/{id}/problems.json has the problems of the guide, with their numbers', async () => {
  const { request, authorization } = await startService(async (domain) => ({
    site: site(domain, '<title>x</title>'),
    report: withoutPoints(report(domain)),
  }));
  const guide = await request(VIP, { headers: authorization });
  const response = await request(`/api/audit/${guide.headers.get('x-service-audit-id')}/problems.json`);
  expect(response.status).toBe(200);
  const { domain, problems } = JSON.parse(await response.text());
  expect(domain).toBe('example.com');
  const headings = [...(await guide.text()).matchAll(/^(\d+)\. (FAIL|WARN): /gm)];
  expect(problems.map(({ number, level }: { number: number; level: string }) => [String(number), level])).toEqual(
    headings.map(([, number, level]) => [number, level]),
  );
  expect(problems.length).toBeGreaterThan(0);
});

describe('GET /api/agent-prompt, tier free', () => {
  test('is the guide of the demonstration, marked as one, the same each time, and audits nothing', async () => {
    const paused = pausedAudits();
    const { request, authorization } = await startService(paused.liveAudit);
    const response = await request(FREE);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    const guide = await response.text();
    expect(guide).toMatch(
      /^# Fix guide for example\.com\n\n\*\*Demonstration\. Invented results: example\.com was not fetched\.\*\* /,
    );
    expect(guide).toContain('Do not change the site according to this guide');
    expect(guide).toContain("'http");
    expect(guide).toContain('ask the operator of the service');
    expect(guide).not.toMatch(/npx|citable (?:audit|keys|fix-guide)/);
    expect(await (await request(`${FREE}&tier=free`, { headers: authorization })).text()).toBe(guide);
    const tag = response.headers.get('etag') ?? '';
    expect((await request(FREE, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect(paused.started).toEqual([]);
  });

  test('lists what the demonstration lost points for, most points first, up to all that can be reached', async () => {
    const { request } = await startService(instantAudit);
    for (const domain of ['example.com', 'a.com', 'b.com', 'c.com', 'd.com', 'e.com']) {
      const audit = await (await request(`/api/audit?domain=${domain}`)).json();
      const guide = await (await request(`/api/agent-prompt?domain=${domain}`)).text();
      const entries = [...guide.matchAll(/^(\d+)\. (?:FAIL|WARN): .* \(\+([\d.]+) points?\)$/gm)];
      expect(entries.map(([, n]) => Number(n))).toEqual(entries.map((_, i) => i + 1));
      const points = entries.map(([, , gain = '0']) => Number(gain));
      // Gains are rounded down to a tenth, and the score to a whole point.
      const total = points.reduce((sum, gain) => sum + gain, 0);
      expect(Math.abs(total - (100 - audit.aeo_score))).toBeLessThan(1 + points.length / 10);
      // Gains in the same band of two points are about equal.
      for (const [i, gain] of points.slice(1).entries()) expect(gain).toBeLessThan((points[i] ?? 0) + 2);
    }
  });
});

test('the guide of a demonstration names the command of CITABLE_COMMAND', async () => {
  const { request } = await startService(instantAudit, { CITABLE_COMMAND: 'docker exec it citable' });
  expect(await (await request(FREE)).text()).toContain("\ndocker exec it citable fix-guide 'example.com'\n");
});

describe('GET /api/agent-prompt, refused', () => {
  test.each([
    ['/api/agent-prompt', 'domain'],
    ['/api/agent-prompt?domain=localhost', 'domain'],
    ['/api/agent-prompt?domain=a.com&domain=b.com', 'domain'],
    ['/api/agent-prompt?domain=example.com&tier=gold', 'tier'],
  ])('%s: 400 that names the parameter', async (path, parameter) => {
    const { request } = await startService(instantAudit);
    const response = await request(path);
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).toContain(parameter);
  });

  test('another method: 405 with Allow', async () => {
    const { request } = await startService(instantAudit);
    const response = await request(FREE, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('GET');
  });
});
