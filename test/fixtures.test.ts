import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { judge } from '../src/audit/judge.ts';
import type { PageShare, Report } from '../src/audit/report/report.ts';
import { CHECKS } from '../src/audit/rubric.ts';
import { gather } from '../src/site/gather/gather.ts';
import { exampleDomain, fixtureFetcher, readFixture } from './support/fixture-web.ts';

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));
const NOW = new Date('2026-11-01T12:00:00Z');

async function reportOn(path: string): Promise<Report> {
  return judge(await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture(path)), now: NOW }));
}

/** Writes a value as JSON, the shares of a question's pages on one line: page, and what it earned. @param omitted a key to leave out */
function toText(value: unknown, omitted?: string): string {
  const replace = (key: string, part: unknown) => {
    if (key === omitted) return undefined;
    return key === 'byPage' && Array.isArray(part)
      ? part.map(([page, earned, of]: PageShare) => `${page}: ${earned}/${of}`).join(', ')
      : part;
  };
  return JSON.stringify(value, replace, 2);
}

describe.each(CHECKS.map((check) => check.key))('fixtures of %s', (key) => {
  const cases = globSync(`${key}/*.site`, { cwd: FIXTURES })
    .map((file) => file.slice(0, -'.site'.length))
    .sort();

  test('exist', () => expect(cases.length).toBeGreaterThan(0));

  test.each(cases)('%s', async (path) => {
    const report = await reportOn(path);
    const finding = report.findings.find((one) => one.key === key);
    const { expected, about } = readFixture(path);
    expect(expected, 'a fixture says what it expects').toEqual({
      severity: finding?.severity,
      points: finding?.earned,
    });
    const others = Object.fromEntries(
      report.findings
        .filter((one) => one.key !== key)
        .map((one) => [one.key, `${one.severity} ${one.earned}/${one.maxPoints}`]),
    );
    const golden = {
      about,
      rubricVersion: report.rubricVersion,
      score: report.score,
      gates: report.gates,
      finding,
      others,
    };
    // The texts of the rules are those of the definition.
    await expect(`${toText(golden, 'must')}\n`).toMatchFileSnapshot(`${FIXTURES}/${path}.json`);
  });
});

describe('whole sites', () => {
  const cases = globSync('{base,sites}/*.site', { cwd: FIXTURES })
    .map((file) => file.slice(0, -'.site'.length))
    .sort();

  test.each(cases)('%s', async (path) => {
    const report = await reportOn(path);
    expect(readFixture(path).expected).toEqual({ severity: report.outcome, points: report.score });
    await expect(`${toText(report)}\n`).toMatchFileSnapshot(`${FIXTURES}/${path}.json`);
  });
});
