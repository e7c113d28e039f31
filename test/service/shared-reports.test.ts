import { expect, test } from 'vitest';
import type { Report } from '../../src/audit/report/report.ts';
import { report, site } from '../support/reports.ts';
import { domainName, type RunningService, startService } from '../support/running-service.ts';

const DOMAIN = domainName('example.com');

function startWith(settings: Record<string, string> = {}) {
  let score = 40;
  return startService(async (domain) => {
    score += 10;
    const scored: Report = { ...report(domain), score };
    return { site: site(domain), report: scored };
  }, settings);
}

/** Counts how often the report of an audit is read to render it. */
function reportsRead({ service }: RunningService): () => number {
  let count = 0;
  const { report } = service.audits;
  service.audits.report = (id) => {
    count += 1;
    return report.call(service.audits, id);
  };
  return () => count;
}

test('a report is rendered once for readers without a session, and again when its site was audited', async () => {
  const running = await startWith();
  const { service, request } = running;
  const first = await service.auditQueue.run(DOMAIN, { keyId: null });
  const read = reportsRead(running);
  const path = `/audits/${first.id}`;
  const page = async (headers: Record<string, string> = {}) => (await request(path, { headers })).text();
  const [before, ...others] = await Promise.all(Array.from({ length: 4 }, () => page()));
  expect(others).toEqual([before, before, before]);
  expect(read()).toBe(1);
  expect(await page({ 'accept-encoding': 'br' })).toBe(before);
  expect(await page({ 'accept-encoding': 'identity' })).toBe(before);
  await service.auditQueue.run(DOMAIN, { keyId: null });
  const after = await page();
  expect(after).not.toBe(before);
  expect(after).toContain('60');
});

test('a key holder gets a page of their own, and nobody else gets it', async () => {
  const { service, request, authorization, url, key } = await startWith();
  const { id } = await service.auditQueue.run(DOMAIN, { keyId: null });
  const signedIn = await fetch(`${url}/sign-in`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ key }),
    redirect: 'manual',
  });
  const [cookie = ''] = signedIn.headers.getSetCookie();
  const asHolder = async () =>
    (await request(`/audits/${id}`, { headers: { cookie: cookie.split(';')[0] ?? '' } })).text();
  const asAnybody = async (headers = {}) => (await request(`/audits/${id}`, { headers })).text();
  const own = await asHolder();
  const others = await asAnybody();
  expect(own).toContain('Sign out');
  expect(others).not.toContain('Sign out');
  expect(await asHolder()).toBe(own);
  expect(await asAnybody(authorization)).toBe(others);
});

test('where reports are private, a page that somebody may see is shown to nobody else', async () => {
  const { service, request } = await startWith({ REPORTS: 'private' });
  const { id } = await service.auditQueue.run(DOMAIN, { keyId: null });
  const token = await service.reportLinks.createToken(id, Date.now());
  expect((await request(`/audits/${id}?token=${token}`)).status).toBe(200);
  expect((await request(`/audits/${id}`)).status).toBe(401);
});

test('an audit that is deleted or unfinished is not answered from there', async () => {
  const { service, request } = await startWith();
  const { id } = await service.auditQueue.run(DOMAIN, { keyId: null });
  const unknown = id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  expect((await request(`/audits/${unknown}`)).status).toBe(404);
  expect((await request(`/audits/${unknown}`)).status).toBe(404);
  expect((await request(`/audits/${id}`)).headers.get('vary')).toContain('Cookie');
});
