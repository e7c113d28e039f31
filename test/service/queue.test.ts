import { describe, expect, test } from 'vitest';
import {
  domainName,
  instantAudit,
  pausedAudits,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import { storeQueued } from '../support/stored-audits.ts';

const ONE = domainName('one.example.com');
const TWO = domainName('two.example.com');

describe('requests for one domain', () => {
  test('share its audit while it is queued or running, posted or waited for', async () => {
    const paused = pausedAudits();
    const { postAudit, authorization, service } = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '1' });
    const running = await (await postAudit(ONE, authorization)).json();
    await paused.whenStarted(1);
    const queued = await (await postAudit(TWO, authorization)).json();
    expect(queued.status).toBe('queued');
    expect(await (await postAudit(TWO, authorization)).json()).toEqual(queued);
    expect(await (await postAudit(ONE, authorization)).json()).toEqual({ id: running.id, status: 'running' });

    const waiting = [ONE, ONE, TWO].map((domain) => service.auditQueue.run(domain, { keyId: null }));
    paused.finish(ONE);
    await paused.whenStarted(2);
    paused.finish(TWO);
    expect((await Promise.all(waiting)).map(({ id }) => id)).toEqual([running.id, running.id, queued.id]);
    expect(paused.started).toEqual([ONE, TWO]);
  });

  test('share it from the very first moment, and its line in the log counts them', async () => {
    const paused = pausedAudits();
    const { service, log } = await startService(paused.liveAudit);
    const calls = Array.from({ length: 20 }, () => service.auditQueue.run(ONE, { keyId: null }));
    await paused.whenStarted(1);
    paused.finish(ONE);
    expect(new Set((await Promise.all(calls)).map(({ id }) => id)).size).toBe(1);
    expect(paused.started).toEqual([ONE]);
    expect(log().filter(({ msg }) => msg === 'audit')).toEqual([expect.objectContaining({ callers: 20, domain: ONE })]);
  });

  test('that wait over HTTP and that post get one id', async () => {
    const paused = pausedAudits();
    const { request, postAudit, authorization } = await startService(paused.liveAudit);
    const waiting = request(`/api/audit?domain=${ONE}&tier=vip`, { headers: authorization });
    await paused.whenStarted(1);
    const { id } = await (await postAudit(ONE, authorization)).json();
    paused.finish(ONE);
    expect((await (await waiting).json()).id).toBe(id);
  });
});

describe('the bounds', () => {
  test('so many run at once, so many wait, and one more is told to come back', async () => {
    const paused = pausedAudits();
    const { request, postAudit, authorization } = await startService(paused.liveAudit, {
      MAX_RUNNING_AUDITS: '2',
      MAX_QUEUED_AUDITS: '1',
    });
    for (const n of [1, 2, 3]) expect((await postAudit(`site-${n}.com`, authorization)).status).toBe(202);
    await paused.whenStarted(2);
    expect(paused.started).toEqual(['site-1.com', 'site-2.com']);

    const refusals = [
      postAudit('site-4.com', authorization),
      request('/api/audit?domain=site-4.com&tier=vip', { headers: authorization }),
    ];
    for (const refusal of await Promise.all(refusals)) {
      expect(refusal.status).toBe(503);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refusal.json()).toEqual({ error: 'Too many audits are waiting; try again later.' });
    }
    expect((await postAudit('site-3.com', authorization)).status).toBe(202);

    paused.finish('site-1.com');
    await paused.whenStarted(3);
    expect((await postAudit('site-4.com', authorization)).status).toBe(202);
    for (const n of [2, 3, 4]) paused.finish(`site-${n}.com`);
  });

  test('with no room to wait, audits still run', async () => {
    const { request, authorization } = await startService(instantAudit, { MAX_QUEUED_AUDITS: '0' });
    const response = await request('/api/audit?domain=example.com&tier=vip', { headers: authorization });
    expect(response.status).toBe(200);
  });
});

