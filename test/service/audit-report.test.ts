import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/audit/report/report.ts';
import { failedReport, report, site } from '../support/reports.ts';
import { domainName, startService } from '../support/running-service.ts';

const ONE = domainName('one.example.com');
const OTHER = domainName('other.example.com');

/** A service whose audits give these Reports, one after the other. */
function startWith(...reports: readonly Report[]) {
  const left = [...reports];
  return startService(async (domain) => {
    const next = left.shift();
    if (next === undefined) throw new Error('There are no more audits in this test.');
    return { site: site(domain), report: next };
  });
}

const scored = (score: number): Report => ({ ...report(ONE), score });

describe('the report of an audit', () => {
  test('has the audit before it and what has changed since, also when there are later ones', async () => {
    const { service } = await startWith(scored(50), scored(60), scored(80));
    const first = await service.auditQueue.run(ONE, { keyId: null });
    const second = await service.auditQueue.run(ONE, { keyId: null });
    const third = await service.auditQueue.run(ONE, { keyId: null });

    expect(await service.audits.report(first.id)).toMatchObject({ audit: first, previous: null, comparison: null });
    const { audit, previous, comparison, scores } = await service.audits.report(second.id.toUpperCase());
    expect([audit, previous]).toEqual([second, first]);
    expect(comparison).toMatchObject({ comparable: true, scoreDifference: 10 });
    expect(scores.map(({ id, score }) => [id, score])).toEqual([
      [third.id, 80],
      [second.id, 60],
      [first.id, 50],
    ]);
    expect(await service.audits.report(third.id)).toMatchObject({
      previous: second,
      comparison: { scoreDifference: 20 },
    });
  });

  test('passes over those of other domains, those that failed, and demonstrations', async () => {
    const failed = failedReport(ONE, { kind: 'timeout', message: 'It timed out.' });
    const { service } = await startWith(scored(50), failed, { ...report(OTHER), score: 10 }, scored(60));
    const first = await service.auditQueue.run(ONE, { keyId: null });
    await service.auditQueue.run(ONE, { keyId: null }).catch(() => undefined);
    await service.auditQueue.run(OTHER, { keyId: null });
    await service.audits.demonstration(ONE);
    const last = await service.auditQueue.run(ONE, { keyId: null });
    expect(await service.audits.report(last.id)).toMatchObject({
      previous: first,
      comparison: { scoreDifference: 10 },
    });
  });

  test('of one that failed has no comparison, but the audit before it', async () => {
    const failed = failedReport(ONE, { kind: 'timeout', message: 'It timed out.' });
    const { service } = await startWith(scored(50), failed);
    const first = await service.auditQueue.run(ONE, { keyId: null });
    const refusal: unknown = await service.auditQueue.run(ONE, { keyId: null }).catch((error: unknown) => error);
    const id = typeof refusal === 'object' && refusal !== null && 'auditId' in refusal ? String(refusal.auditId) : '';
    expect(await service.audits.report(id)).toMatchObject({
      audit: { status: 'failed' },
      previous: first,
      comparison: null,
    });
  });

  test('says when the rubric was another one', async () => {
    const { service } = await startWith(scored(50), { ...scored(60), rubricVersion: 3 });
    await service.auditQueue.run(ONE, { keyId: null });
    const { comparison } = await service.audits.report((await service.auditQueue.run(ONE, { keyId: null })).id);
    expect(comparison).toEqual({
      comparable: false,
      rubricVersions: { before: 2, after: 3 },
      scores: { before: 50, after: 60 },
    });
  });

  test('of a demonstration stands alone', async () => {
    const { service } = await startWith(scored(50));
    await service.auditQueue.run(ONE, { keyId: null });
    const audit = await service.audits.demonstration(ONE);
    expect(await service.audits.report(audit.id)).toMatchObject({ previous: null, comparison: null, scores: [] });
  });

  test('of an unknown id is refused', async () => {
    const { service } = await startWith();
    await expect(service.audits.report('no-id')).rejects.toMatchObject({ code: 'audit_not_found' });
  });
});
