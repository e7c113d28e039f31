import { describe, expect, test } from 'vitest';
import { report, site } from '../support/reports.ts';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function queue(service: RunningService, domain: string, headers: Record<string, string> = {}): Promise<string> {
  return (await (await service.postAudit(domain, headers)).json()).id;
}

async function audit(service: RunningService, domain: string): Promise<string> {
  const response = await service.request(`/api/audit?domain=${domain}&tier=vip`, { headers: service.authorization });
  return (await response.json()).id;
}

describe('/audits/{id}', () => {
  test('is the report, for anyone who has the id', async () => {
    const service = await startService(instantAudit);
    const response = await service.request(`/audits/${await audit(service, 'example.com')}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('aria-label="AEO score 91 of 100: Middling"');
  });

  test('compares with the audit before', async () => {
    const service = await startService(instantAudit);
    await audit(service, 'example.com');
    const html = await (await service.request(`/audits/${await audit(service, 'example.com')}`)).text();
    expect(html).toContain('<p>Nothing changed.</p>');
    expect(html).toContain('Score by audit: 2 audits');
  });

  test('is its progress, kept nowhere, until it is finished; its tabs lead there', async () => {
    const { liveAudit, finish } = pausedAudits();
    const service = await startService(liveAudit);
    const id = await queue(service, 'example.com', service.authorization);
    const response = await service.request(`/audits/${id}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('Auditing');
    for (const tab of ['llms-txt', 'llms.txt', 'fix-guide', 'fix-guide.md', 'badge']) {
      const led = await service.request(`/audits/${id}/${tab}`, { redirect: 'manual' });
      expect([led.status, led.headers.get('location')]).toEqual([303, `/audits/${id}`]);
    }
    finish('example.com');
  });

  test.each(['', '/llms-txt', '/llms.txt', '/fix-guide', '/fix-guide.md', '/badge'])(
    'of an unknown id is 404, with %j too',
    async (tab) => {
      const service = await startService(instantAudit);
      for (const id of [UNKNOWN, 'no-id']) expect((await service.request(`/audits/${id}${tab}`)).status).toBe(404);
    },
  );
});

describe('the fix guide of an audit', () => {
  test('holds no key, but where the key goes', async () => {
    const service = await startService(instantAudit);
    const id = await audit(service, 'example.com');
    const file = await service.request(`/audits/${id}/fix-guide.md`);
    const guide = await file.text();
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="fix-guide-example.com.md"');
    expect(file.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(guide).toContain('-H "Authorization: Bearer $CITABLE_API_KEY"');
    expect(guide).not.toContain(service.key);
    expect(guide).toContain(id);
    const html = await (await service.request(`/audits/${id}/fix-guide`)).text();
    expect(html).toContain('# Fix guide for example.com');
  });

  test('asks for no key where live audits are public', async () => {
    const service = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    const guide = await (await service.request(`/audits/${await audit(service, 'example.com')}/fix-guide.md`)).text();
    expect(guide).toContain('/verify');
    expect(guide).not.toContain('Authorization');
  });
});

describe('the llms.txt of an audit', () => {
  test('is made from what the audit read, and publishes nothing', async () => {
    const completed: string[] = [];
    const service = await startService(instantAudit, {}, async (inventory) => {
      completed.push(inventory.domain);
      return inventory;
    });
    const id = await audit(service, 'example.com');
    const file = await service.request(`/audits/${id}/llms.txt`);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="llms.txt"');
    expect(await file.text()).toContain('made by Citable from its audit of 2026-01-02');
    expect(await (await service.request(`/audits/${id}/llms-txt`)).text()).toContain('Preview and publish');
    expect(completed).toEqual([]);
    expect((await service.request('/llms/example.com.txt?tier=vip')).status).toBe(401);
  });

  test('is missing where no page may be listed, and its page says why', async () => {
    const noindex = '<!doctype html><meta name="robots" content="noindex"><title>Hidden</title>';
    const service = await startService(async (domain) => ({ site: site(domain, noindex), report: report(domain) }));
    const id = await audit(service, 'example.com');
    const file = await service.request(`/audits/${id}/llms.txt`, { redirect: 'manual' });
    expect([file.status, file.headers.get('location')]).toEqual([303, `/audits/${id}/llms-txt`]);
    const html = await (await service.request(`/audits/${id}/llms-txt`)).text();
    expect(html).toContain('No page of example.com can be listed: 1 page is noindex.');
    expect(html).not.toContain('Download llms.txt');
  });

  test('of a demonstration is the template', async () => {
    const service = await startService(instantAudit);
    const id = await queue(service, 'example.com');
    expect(await (await service.request(`/audits/${id}/llms.txt`)).text()).toContain('the free tier');
  });

  test('says where it is hosted when the domain is published', async () => {
    const service = await startService(instantAudit);
    const id = await audit(service, 'example.com');
    await service.request('/api/llms-txt?domain=example.com&tier=vip', { headers: service.authorization });
    const html = await (await service.request(`/audits/${id}/llms-txt`)).text();
    expect(html).toContain('href="/llms/example.com.txt?tier=vip"');
  });
});
