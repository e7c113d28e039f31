import { expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { exampleDomain, fixtureFetcher, readFixture } from '../../../test/support/fixture-web.ts';
import { gather } from '../../site/gather/gather.ts';
import type { Site } from '../../site/site.ts';
import { sum } from '../arithmetic.ts';
import { isFull } from '../check.ts';
import { judge, judgeAllPages } from '../judge.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const good: Site = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });

/** The good site with 5 chosen pages and 15 others of its own text, every fourth without an h1, every fifth without a title. */
const harbours = Array.from({ length: 20 }, (_, i) => {
  const text = Array.from({ length: 200 }, (__, word) => `tide${i}x${word}`).join(' ');
  const title = i % 5 === 0 ? '' : `<title>Harbour ${i}</title>`;
  const h1 = i % 4 === 0 ? '' : `<h1>Harbour ${i}</h1>`;
  const body = `<!doctype html><html lang="en"><head>${title}</head><body><main>${h1}<p>Harbour ${text}</p></main></body></html>`;
  return createExchange(`${good.origin}/harbours/${i}`, { headers: { 'content-type': 'text/html' }, body });
});
const many: Site = { ...good, pages: harbours.slice(0, 5), morePages: harbours.slice(5) };

test('every page that was read is judged by itself, beside the score of the chosen pages', () => {
  const { report, allPages } = judgeAllPages(many);
  const { choice, ...alone } = judge(many);
  expect(report).toEqual({ ...alone, choice: { ...choice, allPagesScore: allPages?.score } });
  expect(report.pages).toHaveLength(6);
  expect(allPages?.report.pages).toHaveLength(21);
  const losing = (question: string) =>
    [...(allPages?.losses ?? [])].filter(([, losses]) => losses.some((loss) => loss.question === question));
  expect(losing('semantic_structure.h1').map(([url]) => url)).toEqual(
    [0, 4, 8, 12, 16].map((i) => `${good.origin}/harbours/${i}`),
  );
  expect(losing('metadata.title')).toHaveLength(4);
  expect(losing('metadata.description')).toHaveLength(20);
});

test('pages beyond the limit on HTML are not judged, and those of the score always are', () => {
  const large = harbours.map((page) => ({ ...page, body: `${page.body}<!--${'x'.repeat(6_000_000)}-->` }));
  const { report, allPages } = judgeAllPages({ ...many, pages: large.slice(0, 2), morePages: large.slice(2, 4) });
  expect(report.pages).toHaveLength(3);
  expect(allPages?.report.pages).toHaveLength(4);
});

test('the losses of pages add up to what the question lost', () => {
  const { allPages } = judgeAllPages(many);
  const losses = [...(allPages?.losses.values() ?? [])].flat();
  const named = new Set(losses.map(({ question }) => question));
  expect(named.size).toBeGreaterThan(4);
  for (const { key, maxPoints, questions } of allPages?.report.findings ?? []) {
    const weights = sum(questions.map(({ weight }) => weight));
    for (const question of questions.filter((one) => !isFull(one) && named.has(`${key}.${one.id}`))) {
      const { id, weight, share } = question;
      const lost = ((maxPoints * weight) / weights) * (1 - share.earned / share.of);
      const ofPages = losses.filter((loss) => loss.question === `${key}.${id}`);
      expect(sum(ofPages.map(({ points }) => points))).toBeCloseTo(lost, 9);
    }
  }
});

test('a report holds no results of single pages', () => {
  const { report } = judgeAllPages(many);
  expect(report.findings.flatMap(({ questions }) => questions).filter((question) => 'pages' in question)).toEqual([]);
});
