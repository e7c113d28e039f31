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
    const first = await service.runAudit(ONE, null);
    const second = await service.runAudit(ONE, null);
    const third = await service.runAudit(ONE, null);

    expect(await service.auditReport(first.id)).toMatchObject({ audit: first, previous: null, comparison: null });
    const { audit, previous, comparison, scores } = await service.auditReport(second.id.toUpperCase());
    expect([audit, previous]).toEqual([second, first]);
    expect(comparison).toMatchObject({ comparable: true, scoreDifference: 10 });
    expect(scores.map(({ id, score }) => [id, score])).toEqual([
      [third.id, 80],
      [second.id, 60],
      [first.id, 50],
    ]);
    expect(await service.auditReport(third.id)).toMatchObject({
      previous: second,
      comparison: { scoreDifference: 20 },
    });
  });

  test('passes over those of other domains, those that failed, and demonstrations', async () => {
    const failed = failedReport(ONE, { kind: 'timeout', message: 'It timed out.' });
    const { service } = await startWith(scored(50), failed, { ...report(OTHER), score: 10 }, scored(60));
    const first = await service.runAudit(ONE, null);
    await service.runAudit(ONE, null).catch(() => undefined);
    await service.runAudit(OTHER, null);
    await service.demonstrationAudit(ONE);
    const last = await service.runAudit(ONE, null);
    expect(await service.auditReport(last.id)).toMatchObject({ previous: first, comparison: { scoreDifference: 10 } });
  });

  test('of one that failed has no comparison, but the audit before it', async () => {
    const failed = failedReport(ONE, { kind: 'timeout', message: 'It timed out.' });
    const { service } = await startWith(scored(50), failed);
    const first = await service.runAudit(ONE, null);
    const refusal: unknown = await service.runAudit(ONE, null).catch((error: unknown) => error);
    const id = typeof refusal === 'object' && refusal !== null && 'auditId' in refusal ? String(refusal.auditId) : '';
    expect(await service.auditReport(id)).toMatchObject({
      audit: { status: 'failed' },
      previous: first,
      comparison: null,
    });
  });

  test('says when the rubric was another one', async () => {
    const { service } = await startWith(scored(50), { ...scored(60), rubricVersion: 3 });
    await service.runAudit(ONE, null);
    const { comparison } = await service.auditReport((await service.runAudit(ONE, null)).id);
    expect(comparison).toEqual({ comparable: false, rubricVersions: { before: 2, after: 3 } });
  });

  test('of a demonstration stands alone', async () => {
    const { service } = await startWith(scored(50));
    await service.runAudit(ONE, null);
    const audit = await service.demonstrationAudit(ONE);
    expect(await service.auditReport(audit.id)).toMatchObject({ previous: null, comparison: null, scores: [] });
  });

  test('of an unknown id is refused', async () => {
    const { service } = await startWith();
    await expect(service.auditReport('no-id')).rejects.toMatchObject({ code: 'audit_not_found' });
  });
});
