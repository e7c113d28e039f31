import { describe, expect, test } from 'vitest';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';

const TOO_MANY_OWN = 'Too many of your audits are waiting; try again when some of them are done.';

/** Asks for live audits with a key of its own. */
async function keyHolder({ service, postAudit }: RunningService, name: string) {
  const key = (await service.keys.create(name)) ?? expect.fail('The name is taken.');
  const headers = { authorization: `Bearer ${key}` };
  return { headers, post: async (domain: string) => (await postAudit(domain, headers)).status };
}

test('a key whose sites give their further pages slowly keeps no other key from publishing', async () => {
  const begun: string[] = [];
  const slow: (() => void)[] = [];
  const running = await startService(instantAudit, {}, async (inventory) => {
    begun.push(inventory.domain);
    if (inventory.domain.startsWith('slow')) await new Promise<void>((resolve) => slow.push(resolve));
    return { ...inventory, isComplete: true };
  });
  const [many, one] = [await keyHolder(running, 'many'), await keyHolder(running, 'one')];
  const publish = ({ headers }: typeof many, domain: string) =>
    running.request(`/api/llms-txt?domain=${domain}&tier=vip`, { headers });
  const all = ['slow-1.com', 'slow-1.com', 'slow-2.com', 'slow-3.com', 'fast.com'].map((domain) =>
    publish(many, domain),
  );
  await expect.poll(() => begun).toHaveLength(1);
  expect((await publish(one, 'own.com')).status).toBe(200);
  // One that waits for the turn of another key is not waited for.
  expect((await publish(one, 'fast.com')).status).toBe(200);
  expect(begun).toHaveLength(3);
  const letGo = setInterval(() => slow.shift()?.(), 1);
  for (const { status } of await Promise.all(all)) expect(status).toBe(200);
  clearInterval(letGo);
  expect(begun.toSorted()).toEqual(['fast.com', 'own.com', 'slow-1.com', 'slow-2.com', 'slow-3.com']);
});

describe('live audits of several clients', () => {
  test('a key whose sites respond slowly leaves a quarter of the slots to other keys, whose audits start at once', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '8' });
    const [many, one] = [await keyHolder(running, 'many'), await keyHolder(running, 'one')];
    const two = await keyHolder(running, 'two');
    for (let n = 1; n <= 30; n += 1) expect(await many.post(`drips-${n}.com`)).toBe(202);
    await paused.whenStarted(6);
    expect(await one.post('one.com')).toBe(202);
    expect(await two.post('two.com')).toBe(202);
    await paused.whenStarted(8);
    expect(paused.started.slice(6)).toEqual(['one.com', 'two.com']);
  });

  test('where two slots are all there are, another key’s audit starts with the next free one', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '2' });
    const [many, one] = [await keyHolder(running, 'many'), await keyHolder(running, 'one')];
    for (let n = 1; n <= 30; n += 1) expect(await many.post(`drips-${n}.com`)).toBe(202);
    await paused.whenStarted(2);
    expect(await one.post('waiting.com')).toBe(202);
    paused.finish('drips-2.com');
    await paused.whenStarted(3);
    expect(paused.started[2]).toBe('waiting.com');
  });

  test('anonymous clients are told apart by their addresses, which are stored nowhere', async () => {
    const paused = pausedAudits();
    const settings = { MAX_RUNNING_AUDITS: '1', LIVE_AUDITS: 'public', TRUST_PROXY: '1' };
    const running = await startService(paused.liveAudit, settings);
    const post = (domain: string, address: string) => running.postAudit(domain, { 'x-forwarded-for': address });
    for (const domain of ['a1.com', 'a2.com', 'a3.com']) await post(domain, '192.0.2.7');
    await post('b1.com', '2001:db8::1');
    await post('b2.com', '2001:db8::2');
    const stored = await running.db.selectFrom('audits').select('client').orderBy('domain').execute();
    expect(new Set(stored.map(({ client }) => client)).size).toBe(2);
    expect(JSON.stringify(stored)).not.toMatch(/192\.0\.2|2001:db8/);
    for (let count = 1; count < 5; count += 1) {
      await paused.whenStarted(count);
      paused.finish(paused.started[count - 1] ?? '');
    }
    await paused.whenStarted(5);
    expect(paused.started).toEqual(['a1.com', 'a2.com', 'b1.com', 'a3.com', 'b2.com']);
  });

  test('one client does not fill the queue: what it has waiting leaves room for others', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '1', MAX_QUEUED_AUDITS: '8' });
    const [many, one] = [await keyHolder(running, 'many'), await keyHolder(running, 'one')];
    // One runs and four wait.
    for (let n = 1; n <= 5; n += 1) expect(await many.post(`site-${n}.com`)).toBe(202);
    const refused = await running.postAudit('site-6.com', many.headers);
    expect([refused.status, (await refused.json()).error]).toEqual([503, TOO_MANY_OWN]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await one.post('other.com')).toBe(202);
    expect(await many.post('site-3.com')).toBe(202);
  });

  test('a key with single audits leaves slots to another key’s batch', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '4' });
    const [many, one] = [await keyHolder(running, 'many'), await keyHolder(running, 'one')];
    const body = JSON.stringify({ domains: ['x.com'] });
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...one.headers }, body };
    for (let n = 1; n <= 30; n += 1) expect(await many.post(`drips-${n}.com`)).toBe(202);
    await paused.whenStarted(3);
    expect((await running.request('/api/audits', sent)).status).toBe(202);
    paused.finish('drips-1.com');
    await paused.whenStarted(4);
    expect(paused.started[3]).toBe('x.com');
  });

  test.each([1, 2, 4])(
    'single audits of many keys leave every fifth start to a batch, with %d slots',
    async (slots) => {
      const paused = pausedAudits();
      const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: `${slots}` });
      const keys = await Promise.all(Array.from({ length: 6 }, (_, n) => keyHolder(running, `key-${n}`)));
      for (let n = 0; n < 30; n += 1) expect(await keys[n % 6]?.post(`single-${n}.com`)).toBe(202);
      const { headers } = await keyHolder(running, 'batch');
      const body = JSON.stringify({ domains: ['x.com', 'y.com', 'z.com'] });
      const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
      expect((await running.request('/api/audits', sent)).status).toBe(202);
      for (let count = slots; count < slots + 15; count += 1) {
        await paused.whenStarted(count);
        paused.finish(paused.started[count - slots] ?? '');
      }
      await paused.whenStarted(slots + 15);
      const ofBatch = paused.started.filter((domain) => !domain.startsWith('single'));
      expect(ofBatch.slice(0, 2)).toEqual(['x.com', 'y.com']);
      expect(ofBatch.length).toBeLessThanOrEqual(3);
    },
  );

  test('a key with ten long batches leaves every other slot to another key’s batch', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '1' });
    const [many, one] = [await keyHolder(running, 'many'), await keyHolder(running, 'one')];
    const batch = async ({ headers }: typeof many, domains: readonly string[]) => {
      const body = JSON.stringify({ domains });
      const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
      expect((await running.request('/api/audits', sent)).status).toBe(202);
    };
    for (let n = 0; n < 10; n += 1)
      await batch(
        many,
        Array.from({ length: 50 }, (_, position) => `${position}.many-${n}.com`),
      );
    await batch(one, ['x.com', 'y.com', 'z.com']);
    for (let count = 1; count < 7; count += 1) {
      await paused.whenStarted(count);
      paused.finish(paused.started[count - 1] ?? '');
    }
    await paused.whenStarted(7);
    expect(paused.started.filter((domain) => !domain.includes('many'))).toEqual(['x.com', 'y.com', 'z.com']);
  });
});
