import { describe, expect, test } from 'vitest';
import type { CompleteInventory } from '../../src/engine/engine-protocol.ts';
import { AuditStore } from '../../src/server/audits/store/audit-store.ts';
import { PublishedDomainStore } from '../../src/server/publishing/published-domain-store.ts';
import { parseLlmsTxt } from '../../src/site/llms-txt/llms-txt.ts';
import { failedReport, report, site } from '../support/reports.ts';
import {
  domainName,
  instantAudit,
  pausedAudits,
  type RunningService,
  sharedService,
  startService,
  temporaryFolder,
} from '../support/running-service.ts';
import { openWithKey, Visitor } from '../support/visitor.ts';

const FREE = '/api/llms-txt?domain=example.com';
const VIP = `${FREE}&tier=vip`;
const HOSTED = '/llms/example.com.txt?tier=vip';

/**
 * Further pages that are asked for when the test says so.
 * @param free so many are asked for at once, before
 */
function pausedCompletion(free = 0) {
  let left = free;
  const requests: string[] = [];
  const { promise, resolve: release, reject } = Promise.withResolvers<void>();
  const complete: CompleteInventory = async (inventory, signal) => {
    left -= 1;
    if (left < 0) {
      requests.push(inventory.domain);
      signal.addEventListener('abort', () => reject(new Error('The completion was aborted.')), { once: true });
      await promise;
    }
    return { ...inventory, isComplete: true };
  };
  return { complete, requests, release };
}

const NOINDEX = '<!doctype html><meta name="robots" content="noindex"><title>Hidden</title>';

/** Audits that find the home page's title changed each time. */
function changingAudit() {
  let count = 0;
  return async (domain: Parameters<typeof site>[0]) => {
    count += 1;
    return { site: site(domain, `<!doctype html><title>Version ${count}</title>`), report: report(domain) };
  };
}

async function publishedText({ db }: RunningService): Promise<string | undefined> {
  return (await new PublishedDomainStore(db).find('example.com'))?.llmsTxt;
}

const shared = sharedService(instantAudit, { RATE_LIMIT: 'off' });

