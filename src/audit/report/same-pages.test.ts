import { describe, expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, parseFixture } from '../../../test/support/fixture-web.ts';
import { createSite } from '../../../test/support/small-sites.ts';
import { gather } from '../../site/gather/gather.ts';
import { judge } from '../judge.ts';
import { compareReports, isWorse } from './compare-reports.ts';
import { type VerifiedFixes, verifyFixes } from './fix-verification.ts';
import type { Report } from './report.ts';
import { onSamePages } from './same-pages.ts';

const ORIGIN = 'https://example.com';
const NOW = new Date('2026-11-01T12:00:00Z');

async function audited(fixture: string, earlier?: Report): Promise<Report> {
  const fetcher = fixtureFetcher(parseFixture(fixture));
  return judge(await gather(exampleDomain, { fetcher, now: NOW, ...(earlier && { earlierPages: earlier.pages }) }));
}

const listStates = ({ questions }: VerifiedFixes) =>
  Object.fromEntries(questions.map(({ state, finding, question }) => [`${finding.key}.${question.id}`, state]));

/** A Report as an earlier version stored it: at most five observations, and nothing on single pages. */
const asBefore = (report: Report): Report => ({
  ...report,
  findings: report.findings.map((finding) => ({
    ...finding,
    questions: finding.questions.map(({ byPage: _, ...question }) => ({
      ...question,
      observed: question.observed.slice(0, 5),
    })),
  })),
});

const three = { home: { links: ['a', 'b', 'c'] }, a: {}, b: {}, c: { h1: false } };
const withoutC = { home: { links: ['a', 'b'] }, a: {}, b: {} };

describe('a fault on a page', () => {
  test('is fixed where that page was read again, although nothing leads to it any more', async () => {
    const before = await audited(createSite(three));
    const after = await audited(createSite({ ...withoutC, c: {} }), before);
    expect(after.pages).not.toContain(`${ORIGIN}/c`);
    const verified = verifyFixes(before, after);
    expect(listStates(verified)).toMatchObject({ 'semantic_structure.h1': 'fixed' });
    expect(verified.pages).toMatchObject({ notRead: [], gone: [], areScoresOfSame: true });
    expect(verified.pages.same).toHaveLength(4);
  });

  test('is not fixed where that page is still as it was', async () => {
    const before = await audited(createSite(three));
    const verified = verifyFixes(before, await audited(createSite({ ...withoutC, c: { h1: false } }), before));
    expect(listStates(verified)).toMatchObject({ 'semantic_structure.h1': 'not_yet' });
    expect(verified.after.score).toBe(before.score);
  });

  test('is gone with that page, which counts in neither score', async () => {
    const before = await audited(createSite(three));
    const verified = verifyFixes(before, await audited(createSite(withoutC), before));
    expect(listStates(verified)).toMatchObject({ 'semantic_structure.h1': 'gone' });
    expect(verified.pages).toMatchObject({ gone: [`${ORIGIN}/c`], notRead: [], areScoresOfSame: true });
    const { score } = await audited(createSite(withoutC));
    expect([verified.before.score, verified.after.score]).toEqual([score, score]);
    expect(before.score).toBeLessThan(score);
  });

  test('is not read again where another audit judged other pages', async () => {
    const before = await audited(createSite(three));
    const after = await audited(createSite({ ...withoutC, c: { h1: false } }));
    for (const earlier of [before, asBefore(before)]) {
      const verified = verifyFixes(earlier, after);
      expect(listStates(verified)).toMatchObject({ 'semantic_structure.h1': 'not_read' });
      expect(verified.pages).toMatchObject({ notRead: [`${ORIGIN}/c`], gone: [] });
      expect(verified.pages.areScoresOfSame).toBe(earlier === before);
      const comparison = compareReports(earlier, after);
      expect(comparison.comparable && comparison.questions).toEqual([]);
    }
    const question = verifyFixes(before, after).questions.find((one) => one.question.id === 'h1');
    expect(question?.pages).toEqual({ before: 4, same: 3 });
  });

  test('is not read again where only some of its pages were', async () => {
    const before = await audited(createSite({ ...three, b: { h1: false } }));
    const verified = verifyFixes(before, await audited(createSite({ ...withoutC, c: { h1: false } })));
    expect(listStates(verified)).toMatchObject({ 'semantic_structure.h1': 'not_read' });
  });

  test('has a state of its own: fixed, not yet, new, gone or not read again', async () => {
    const site = { home: { links: ['a', 'b', 'c', 'd'] }, a: { h1: false }, b: { h1: false }, c: { h1: false }, d: {} };
    const before = await audited(createSite(site));
    const { c: _, ...rest } = site;
    const changed = { ...rest, a: {}, d: { h1: false } };
    const states = (later: Report) =>
      Object.fromEntries(
        verifyFixes(before, later)
          .questions.find(({ question }) => question.id === 'h1')
          ?.states.map(({ url, state }) => [new URL(url).pathname, state]) ?? [],
      );
    expect(states(await audited(createSite(changed), before))).toEqual({
      '/a': 'fixed',
      '/b': 'not_yet',
      '/c': 'gone',
      '/d': 'new',
    });
    const others = await audited(createSite({ home: { links: ['d'] }, a: {}, d: {} }));
    expect(states(others)).toEqual({ '/a': 'not_read', '/b': 'not_read', '/c': 'not_read' });
  });

  test('that only the later audit judged is not a loss', async () => {
    const before = await audited(createSite(withoutC));
    const after = await audited(createSite({ ...three, c: { h1: false } }), before);
    const comparison = compareReports(before, after);
    expect(after.score).toBeLessThan(before.score);
    expect(isWorse(comparison)).toBe(false);
    expect(comparison).toMatchObject({ scoreDifference: 0, questions: [], pages: { added: [`${ORIGIN}/c`] } });
  });
});

test('a complete sitemap alone fixes and loses nothing but what concerns the sitemap', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `page${i}`);
  const rest = Object.fromEntries(names.map((name, i) => [name, { image: i % 2 === 0, h1: i % 3 > 0 }]));
  const pages = { home: { links: ['page0', 'page1', 'page2', 'page3'] }, ...rest };
  const before = await audited(createSite(pages));
  const after = await audited(createSite(pages, ['', ...names]), before);
  expect(after.pages.toSorted()).not.toEqual(before.pages.toSorted());
  const changed = verifyFixes(before, after).questions.filter(
    ({ state, change }) => state !== 'not_yet' || change !== 'same',
  );
  expect(changed.length).toBeGreaterThan(0);
  for (const { finding, state } of changed) expect([finding.key, state]).toEqual(['sitemap', 'fixed']);
});

test('two reports of the same pages are compared as they are', async () => {
  const report = await audited(createSite(three));
  const { before, after } = onSamePages(report, report, null);
  expect(before).toBe(report);
  expect(after).toBe(report);
});
