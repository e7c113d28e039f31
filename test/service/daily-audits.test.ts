import { describe, expect, test } from 'vitest';
import { PublishedDomainStore } from '../../src/server/publishing/published-domain-store.ts';
import { pausedAudits, type RunningService, startService } from '../support/running-service.ts';

/** A domain that was published once, and of which no audit is kept: so one is due. */
async function publish(db: RunningService['db'], domain: string): Promise<void> {
  await new PublishedDomainStore(db).insert({
    domain,
    publishedAt: '2026-01-01T00:00:00.000Z',
    keyId: null,
    auditId: '00000000-0000-4000-8000-000000000000',
    auditedAt: '2026-01-01T00:00:00.000Z',
    llmsTxt: 'An old text.',
    llmsTxtHash: '',
  });
}

async function startWithDue(due: number, settings: Record<string, string>) {
  const paused = pausedAudits();
  const running = await startService(paused.liveAudit, settings);
  for (let n = 0; n < due; n += 1) await publish(running.db, `due-${n}.example.com`);
  return { ...running, paused };
}

describe('daily audits', () => {
  test('run beside each other, but for a place that is left to callers', async () => {
    const { service, paused } = await startWithDue(5, { MAX_RUNNING_AUDITS: '3' });
    await service.maintenance.start();
    for (const count of [2, 3, 4, 5]) {
      await paused.whenStarted(count);
      expect(paused.started).toHaveLength(count);
      paused.finish(paused.started[count - 2] ?? '');
    }
    expect(new Set(paused.started).size).toBe(5);
  });

  test('leave a place for an audit that somebody asks for', async () => {
    const { service, paused, postAudit, authorization } = await startWithDue(2, { MAX_RUNNING_AUDITS: '2' });
    await service.maintenance.start();
    await paused.whenStarted(1);
    await postAudit('asked.com', authorization);
    await paused.whenStarted(2);
    expect(paused.started[1]).toBe('asked.com');
  });

  test('keep no caller out, not even where nothing may wait', async () => {
    const { service, paused, postAudit, authorization } = await startWithDue(1, {
      MAX_RUNNING_AUDITS: '1',
      MAX_QUEUED_AUDITS: '0',
    });
    await service.maintenance.start();
    await paused.whenStarted(1);
    expect((await postAudit('asked.com', authorization)).status).toBe(202);
    expect((await postAudit('one-more.com', authorization)).status).toBe(503);
    paused.finish('due-0.example.com');
    await paused.whenStarted(2);
    expect(paused.started).toEqual(['due-0.example.com', 'asked.com']);
  });

  test('wait while audits wait that somebody asked for', async () => {
    const { service, paused, postAudit, authorization } = await startWithDue(1, { MAX_RUNNING_AUDITS: '1' });
    for (const domain of ['one.com', 'two.com']) await postAudit(domain, authorization);
    await paused.whenStarted(1);
    await service.maintenance.start();
    paused.finish('one.com');
    await paused.whenStarted(2);
    expect(paused.started).toEqual(['one.com', 'two.com']);
  });

  test('share the audit that somebody has asked for', async () => {
    const { service, paused, postAudit, authorization, log } = await startWithDue(1, {});
    await postAudit('due-0.example.com', authorization);
    await paused.whenStarted(1);
    await service.maintenance.start();
    await service.stop(0);
    expect(paused.started).toEqual(['due-0.example.com']);
    expect(log().filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('renew the hosted text', async () => {
    const { service, paused, request } = await startWithDue(1, {});
    await service.maintenance.start();
    await paused.whenStarted(1);
    paused.finish('due-0.example.com');
    const hosted = async () => (await request('/llms/due-0.example.com.txt?tier=vip')).text();
    await expect.poll(hosted).toContain('# ');
  });
});
