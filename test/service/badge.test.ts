import { describe, expect, test } from 'vitest';
import { PublishedDomainStore } from '../../src/server/publishing/published-domain-store.ts';
import type { LiveAudit } from '../support/live-audit.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { failedReport, report, site } from '../support/reports.ts';
import {
  instantAudit,
  pausedAudits,
  type RunningService,
  type ServiceResponse,
  sharedService,
  startService,
} from '../support/running-service.ts';

const BADGE = '/api/badge?domain=example.com';
const FRESH = 'no-cache, max-age=0, must-revalidate';

async function audit({ request, authorization }: RunningService, domain = 'example.com'): Promise<void> {
  await (await request(`/api/audit?domain=${domain}&tier=vip`, { headers: authorization })).text();
}

/** What the picture's title says. */
async function readTitle(response: ServiceResponse): Promise<string | undefined> {
  return /<title>(.*)<\/title>/.exec(await response.text())?.[1];
}

/** Scores, one after the other; null fails. */
function audits(...scores: readonly (number | null)[]): LiveAudit {
  const left = [...scores];
  return async (domain) => {
    const score = left.shift() ?? null;
    const judged =
      score === null
        ? failedReport(domain, { kind: 'timeout', message: 'It timed out.' })
        : { ...report(domain), score };
    return { site: site(domain), report: judged };
  };
}

const shared = sharedService(instantAudit, { RATE_LIMIT: 'off' });

async function publish({ db }: RunningService, domain = 'example.com'): Promise<void> {
  await new PublishedDomainStore(db).insert({
    domain,
    publishedAt: '2026-01-01T00:00:00.000Z',
    keyId: null,
    auditId: '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b',
    auditedAt: '2026-01-01T00:00:00.000Z',
    llmsTxt: '# example.com\n',
    llmsTxtHash: 'hash',
  });
}

