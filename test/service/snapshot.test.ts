import { describe, expect, test } from 'vitest';
import { failedReport, HOME_PAGE, report, site } from '../support/reports.ts';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';

async function audited(running: RunningService): Promise<string> {
  const { request, authorization } = running;
  const response = await request('/api/audit?domain=example.com&tier=vip', { headers: authorization });
  return response.headers.get('x-service-audit-id') ?? (await response.json()).id;
}

describe('GET /api/audit/{id}/snapshot', () => {
  test('gives the home page as UTF-8, so that it cannot act as ours', async () => {
    const running = await startService(instantAudit);
    const id = await audited(running);
    const response = await running.request(`/api/audit/${id}/snapshot`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(HOME_PAGE);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-service-audit-id')).toBe(id);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'; /);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=86400');
    expect(headers.get('set-cookie')).toBeNull();
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(HOME_PAGE));
  });

  test('answers HEAD and 304', async () => {
    const running = await startService(instantAudit);
    const path = `/api/audit/${await audited(running)}/snapshot`;
    const head = await running.request(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(HOME_PAGE));
    const again = await running.request(path, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect(again.headers.get('content-security-policy')).toMatch(/^sandbox; /);
  });

  test('a page without a body, a demonstration, and an audit that is not finished have none', async () => {
    const paused = pausedAudits();
    const waiting = await startService(paused.liveAudit);
    const { id: running } = await (await waiting.postAudit('example.com', waiting.authorization)).json();
    const { id: demonstration } = await (await waiting.request('/api/audit?domain=example.com')).json();
    const bodiless = await startService(async (domain) => ({ site: site(domain, null), report: report(domain) }));
    const responses = [
      await waiting.request(`/api/audit/${running}/snapshot`),
      await waiting.request(`/api/audit/${demonstration}/snapshot`),
      await bodiless.request(`/api/audit/${await audited(bodiless)}/snapshot`),
    ];
    for (const response of responses) {
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toEqual({ error: 'Snapshot not found' });
    }
  });

  test('a failed audit has what came back, unless that was no HTML', async () => {
    const of = async (kind: 'http_status' | 'not_html') => {
      const running = await startService(async (domain) => ({
        site: site(domain, '<p>503'),
        report: failedReport(domain, { kind, message: 'It cannot be read.' }),
      }));
      return (await running.request(`/api/audit/${await audited(running)}/snapshot`)).status;
    };
    expect([await of('http_status'), await of('not_html')]).toEqual([200, 404]);
  });

  test('an audit whose snapshot cannot be written is done without one, and the log says so', async () => {
    const running = await startService(async (domain) => {
      const { rm, writeFile } = await import('node:fs/promises');
      await rm(`${running.dataDir}/snapshots`, { recursive: true });
      await writeFile(`${running.dataDir}/snapshots`, 'in the way');
      return { site: site(domain), report: report(domain) };
    });
    const id = await audited(running);
    expect(await (await running.request(`/api/audit/${id}`)).json()).toMatchObject({ status: 'done', aeo_score: 91 });
    expect((await running.request(`/api/audit/${id}/snapshot`)).status).toBe(404);
    expect(running.log().find(({ msg }) => msg === 'snapshot not stored')).toMatchObject({ level: 'error', audit: id });
  });

  test('returns 503 where snapshots are not kept', async () => {
    const running = await startService(instantAudit, { SNAPSHOT_STORE: 'none' });
    const response = await running.request(`/api/audit/${await audited(running)}/snapshot`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ error: 'Snapshot storage not available' });
  });
});

describe('retention', () => {
  const DAY = 86_400_000;

  test('snapshots go before their audits; both go when their time is over', async () => {
    const running = await startService(instantAudit);
    const { service, request } = running;
    const id = await audited(running);
    const { finished_at } = await (await request(`/api/audit/${id}`)).json();
    const keptFor = (days: number) => service.maintenance.deleteExpired(Date.parse(finished_at ?? '') + days * DAY + 1);
    const found = async () => [
      (await request(`/api/audit/${id}`)).status,
      (await request(`/api/audit/${id}/snapshot`)).status,
    ];

    expect(await keptFor(29)).toEqual({ audits: 0, batches: 0, snapshots: 0, visits: 0 });
    expect(await found()).toEqual([200, 200]);
    expect(await keptFor(30)).toEqual({ audits: 0, batches: 0, snapshots: 1, visits: 0 });
    expect(await found()).toEqual([200, 404]);
    expect(await keptFor(89)).toEqual({ audits: 0, batches: 0, snapshots: 0, visits: 0 });
    expect(await keptFor(90)).toEqual({ audits: 1, batches: 0, snapshots: 0, visits: 0 });
    expect(await found()).toEqual([404, 404]);
  });

  test('an audit takes its snapshot with it', async () => {
    const running = await startService(instantAudit, { AUDIT_RETENTION_DAYS: '1' });
    const id = await audited(running);
    expect(await running.service.maintenance.deleteExpired(Date.now() + DAY + 1_000)).toEqual({
      audits: 1,
      batches: 0,
      snapshots: 1,
      visits: 0,
    });
    expect((await running.request(`/api/audit/${id}`)).status).toBe(404);
  });
});
