import { describe, expect, test } from 'vitest';
import { domainName, instantAudit, startService } from '../../../test/support/running-service.ts';
import { Visitor } from '../../../test/support/visitor.ts';
import type { Verification } from '../store/database.ts';
import type { Visit } from '../store/visits/visit-statements.ts';

const DOMAIN = 'example.com';
const NO_ORIGIN = { address: () => '', signed: () => null };

/** The rows of the table of crawlers, as text. */
function rowsIn(html: string): string[] {
  const [, table = ''] = /Crawlers of the hosted file.*?<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
  return table
    .split('</tr>')
    .slice(0, -1)
    .map((row) =>
      row
        .replaceAll(/<\/t[hd]>(?=<)/g, '|')
        .replaceAll(/<[^>]*>/g, '')
        .replace(/\|$/, ''),
    );
}

async function withPublished() {
  const running = await startService(instantAudit, { RATE_LIMIT: 'off' });
  const response = await running.request(`/api/llms-txt?domain=${DOMAIN}&tier=vip`, { headers: running.authorization });
  const auditId = response.headers.get('x-service-audit-id') ?? '';
  const visitor = await new Visitor(running).signIn(running.key);
  return { ...running, auditId, openPage: () => visitor.open(`/domains/${DOMAIN}`) };
}

describe('the page of a domain that is not published', () => {
  test('gets 404, and shows how to publish the domain', async () => {
    const { request, url } = await startService(instantAudit);
    const response = await request(`/domains/${DOMAIN}`);
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain(`'${url}/api/llms-txt?domain=example.com&amp;tier=vip'`);
    expect(html).toContain('<form class="no-print" method="post" action="/domains/example.com">');
    expect(html).toContain('href="/audits?example"');
  });

  test.each(['no%20domain', '127.0.0.1', '%3Cscript%3E', 'a'.repeat(300)])('%s is not a domain', async (text) => {
    const { request } = await startService(instantAudit);
    expect((await request(`/domains/${text}`)).status).toBe(400);
  });

  test.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['m%C3%BCnchen.de', 'xn--mnchen-3ya.de'],
  ])('%s redirects to the canonical URL of its domain', async (text, domain) => {
    const { request } = await startService(instantAudit);
    const response = await request(`/domains/${text}`, { redirect: 'manual' });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(`/domains/${domain}`);
  });
});

describe('the page of a published domain', () => {
  test('shows everyone the score, the hosted file and the badge, but no audit', async () => {
    const { request, url, auditId, key } = await withPublished();
    const response = await request(`/domains/${DOMAIN}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('AEO score 91 of 100');
    expect(html).toContain(`<a href="/llms/example.com.txt?tier=vip">${url}/llms/example.com.txt?tier=vip</a>`);
    expect(html).toContain('src="/api/badge?domain=example.com&amp;theme=light"');
    expect(html).toContain(`'${url}/api/domains/example.com/visits'`);
    expect(html).not.toContain(auditId);
    expect(html).not.toContain(key);
  });

  test('says when its audits are no longer stored', async () => {
    const { request, db } = await withPublished();
    await db.deleteFrom('audits').execute();
    expect(await (await request(`/domains/${DOMAIN}`)).text()).toContain('Its audits are no longer stored.');
  });
});

describe('the statistics of a domain', () => {
  test('without visits show the scores with links to their audits', async () => {
    const { openPage, auditId, key } = await withPublished();
    const response = await openPage();
    const html = await response.text();
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(html).toContain(`<a href="/audits/${auditId}">91 of 100`);
    expect(html).toContain('No AI crawler has requested the file in these days.');
    expect(html).toContain('No visits yet.');
    expect(html).not.toContain('who they said');
    expect(html).not.toContain(key);
  });

  test('count visits by crawler, vendor, purpose and day', async () => {
    const { openPage, service } = await withPublished();
    const visit = (userAgent: string) => {
      const request = { domain: domainName(DOMAIN), url: '/llms/example.com.txt', userAgent, referer: null };
      return new Promise<void>((recorded) => service.visits.record(request, NO_ORIGIN, Date.now(), recorded));
    };
    await visit('Mozilla/5.0 (compatible; GPTBot/1.3)');
    await visit('Mozilla/5.0 (compatible; GPTBot/1.3)');
    await visit('Mozilla/5.0 (compatible; ClaudeBot/1.0)');
    const html = await (await openPage()).text();
    expect(html).toMatch(/AI crawlers<\/dt><dd class="number">3</);
    expect(html).toMatch(/<bdi>OpenAI<\/bdi>.*?<td class="number">2<\/td><td class="number">66\.7%/s);
    expect(html).toMatch(/<bdi>Training of models<\/bdi>.*?<td class="number">3<\/td><td class="number">100%/s);
    expect(html).toContain('role="img"');
    expect(rowsIn(html)).toEqual([
      'All AI crawlers|||3|0|3|0',
      'GPTBot|OpenAI|training|2|0|2|0',
      'ClaudeBot|Anthropic|training|1|0|1|0',
    ]);
  });

  test('show the verification of crawlers in words', async () => {
    const { openPage, visitWriter } = await withPublished();
    const time = new Date().toISOString();
    const createVisit = (verification: Verification): Visit => ({
      time,
      domain: DOMAIN,
      path: '/llms/example.com.txt',
      class: 'ai_bot',
      crawler: 'GPTBot',
      vendor: 'OpenAI',
      purpose: 'training',
      userAgent: 'GPTBot/1.3',
      referringHost: null,
      verification,
    });
    await visitWriter.insert([createVisit('verified'), createVisit('verified'), createVisit('spoofed')]);
    const html = await (await openPage()).text();
    expect(rowsIn(html)).toEqual(['All AI crawlers|||3|2|0|1', 'GPTBot|OpenAI|training|3|2|0|1']);
    expect(html.match(/OpenAI<\/span> <span class="tag[^"]*">\w+</g)).toEqual([
      'OpenAI</span> <span class="tag tag-fail">spoofed<',
      'OpenAI</span> <span class="tag tag-pass">verified<',
      'OpenAI</span> <span class="tag tag-pass">verified<',
    ]);
  });

  test('show user agents as text in one line', async () => {
    const { openPage, service } = await withPublished();
    const userAgent = `\u202eGPTBot/1.3 <script>alert(1)</script>${'x'.repeat(400)}`;
    const request = {
      domain: domainName(DOMAIN),
      url: '/llms/example.com.txt',
      userAgent,
      referer: 'https://a.com/"><b>',
    };
    await new Promise<void>((recorded) => service.visits.record(request, NO_ORIGIN, Date.now(), recorded));
    const html = await (await openPage()).text();
    expect(html).toContain('GPTBot/1.3 &lt;script>alert(1)&lt;/script>xxx');
    expect(html).not.toMatch(/<script>alert|\u202e|x{200}|"><b>/);
  });
});