describe('GET /api/badge', () => {
  test('shows the score of the newest live audit, and cannot act as ours', async () => {
    const running = await startService(instantAudit);
    await audit(running);
    const response = await running.request(BADGE);
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('cache-control')).toBe(FRESH);
    expect(headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('set-cookie')).toBeNull();
    const svg = await response.text();
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(svg));
    expect(svg).toMatch(/^<svg [^>]*role="img"[^>]*>/);
    expect(svg).toContain('>91/100</text>');
    expect(svg).toMatch(
      /<title>example\.com: AEO score 91 of 100, middling \(rubric version 2, audited \d{4}-\d\d-\d\d\)<\/title>/,
    );
  });

  test('says 304 to who has the picture, until there is another score', async () => {
    const running = await startService(audits(91, 91, 92));
    await audit(running);
    const etag = (await running.request(BADGE)).headers.get('etag') ?? '';
    const again = () => running.request(BADGE, { headers: { 'if-none-match': `"another", W/${etag}` } });
    const same = await again();
    expect(same.status).toBe(304);
    expect(await same.text()).toBe('');
    expect(same.headers.get('etag')).toBe(etag);
    expect(same.headers.get('cache-control')).toBe(FRESH);
    expect(same.headers.get('content-type')).toBeNull();
    await audit(running);
    expect((await again()).status).toBe(304);
    await audit(running);
    const changed = await again();
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect(await changed.text()).toContain('>92/100</text>');
  });

  test('answers HEAD as GET', async () => {
    const { request } = await startService(instantAudit);
    const get = await request(BADGE);
    const head = await request(BADGE, { method: 'HEAD' });
    expect(head.status).toBe(200);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test('a domain that was never audited live is shown in grey, and is not audited for it', async () => {
    const paused = pausedAudits();
    const { request } = await startService(paused.liveAudit);
    const response = await request(BADGE);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(await response.text()).toMatch(/>AEO<\/text>.*>not audited<\/text>/s);
    expect(paused.started).toEqual([]);
  });

  test('demonstrations, failed audits, audits under way and those of other domains make no score', async () => {
    const paused = pausedAudits();
    const waiting = await startService(paused.liveAudit);
    await (await waiting.postAudit('example.com')).text();
    await (await waiting.postAudit('example.com', waiting.authorization)).text();
    await paused.whenStarted(1);
    expect(await readTitle(await waiting.request(BADGE))).toBe('example.com: AEO not audited');
    const failing = await startService(audits(null));
    await audit(failing);
    expect(await readTitle(await failing.request(BADGE))).toBe('example.com: AEO not audited');
    const other = await startService(instantAudit);
    await audit(other, 'www.example.com');
    expect(await readTitle(await other.request(BADGE))).toBe('example.com: AEO not audited');
  });

  test('when the newest audit failed, the last good score stays with its date', async () => {
    const running = await startService(audits(64, null));
    await audit(running);
    const before = await readTitle(await running.request(BADGE));
    await audit(running);
    expect(before).toMatch(/^example\.com: AEO score 64 of 100, middling \(.*audited \d{4}-\d\d-\d\d\)$/);
    expect(await readTitle(await running.request(BADGE))).toBe(before);
  });

  test('the score of an audit is shown as soon as the audit has answered, under load too', async () => {
    const scores = Array.from({ length: 20 }, (_, i) => i * 5);
    const running = await startService(audits(...scores));
    for (const score of scores) {
      const load = Array.from({ length: 8 }, async () => (await running.request(BADGE)).text());
      await audit(running);
      expect(await (await running.request(BADGE)).text()).toContain(`>${score}/100</text>`);
      await Promise.all(load);
    }
  });

  test('themes and sizes are pictures of their own, dark and normal unless asked for', async () => {
    const running = await startService(instantAudit);
    await audit(running);
    const requestSvg = async (query: string) => (await running.request(`${BADGE}${query}`)).text();
    const all = await Promise.all(
      ['&theme=dark', '&theme=light'].flatMap((theme) =>
        [`${theme}&size=normal`, `${theme}&size=compact`].map(requestSvg),
      ),
    );
    expect(new Set(all).size).toBe(4);
    expect(await requestSvg('')).toBe(all[0]);
  });

  test.each([
    ['/api/badge', 'domain'],
    ['/api/badge?domain=', 'domain'],
    ['/api/badge?domain=a.com&domain=b.com', 'domain'],
    ['/api/badge?domain=example.com/page', 'domain'],
    ['/api/badge?domain=127.0.0.1', 'IP address'],
    ['/api/badge?domain=localhost', 'single label|not a public name'],
    [`${BADGE}&theme=blue`, 'theme .*dark or light'],
    [`${BADGE}&theme=`, 'theme .*dark or light'],
    [`${BADGE}&theme=dark&theme=light`, 'theme .*dark or light'],
    [`${BADGE}&size=large`, 'size .*normal or compact'],
    [`${BADGE}&label=a&label=b`, 'label'],
  ])('%s is refused as everywhere', async (path, names) => {
    const { request } = await shared();
    const response = await request(path);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await response.json()).error).toMatch(new RegExp(names));
  });

  test('is never limited, and needs no key', async () => {
    const { request } = await startService(instantAudit, { RATE_LIMIT: '1' });
    for (let i = 0; i < 5; i += 1) {
      const response = await request(BADGE, { headers: { authorization: 'Bearer wrong' } });
      expect(response.status).toBe(200);
      expect(response.headers.get('ratelimit-limit')).toBeNull();
    }
  });

  test('a name typed in another way is the same domain', async () => {
    const running = await startService(instantAudit);
    await audit(running, 'xn--mnchen-3ya.de');
    expect(await readTitle(await running.request('/api/badge?domain=https://M%C3%BCnchen.de/'))).toMatch(
      /^xn--mnchen-3ya\.de: AEO score 91 /,
    );
  });
});

