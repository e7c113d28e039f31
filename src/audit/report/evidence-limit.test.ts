import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, parseFixture } from '../../../test/support/fixture-web.ts';
import { createSite } from '../../../test/support/small-sites.ts';
import { gather } from '../../site/gather/gather.ts';
import { judge } from '../judge.ts';
import { limitEvidence } from './evidence-limit.ts';
import type { Finding } from './report.ts';

async function faultyFindings(): Promise<readonly Finding[]> {
  const names = ['a', 'b', 'c', 'd'];
  const rest = Object.fromEntries(names.map((name) => [name, { h1: false }]));
  const fetcher = fixtureFetcher(parseFixture(createSite({ home: { links: names }, ...rest })));
  return judge(await gather(exampleDomain, { fetcher, now: new Date('2026-11-01T12:00:00Z') })).findings;
}

const listQuestions = (findings: readonly Finding[]) => findings.flatMap(({ questions }) => questions);

test('evidence within the limit stays as it is', async () => {
  const findings = await faultyFindings();
  expect(limitEvidence(findings)).toBe(findings);
});

test('of longer evidence, every question keeps as many places as fit, and the others are counted', async () => {
  const findings = await faultyFindings();
  const h1 = listQuestions(findings).find(({ id }) => id === 'h1');
  expect(h1?.observed).toHaveLength(4);
  const whole = JSON.stringify(listQuestions(findings).map(({ observed, byPage }) => [observed, byPage])).length;
  const limited = listQuestions(limitEvidence(findings, Math.floor(whole * 0.8)));
  const [kept] = limited.filter(({ id }) => id === 'h1');
  expect(kept?.observed).toEqual(h1?.observed.slice(0, 2));
  expect(kept?.omitted).toBe(2);
  expect(kept?.byPage).toEqual(h1?.byPage);
  expect(Math.max(...limited.map(({ observed }) => observed.length))).toBe(2);
});

test('every question keeps one place, whatever it takes', async () => {
  const limited = listQuestions(limitEvidence(await faultyFindings(), 0));
  expect(limited.filter(({ observed }) => observed.length > 1)).toEqual([]);
  expect(limited.find(({ id }) => id === 'h1')?.observed).toHaveLength(1);
});
