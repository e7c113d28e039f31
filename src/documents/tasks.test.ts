import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, readFixture } from '../../test/support/fixture-web.ts';
import { judge } from '../audit/judge.ts';
import { heldPoints, reachableScore } from '../audit/report/gains.ts';
import { gather } from '../site/gather/gather.ts';
import { heldText } from './tasks.ts';

const judgeFixture = async (fixture: string) =>
  judge(
    await gather(exampleDomain, {
      fetcher: fixtureFetcher(readFixture(fixture)),
      now: new Date('2026-11-01T12:00:00Z'),
    }),
  );

test('the report of a shell says that the other points belong to questions that cannot be judged yet', async () => {
  const report = await judgeFixture('sites/shell');
  const { unjudged, shut } = heldPoints(report);
  expect(shut).toBe(0);
  expect(Math.abs(100 - reachableScore(report) - unjudged)).toBeLessThan(1);
  expect(heldText(report)).toEqual([
    `The other ${100 - reachableScore(report)} points can be judged only after these changes.`,
  ]);
});

test('the report of a shut site names the points of the pages that robots.txt shuts', async () => {
  const report = await judgeFixture('sites/shut-out');
  const { unjudged, shut } = heldPoints(report);
  expect(shut).toBeGreaterThan(10);
  expect(Math.abs(100 - reachableScore(report) - unjudged - shut)).toBeLessThan(1);
  expect(heldText(report).join('')).toContain(`depend on pages that robots.txt blocks (${shut})`);
});

test('a report whose changes give all points says nothing of others', async () => {
  const report = await judgeFixture('sitemap/without-lastmod');
  expect(reachableScore(report)).toBe(100);
  expect(heldText(report)).toEqual([]);
});

test('the report of a site without a sitemap promises no dates: whether they are known is not known', async () => {
  const report = await judgeFixture('sitemap/none-on-a-small-site');
  expect(reachableScore(report)).toBe(99);
  expect(heldText(report).join('')).toContain('The other point can be judged only after');
});
