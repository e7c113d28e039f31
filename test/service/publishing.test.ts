import { describe, expect, test } from 'vitest';
import type { CompleteInventory } from '../../src/engine/engine-protocol.ts';
import { PublishedDomainStore } from '../../src/server/publishing/published-domain-store.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { domainName, instantAudit, type RunningService, startService } from '../support/running-service.ts';
import { openWithKey } from '../support/visitor.ts';

const VIP = '/api/llms-txt?domain=example.com&tier=vip';
const HOSTED = '/llms/example.com.txt?tier=vip';
const DOMAIN = '/api/domains/example.com';
const VISITS = `${DOMAIN}/visits`;
const GPTBOT = { 'user-agent': 'GPTBot/1.3' };

interface Key {
  readonly id: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function newKey({ service }: RunningService, name: string): Promise<Key> {
  const key = await service.keys.create(name);
  const found = await service.keys.find(name);
  if (key === null || found === null) throw new Error('The key was not made.');
  return { id: found.id, key, headers: { authorization: `Bearer ${key}` } };
}

/** A service with two keys, the first of which has published example.com. */
async function startPublished(completeInventory?: CompleteInventory) {
  const running = await startService(instantAudit, {}, completeInventory);
  const [owner, other] = [await newKey(running, 'owner'), await newKey(running, 'other')];
  const text = await (await running.request(VIP, { headers: owner.headers })).text();
  const withdraw = ({ headers }: Pick<Key, 'headers'>) => running.request(DOMAIN, { method: 'DELETE', headers });
  return { ...running, owner, other, text, withdraw };
}

async function readError(response: { text(): Promise<string> }): Promise<string> {
  return JSON.parse(await response.text()).error;
}

async function visitedBy({ request }: RunningService, { headers }: Key): Promise<unknown> {
  const { totals } = JSON.parse(await (await request(VISITS, { headers })).text());
  return totals;
}

describe('a published domain', () => {
  test('belongs to the key that published it: another gets the text and the hosted URL that exists, and no more', async () => {
    const running = await startPublished();
    const { request, owner, other, text, withdraw, db } = running;
    expect(text).toContain(`<${running.url}/llms/example.com.txt?tier=vip>`);
    for (const path of [VIP, HOSTED]) {
      const response = await request(path, { headers: other.headers });
      expect([path, response.status, await response.text()]).toEqual([path, 200, text]);
    }
    await request(HOSTED, { headers: GPTBOT });
    const visits = await request(VISITS, { headers: other.headers });
    expect([visits.status, visits.headers.get('cache-control')]).toEqual([403, 'private, no-store']);
    expect(await readError(visits)).toBe(
      'example.com belongs to another key: only that key can see its visits and withdraw it.',
    );
    expect((await withdraw(other)).status).toBe(403);
    expect(await new PublishedDomainStore(db).findOwner('example.com')).toBe(owner.id);
    expect(await visitedBy(running, owner)).toMatchObject({ ai_bot: 1 });
  });

  test('shows its visits and the button that withdraws it to its key alone, and scores to every key', async () => {
    const running = await startPublished();
    const { request, owner, other } = running;
    await request(HOSTED, { headers: GPTBOT });
    const own = await openWithKey(running, '/domains/example.com', owner.key);
    const theirs = await openWithKey(running, '/domains/example.com', other.key);
    expect(own).toContain('data-withdraw="/api/domains/example.com"');
    for (const shown of ['GPTBot', 'data-withdraw']) {
      expect([shown, own.includes(shown), theirs.includes(shown)]).toEqual([shown, true, false]);
    }
    expect(theirs).toContain('Another key owns this domain');
    expect(theirs).toContain('91 of 100');
  });

  test('says to each key whose it is', async () => {
    const { request, owner, other } = await startPublished();
    const output = async ({ headers }: Key, domain: string) => {
      const { published_by, is_required } = JSON.parse(
        await (await request(`/api/domains/${domain}/ownership`, { headers })).text(),
      );
      return [published_by, is_required];
    };
    expect(await output(owner, 'example.com')).toEqual(['you', false]);
    expect(await output(other, 'example.com')).toEqual(['another_key', false]);
    expect(await output(other, 'example.org')).toEqual([null, false]);
  });

  test('from before there were owners is nobody’s until a key publishes it again', async () => {
    const running = await startService(instantAudit);
    const [first, second] = [await newKey(running, 'first'), await newKey(running, 'second')];
    await publishDomains(running.db, ['example.com']);
    const refused = await running.request(VISITS, { headers: first.headers });
    expect([refused.status, await readError(refused)]).toEqual([
      403,
      'example.com has no owner yet; request GET /api/llms-txt?domain=example.com&tier=vip to own it.',
    ]);
    expect((await running.request(DOMAIN, { method: 'DELETE', headers: first.headers })).status).toBe(403);
    for (const { headers } of [first, second]) expect((await running.request(VIP, { headers })).status).toBe(200);
    expect((await running.request(VISITS, { headers: first.headers })).status).toBe(200);
    expect((await running.request(VISITS, { headers: second.headers })).status).toBe(403);
  });

  test('is not claimed by who asks without a key where live audits are public', async () => {
    const running = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    await publishDomains(running.db, ['example.com']);
    expect((await running.request(VIP)).status).toBe(200);
    expect(await new PublishedDomainStore(running.db).findOwner('example.com')).toBeNull();
  });
});

describe('DELETE /api/domains/{domain}', () => {
  test('withdraws: at once the hosted file is as of a domain that was never published, whatever was cached', async () => {
    const running = await startPublished();
    const { request, owner, withdraw } = running;
    for (let time = 0; time < 3; time += 1) expect((await request(HOSTED, { headers: GPTBOT })).status).toBe(200);
    const custom = '/api/badge?domain=example.com&label=ours';
    expect(await (await request(custom)).text()).toContain('>ours<');
    const response = await withdraw(owner);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const hosted = await request(HOSTED, { headers: GPTBOT });
    expect([hosted.status, hosted.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await (await request(custom)).text()).not.toContain('>ours<');
    expect((await request('/domains/example.com')).status).toBe(404);
    expect((await request(VISITS, { headers: owner.headers })).status).toBe(404);
    const again = await withdraw(owner);
    expect([again.status, await readError(again)]).toEqual([404, expect.stringContaining('is not published')]);
  });

  test('deletes the visits and counts of the domain and leaves the totals; its next owner sees none of them', async () => {
    const running = await startPublished();
    const { request, owner, other, withdraw, db } = running;
    for (const path of [HOSTED, HOSTED, '/llms/example.com.txt']) await request(path, { headers: GPTBOT });
    expect(await visitedBy(running, owner)).toMatchObject({ ai_bot: 3 });
    await withdraw(owner);
    for (const table of ['visits', 'visit_counts', 'path_visits'] as const) {
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
    }
    const index = JSON.parse(await (await request('/api/ai-bot-index')).text());
    expect(index).toMatchObject({ totals: { ai_bot: 3 }, top_paths: [] });
    await request('/llms/example.com.txt', { headers: GPTBOT });
    await request(VIP, { headers: other.headers });
    await request(HOSTED, { headers: GPTBOT });
    expect(await visitedBy(running, other)).toMatchObject({ ai_bot: 1 });
    expect((await request(VISITS, { headers: owner.headers })).status).toBe(403);
  });

  test('what an interrupted withdrawal left is not the next owner’s to see', async () => {
    const running = await startPublished();
    const { request, other, db } = running;
    await request(HOSTED, { headers: GPTBOT });
    // As far as a process gets that dies then.
    await new PublishedDomainStore(db).delete('example.com', null);
    await request(VIP, { headers: other.headers });
    expect(await visitedBy(running, other)).toMatchObject({ ai_bot: 0 });
  });

  test('a text that is being renewed meanwhile does not publish the domain again', async () => {
    const paused = Promise.withResolvers<void>();
    let completions = 0;
    const { service, owner, withdraw, db } = await startPublished(async (inventory) => {
      completions += 1;
      if (completions > 1) await paused.promise;
      return { ...inventory, isComplete: true };
    });
    await service.auditQueue.run(domainName('example.com'), { keyId: null });
    await expect.poll(() => completions).toBe(2);
    expect((await withdraw(owner)).status).toBe(204);
    paused.resolve();
    await service.stop(0);
    expect(await new PublishedDomainStore(db).has('example.com')).toBe(false);
  });

  test('takes a key, a domain, and another method than GET', async () => {
    const { request, withdraw, owner } = await startPublished();
    expect((await request(DOMAIN, { method: 'DELETE' })).status).toBe(401);
    expect((await withdraw({ headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    expect((await request('/api/domains/localhost', { method: 'DELETE', headers: owner.headers })).status).toBe(400);
    const get = await request(DOMAIN, { headers: owner.headers });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'DELETE, PATCH, OPTIONS']);
    const preflight = await request(DOMAIN, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect((await request(HOSTED)).status).toBe(200);
  });
});