describe('GET /api/llms-txt, tier free', () => {
  test('answers the template of a domain, kept for a day, whoever asks', async () => {
    const { request } = await startService(instantAudit);
    const response = await request('/api/llms-txt?domain=M%C3%BCnchen.de', {
      headers: { authorization: 'Bearer wrong' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const text = await response.text();
    expect(text).toMatch(/^# xn--mnchen-3ya\.de\n\n> .+\n\n<!-- .*watermark.* -->\n/);
    const etag = response.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const again = await request('/api/llms-txt?domain=m%C3%BCnchen.de', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('runs no audit and publishes nothing', async () => {
    const running = await startService(() => Promise.reject(new Error('audited')));
    expect((await running.request(FREE)).status).toBe(200);
    expect(await publishedText(running)).toBeUndefined();
  });

  test.each([
    ['/api/llms-txt', 'domain'],
    ['/api/llms-txt?domain=', 'domain'],
    ['/api/llms-txt?domain=127.0.0.1', 'domain'],
    ['/api/llms-txt?domain=https://example.com/x', 'domain'],
    ['/api/llms-txt?domain=example.com&domain=example.org', 'domain'],
    ['/api/llms-txt?domain=example.com&tier=gold', 'tier'],
    ['/api/llms-txt?domain=example.com&tier=free&tier=vip', 'tier'],
  ])('refuses %s and names %s', async (path, name) => {
    const { request, authorization } = await shared();
    const response = await request(path, { headers: authorization });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((await response.json()).error).toContain(name);
  });

  test('answers 405 with Allow to another method', async () => {
    const { request } = await shared();
    const response = await request(FREE, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('GET /api/llms-txt, tier vip', () => {
  test('is made of a live audit, names its hosted URL, and is for the caller alone', async () => {
    const running = await startService(instantAudit, { BASE_URL: 'https://citable.example' });
    const response = await running.request(VIP, { headers: running.authorization });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('etag')).toBeNull();
    const audit = await new AuditStore(running.db).newestDone('example.com');
    expect(response.headers.get('x-service-audit-id')).toBe(audit?.id);
    const text = await response.text();
    expect(text).not.toContain(running.key);
    expect(text).toContain('# Münchner Bäcker (example.com)');
    expect(text).toContain('<https://citable.example/llms/example.com.txt?tier=vip>');
    expect(parseLlmsTxt(text, 'https://example.com/llms.txt').problems).toEqual([]);
  });

  test('publishes the domain: its hosted URL serves the same text to everyone', async () => {
    const { request, authorization } = await startService(instantAudit);
    expect((await request(HOSTED)).status).toBe(401);
    const text = await (await request(VIP, { headers: authorization })).text();
    const hosted = await request(HOSTED);
    expect([hosted.status, await hosted.text()]).toEqual([200, text]);
  });

  test('publishes nothing and audits nothing while the service has no URL that clients could use', async () => {
    const running = await startService(() => Promise.reject(new Error('audited')), { HOST: '0.0.0.0' });
    for (const path of [VIP, HOSTED]) {
      const response = await running.request(path, { headers: running.authorization });
      expect(response.status).toBe(503);
      expect((await response.json()).error).toMatch(/to set BASE_URL\.$/);
    }
    expect(await publishedText(running)).toBeUndefined();
  });

  test('names no hosted URL in what is published already while the service has none', async () => {
    const dataDir = await temporaryFolder();
    const settings = { DATA_DIR: dataDir };
    const before = await startService(instantAudit, { ...settings, BASE_URL: 'https://citable.example' });
    await (await before.request(VIP, { headers: before.authorization })).text();
    await before.db.updateTable('audits').set({ finished_at: '2026-01-01T00:00:00.000Z' }).execute();
    await before.db.updateTable('api_keys').set({ revoked_at: '2026-01-01T00:00:00.000Z' }).execute();
    const running = await startService(instantAudit, { ...settings, HOST: '::' });
    const response = await running.request(VIP, { headers: running.authorization });
    const text = await response.text();
    expect([response.status, text.includes('# Münchner Bäcker (example.com)')]).toEqual([200, true]);
    expect(text).not.toMatch(/\/llms\/example\.com\.txt|citable\.example|\[::\]/);
  });

  test('takes the newest audit of the last 24 hours, and asks for further pages once', async () => {
    const { complete, requests, release } = pausedCompletion();
    release();
    const running = await startService(changingAudit(), {}, complete);
    const texts: string[] = [];
    for (const _ of [1, 2]) texts.push(await (await running.request(VIP, { headers: running.authorization })).text());
    expect(texts[0]).toContain('Version 1');
    expect(texts[1]).toBe(texts[0]);
    expect(requests).toEqual(['example.com']);
  });

  test('audits again when the newest audit is older than 24 hours', async () => {
    const running = await startService(changingAudit());
    await running.request(VIP, { headers: running.authorization });
    const dayAgo = (ms: number) => new Date(Date.now() - 86_400_000 + ms).toISOString();
    const age = (finishedAt: string) =>
      running.db.updateTable('audits').set({ finished_at: finishedAt }).where('kind', '=', 'live').execute();
    await age(dayAgo(60_000));
    expect(await (await running.request(VIP, { headers: running.authorization })).text()).toContain('Version 1');
    await age(dayAgo(-1));
    expect(await (await running.request(VIP, { headers: running.authorization })).text()).toContain('Version 2');
  });

  test('audits again when the newest audit was kept without an inventory that can be read', async () => {
    const running = await startService(changingAudit());
    await (await running.request('/api/audit?domain=example.com&tier=vip', { headers: running.authorization })).text();
    await running.db.updateTable('audits').set({ inventory: null }).execute();
    const response = await running.request(VIP, { headers: running.authorization });
    expect([response.status, (await response.text()).includes('Version 2')]).toEqual([200, true]);
  });

  test('never takes the demonstration', async () => {
    const running = await startService(instantAudit);
    await (await running.request('/api/audit?domain=example.com')).text();
    expect(await new AuditStore(running.db).newestDone('example.com')).toBeNull();
    expect((await running.request(VIP, { headers: running.authorization })).status).toBe(200);
  });

  test.each([
    ['without a key', {}, 'Bearer'],
    ['with a wrong key', { authorization: 'Bearer nonsense' }, 'Bearer error="invalid_token"'],
  ])('answers 401 %s', async (_, headers, challenge) => {
    const running = await shared();
    const response = await running.request(VIP, { headers });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await publishedText(running)).toBeUndefined();
  });

  test('answers 502 as the audit does when the site cannot be read, and publishes nothing', async () => {
    const failure = { kind: 'timeout', message: 'example.com did not answer in time.' } as const;
    const running = await startService(async (domain) => ({
      site: site(domain),
      report: failedReport(domain, failure),
    }));
    const response = await running.request(VIP, { headers: running.authorization });
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ error: failure.message });
    expect(response.headers.get('x-service-audit-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await publishedText(running)).toBeUndefined();
  });

  test('answers 502 with the reason when no page may be listed, and publishes nothing', async () => {
    const running = await startService(async (domain) => ({ site: site(domain, NOINDEX), report: report(domain) }));
    for (const path of [VIP, HOSTED]) {
      const response = await running.request(path, { headers: running.authorization });
      expect(response.status).toBe(502);
      expect(await response.json()).toEqual({ error: 'No page of example.com can be listed: 1 page is noindex.' });
      expect(response.headers.get('x-service-audit-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(await publishedText(running)).toBeUndefined();
    expect((await running.request(HOSTED)).status).toBe(401);
  });

  test('warns of a text that lists very few pages: in the response, and on the page before it is published', async () => {
    const running = await startService(instantAudit);
    const { request, authorization: headers } = running;
    const warning = 'The llms.txt of example.com lists only 1 page: no other page is known.';
    const visitor = await new Visitor(running).signIn(running.key);
    const page = await visitor.submit('/domains/example.com', { action: 'preview' });
    expect(page).toContain(`${warning} Fix that first, or publish it as it is.`);
    expect(page).toContain('value="publish"');
    expect(await publishedText(running)).toBeUndefined();
    const response = await request(VIP, { headers });
    expect([response.status, response.headers.get('x-service-warning')]).toEqual([200, warning]);
    const statistics = (key: string) => openWithKey(running, '/domains/example.com', key);
    expect(await statistics(running.key)).toContain(warning);
    expect(await statistics((await running.service.keys.create('other')) ?? '')).not.toContain(warning);
  });

  test('warns on the page that the site has an llms.txt of its own, and says how to keep it', async () => {
    const own = (at: string) => async (domain: Parameters<typeof site>[0]) => {
      const { findings, ...rest } = report(domain);
      const withFile = findings.map((one) => ({
        ...one,
        questions: one.questions.map((question) => ({
          ...question,
          id: 'harmless',
          observed: question.observed.map((seen) => ({ ...seen, url: at })),
        })),
      }));
      return { site: site(domain), report: { ...rest, findings: withFile } };
    };
    const warning = 'To keep what it says and add the pages that it lacks, use citable llms-txt example.com --update.';
    const requestPreview = async (at: string) => {
      const running = await startService(own(at));
      const visitor = await new Visitor(running).signIn(running.key);
      return visitor.submit('/domains/example.com', { action: 'preview' });
    };
    expect(await requestPreview('https://www.example.com/llms.txt')).toContain(warning);
    // The site takes it from a service that hosts it.
    expect(await requestPreview('https://citable.example/llms/example.com.txt?tier=vip')).not.toContain(warning);
  });

  test('is not published from the page while no page can be listed', async () => {
    const running = await startService(async (domain) => ({ site: site(domain, NOINDEX), report: report(domain) }));
    const visitor = await new Visitor(running).signIn(running.key);
    const page = await visitor.submit('/domains/example.com', { action: 'preview' });
    expect(page).toContain('No page of example.com can be listed: 1 page is noindex.');
    expect(page).not.toContain('value="publish"');
  });

  test('is previewed by a page that starts no audit: a link may lead to it', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const visitor = await new Visitor(running).signIn(running.key);
    const page = await (await visitor.open('/domains/example.com/publish')).text();
    expect(page).toContain('The site was not audited in the last 24 hours.');
    expect(paused.started).toEqual([]);
  });

  test('counts against the limit of live audits only where it runs one', async () => {
    const running = await startService(instantAudit, { AUDIT_RATE_LIMIT: '1' });
    const request = async (domain: string) =>
      (await running.request(`/api/llms-txt?domain=${domain}&tier=vip`, { headers: running.authorization })).status;
    expect([await request('example.com'), await request('example.com'), await request('example.org')]).toEqual([
      200, 200, 429,
    ]);
  });

  test('is made for everyone where live audits are public, but published by a key holder alone', async () => {
    const running = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    const text = await (await running.request(VIP)).text();
    expect(text).toContain('Münchner Bäcker');
    expect(text).not.toContain('/llms/example.com.txt');
    expect(await publishedText(running)).toBeUndefined();
    await running.request(VIP, { headers: running.authorization });
    expect(await publishedText(running)).toContain('/llms/example.com.txt?tier=vip');
  });
});

describe('a published text', () => {
  test('is renewed after a later audit, which does not wait for it', async () => {
    const paused = pausedCompletion(1);
    const running = await startService(changingAudit(), {}, paused.complete);
    await (await running.request(VIP, { headers: running.authorization })).text();
    const audited = await running.request('/api/audit?domain=example.com&tier=vip', { headers: running.authorization });
    expect(audited.status).toBe(200);
    expect(await publishedText(running)).toContain('Version 1');
    paused.release();
    await expect.poll(() => publishedText(running)).toContain('Version 2');
    const row = await new PublishedDomainStore(running.db).find('example.com');
    expect(row?.auditId).toBe((await audited.json()).id);
  });

  test('is renewed from the newest audit alone of those that finished while another was being renewed', async () => {
    const paused = pausedCompletion(1);
    const running = await startService(changingAudit(), {}, paused.complete);
    await (await running.request(VIP, { headers: running.authorization })).text();
    await running.service.auditQueue.run(domainName('example.com'), { keyId: null });
    await expect.poll(() => paused.requests).toHaveLength(1);
    await running.service.auditQueue.run(domainName('example.com'), { keyId: null });
    await running.service.auditQueue.run(domainName('example.com'), { keyId: null });
    paused.release();
    await expect.poll(() => publishedText(running)).toContain('Version 4');
    expect(paused.requests).toHaveLength(2);
  });

  test('stays when a later audit fails', async () => {
    let count = 0;
    const running = await startService(async (domain) => {
      count += 1;
      const judged = count === 1 ? report(domain) : failedReport(domain, { kind: 'timeout', message: 'No answer.' });
      return { site: site(domain), report: judged };
    });
    const text = await (await running.request(VIP, { headers: running.authorization })).text();
    await (await running.request('/api/audit?domain=example.com&tier=vip', { headers: running.authorization })).text();
    expect(await publishedText(running)).toBe(text);
  });

  test('stays when a later audit finds no page that may be listed, and the caller is told', async () => {
    let count = 0;
    const running = await startService(async (domain) => {
      count += 1;
      return { site: count === 1 ? site(domain) : site(domain, NOINDEX), report: report(domain) };
    });
    const text = await (await running.request(VIP, { headers: running.authorization })).text();
    await (await running.request('/api/audit?domain=example.com&tier=vip', { headers: running.authorization })).text();
    const response = await running.request(VIP, { headers: running.authorization });
    expect([response.status, (await response.json()).error]).toEqual([
      502,
      expect.stringContaining('1 page is noindex'),
    ]);
    expect(await (await running.request(HOSTED)).text()).toBe(text);
  });

  test('is left alone by audits of domains that nobody published', async () => {
    const { complete, requests } = pausedCompletion();
    const running = await startService(instantAudit, {}, complete);
    await running.service.auditQueue.run(domainName('example.com'), { keyId: null });
    await running.service.auditQueue.run(domainName('example.com'), { keyId: null });
    expect(requests).toEqual([]);
    expect(await publishedText(running)).toBeUndefined();
  });

  test('is renewed at the next start when the process ended before it was', async () => {
    const running = await startService(changingAudit());
    const domain = domainName('example.com');
    const { id } = await running.service.auditQueue.run(domain, { keyId: null });
    const published = new PublishedDomainStore(running.db);
    const past = '2026-01-01T00:00:00.000Z';
    const auditId = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';
    await published.insert({
      domain,
      publishedAt: past,
      keyId: null,
      auditId,
      auditedAt: past,
      llmsTxt: 'old',
      llmsTxtHash: 'old',
    });
    await running.service.maintenance.start();
    await expect.poll(() => publishedText(running)).toContain('Version 1');
    expect(await published.find(domain)).toMatchObject({ publishedAt: past, auditId: id });
  });

  test('does not keep the service from stopping, even when a site holds its answers back', async () => {
    const { complete, requests } = pausedCompletion();
    const running = await startService(instantAudit, {}, complete);
    const asking = running.service.publications.llmsTxt(domainName('example.com'), { keyId: null });
    const outcome = expect(asking).rejects.toMatchObject({ code: 'stopping' });
    await expect.poll(() => requests).toHaveLength(1);
    await running.service.stop(0);
    await outcome;
    expect(await publishedText(running)).toBeUndefined();
  });
});
