import { expect, onTestFinished, test } from 'vitest';
import { judge } from '../../src/audit/judge.ts';
import type { Site } from '../../src/site/site.ts';
import { formatSiteFile, parseSiteFile } from '../../src/site/site-file.ts';
import { combinedLine } from '../support/access-log.ts';
import type { LiveAudit } from '../support/live-audit.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { instantAudit, startService } from '../support/running-service.ts';
import { serveVendors } from '../support/vendor-server.ts';
import { Visitor } from '../support/visitor.ts';

const NOW = Date.now();
const DAY = 86_400_000;
const REFUSED = 'got 403 3 times on 2 days';

test('refusals of verified crawlers are in the audits of the owner, for the owner alone, and score nothing', async () => {
  const sites: Site[] = [];
  const liveAudit: LiveAudit = async (domain, progress, signal, work) => {
    const { site } = await instantAudit(domain, progress, signal, work);
    const withLogs = work?.logs === undefined ? site : { ...site, logs: work.logs };
    sites.push(withLogs);
    return { site: withLogs, report: judge(withLogs) };
  };
  const vendors = await serveVendors();
  onTestFinished(vendors.close);
  vendors.files.set('https://openai.com/gptbot.json', { body: '{"prefixes":[{"ipv4Prefix":"20.171.206.0/24"}]}' });
  const unreachable = () => Promise.reject(new Error('There is no DNS.'));
  const dns = { resolveNames: unreachable, resolveAddresses: unreachable, resolveTexts: unreachable };
  const outside = { fetching: vendors.fetching, about: null, dns };
  const running = await startService(liveAudit, {}, undefined, undefined, outside);
  await running.service.visits.ipRanges.refresh();
  const { id: keyId } = await running.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  await publishDomains(running.db, ['example.com'], keyId);
  const otherKey = (await running.service.keys.create('other')) ?? '';
  const other = { authorization: `Bearer ${otherKey}` };

  const line = (daysAgo: number, status: number, address = '20.171.206.9') =>
    combinedLine({ time: NOW - daysAgo * DAY, status, address });
  const text =
    line(0, 403) + line(0, 403) + line(2, 403) + line(1, 402) + line(1, 200) + line(0, 403, '9.9.9.9') + line(40, 403);
  const sent = await running.request('/api/domains/example.com/traffic', {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'text/plain', ...running.authorization },
  });
  expect(await sent.json()).toMatchObject({ accepted: 7 });

  const audit = async (headers: Record<string, string>) => {
    const response = await running.request('/api/audit?domain=example.com&tier=vip', { headers });
    return response.json();
  };
  const plain = await audit(other);
  const own = await audit(running.authorization);
  expect(own.aeo_score).toBe(plain.aeo_score);
  expect(sites.map(({ logs }) => logs)).toEqual([
    undefined,
    expect.objectContaining({
      ...{ daysWithLogs: 3, verified: 5 },
      refusals: [
        expect.objectContaining({ crawler: 'GPTBot', vendor: 'OpenAI', status: 403, requests: 3, days: 2 }),
        expect.objectContaining({ status: 402, requests: 1, days: 1 }),
      ],
    }),
  ]);

  const visitors = {
    own: await new Visitor(running).signIn(running.key),
    other: await new Visitor(running).signIn(otherKey),
    nobody: new Visitor(running),
  };
  const shown = async (visitor: Visitor, path: string) => {
    const text = await (await visitor.open(path)).text();
    return { hasNote: text.includes(REFUSED), isLeaked: /got 40|daysWithLogs/.test(text) };
  };
  for (const path of ['', '/evidence', '/report.md', '/report.json', '/report.csv', '/fix-guide.md'].map(
    (end) => `/audits/${own.id}${end}`,
  )) {
    const isReport = !/csv|fix-guide|evidence/.test(path);
    expect([path, await shown(visitors.own, path)]).toEqual([path, { hasNote: isReport, isLeaked: isReport }]);
    for (const visitor of [visitors.other, visitors.nobody])
      expect([path, await shown(visitor, path)]).toEqual([path, { hasNote: false, isLeaked: false }]);
  }
  const evidenceFor = async (headers: Record<string, string>) => {
    const response = await running.request(`/api/audit/${own.id}/evidence`, { headers });
    return [(await response.text()).includes(REFUSED), response.headers.get('cache-control')];
  };
  expect(await evidenceFor(running.authorization)).toEqual([true, 'private, no-store']);
  expect(await evidenceFor(other)).toEqual([false, 'public, max-age=86400']);
  expect(await evidenceFor({})).toEqual([false, 'public, max-age=86400']);
  expect(JSON.stringify(own)).not.toContain('got 40');

  const [, site] = sites;
  const replayed = site === undefined ? null : parseSiteFile(formatSiteFile(site));
  expect(replayed).toMatchObject({ ok: true, site: { logs: site?.logs } });
});