describe('at the start', () => {
  const AT = '2026-01-01T00:00:00.000Z';
  const leave = async ({ db }: RunningService, domain: string, attempts: number) => {
    const { id } = await storeQueued(db, { domain, requestedAt: AT });
    const status = attempts === 0 ? ('queued' as const) : ('running' as const);
    await db.updateTable('audits').set({ status, attempts }).where('id', '=', id).execute();
    return id;
  };

  test('what an earlier process left queued or running is run', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const ids = [await leave(running, 'queued.com', 0), await leave(running, 'running.com', 1)];
    await running.service.start();
    await paused.whenStarted(2);
    expect([...paused.started].sort()).toEqual(['queued.com', 'running.com']);
    const shared = [running.service.auditQueue.run(domainName('queued.com'), { keyId: null })];
    shared.push(running.service.auditQueue.run(domainName('running.com'), { keyId: null }));
    for (const domain of paused.started) paused.finish(domain);
    expect((await Promise.all(shared)).map(({ id }) => id)).toEqual(ids);
  });

  test('what was asked for meanwhile is not taken for theirs, and runs once', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const { id } = await (await running.postAudit('example.com', running.authorization)).json();
    await paused.whenStarted(1);
    await running.service.start();
    expect(await (await running.request(`/api/audit/${id}`)).json()).toMatchObject({ status: 'running' });
    paused.finish('example.com');
    await expect.poll(async () => (await (await running.request(`/api/audit/${id}`)).json()).status).toBe('done');
    expect(paused.started).toEqual(['example.com']);
  });

  test('it is run even when it is more than may wait', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '1', MAX_QUEUED_AUDITS: '0' });
    for (const n of [1, 2, 3]) await leave(running, `site-${n}.com`, 0);
    await running.service.start();
    for (const n of [1, 2, 3]) {
      await paused.whenStarted(n);
      paused.finish(paused.started[n - 1] ?? '');
    }
  });

  test('an audit under which the process has died three times is given up', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit);
    const last = await leave(running, 'twice.com', 2);
    const over = await leave(running, 'thrice.com', 3);
    await running.service.start();
    await paused.whenStarted(1);
    expect(paused.started).toEqual(['twice.com']);
    expect(await (await running.request(`/api/audit/${over}`)).json()).toMatchObject({
      status: 'failed',
      aeo_score: 0,
    });
    expect(await (await running.request(`/api/audit/${last}`)).json()).toMatchObject({ status: 'running' });
    expect(running.log().find(({ msg }) => msg === 'audit given up')).toMatchObject({ audit: over, level: 'error' });
  });
});

describe('stopping', () => {
  test('what runs may finish, what waits stays queued, and nothing is accepted any more', async () => {
    const paused = pausedAudits();
    const { service, request, authorization, postAudit } = await startService(paused.liveAudit, {
      MAX_RUNNING_AUDITS: '1',
    });
    const running = service.auditQueue.run(ONE, { keyId: null });
    await paused.whenStarted(1);
    const { id } = await (await postAudit(TWO, authorization)).json();
    const waiting = request(`/api/audit?domain=${TWO}&tier=vip`, { headers: authorization });
    const joined = service.auditQueue.run(TWO, { keyId: null });
    const stopped = service.stop(60_000);
    await expect(joined).rejects.toMatchObject({ code: 'stopping' });
    const refused = await waiting;
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await postAudit('three.example.com', authorization)).status).toBe(503);
    paused.finish(ONE);
    expect((await running).status).toBe('done');
    await stopped;
    expect(await (await request(`/api/audit/${id}`)).json()).toMatchObject({ status: 'queued' });
    expect(paused.started).toEqual([ONE]);
  });

  test('what does not finish in time is put back, as though it had not been started', async () => {
    const paused = pausedAudits();
    const { service, db } = await startService(paused.liveAudit);
    const running = service.auditQueue.run(ONE, { keyId: null });
    const refused = expect(running).rejects.toMatchObject({ code: 'stopping' });
    await paused.whenStarted(1);
    await service.stop(0);
    await refused;
    const stored = () => db.selectFrom('audits').select(['domain', 'status', 'attempts', 'started_at']).execute();
    const left = [{ domain: ONE, status: 'queued', attempts: 0, started_at: null }];
    expect(await stored()).toEqual(left);
    paused.finish(ONE);
    expect(await stored()).toEqual(left);
  });
});

test('an audit whose end cannot be stored is told as lost, and run again', async () => {
  const paused = pausedAudits();
  const { db, service, log } = await startService(paused.liveAudit);
  const refused = expect(service.auditQueue.run(ONE, { keyId: null })).rejects.toMatchObject({ code: 'internal' });
  await paused.whenStarted(1);
  await db.schema.alterTable('batch_domains').renameTo('gone').execute();
  paused.finish(ONE);
  await refused;
  expect(log().find(({ msg }) => msg === 'audit not stored')).toMatchObject({ domain: ONE, level: 'error' });
  await db.schema.alterTable('gone').renameTo('batch_domains').execute();
  const joined = service.auditQueue.run(ONE, { keyId: null });
  await paused.whenStarted(2);
  paused.finish(ONE);
  expect((await joined).status).toBe('done');
});

test('an audit that cannot be stored is not accepted', async () => {
  const { db, postAudit, request, authorization, log } = await startService(instantAudit);
  await db.schema.alterTable('audits').renameTo('gone').execute();
  expect((await postAudit(ONE, authorization)).status).toBe(500);
  expect((await request(`/api/audit?domain=${TWO}&tier=vip`, { headers: authorization })).status).toBe(500);
  expect(log().filter(({ level }) => level === 'error').length).toBeGreaterThanOrEqual(2);
  await db.schema.alterTable('gone').renameTo('audits').execute();
  expect((await request(`/api/audit?domain=${TWO}&tier=vip`, { headers: authorization })).status).toBe(200);
});
