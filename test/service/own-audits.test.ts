import { describe, expect, test } from 'vitest';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';
import { Visitor } from '../support/visitor.ts';

/** Lists the domains of the audits that a page shows as the reader's own, in order. */
function listedIn(html: string): readonly string[] {
  const [, list = ''] = /<ul class="own-audits">(.*?)<\/ul>/s.exec(html) ?? [];
  return [...list.matchAll(/<a class="roomy-link" href="\/audits\/[\da-f-]{36}">(?<domain>.*?)<\/a>/g)].map(
    ({ groups }) => groups?.['domain']?.replace(/<[^>]+>/g, '') ?? '',
  );
}

const requestHtml = async (visitor: Visitor, path: string) => (await visitor.open(path)).text();

async function auditWith({ postAudit, request }: RunningService, key: string, domain: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const { id } = await (await postAudit(domain, headers)).json();
  await expect.poll(async () => (await (await request(`/api/audit/${id}`, { headers })).json()).status).toBe('done');
  return id;
}

describe('the audits of a key', () => {
  test('are on its home page and beside its sites, the newest first, with a way into the list of sites', async () => {
    const running = await startService(instantAudit);
    const visitor = await new Visitor(running).signIn(running.key);
    for (const path of ['/', '/sites'])
      expect(await requestHtml(visitor, path)).toContain('has not audited a site yet');
    const domains = Array.from({ length: 10 }, (_, n) => `site-${n}.example.com`);
    for (const domain of domains) await auditWith(running, running.key, domain);
    const newest = domains.toReversed();
    expect(listedIn(await requestHtml(visitor, '/'))).toEqual(newest.slice(0, 5));
    expect(listedIn(await requestHtml(visitor, '/sites'))).toEqual(newest);
    expect(await requestHtml(visitor, '/sites')).toContain('<b class="number">91</b> Middling');

    const html = await visitor.submit('/sites', { sites: newest.slice(0, 3).join(' ') });
    expect(html).toContain('3 sites added.');
    expect(html.match(/>In my sites</g)).toHaveLength(3);
    expect(html).toContain('Add these 7 sites to my sites');
  });

  test('show their state while they wait and run', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '1' });
    const visitor = await new Visitor(running).signIn(running.key);
    for (const domain of ['one.example.com', 'two.example.com']) await running.postAudit(domain, running.authorization);
    await paused.whenStarted(1);
    const html = await requestHtml(visitor, '/sites');
    for (const state of ['>waiting<', '>running now<']) expect(html).toContain(state);
    for (const domain of paused.started) paused.finish(domain);
  });

  test('are its own alone, also where reports are private, and not for people without a key', async () => {
    const running = await startService(instantAudit, { REPORTS: 'private' });
    const key = (await running.service.keys.create('other')) ?? expect.fail('The name is taken.');
    await auditWith(running, running.key, 'mine.example.com');
    await auditWith(running, key, 'theirs.example.com');
    const visitor = await new Visitor(running).signIn(running.key);
    for (const path of ['/', '/sites'])
      expect(listedIn(await requestHtml(visitor, path))).toEqual(['mine.example.com']);
    expect(await requestHtml(new Visitor(running), '/')).not.toContain('My recent audits');
  });
});

test('a site is added from its report and from the page of its domain, until it is in the list', async () => {
  const running = await startService(instantAudit);
  const id = await auditWith(running, running.key, 'shop.example.com');
  const pages = [`/audits/${id}`, '/domains/shop.example.com'];
  const visitor = await new Visitor(running).signIn(running.key);
  for (const path of pages) {
    expect(await requestHtml(visitor, path)).toContain('<input type="hidden" name="sites" value="shop.example.com"/>');
    expect(await requestHtml(new Visitor(running), path)).not.toContain('Add to my sites');
  }
  await visitor.submit('/sites', { sites: 'shop.example.com' });
  for (const path of pages) expect(await requestHtml(visitor, path)).not.toContain('Add to my sites');
});

test('reloading the page that a form leads to audits nothing again', async () => {
  const running = await startService(instantAudit);
  const visitor = await new Visitor(running).signIn(running.key);
  await visitor.submit('/sites', { sites: 'a.example.com b.example.com', audit: 'now' });
  for (let n = 0; n < 20; n += 1) await visitor.open('/sites');
  expect(listedIn(await requestHtml(visitor, '/sites')).toSorted()).toEqual(['a.example.com', 'b.example.com']);
});
