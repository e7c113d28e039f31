import { describe, expect, test } from 'vitest';
import { createExchange } from '../../test/support/exchanges.ts';
import { exampleDomain, fixtureFetcher, readFixture } from '../../test/support/fixture-web.ts';
import { gather } from '../site/gather/gather.ts';
import type { Site } from '../site/site.ts';
import { type CheckResult, check, full, HALF, lost, NONE, notApplicable, type QuestionResult } from './check.ts';
import { toFindings } from './findings.ts';
import { judge, runCheck } from './judge.ts';
import { readSite } from './read-site.ts';
import { failedReport } from './report/failed-report.ts';
import { CHECKS, maxPointsFor, RUBRIC_VERSION } from './rubric.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const good: Site = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });

const HOME = 'https://www.example.com/';
const HTML = { headers: { 'content-type': 'text/html' }, body: '<title>Tides</title><h1>Tides</h1>' };

/** The good site with another answer of its home page. */
const withHome = (answer: Parameters<typeof createExchange>[1]): Site => ({
  ...good,
  home: createExchange(HOME, answer),
});

describe('a home page is judged', () => {
  test.each([200, 203, 299])('when it is HTML with status %d', (status) => {
    expect(judge(withHome({ ...HTML, status }))).toMatchObject({ outcome: 'done', failure: null });
  });

  test('when its beginning was read', () => {
    expect(judge(withHome({ ...HTML, failure: 'too_large' }))).toMatchObject({ outcome: 'done', failure: null });
  });
});

describe('there is no score', () => {
  test.each([
    [199, 'www.example.com returned status 199 for its home page, so there is no page to judge.'],
    [300, 'www.example.com returned status 300 for its home page, so there is no page to judge.'],
    [404, 'www.example.com returned status 404 for its home page, so there is no page to judge.'],
    [null, 'www.example.com returned status unknown for its home page, so there is no page to judge.'],
  ])('when the home page answers %s', (status, message) => {
    expect(judge(withHome({ ...HTML, status })).failure).toEqual({ kind: 'http_status', message });
  });

  test.each(['name_not_found', 'timeout', 'challenge'] as const)('when the home page fails by %s', (failure) => {
    expect(judge(withHome({ ...HTML, failure, status: 200 })).failure).toEqual({
      kind: failure,
      message: `example.com failed: ${failure}.`,
    });
  });

  test('when the home page is too large before its head has ended', () => {
    expect(judge(withHome({ failure: 'too_large', status: null })).failure?.kind).toBe('too_large');
  });

  test('when the home page is not HTML', () => {
    expect(judge(withHome({ headers: { 'content-type': 'application/json' }, body: '{}' })).failure).toEqual({
      kind: 'not_html',
      message: 'The home page of www.example.com is not HTML, so there is no page to judge.',
    });
  });

  test('and every finding says why', () => {
    const failure = { kind: 'http_status', message: 'The response was 500.' } as const;
    const report = failedReport('example.com', failure);
    expect(report).toMatchObject({
      rubricVersion: RUBRIC_VERSION,
      domain: 'example.com',
      outcome: 'failed',
      failure,
      score: 0,
      earned: 0,
      gates: [],
      stack: { builder: 'unknown', server: 'unknown', evidence: [] },
      pages: [],
    });
    expect(report.findings).toEqual(
      CHECKS.map((one) => ({
        key: one.key,
        label: one.label,
        severity: 'fail',
        points: 0,
        earned: 0,
        maxPoints: maxPointsFor(one),
        details: 'Not judged: The response was 500.',
        failure: 'The response was 500.',
        questions: [],
        notes: [],
      })),
    );
  });
});

test('the report names the pages that were judged, the home page first', () => {
  const { pages, score, findings } = judge(good);
  expect(pages[0]).toBe('https://example.com/');
  expect(pages).toHaveLength(8);
  expect(score).toBe(findings.reduce((sum, { points }) => sum + points, 0));
});

test('a report with a gate says what was earned, and counts the cap', () => {
  const { findings, ...report } = judge(withHome({ ...HTML, headers: { ...HTML.headers, 'x-robots-tag': 'noindex' } }));
  expect(report.gates[0]).toMatchObject({ id: 'G2', cap: 30 });
  expect(report.gates.map(({ id }) => id)).toEqual(['G2', 'G5']);
  expect(report.score).toBe(30);
  expect(report.earned).toBeGreaterThan(30);
  expect(findings.reduce((sum, { points }) => sum + points, 0)).toBe(30);
  expect(Math.abs(findings.reduce((sum, { earned }) => sum + earned, 0) - report.earned)).toBeLessThan(1.5);
});

