import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { isFull } from '../../audit/check.ts';
import { CHECKS, maxPointsFor, RUBRIC_VERSION } from '../../audit/rubric.ts';
import { type DomainName, parseDomainName } from '../../values/domain-name.ts';
import { demonstrationId, demonstrationReport } from './demonstration.ts';

function domainName(text: string): DomainName {
  const parsed = parseDomainName(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.domain;
}

const domains = fc.stringMatching(/^[a-z]{1,20}$/).map((label) => domainName(`${label}.com`));

describe('a demonstration', () => {
  test('is a sound report in the order of the rubric, whatever the name', () => {
    fc.assert(
      fc.property(domains, (domain) => {
        const report = demonstrationReport(domain);
        expect(report).toMatchObject({ rubricVersion: RUBRIC_VERSION, domain, outcome: 'done', failure: null });
        expect(report.findings.map(({ key, maxPoints }) => [key, maxPoints])).toEqual(
          CHECKS.map((check) => [check.key, maxPointsFor(check)]),
        );
        for (const finding of report.findings) {
          const earned = finding.questions.reduce((sum, question) => sum + question.earned, 0);
          expect(Math.abs(finding.points - earned)).toBeLessThan(2);
          expect(finding.severity === 'pass').toBe(finding.questions.every(isFull));
          expect(finding.details).toMatch(/^Demonstration: /);
          expect(finding.severity === 'fail').toBe(finding.earned === 0);
          for (const question of finding.questions) expect(question.earned).toBeLessThanOrEqual(question.maxPoints);
        }
        expect(report.score).toBe(report.findings.reduce((sum, { points }) => sum + points, 0));
      }),
      runs(30),
    );
  });

  test('is the same for the same name', () => {
    const domain = domainName('example.com');
    expect(demonstrationReport(domain)).toEqual(demonstrationReport(domain));
  });

  test('shows every severity and many scores over a hundred names', () => {
    const reports = Array.from({ length: 100 }, (_, n) => demonstrationReport(domainName(`site-${n}.com`)));
    expect(new Set(reports.flatMap(({ findings }) => findings.map(({ severity }) => severity))).size).toBe(3);
    expect(new Set(reports.map(({ score }) => score)).size).toBeGreaterThan(20);
  });

  test('has a UUID of version 8 that is its name’s own', () => {
    fc.assert(
      fc.property(domains, (domain) => {
        expect(demonstrationId(domain)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
      runs(100),
    );
    expect(demonstrationId(domainName('a.com'))).not.toBe(demonstrationId(domainName('b.com')));
  });
});
