import { describe, expect, test } from 'vitest';
import { answerOf } from '../../test/support/answers.ts';
import { exampleDomain, fixtureFetcher, readFixture } from '../../test/support/fixture-web.ts';
import { gather } from '../site/gather.ts';
import type { Site } from '../site/site.ts';
import { type Answer, check, full, lost, type Outcome } from './check.ts';
import { failedReport, judge, runCheck } from './judge.ts';
import { readSite } from './read-site.ts';
import { CHECKS, maxPointsOf, RUBRIC_VERSION } from './rubric.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const good: Site = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });

const HOME = 'https://www.example.com/';
const HTML = { headers: { 'content-type': 'text/html' }, body: '<title>Tides</title><h1>Tides</h1>' };

/** The good site with another answer of its home page. */
const withHome = (answer: Parameters<typeof answerOf>[1]): Site => ({ ...good, home: answerOf(HOME, answer) });

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
    [199, 'www.example.com answered its home page with status 199, so there is no page to judge.'],
    [300, 'www.example.com answered its home page with status 300, so there is no page to judge.'],
    [404, 'www.example.com answered its home page with status 404, so there is no page to judge.'],
    [null, 'www.example.com answered its home page with status unknown, so there is no page to judge.'],
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
    const failure = { kind: 'http_status', message: 'It answered 500.' } as const;
    const report = failedReport('example.com', failure);
    expect(report).toMatchObject({
      rubricVersion: RUBRIC_VERSION,
      domain: 'example.com',
      outcome: 'failed',
      failure,
      score: 0,
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
        maxPoints: maxPointsOf(one),
        details: 'Not judged: It answered 500.',
        failure: 'It answered 500.',
        questions: [],
        notes: [],
      })),
    );
  });
});

test('the report names the pages that were judged, the home page first', () => {
  const { pages, score, findings } = judge(good);
  expect(pages[0]).toBe('https://example.com/');
  expect(pages).toHaveLength(6);
  expect(score).toBe(findings.reduce((sum, { points }) => sum + points, 0));
});

describe('a check', () => {
  const facts = readSite(good);
  const questions = {
    first: { ask: 'First?', problem: 'Not the first.', maxPoints: 3, must: 'It must be.' },
    second: { ask: 'Second?', problem: 'Not the second.', maxPoints: 2, must: 'It must be.' },
  };
  const seen = { url: HOME, status: 200, line: null, header: null, note: 'Seen.', text: null };
  const fix = { place: 'head', instruction: 'Mend it.', lines: null, proof: { command: 'true', expect: '' } } as const;

  function run(first: Answer | undefined, failure: string | null = null) {
    const answers = { second: full(questions.second), ...(first === undefined ? {} : { first }) };
    return runCheck(
      check({
        key: 'tides',
        label: 'Tides',
        asks: 'Tides?',
        why: 'Tides.',
        sources: [],
        questions,
        failsWhen: [],
        neverScored: [],
        needs: [],
        run: (): Outcome => ({ answers, failure, gate: 'It holds.', details: 'Details.', notes: ['Note.'] }),
      }),
      facts,
    );
  }

  test.each([
    [3, null, 5, 'pass'],
    [2, null, 4, 'warn'],
    [0, null, 2, 'warn'],
    [0, 'It fails.', 2, 'fail'],
    [3, 'It fails.', 5, 'fail'],
  ])('that gives %d of 3 points with the failure %j has %d of 5: %s', (points, failure, sum, severity) => {
    const answer = points === 3 ? full(questions.first) : lost(points, [seen], fix);
    const { finding, gate } = run(answer, failure);
    expect(finding).toMatchObject({
      ...{ key: 'tides', label: 'Tides', severity, points: sum, maxPoints: 5, details: 'Details.', failure },
      notes: ['Note.'],
    });
    expect(finding.questions.find(({ id }) => id === 'first')).toEqual({
      ...{ id: 'first', ask: 'First?', must: 'It must be.', maxPoints: 3, earned: points },
      ...answer,
    });
    expect(gate).toBe('It holds.');
  });

  test.each<[string, Answer | undefined, string]>([
    ['leaves a question out', undefined, 'The check tides left its question first unanswered.'],
    ['gives more than the maximum', lost(4, [seen], fix), 'The check tides gave 4 of 3 points for first.'],
    ['gives less than nothing', lost(-1, [seen], fix), 'The check tides gave -1 of 3 points for first.'],
    ['gives half a point', lost(0.5, [seen], fix), 'The check tides gave 0.5 of 3 points for first.'],
    ['shows no evidence', lost(2, [], fix), 'The check tides took points for first without evidence and a fix.'],
    [
      'shows no fix',
      { ...lost(2, [seen], fix), fix: null },
      'The check tides took points for first without evidence and a fix.',
    ],
  ])('that %s is a bug', (_, first, message) => {
    expect(() => run(first)).toThrow(new Error(message));
  });
});