describe('a check', () => {
  const facts = readSite(good);
  const evidence = {
    grade: 'D',
    says: 'A convention.',
    sources: [{ title: 'Tides', url: 'https://tides.example/' }],
  } as const;
  const questions = {
    first: {
      ask: 'First?',
      problem: 'Not the first.',
      means: 'It is late.',
      weight: 3,
      inShort: 'x',
      must: ['It must be.'],
      evidence,
    },
    second: {
      ask: 'Second?',
      problem: 'Not the second.',
      means: 'It is late.',
      weight: 2,
      inShort: 'It must be.',
      must: ['It must be.'],
      evidence,
    },
  };
  const seen = { url: HOME, status: 200, line: null, header: null, note: 'Seen.', text: null };
  const fix = { place: 'head', instruction: 'Fix it.', lines: null, proof: { command: 'true', expect: '' } } as const;

  function run(first: QuestionResult | undefined, failure: string | null = null, second: QuestionResult = full(seen)) {
    const results = { second, ...(first === undefined ? {} : { first }) };
    return runCheck(
      check({
        key: 'tides',
        label: 'Tides',
        passes: 'The tide is high.',
        asks: 'Tides?',
        why: 'Tides.',
        sources: [],
        questions,
        failsWhen: [],
        neverScored: [],
        run: (): CheckResult => ({ results, failure, gates: [], details: 'Details.', notes: ['Note.'] }),
      }),
      facts,
    );
  }

  test.each([
    [{ earned: 1, of: 1 }, null, 5, 5, 'pass'],
    [{ earned: 2, of: 3 }, null, 4, 4, 'warn'],
    // A third of a point is lost: the score is rounded down.
    [{ earned: 8, of: 9 }, null, 4, 4.6, 'warn'],
    [NONE, null, 2, 2, 'warn'],
    [NONE, 'It fails.', 2, 2, 'warn'],
    [{ earned: 1, of: 1 }, 'It fails.', 5, 5, 'pass'],
  ])(
    'that earns %j of 3 points, with the failure %j, has %d, shown as %d of 5: %s',
    (share, failure, points, earned, severity) => {
      const answer = share.earned === share.of ? full(seen) : lost(share, [seen], fix);
      const [finding] = toFindings([run(answer, failure)]);
      expect(finding).toMatchObject({
        ...{ key: 'tides', label: 'Tides', severity, points, earned, maxPoints: 5, details: 'Details.', failure },
        notes: ['Note.'],
      });
      expect(finding?.questions.map(({ id, weight, maxPoints }) => ({ id, weight, maxPoints }))).toEqual([
        { id: 'first', weight: 3, maxPoints: 3 },
        { id: 'second', weight: 2, maxPoints: 2 },
      ]);
      expect(finding?.questions.map(({ fails }) => fails)).toEqual([share.earned === 0, false]);
    },
  );

  test('that earns nothing fails', () => {
    const nothing = lost(NONE, [seen], fix);
    expect(toFindings([run(nothing, null, nothing)])).toMatchObject([{ severity: 'fail', points: 0, earned: 0 }]);
  });

  test('whose question does not apply keeps its points, and gives them for the other', () => {
    const [finding] = toFindings([run(notApplicable('There is one page.'), null, lost(HALF, [seen], fix))]);
    expect(finding).toMatchObject({ severity: 'warn', maxPoints: 5, points: 2, earned: 2.5 });
    expect(finding?.questions).toMatchObject([
      { weight: 0, maxPoints: 0, earned: 0 },
      { weight: 2, maxPoints: 5, earned: 2.5 },
    ]);
  });

  test('none of whose questions applies has no points, and says so first', () => {
    const none = notApplicable('There is one page.');
    const [finding] = toFindings([run(none, null, none)]);
    expect(finding).toMatchObject({ severity: 'pass', maxPoints: 0, points: 0, details: 'Not applicable: Details.' });
  });

  test.each<[string, QuestionResult | undefined, string]>([
    ['leaves a question out', undefined, 'The check tides left its question unanswered: first.'],
    [
      'gives more than all',
      lost({ earned: 4, of: 3 }, [seen], fix),
      'The check tides gave 4 of 3 of its question: first.',
    ],
    [
      'gives less than nothing',
      lost({ earned: -1, of: 3 }, [seen], fix),
      'The check tides gave -1 of 3 of its question: first.',
    ],
    [
      'gives no whole parts',
      lost({ earned: 0.5, of: 1 }, [seen], fix),
      'The check tides gave 0.5 of 1 of its question: first.',
    ],
    ['shows no evidence', lost(HALF, [], fix), 'The check tides answered its question without evidence: first.'],
    ['shows no evidence of a pass', full(), 'The check tides answered its question without evidence: first.'],
    [
      'shows no fix',
      { ...lost(HALF, [seen], fix), fix: null },
      'The check tides took points for its question without a fix: first.',
    ],
  ])('that %s is a bug', (_, first, message) => {
    expect(() => run(first)).toThrow(new Error(message));
  });
});
