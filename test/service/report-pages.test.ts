import { describe, expect, test } from 'vitest';
import { publishDomains } from '../support/publish-domains.ts';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';

async function audit(service: RunningService, domain: string): Promise<string> {
  const response = await service.request(`/api/audit?domain=${domain}&tier=vip`, { headers: service.authorization });
  return (await response.json()).id;
}

async function requestText(service: RunningService, path: string): Promise<string> {
  const response = await service.request(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

describe('a report', () => {
  test.each([
    ['report.csv', 'text/csv', /^domain,score,check,/],
    ['report.md', 'text/markdown', /^# AEO audit of example\.com/],
    ['report.json', 'application/json', /"aeo_score": 91/],
  ])('is downloaded as %s', async (file, type, start) => {
    const service = await startService(instantAudit);
    const response = await service.request(`/audits/${await audit(service, 'example.com')}/${file}`);
    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="report-example.com.${file.split('.')[1]}"`,
    );
    expect(await response.text()).toMatch(start);
  });

  test('shows its JSON as a page with a way back, and the API sends JSON whatever is accepted', async () => {
    const service = await startService(instantAudit);
    const id = await audit(service, 'example.com');
    const html = await requestText(service, `/audits/${id}`);
    expect(html).toContain(`href="/audits/${id}/json"`);
    const page = await requestText(service, `/audits/${id}/json`);
    expect(page).toContain(`<a href="/audits/${id}">Back to the report</a>`);
    expect(page).toContain('&quot;aeo_score&quot;: 91');
    const response = await service.request(`/api/audit/${id}`, { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('shows its evidence by question, closed, and as JSON to download', async () => {
    const service = await startService(instantAudit);
    const id = await audit(service, 'example.com');
    const page = await requestText(service, `/audits/${id}/evidence`);
    expect(page.match(/<details><summary>Is it there\?/g)).toHaveLength(9);
    expect(page).toContain(`<a href="/audits/${id}/report.json">`);
    expect(page).toContain('<q>noindex</q>');
    expect(page).not.toContain('&quot;aeo_score&quot;');
  });

  test('is filtered by its address, and shows everything for a filter that it does not have', async () => {
    const service = await startService(instantAudit);
    const id = await audit(service, 'example.com');
    const checks = async (query: string) =>
      [...(await requestText(service, `/audits/${id}${query}`)).matchAll(/class="finding band-/g)].length;
    expect(await checks('?check=sitemap')).toBe(1);
    expect(await checks('?severity=tides&check=tides')).toBe(9);
  });
});

describe('verifying fixes', () => {
  test('audits the site again, and compares the two', async () => {
    const service = await startService(instantAudit);
    const id = await audit(service, 'example.com');
    const verified = await service.request(`/audits/${id}/verify`, {
      method: 'POST',
      headers: { ...service.authorization, 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    });
    expect(verified.status).toBe(303);
    const path = verified.headers.get('location') ?? '';
    expect(path).toMatch(new RegExp(`^/audits/(?!${id})[0-9a-f-]{36}\\?since=${id}$`));
    await expect.poll(async () => (await service.request(path)).text()).toContain('Your fixes');
  });

  test('takes a key', async () => {
    const service = await startService(instantAudit);
    const id = await audit(service, 'example.com');
    expect((await service.request(`/audits/${id}/verify`, { method: 'POST' })).status).toBe(401);
  });

  test('of an audit of another site shows only the report', async () => {
    const service = await startService(instantAudit);
    const other = await audit(service, 'other.example.com');
    const html = await requestText(service, `/audits/${await audit(service, 'example.com')}?since=${other}`);
    expect(html).not.toContain('Your fixes');
  });
});

describe('/compare', () => {
  test('shows two sites by name, and two audits by id', async () => {
    const service = await startService(instantAudit);
    const first = await audit(service, 'example.com');
    await audit(service, 'other.example.com');
    const signedIn = await service.request('/sign-in', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ key: service.key }),
    });
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const byName = await service.request('/compare?a=https://example.com/&b=other.example.com', {
      headers: { cookie },
    });
    const ofSites = await byName.text();
    expect(ofSites).toContain('example.com and other.example.com compared');
    expect(ofSites).toContain('Check by check');
    const again = await audit(service, 'example.com');
    expect(await requestText(service, `/compare?a=${first}&b=${again}`)).toContain(`href="/audits/${again}"`);
  });

  test('names sites without a key only where they are published', async () => {
    const service = await startService(instantAudit);
    await audit(service, 'example.com');
    await audit(service, 'other.example.com');
    await publishDomains(service.db, ['example.com']);
    const html = await (await service.request('/compare?a=example.com&b=other.example.com')).text();
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(html).toContain('can be compared by its name once you have signed in. Without a key, paste the id of');
  });

  test('says what is wrong with each side', async () => {
    const service = await startService(instantAudit);
    const response = await service.request('/compare?a=00000000-0000-4000-8000-000000000000&b=not%20a%20site');
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html).toContain('Audit not found');
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(html).not.toContain('Check by check');
  });

  test('does not compare an audit that is not finished', async () => {
    const { liveAudit, finish, whenStarted } = pausedAudits();
    const service = await startService(liveAudit);
    const { id } = await (await service.postAudit('example.com', service.authorization)).json();
    await whenStarted(1);
    const response = await service.request(`/compare?a=${id}&b=${id}`);
    expect(await response.text()).toContain('The audit is running');
    finish('example.com');
  });
});