describe('the extras of a published domain', () => {
  const EXTRAS = '&label=AI%20answers&label_color=%23003b57&color=F90';

  test('its label and colours are used', async () => {
    const running = await startService(instantAudit);
    await audit(running);
    await publish(running);
    const svg = await (await running.request(`${BADGE}${EXTRAS}`)).text();
    expect(svg).toContain('>AI answers</text>');
    expect(svg).toContain('fill="#003b57"');
    expect(svg).toContain('fill="#ff9900"');
  });

  test('others are shown as though they had not asked', async () => {
    const running = await startService(instantAudit);
    await audit(running);
    await publish(running, 'www.example.com');
    const plain = await (await running.request(BADGE)).text();
    for (const extras of [EXTRAS, '&label=', '&color=red', '&label_color=%00']) {
      const response = await running.request(`${BADGE}${extras}`);
      expect([response.status, await response.text()]).toEqual([200, plain]);
    }
  });

  test.each([
    ['label', ''],
    ['label', 'x'.repeat(33)],
    ['label', '%00'],
    ['label', 'two%0Alines'],
    ['label_color', 'red'],
    ['color', '12345'],
    ['color', '%22%3E%3Cscript%3E'],
  ])('a %s that is %j is refused, by name', async (name, value) => {
    const running = await startService(instantAudit);
    await publish(running);
    const response = await running.request(`${BADGE}&${name}=${value}`);
    expect(response.status).toBe(400);
    expect((await response.json()).error).toMatch(new RegExp(`^The parameter ${name} must be given once and be `));
  });

  test('a hostile label is text', async () => {
    const running = await startService(instantAudit);
    await publish(running);
    const label = `"></text><script>alert(1)`;
    const svg = await (await running.request(`${BADGE}&label=${encodeURIComponent(label)}`)).text();
    expect(svg).not.toMatch(/<script|"><\/text><s/);
    expect(svg).toContain('>&#34;&gt;&lt;/text&gt;&lt;script&gt;alert(1)</text>');
  });
});

describe('the label and colours of an owner', () => {
  const CHOICE = { badge: { label: 'AI ready', label_color: '#003B57', color: 'f90' } };

  /** Publishes example.com for the key of the service. */
  async function owned(): Promise<RunningService> {
    const running = await startService(instantAudit);
    await audit(running);
    const [{ id } = { id: '' }] = await running.service.keys.list();
    await publishDomains(running.db, ['example.com'], id);
    return running;
  }

  function change(running: RunningService, body: object, headers: Record<string, string> = running.authorization) {
    const init = { method: 'PATCH', headers: { ...headers, 'content-type': 'application/json' } };
    return running.request('/api/domains/example.com', { ...init, body: JSON.stringify(body) });
  }

  test('are in every badge of the domain, at once', async () => {
    const running = await owned();
    const plain = await (await running.request(BADGE)).text();
    const changed = await change(running, CHOICE);
    expect([changed.status, await changed.json()]).toEqual([
      200,
      { domain: 'example.com', badge: { label: 'AI ready', label_color: '#003b57', color: '#ff9900' } },
    ]);
    const svg = await (await running.request(BADGE)).text();
    for (const part of ['>AI ready</text>', 'fill="#003b57"', 'fill="#ff9900"']) expect(svg).toContain(part);
    expect(await (await change(running, { badge: {} })).json()).toMatchObject({ badge: { label: null, color: null } });
    expect(await (await running.request(BADGE)).text()).toBe(plain);
  });

  test('give way to the parameters of an address, also as shields.io spells them', async () => {
    const running = await owned();
    await change(running, CHOICE);
    const svg = await (await running.request(`${BADGE}&labelColor=123456`)).text();
    expect(svg).toContain('fill="#123456"');
    expect(svg).toContain('fill="#ff9900"');
    expect((await running.request(`${BADGE}&labelColor=red`)).status).toBe(400);
  });

  test('are for the key that owns the domain', async () => {
    const running = await owned();
    expect((await change(running, CHOICE, {})).status).toBe(401);
    const another = await running.service.keys.create('another');
    expect((await change(running, CHOICE, { authorization: `Bearer ${another}` })).status).toBe(403);
  });

  test.each([
    [{ badge: { label: 'x'.repeat(33) } }, 'label'],
    [{ badge: { color: 'red' } }, 'color'],
    [{ badge: { label_color: '#12' } }, 'label_color'],
    [{ badge: { shape: 'round' } }, 'badge'],
    [{}, 'badge'],
  ])('%j is refused with what is accepted', async (body, name) => {
    const running = await owned();
    const refused = await change(running, body);
    expect(refused.status).toBe(400);
    expect((await refused.json()).error).toContain(name);
  });

  test('are saved with the form of the badge page, by who has signed in', async () => {
    const running = await owned();
    const form = (fields: Record<string, string>, headers: Record<string, string>) =>
      running.request('/domains/example.com/badge', {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(fields),
      });
    const fields = { label: '', label_color: '#003b57', own_color: '1', color: '#ff9900' };
    expect((await form(fields, {})).status).toBe(401);
    const saved = await form(fields, running.authorization);
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/domains/example.com']);
    expect(await running.service.publications.findBadge('example.com')).toEqual({
      label: null,
      labelColor: null,
      color: '#ff9900',
    });
  });
});
